/**
 * New shares of the same key: for the same members (refresh), or for different ones (change of membership). Each dealer
 * splits its share with Feldman's commitments (Desmedt, Jajodia 1997; Wong, Wang, Wing 2002); a new share is the sum of
 * the parts received. No process ever has the whole key.
 *
 * Two phases. Prepare: each participant writes the new share next to the old one, and only then confirms. Commit: once
 * a participant has all confirmations, it replaces the old share.
 */
import { type CryptoKey, exportJWK, generateKeyPair } from 'jose'
import type * as z from 'zod/mini'

import { publicKeyOf, weight } from '../../keys/oprf.js'
import type { KeyNetwork, Share } from '../../protocol/service.js'
import { toHex } from '../../shared/encoding.js'
import { WalletError } from '../../shared/errors.js'
import { addScalars, commit, polynomial, scaleScalar, valueAt } from '../keys/polynomial.js'
import { checkMember, openShare } from '../keys/share-file.js'
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
import { checkUrls, open } from './dkg-messages.js'
import { Exchange, transcriptOf } from './exchange.js'
import {
  checkOpening,
  checkPlan,
  isOn,
  nextNetwork,
  Opening,
  type Plan,
  participantsOf,
  planText,
  Values,
} from './reshare-messages.js'

export interface ReshareOptions extends CeremonyOptions, Plan {
  /** Of a member to be: where its node will answer. By default as it is now. */
  url?: string | undefined
}

/**
 * Takes part in one change. Until all have confirmed, all shares stay as they are.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the participant that lied; `TIMEOUT`, naming who is missing.
 */
export async function runReshare(options: ReshareOptions): Promise<CeremonyResult> {
  const { index, members, threshold } = options
  checkPlan(options)
  checkMajority(members.length, threshold, options.isLowThresholdAccepted)
  const participants = participantsOf(options)
  if (!participants.includes(index)) {
    throw new WalletError('INVALID_ARGUMENT', `Participant ${index} is neither dealer nor member.`)
  }
  await checkPlace(options)
  const secret = options.dealers.includes(index) ? await ownSecret(options) : undefined
  if (!secret) await checkNoShare(options)
  const plan = planText(options)
  const exchange = new Exchange(options, { purpose: 'reshare', index, participants, plan })
  return exchange.during(async () => {
    const { openings, share: received, transcript } = await prepare(exchange, options, secret)
    const network = nextNetwork(options, openings)
    const share = received && withKeys(received, network)
    return settle(exchange, options, { what: 'reshare', participants, network, share, transcript })
  })
}

/** Rounds 1 and 2. @returns What all showed, and of a member to be its new share's secret. */
async function prepare(exchange: Exchange, options: ReshareOptions, secret: string | undefined) {
  const { index, dealers, members, threshold, network } = options
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256' })
  const coefficients = secret && polynomial(scaleScalar(secret, weight(index, dealers)), threshold)
  const known = network.nodes.find((node) => node.index === index)?.url
  const own = Opening.parse({
    key: await exportJWK(publicKey),
    ...(members.includes(index) && { url: options.url ?? known }),
    ...(coefficients && { commitment: commit(coefficients) }),
  })
  await exchange.publish(1, own)
  const openings = new Map(await exchange.collect(1, Opening)).set(index, own)
  for (const [sender, opening] of openings) checkOpening(sender, opening, options)
  checkUrls(openings)
  const transcript = transcriptOf(openings)

  const values: Record<string, string> = {}
  for (const member of coefficients ? members : []) {
    values[member] = seal(valueAt(coefficients as bigint[], member), openings.get(member)!.key)
  }
  await exchange.publish(2, { transcript, values })
  const messages = new Map(await exchange.collect(2, Values)).set(index, { transcript, values })
  const stray = [...messages].find(([, message]) => message.transcript !== transcript)
  if (stray) throw refusal(stray[0], 'saw other openings of round 1 than this participant')
  const share = members.includes(index)
    ? await receive(exchange, options, openings, messages, privateKey)
    : undefined
  return { openings, share, transcript }
}

/** Checks all dealers' values for this member, and adds them up. Reports a wrong one to all. */
async function receive(
  exchange: Exchange,
  { index, dealers }: ReshareOptions,
  openings: ReadonlyMap<number, Opening>,
  messages: ReadonlyMap<number, z.infer<typeof Values>>,
  privateKey: CryptoKey,
): Promise<{ index: number; secret: string }> {
  const received: string[] = []
  for (const dealer of dealers) {
    const value = toHex(await open(messages.get(dealer)!.values[index], privateKey))
    if (!isOn(openings.get(dealer)!.commitment!, value, index)) {
      await exchange.publish(3, { accused: dealer })
      throw refusal(dealer, 'sent a value that is not on the polynomial it committed to')
    }
    received.push(value)
  }
  return { index, secret: addScalars(received) }
}

function withKeys(
  { index, secret }: { index: number; secret: string },
  network: KeyNetwork,
): Share {
  const publicKey = publicKeyOf(Uint8Array.from(Buffer.from(secret, 'hex')))
  if (network.nodes.find((node) => node.index === index)?.publicKey !== publicKey) {
    throw new WalletError('INTERNAL', 'The new share is not the one that was committed to.')
  }
  return { index, threshold: network.threshold, secret, publicKey, groupKey: network.groupKey }
}

async function ownSecret(options: ReshareOptions): Promise<string> {
  const file = filesOf(options).share
  const { share } = await openShare(file, options.shareKey)
  if (share.index !== options.index) {
    throw new WalletError('INVALID_ARGUMENT', `${file} is share ${share.index}.`)
  }
  checkMember(share, options.network, `${file}: `)
  return share.secret
}

/** New members start without a share; a member that does not deal keeps its share until it has the new one. */
async function checkNoShare(options: ReshareOptions): Promise<void> {
  const file = filesOf(options).share
  const isMember = options.network.nodes.some(({ index }) => index === options.index)
  if (isMember || !(await exists(file))) return
  const detail = `${file} exists, but participant ${options.index} is new: move it away first.`
  throw new WalletError('INVALID_ARGUMENT', detail)
}
