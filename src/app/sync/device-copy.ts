/** What this device told and heard in the last round: so it knows what has changed since. */
import * as z from 'zod/mini'

import { randomId } from '../../shared/encoding.js'
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

/** Nothing before the first round. @param first - The first address of the recovery phrase. */
export const loadCopy = (first: string): DeviceCopy | undefined =>
  readItem(ITEM + first, DeviceCopy)

export const newCopy = (): DeviceCopy => ({
  device: randomId(6),
  version: 0,
  records: {},
  seen: {},
})

/** Where storage is denied each visit begins anew. */
export const saveCopy = (first: string, copy: DeviceCopy): void =>
  void writeItem(ITEM + first, copy)
