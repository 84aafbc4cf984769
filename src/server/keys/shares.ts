import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { ristretto255_FROST as frost } from '@noble/curves/ed25519.js'

import { interpolate, publicKeyOf } from '../../keys/oprf.js'
import type { KeyNetwork, Share } from '../../protocol/service.js'
import { toHex } from '../../shared/encoding.js'
import { WalletError } from '../../shared/errors.js'
import { makeFolder, writeNew } from '../platform/write-file.js'
import { Network } from './generation.js'
import { toText } from './share-file.js'

export interface DevSharesOptions {
  /** URLs of the nodes, in the order of their indexes. */
  urls: string[]
  /** How many nodes make a key: 2 to all. */
  threshold: number
  /** Folder for `share-<index>.json` and `network.json`. */
  dir: string
}

/**
 * Makes shares of a new secret on one machine, which therefore knows the whole secret. For development only.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`
 */
export async function makeDevShares({ urls, threshold, dir }: DevSharesOptions): Promise<Network> {
  checkSizes(urls.length, threshold)
  const { public: common, secretShares } = frost.trustedDealer({ min: threshold, max: urls.length })
  const groupKey = toHex(common.commitments[0]!)
  const shares = urls.map((_, i): Share => {
    const { signingShare } = secretShares[frost.Identifier.fromNumber(i + 1)]!
    const publicKey = publicKeyOf(signingShare)
    return { index: i + 1, threshold, secret: toHex(signingShare), publicKey, groupKey }
  })
  const nodes = shares.map(({ index, publicKey }, i) => ({ index, url: urls[i]!, publicKey }))
  const network = { threshold, groupKey, nodes, generation: 1 }
  await makeFolder(dir)
  for (const share of shares) await writeNew(join(dir, `share-${share.index}.json`), toText(share))
  await writeFile(join(dir, 'network.json'), toText(Network.parse(network)))
  return network
}

/** @throws {WalletError} `INVALID_ARGUMENT` */
export function checkSizes(of: number, threshold: number): void {
  if (Number.isInteger(of) && Number.isInteger(threshold) && 2 <= threshold && threshold <= of)
    return
  throw new WalletError('INVALID_ARGUMENT', 'Expected a threshold from 2 to the number of nodes.')
}

/**
 * Checks that the nodes' public keys belong to the group key: any `threshold` of them must give it.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the node.
 */
export function checkNetwork({ threshold, groupKey, nodes }: KeyNetwork): void {
  const parts = nodes.map(({ index, publicKey }) => ({ index, element: publicKey }))
  const first = parts.slice(0, threshold - 1)
  for (const part of parts.slice(threshold - 1)) {
    if (interpolate([...first, part]) === groupKey) continue
    const detail = `The public key of node ${part.index} does not belong to the group's key.`
    throw new WalletError('INVALID_ARGUMENT', detail)
  }
}
