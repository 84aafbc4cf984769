/** How much of a store one source may hold: who floods it finds it full, and the others do not. */
import type { Source } from './networks.js'

/** What a box holds at a time, all its values together. */
export interface Room {
  values: number
  /** Bytes of the values. */
  length: number
}

/** Limits within a room: a fiftieth for one network, a tenth for one site, which may be one customer. */
const NETWORK_PARTS = 50
const SITE_PARTS = 10

/** How much of a room is taken: 0 is nothing, 1 is all. */
export const takenOf = (used: Room, most: Room): number =>
  Math.max(used.values / most.values, most.length ? used.length / most.length : 0)

/** Under which names a value is counted, and what there may be under each. */
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
