/** What this device told and heard in the last round: so it knows what has changed since. */
import * as z from 'zod/mini'

import { randomId } from '../../shared/encoding.js'
import { storeRefused } from '../stores/kept-list.js'
import { readItem, writeItem } from '../support/storage.js'
import { Records } from './records.js'

const ITEM = 'wallet-embed:sync:'

const DeviceCopy = z.object({
  /** Of this browser's storage: tells equal times of two devices apart. */
  device: z.string(),
  /** The highest that was seen at the login service; 0: none. */
  version: z.int().check(z.gte(0)),
  records: Records,
  /** What was here at the end of the round. */
  seen: z.record(z.string(), z.unknown()),
  /** Something of it was not told yet. */
  isUnsent: z.optional(z.boolean()),
  /** The person deleted what is kept: nothing is sent from here. */
  isOff: z.optional(z.boolean()),
})
export type DeviceCopy = z.output<typeof DeviceCopy>

/** Copies that the storage refused: kept as long as the page. */
const memory = new Map<string, DeviceCopy>()

/** Nothing before the first round. @param first - The first address of the recovery phrase. */
export const loadCopy = (first: string): DeviceCopy | undefined =>
  memory.get(first) ?? readItem(ITEM + first, DeviceCopy)

/**
 * It lasts as long as the things that it is about: were it older or younger, it would take what a full storage lost for
 * what the person removed.
 */
export function saveCopy(first: string, copy: DeviceCopy): void {
  if (storeRefused() && writeItem(ITEM + first, copy)) {
    memory.delete(first)
    return
  }
  memory.set(first, copy)
  writeItem(ITEM + first, undefined)
}

export const newCopy = (): DeviceCopy => ({
  device: randomId(6),
  version: 0,
  records: {},
  seen: {},
})
