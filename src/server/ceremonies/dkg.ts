/**
 * Key generation without a dealer: each operator runs one participant, and no process ever holds the secret. The
 * protocol is Pedersen's with proofs of knowledge, as in FROST (Komlo, Goldberg 2020, figure 1), by noble. Added here:
 * liars are named, the run stops unless all see the same broadcasts, and shares are kept only if all participants have
 * one.
 */
import { ristretto255_FROST as frost } from '@noble/curves/ed25519.js'
import { type CryptoKey, exportJWK, generateKeyPair } from 'jose'

import { publicKeyOf } from '../../keys/oprf.js'
import { toHex } from '../../shared/encoding.js'
import { WalletError } from '../../shared/errors.js'
import type { Network } from '../keys/generation.js'
import { checkNetwork, checkSizes } from '../keys/shares.js'
import { seal } from '../platform/seal.js'
import {
  type CeremonyOptions,
  type CeremonyResult,
  checkMajority,
  checkPlace,
  refusal,
  settle,
} from './ceremony.js'
import { exists, filesOf } from './change.js'
import {
  Broadcast,
  checkBroadcast,
  checkUrls,
  idOf,
  isOn,
  open,
  Shares,
  toPackage,
} from './dkg-messages.js'
import { Exchange, transcriptOf } from './exchange.js'

export interface DkgOptions extends CeremonyOptions {
  /** How many participants there are: `index` is 1 to `of`. */
  of: number
  /** How many shares make a key. */
  threshold: number
  /** URL of this participant's node. */
  url: string
}

/**
 * Takes part in one key generation. The share takes its place only after every participant confirmed.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the participant that lied; `TIMEOUT`, naming who is missing.
 */
export async function runDkg(options: DkgOptions): Promise<CeremonyResult> {
  const { index, of, threshold } = options
  checkSizes(of, threshold)
  checkMajority(of, threshold, options.isLowThresholdAccepted)
  const participants = Array.from({ length: of }, (_, i) => i + 1)
  if (!participants.includes(index)) {
    throw new WalletError('INVALID_ARGUMENT', `--index: expected 1 to ${of}, got ${index}.`)
  }
  await checkNothingInTheWay(options)
  await checkPlace(options)
  const plan = `a new key, ${threshold} of ${of}`
  const exchange = new Exchange(options, { purpose: 'dkg', index, participants, plan })
  return exchange.during(() => generate(exchange, options, participants))
}

/** A second key would change every address, so the first one is never overwritten. */
async function checkNothingInTheWay(options: DkgOptions): Promise<void> {
  const { share, network } = filesOf(options)
  for (const file of [share, network]) {
    if (!(await exists(file))) continue
    const detail = `${file} exists: move it away first. A new key opens none of the wallets of the old one.`
    throw new WalletError('INVALID_ARGUMENT', detail)
  }
}

async function generate(
  exchange: Exchange,
  options: DkgOptions,
  participants: number[],
): Promise<CeremonyResult> {
  const { index, of, threshold } = options
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
      shares[receiver] = seal(toHex(values[idOf(receiver)]!.signingShare), broadcast.key)
    }
    await exchange.publish(2, { transcript, shares })
    const received = await receive(exchange, others, transcript, privateKey, options)
    const key = frost.DKG.round3(secret, packages, received)

    const network = networkOf(key.public, new Map(others).set(index, own), threshold)
    const { signingShare } = key.secret
    const held = { index, threshold, secret: toHex(signingShare), groupKey: network.groupKey }
    const share = { ...held, publicKey: publicKeyOf(signingShare) }
    return await settle(exchange, options, {
      what: 'dkg',
      participants,
      network,
      share,
      transcript,
    })
  } finally {
    frost.DKG.clean(secret)
  }
}

/** Round 2: checks the others' shares for this participant. Reports a wrong one to all. */
async function receive(
  exchange: Exchange,
  others: ReadonlyMap<number, Broadcast>,
  transcript: string,
  privateKey: CryptoKey,
  options: DkgOptions,
) {
  const messages = [...(await exchange.collect(2, Shares))]
  const stray = messages.find(([, message]) => message.transcript !== transcript)
  if (stray) throw refusal(stray[0], 'saw other broadcasts of round 1 than this participant')
  const received = []
  for (const [sender, { shares }] of messages) {
    const signingShare = await open(shares[options.index], privateKey)
    if (!isOn(others.get(sender)!, signingShare, options.index, options)) {
      await exchange.publish(3, { accused: sender })
      throw refusal(sender, 'sent a share that is not the one it committed to')
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
): Network {
  const nodes = [...broadcasts]
    .sort(([a], [b]) => a - b)
    .map(([index, { url }]) => ({ index, url, publicKey: toHex(verifyingShares[idOf(index)]!) }))
  const network = { threshold, groupKey: toHex(commitments[0]!), nodes, generation: 1 }
  checkNetwork(network)
  return network
}
