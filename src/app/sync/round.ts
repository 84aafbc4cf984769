/** One exchange with the login service: reads, merges, and writes where something is new. */
import * as z from 'zod/mini'

import { SyncContent, SyncForgotten, SyncWritten } from '../../protocol/login-service/sync.js'
import { WalletError } from '../../shared/errors.js'
import { serviceUrl } from '../../shared/service-url.js'
import type { SignerContract } from '../signer/contract.js'
import { ask } from '../support/http.js'
import { type DeviceCopy, loadCopy, newCopy, saveCopy } from './device-copy.js'
import { isSame, kindOf, latest, merge, nextStamp, note, Records, type Stamp } from './records.js'
import { readHere, writeHere } from './travelling.js'

/** A round starts again if a different device has written in between. */
const MOST_TRIES = 5

/** Format of the text in the blob. A build leaves blobs of a later format alone. */
const FORMAT = 1
const Content = z.object({ format: z.literal(FORMAT), records: Records })
type Content = z.output<typeof Content>

type SyncMethod = 'syncLocator' | 'syncSeal' | 'syncOpen' | 'syncForget'

export interface SyncPlace {
  loginService: string
  /** The first address of the recovery phrase. */
  first: `0x${string}`
  /** Asks the signer, which has that phrase. */
  sign<M extends SyncMethod>(
    method: M,
    params: SignerContract[M]['params'],
  ): Promise<SignerContract[M]['result']>
}

/** How a round ended. */
export type RoundEnd =
  | 'saved'
  /** The records do not fit into the largest blob, so nothing was written there. */
  | 'full'
  /** The person has turned sync off. */
  | 'off'

/** @throws {WalletError} Of the service or the signer; `ABORTED`: a different person has signed in. */
export async function runRound(place: SyncPlace): Promise<RoundEnd> {
  const { first } = place
  const locator = await locatorOf(place)
  // Changes get their times now, even if the service does not answer.
  saveCopy(first, notedCopy(first))
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (loadCopy(first)?.isOff) return 'off'
    const content = await ask(urlOf(place, 'read'), SyncContent, { body: { locator } })
    const kept = await recordsOf(place, content)
    // Saved at once: a change that was sent must not get a later time here, or it would win over changes that followed it.
    const copy = notedCopy(first)
    saveCopy(first, copy)
    const records = merge(copy.records, kept ?? {})
    // A service that lost its newest version gets a newer one. A version that cannot be opened is not believed.
    const seen = Math.max(copy.version, kept ? content.version : 0)
    if (isSame(records, kept ?? {})) return takeOver(first, records, seen)
    // A new blob never reuses the version of a deleted one, so that an old write cannot replace it.
    const version = Math.max(seen, content.version || Date.now() - 1) + 1
    const text = JSON.stringify({ format: FORMAT, records } satisfies Content)
    const body = await place.sign('syncSeal', { text, base: content.version, version })
    if (!body) {
      // What other devices changed comes here all the same.
      takeOver(first, kept ?? {}, seen)
      return 'full'
    }
    if (body.locator !== locator) throw new WalletError('ABORTED')
    // A different tab may have turned sync off in between.
    if (loadCopy(first)?.isOff) return 'off'
    const { isSaved } = await ask(urlOf(place, 'write'), SyncWritten, { body })
    if (isSaved) return takeOver(first, records, version)
  }
  throw new WalletError('SERVICE_UNAVAILABLE', 'Other devices write all the time.')
}

/** Deletes the stored data and turns sync off. @throws {WalletError} Of the service or the signer. */
export async function forget(place: SyncPlace): Promise<void> {
  const { first } = place
  const locator = await locatorOf(place)
  // Set this first, so that no round stores a new blob after the deletion.
  saveCopy(first, { ...notedCopy(first), isOff: true })
  try {
    await deleteKept(place, locator)
  } catch (error) {
    switchOn(first)
    throw error
  }
}

/** Saves again after `forget`. */
export function switchOn(first: `0x${string}`): void {
  const { isOff: _, ...copy } = notedCopy(first)
  saveCopy(first, copy)
}

/** Whether this device has unsent changes. */
export const hasNews = (first: `0x${string}`): boolean => !!notedCopy(first).isUnsent

async function deleteKept(place: SyncPlace, locator: string): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { version } = await ask(urlOf(place, 'read'), SyncContent, { body: { locator } })
    if (!version) return
    const body = await place.sign('syncForget', { version })
    if (body.locator !== locator) throw new WalletError('ABORTED')
    const { isForgotten } = await ask(urlOf(place, 'forget'), SyncForgotten, { body })
    if (isForgotten) return
  }
  throw new WalletError('SERVICE_UNAVAILABLE', 'Other devices write all the time.')
}

/** The saved copy, updated with what has changed on this device since. */
function notedCopy(first: `0x${string}`): DeviceCopy {
  const here = readHere(first)
  const known = loadCopy(first)
  const copy = known ?? newCopy()
  let last = latest(copy.records)
  const stamp = (): Stamp => {
    // Values from before the first round get time 0, so that values of other devices win.
    last = known ? nextStamp(last, Date.now(), copy.device) : [0, 0, copy.device]
    return last
  }
  const before = new Map(Object.entries(copy.seen))
  const records = note(copy.records, before, here.values, here.kinds, stamp)
  const isUnsent = copy.isUnsent || !isSame(records, copy.records)
  return { ...copy, records, isUnsent, seen: seenNow(copy, here) }
}

/** The values of this device now; for kinds that cannot be read now, the values seen before. */
function seenNow(
  { seen }: DeviceCopy,
  { values, kinds }: ReturnType<typeof readHere>,
): DeviceCopy['seen'] {
  const unread = Object.entries(seen).filter(([name]) => !kinds.has(kindOf(name)))
  return Object.fromEntries([...unread, ...values])
}

/** The signer may have a different person's phrase by now. */
async function locatorOf(place: SyncPlace): Promise<string> {
  const { locator, first } = await place.sign('syncLocator', null)
  if (first !== place.first) throw new WalletError('ABORTED')
  return locator
}

/**
 * Opens what the service keeps; undefined if this phrase did not seal it as that version.
 *
 * @throws {WalletError} `VERSION_RETIRED`: a newer wallet wrote it, which this one must not replace.
 */
async function recordsOf(
  place: SyncPlace,
  { blob, version }: z.infer<typeof SyncContent>,
): Promise<Records | undefined> {
  const text = blob && (await place.sign('syncOpen', { blob, version }))
  if (blob && !text) console.warn('wallet-embed: what the login service keeps cannot be opened.')
  if (!text) return undefined
  const content = Content.safeParse(JSON.parse(text))
  if (!content.success) throw new WalletError('VERSION_RETIRED', 'A newer wallet has saved.')
  return content.data.records
}

/** @param told - What the service keeps now. */
function takeOver(first: `0x${string}`, told: Records, version: number): RoundEnd {
  // This device may have changed while the service was asked.
  const copy = notedCopy(first)
  const records = merge(copy.records, told)
  const { values } = readHere(first)
  const changes = Object.entries(records)
    .map(([name, { value }]) => [name, value] as const)
    .filter(([name, value]) => !isSame(values.get(name) ?? null, value))
  writeHere(first, new Map(changes))
  const isUnsent = !isSame(records, told)
  saveCopy(first, { ...copy, version, records, isUnsent, seen: seenNow(copy, readHere(first)) })
  return 'saved'
}

const urlOf = ({ loginService }: SyncPlace, path: 'read' | 'write' | 'forget'): string =>
  serviceUrl(loginService, `/sync/${path}`)
