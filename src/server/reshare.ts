/**
 * New shares of the same key: for the same members (refresh), or for others (change of membership).
 * Each dealer shares its own share anew, with Feldman's commitments (Desmedt, Jajodia 1997; Wong, Wang,
 * Wing 2002); a new share is the sum of what came for it. No process holds the key.
 *
 * Two phases. Prepare: everybody writes down what it got beside what it has, and only then confirms.
 * Commit: who has seen every confirmation lets the new share take the place of the old one.
 */
import { access, unlink } from 'node:fs/promises'
import { join } from 'node:path'

import { type CryptoKey, exportJWK, generateKeyPair } from 'jose'
import * as z from 'zod/mini'

import { publicKeyOf, weight } from '../keys/oprf.js'
import { KeyNetwork, Share } from '../protocol/service.js'
import { toHex } from '../shared/encoding.js'
import { WalletError } from '../shared/errors.js'
import { checkUrls, open, seal } from './dkg-messages.js'
import { Exchange, type ExchangeOptions } from './exchange.js'
import { addScalars, commit, polynomial, scaleScalar, valueAt } from './polynomial.js'
import {
  Confirmation,
  checkOpening,
  checkPlan,
  isOn,
  nextNetwork,
  Opening,
  type Plan,
  participantsOf,
  planText,
  refusal,
  transcriptOf,
  Values,
} from './reshare-messages.js'
import { openJson, openShare, replaceFile, sealJson, shareText, toText } from './share-file.js'
import { writeNetwork, writeNew } from './shares.js'

export interface ReshareOptions extends ExchangeOptions, Plan {
  /** Which participant this is: a dealer's index is its share's. */
  index: number
  /** Of a member to be: where its node will answer. By default as it is now. */
  url?: string | undefined
  /** This participant's own folder: a dealer's share is there, and what comes out goes there. */
  dir: string
  /** Shares in `dir` are encrypted under it. */
  shareKey?: string | undefined
}

export interface ReshareResult {
  network: KeyNetwork
  /** 32 hex digits that all operators must read the same. */
  fingerprint: string
}

/** What was prepared: `share-<index>.next.json`. A dealer that leaves has no share in it. */
const Prepared = z.object({ share: z.optional(Share), network: KeyNetwork })
type Prepared = z.infer<typeof Prepared>

/**
 * Takes part in one change. Until everybody has confirmed, all shares stay as they are.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the participant that lied; `TIMEOUT`, naming who is missing.
 */
export async function runReshare(options: ReshareOptions): Promise<ReshareResult> {
  const { index, dir, shareKey } = options
  checkPlan(options)
  const participants = participantsOf(options)
  if (!participants.includes(index)) {
    throw new WalletError('INVALID_ARGUMENT', `Participant ${index} is neither dealer nor member.`)
  }
  await checkNothingPrepared(dir, index)
  const secret = options.dealers.includes(index) ? await ownSecret(options) : undefined
  const plan = planText(options)
  const exchange = new Exchange(options, { purpose: 'reshare', index, participants, plan })
  return exchange.during(async () => {
    const { openings, share, transcript } = await prepare(exchange, options, secret)
    const network = nextNetwork(options, openings)
    await write({ ...(share && { share: withKeys(share, network) }), network }, index, options)
    await confirm(exchange, transcript, dir, index)
    await commitShare(dir, index, shareKey)
    return { network, fingerprint: transcript.slice(0, 32) }
  })
}

/**
 * Lets what was prepared take the place of what was. By hand only for a participant that lost the
 * others after it had confirmed, when one of them has committed.
 *
 * @throws {WalletError} `INVALID_ARGUMENT` if nothing was prepared.
 */
export async function commitShare(dir: string, index: number, key?: string): Promise<void> {
  const next = nextFile(dir, index)
  const { value } = await openJson(next, Prepared, key)
  const file = shareFile(dir, index)
  await writeNetwork(dir, value.network)
  if (value.share) await replaceFile(file, await shareText(value.share, key))
  // A dealer that leaves must not keep what a threshold of its like could still use.
  else await unlink(file).catch(() => {})
  await unlink(next)
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
    values[member] = await seal(valueAt(coefficients as bigint[], member), openings.get(member)!)
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

/** The sum of all dealers' values for this member, each checked. A wrong one is told to all. */
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

/**
 * Round 3: everybody has what it needs on its disk. A liar may tell one participant that all is well
 * and another that it is not, so whatever goes wrong now, what was prepared stays until a person decides.
 */
async function confirm(
  exchange: Exchange,
  transcript: string,
  dir: string,
  index: number,
): Promise<void> {
  await exchange.publish(3, { transcript })
  try {
    for (const [sender, { accused, transcript: seen }] of await exchange.collect(3, Confirmation)) {
      if (accused) throw refusal(accused, `is accused by participant ${sender}`)
      if (seen !== transcript) throw refusal(sender, 'confirmed something else')
    }
  } catch (error) {
    const { code, detail } = WalletError.from(error)
    throw new WalletError(code, `${detail} ${doubt(dir, index)}`)
  }
}

async function write(prepared: Prepared, index: number, { dir, shareKey }: ReshareOptions) {
  const text =
    shareKey === undefined
      ? toText(prepared)
      : await sealJson(prepared, `next share ${index}`, shareKey)
  await writeNew(nextFile(dir, index), text)
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

async function ownSecret({ dir, index, shareKey, network }: ReshareOptions): Promise<string> {
  const { share } = await openShare(shareFile(dir, index), shareKey)
  const { publicKey } = network.nodes.find((node) => node.index === index)!
  if (share.index === index && share.publicKey === publicKey) return share.secret
  throw new WalletError('INVALID_ARGUMENT', `${shareFile(dir, index)} is not of this network.`)
}

async function checkNothingPrepared(dir: string, index: number): Promise<void> {
  const isPrepared = await access(nextFile(dir, index)).then(
    () => true,
    () => false,
  )
  if (!isPrepared) return
  throw new WalletError('INVALID_ARGUMENT', `A change is not finished. ${doubt(dir, index)}`)
}

const doubt = (dir: string, index: number): string =>
  `If another participant has committed: wallet-embed share commit. If none has: delete ${nextFile(dir, index)}.`

const shareFile = (dir: string, index: number) => join(dir, `share-${index}.json`)
const nextFile = (dir: string, index: number) => join(dir, `share-${index}.next.json`)
