/**
 * What the person sent lately with any of their devices, in a short form that goes between them. It belongs to the
 * recovery phrase. Only what has ended: its hash is on the chain, or never will be.
 */
import * as z from 'zod/mini'

import { KeptList } from './kept-list.js'

/**
 * About 13 kB together: most blobs for other devices have 16. Two builds with different numbers would write for ever: a
 * new number takes a new format of the blob (`sync/round.ts`).
 */
export const MOST_PAST_SENT = 20
/** Characters of call data: a function and three arguments. */
export const PAST_DATA = 202
const SITE = 300

const Hex = (most: number) => z.string().check(z.regex(/^0x[0-9a-fA-F]*$/), z.maxLength(most))
const Address = Hex(42)
const Word = Hex(66)

export const PastSent = z.object({
  hash: Word,
  account: Address,
  chainId: z.int(),
  /** Absent: it made a contract. */
  to: z.optional(Address),
  /** Wei. */
  value: Word,
  data: Hex(PAST_DATA),
  nonce: Word,
  site: z.nullable(z.string().check(z.maxLength(SITE))),
  /** Unix time in milliseconds. */
  time: z.number(),
  status: z.enum(['done', 'failed', 'cancelled', 'replaced']),
  /** If the chain took it under a different hash. */
  mined: z.optional(Word),
  /** Wei. */
  fee: z.optional(Word),
})
export type PastSent = z.output<typeof PastSent>

export class PastSentList extends KeptList<typeof PastSent> {
  /** @param first - The first address of the recovery phrase. */
  constructor(first: `0x${string}` | undefined) {
    super('past-sent', first, PastSent)
  }

  /** Keeps the latest of these. */
  override keep(all: readonly PastSent[]): void {
    super.keep([...all].sort(byTime).slice(0, MOST_PAST_SENT))
  }
}

const byTime = (one: PastSent, other: PastSent): number =>
  other.time - one.time || (one.hash < other.hash ? -1 : 1)
