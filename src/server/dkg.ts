/**
 * Key generation without a dealer: each operator runs one participant, and no process ever holds the
 * secret. The protocol is Pedersen's with proofs of knowledge, as in FROST (Komlo, Goldberg 2020,
 * figure 1), by noble. What is added: liars are named, all see the same broadcasts or none goes on,
 * and nobody keeps a share unless everybody has one.
 */
import { ristretto255_FROST as frost } from '@noble/curves/ed25519.js'
import { type CryptoKey, exportJWK, generateKeyPair } from 'jose'

import { publicKeyOf } from '../keys/oprf.js'
import type { KeyNetwork } from '../protocol/service.js'
import { toHex } from '../shared/encoding.js'
import {
  Broadcast,
  checkBroadcast,
  checkUrls,
  idOf,
  isOn,
  lie,
  open,
  Shares,
  seal,
  toPackage,
  transcriptOf,
  Verdict,
} from './dkg-messages.js'
import { Exchange, type ExchangeOptions } from './exchange.js'
import { checkNetwork, checkSizes, writeNetwork, writeShare } from './shares.js'

export interface DkgOptions extends ExchangeOptions {
  /** Which participant this is, 1 to `of`. */
  index: number
  of: number
  /** How many shares make a key. */
  threshold: number
  /** Where this participant's node will answer. */
  url: string
  /** This participant's own folder, for its share and `network.json`. Nobody else may read it. */
  dir: string
  /** The share is encrypted under it. Without it, it lies there in clear. */
  shareKey?: string | undefined
}

export interface DkgResult {
  network: KeyNetwork
  /** 32 hex digits that all operators must read the same: else somebody changed files on their way. */
  fingerprint: string
}

/**
 * Takes part in one key generation. Writes the share only after every participant confirmed.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the participant that lied; `TIMEOUT`, naming who is missing.
 */
export async function runDkg(options: DkgOptions): Promise<DkgResult> {
  const { index, of, threshold } = options
  checkSizes(of, threshold)
  const participants = Array.from({ length: of }, (_, i) => i + 1)
  const plan = `a new key, ${threshold} of ${of}`
  const exchange = new Exchange(options, { purpose: 'dkg', index, participants, plan })
  return exchange.during(() => generate(exchange, options))
}

async function generate(exchange: Exchange, options: DkgOptions): Promise<DkgResult> {
  const { index, of, threshold, dir } = options
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256' })
  const { public: opening, secret } = frost.DKG.round1(idOf(index), { min: threshold, max: of })
  try {
    const own = Broadcast.parse({
      ...options,
      commitment: opening.commitment.map(toHex),
      proofOfKnowledge: toHex(opening.proofOfKnowledge),
      key: await exportJWK(publicKey),
    })
    await exchange.publish(1, own)
    const others = await exchange.collect(1, Broadcast)
    for (const [sender, broadcast] of others) await checkBroadcast(sender, broadcast, options)
    checkUrls(new Map(others).set(index, own))
    const packages = [...others].map(([sender, broadcast]) => toPackage(sender, broadcast))
    const transcript = transcriptOf(new Map(others).set(index, own))

    const values = frost.DKG.round2(secret, packages)
    const shares: Record<string, string> = {}
    for (const [receiver, broadcast] of others) {
      shares[receiver] = await seal(toHex(values[idOf(receiver)]!.signingShare), broadcast)
    }
    await exchange.publish(2, { transcript, shares })
    const received = await receive(exchange, others, transcript, privateKey, options)
    const key = frost.DKG.round3(secret, packages, received)

    const network = networkOf(key.public, new Map(others).set(index, own), threshold)
    await confirm(exchange, network.groupKey)
    const { signingShare } = key.secret
    const share = { index, threshold, secret: toHex(signingShare), groupKey: network.groupKey }
    await writeShare(dir, { ...share, publicKey: publicKeyOf(signingShare) }, options.shareKey)
    await writeNetwork(dir, network)
    return { network, fingerprint: transcript.slice(0, 32) }
  } finally {
    frost.DKG.clean(secret)
  }
}

/** Round 2: the others' shares for this participant, each checked. A wrong one is told to all. */
async function receive(
  exchange: Exchange,
  others: ReadonlyMap<number, Broadcast>,
  transcript: string,
  privateKey: CryptoKey,
  options: DkgOptions,
) {
  const messages = [...(await exchange.collect(2, Shares))]
  const stray = messages.find(([, message]) => message.transcript !== transcript)
  if (stray) throw lie(stray[0], 'saw other broadcasts of round 1 than this participant')
  const received = []
  for (const [sender, { shares }] of messages) {
    const signingShare = await open(shares[options.index], privateKey)
    if (!isOn(others.get(sender)!, signingShare, options.index, options)) {
      await exchange.publish(3, { accused: sender })
      throw lie(sender, 'sent a share that is not the one it committed to')
    }
    received.push({ identifier: idOf(sender), signingShare })
  }
  return received
}

/** The public half. @throws {WalletError} `INVALID_ARGUMENT` if its keys do not belong together. */
function networkOf(
  { commitments, verifyingShares }: ReturnType<typeof frost.DKG.round3>['public'],
  broadcasts: ReadonlyMap<number, Broadcast>,
  threshold: number,
): KeyNetwork {
  const nodes = [...broadcasts]
    .sort(([a], [b]) => a - b)
    .map(([index, { url }]) => ({ index, url, publicKey: toHex(verifyingShares[idOf(index)]!) }))
  const network = { threshold, groupKey: toHex(commitments[0]!), nodes }
  checkNetwork(network)
  return network
}

/** Round 3: all have the same key, or none keeps a share. */
async function confirm(exchange: Exchange, groupKey: string): Promise<void> {
  await exchange.publish(3, { groupKey })
  for (const [sender, verdict] of await exchange.collect(3, Verdict)) {
    if (verdict.accused) throw lie(verdict.accused, `is accused by participant ${sender}`)
    if (verdict.groupKey !== groupKey) throw lie(sender, 'has another group key')
  }
}
