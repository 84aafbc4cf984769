/** One exchange with the login service: reads, merges, and writes where something is new. */
import type * as z from 'zod/mini'

import { SyncContent, SyncForgotten, SyncWritten } from '../../protocol/sync.js'
import { WalletError } from '../../shared/errors.js'
import { serviceUrl } from '../../shared/service-url.js'
import type { SignerContract } from '../signer/contract.js'
import { ask } from '../support/http.js'
import { type DeviceCopy, loadCopy, newCopy, saveCopy } from './device-copy.js'
import { isSame, latest, merge, nextStamp, note, Records, type Stamp } from './records.js'
import { readHere, writeHere } from './travelling.js'

/** A round begins again when a different device wrote meanwhile. */
const MOST_TRIES = 5

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

/** @throws {WalletError} Of the service or the signer; `ABORTED`: a different person has signed in. */
export async function runRound(place: SyncPlace): Promise<void> {
  const { first } = place
  // Changes get their times now, even if the service does not answer.
  saveCopy(first, notedCopy(first))
  const locator = await locatorOf(place)
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const content = await ask(urlOf(place, 'read'), SyncContent, { body: { locator } })
    const kept = await recordsOf(place, content)
    const copy = notedCopy(first)
    const records = merge(copy.records, kept)
    // A service that lost its newest version gets a newer one.
    const version = Math.max(copy.version, content.version)
    if (isSame(records, kept)) return takeOver(first, records, version)
    const text = JSON.stringify(records)
    // A blob that begins anew repeats no version of one that was deleted: old writes do not fit it.
    const next = content.version ? version + 1 : Math.max(version + 1, Date.now())
    const asked = { text, base: content.version, version: next }
    const body = await place.sign('syncSeal', asked)
    if (body.locator !== locator) throw new WalletError('ABORTED')
    const { isSaved } = await ask(urlOf(place, 'write'), SyncWritten, { body })
    if (isSaved) return takeOver(first, records, asked.version)
  }
  throw new WalletError('SERVICE_UNAVAILABLE', 'Other devices write all the time.')
}

/** Deletes what is kept, and stops here. @throws {WalletError} Of the service or the signer. */
export async function forget(place: SyncPlace): Promise<void> {
  const { first } = place
  const locator = await locatorOf(place)
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { version } = await ask(urlOf(place, 'read'), SyncContent, { body: { locator } })
    if (version) {
      const body = await place.sign('syncForget', { version })
      if (body.locator !== locator) throw new WalletError('ABORTED')
      const { isForgotten } = await ask(urlOf(place, 'forget'), SyncForgotten, { body })
      if (!isForgotten) continue
    }
    saveCopy(first, { ...notedCopy(first), isOff: true })
    return
  }
  throw new WalletError('SERVICE_UNAVAILABLE', 'Other devices write all the time.')
}

/** Whether something here was not told yet. */
export const hasNews = (first: `0x${string}`): boolean => !!notedCopy(first).isUnsent

/** With what has changed here since. */
function notedCopy(first: `0x${string}`): DeviceCopy {
  const { values, kinds } = readHere(first)
  const known = loadCopy(first)
  const copy = known ?? newCopy()
  let last = latest(copy.records)
  const stamp = (): Stamp => {
    // What was here before the first round has no known time: what other devices say of it is newer.
    last = known ? nextStamp(last, Date.now(), copy.device) : [0, 0, copy.device]
    return last
  }
  const seen = new Map(Object.entries(copy.seen))
  const records = note(copy.records, seen, values, kinds, stamp)
  const isUnsent = copy.isUnsent || !isSame(records, copy.records)
  return { ...copy, records, isUnsent, seen: Object.fromEntries(values) }
}

/** The signer may have a different person's phrase by now. */
async function locatorOf(place: SyncPlace): Promise<string> {
  const { locator, first } = await place.sign('syncLocator', null)
  if (first !== place.first) throw new WalletError('ABORTED')
  return locator
}

/** What the service keeps; nothing if it is not what this phrase sealed as that version. */
async function recordsOf(
  place: SyncPlace,
  { blob, version }: z.infer<typeof SyncContent>,
): Promise<Records> {
  const text = blob && (await place.sign('syncOpen', { blob, version }))
  if (blob && !text) console.warn('wallet-embed: what the login service keeps cannot be opened.')
  return text ? (Records.safeParse(JSON.parse(text)).data ?? {}) : {}
}

/** @param told - What the service keeps now. */
function takeOver(first: `0x${string}`, told: Records, version: number): void {
  // This device may have changed while the service was asked.
  const copy = notedCopy(first)
  const records = merge(copy.records, told)
  const { values } = readHere(first)
  const changes = Object.entries(records)
    .map(([name, { value }]) => [name, value] as const)
    .filter(([name, value]) => !isSame(values.get(name) ?? null, value))
  writeHere(first, new Map(changes))
  const seen = Object.fromEntries(readHere(first).values)
  saveCopy(first, { ...copy, version, records, seen, isUnsent: !isSame(records, told) })
}

const urlOf = ({ loginService }: SyncPlace, path: 'read' | 'write' | 'forget'): string =>
  serviceUrl(loginService, `/sync/${path}`)
