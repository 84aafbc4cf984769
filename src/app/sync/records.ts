/**
 * What devices of a person exchange: records, each with the time of its last change. The later change of a record wins,
 * by a hybrid logical clock: even with wrong clocks, a change wins over all changes that its device had seen.
 */
import * as z from 'zod/mini'

import { MOST_PAST_SENT } from '../stores/past-sent.js'

/** Time of a change: milliseconds, a counter, and the device, so that no two are equal. */
const Stamp = z.tuple([z.int().check(z.gte(0)), z.int().check(z.gte(0)), z.string()])
export type Stamp = z.output<typeof Stamp>

/** Null: it was removed. */
const Entry = z.looseObject({ value: z.unknown(), at: Stamp })
type Entry = z.output<typeof Entry>

export const Records = z.record(z.string(), Entry)
export type Records = z.output<typeof Records>

/** Values by their record's name; null: removed. */
export type Values = ReadonlyMap<string, unknown>

/** More than people have. */
const MAX_RECORDS = 1_000

const START: Stamp = [0, 0, '']

/**
 * Stamp of a change made now on a device whose latest known stamp is `last`. @param now - Unix time in milliseconds.
 */
export function nextStamp([ms, count]: Stamp, now: number, device: string): Stamp {
  return now > ms ? [now, 0, device] : [ms, count + 1, device]
}

/** @returns Positive: `one` is later than `other`. */
const compareStamps = (one: Stamp, other: Stamp): number =>
  one[0] - other[0] || one[1] - other[1] || (one[2] < other[2] ? -1 : Number(one[2] > other[2]))

/** The latest of all. */
export const latest = (records: Records): Stamp =>
  Object.values(records).reduce((last, { at }) => (compareStamps(at, last) > 0 ? at : last), START)

/** Merges two sets of records; the later change of each record wins. */
export function merge(one: Records, other: Records): Records {
  const merged = new Map(Object.entries(one))
  for (const [name, entry] of Object.entries(other)) {
    const known = merged.get(name)
    merged.set(name, known ? winner(name, known, entry) : entry)
  }
  return trim(merged)
}

/**
 * Records what changed on this device since the last look.
 *
 * @param seen - The values at the last look.
 * @param kinds - The kinds (the part of a name before its colon) that could be read now: a missing value of these was
 * removed.
 */
export function note(
  records: Records,
  seen: Values,
  now: Values,
  kinds: ReadonlySet<string>,
  stamp: () => Stamp,
): Records {
  const noted = new Map(Object.entries(records))
  const put = (name: string, value: unknown) => {
    const entry = { value, at: stamp() }
    const known = noted.get(name)
    noted.set(name, known ? winner(name, known, entry) : entry)
  }
  for (const [name, value] of now) if (!isSame(seen.get(name), value)) put(name, value)
  for (const name of seen.keys()) {
    if (kinds.has(kindOf(name)) && !now.has(name)) put(name, null)
  }
  return trim(noted)
}

export const kindOf = (name: string): string => name.split(':', 1)[0]!

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Kinds of records that only grow: the larger value wins, whenever it was said. */
const GROWING: readonly string[] = ['accounts', 'saved']

function winner(name: string, one: Entry, other: Entry): Entry {
  const byTime = compareStamps(one.at, other.at)
  const bySize = GROWING.includes(kindOf(name)) ? Number(one.value) - Number(other.value) : 0
  return (bySize || byTime) >= 0 ? one : other
}

/**
 * Drops expired sessions, by the clock that all devices share, and all but the latest transactions. If there is still
 * too much, drops the sites seen longest ago, and then marks of removed values.
 */
function trim(noted: ReadonlyMap<string, Entry>): Records {
  const [now] = latest(Object.fromEntries(noted))
  const old = oldSent(noted)
  const isGone = (name: string, value: unknown) => old.has(name) || isOver(name, value, now)
  const all = new Map([...noted].filter(([name, { value }]) => !isGone(name, value)))
  const entries = [...all].sort(([, one], [, other]) => compareStamps(one.at, other.at))
  const sites = entries.filter(([name]) => kindOf(name) === 'site')
  const removed = entries.filter(([name, { value }]) => value === null && kindOf(name) !== 'site')
  const excess = Math.max(0, all.size - MAX_RECORDS)
  const spare = new Set([...sites, ...removed].slice(0, excess).map(([name]) => name))
  const kept = entries.filter(([name]) => !spare.has(name))
  // Sorted, so that equal contents give equal texts.
  return Object.fromEntries(kept.sort(([one], [other]) => (one < other ? -1 : 1)))
}

function isOver(name: string, value: unknown, now: number): boolean {
  return kindOf(name) === 'session' && numberIn(value, 'expires') <= now
}

/** Names of transactions, but for the latest. */
function oldSent(noted: ReadonlyMap<string, Entry>): Set<string> {
  const times = [...noted]
    .filter(([name]) => kindOf(name) === 'sent')
    .map(([name, { value }]) => [name, numberIn(value, 'time')] as const)
  // Sorts equal times by name, so that all devices drop the same records.
  times.sort(([one, at], [other, time]) => time - at || (one < other ? -1 : 1))
  const isOld = ([, time]: readonly [string, number], index: number) =>
    index >= MOST_PAST_SENT || time < 0
  return new Set(times.filter(isOld).map(([name]) => name))
}

/** -1 without one. */
function numberIn(value: unknown, name: string): number {
  const number: unknown = typeof value === 'object' && value ? Reflect.get(value, name) : undefined
  return typeof number === 'number' ? number : -1
}
