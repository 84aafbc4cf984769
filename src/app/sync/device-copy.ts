/** What this device told and heard in the last round: so it knows what has changed since. */
import * as z from 'zod/mini'

import { randomId } from '../../shared/encoding.js'
import { storeRefused } from '../stores/kept-list.js'
import { readItem, writeItem } from '../support/storage.js'
import { Records } from './records.js'

const ITEM = 'wallet-embed:sync:'

const DeviceCopy = z.object({
  /** Random id of this browser's storage: orders changes of two devices with equal times. */
  device: z.string(),
  /** Highest version seen at the login service; 0: none. */
  version: z.int().check(z.gte(0)),
  records: Records,
  /** The values that this device had at the end of the last round. */
  seen: z.record(z.string(), z.unknown()),
  /** Some of these records have not been sent yet. */
  isUnsent: z.optional(z.boolean()),
  /** The person deleted the stored data, so this device sends nothing. */
  isOff: z.optional(z.boolean()),
})
export type DeviceCopy = z.output<typeof DeviceCopy>

/** Copies that the storage refused: kept as long as the page. */
const memory = new Map<string, DeviceCopy>()

/** Undefined before the first round. @param first - The first address of the recovery phrase. */
export const loadCopy = (first: string): DeviceCopy | undefined =>
  memory.get(first) ?? readItem(ITEM + first, DeviceCopy)

/**
 * Saved only where the data itself is saved. A copy that outlived data which a full storage lost would report that data
 * as removed by the person.
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
