/** How much of a store one source may use: a source that floods the store only fills its own share. */
import type { Source } from './networks.js'

/** Limits of a box, for all its values together. */
export interface Room {
  values: number
  /** Bytes of the values. */
  length: number
}

/** Limits within a room: a fiftieth for one network, a tenth for one site, which may be one customer. */
const NETWORK_PARTS = 50
const SITE_PARTS = 10

/** Fill level of a room, from 0 to 1. */
export const takenOf = (used: Room, most: Room): number =>
  Math.max(used.values / most.values, most.length ? used.length / most.length : 0)

/** The names under which a value counts, and the limit for each. */
export function sharesOf({ values, length }: Room, source?: Source): [name: string, room: Room][] {
  const part = (parts: number): Room => ({
    values: Math.max(1, Math.floor(values / parts)),
    length: Math.floor(length / parts),
  })
  const all: [string, Room] = ['all', { values, length }]
  if (!source) return [all]
  const network = [`network:${source.network}`, part(NETWORK_PARTS)] as [string, Room]
  return [all, network, [`site:${source.site}`, part(SITE_PARTS)]]
}
