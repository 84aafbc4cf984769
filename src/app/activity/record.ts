/** A transaction that this wallet has signed and sent, or is about to send. */
import * as z from 'zod/mini'
import type { Transaction } from '../../chain/requests/transaction.js'
import { AnyAddress, Quantity, Quantity64, Word } from '../../chain/rpc/schemas.js'
import { Hex } from '../../protocol/messages.js'

/** Characters of call data that are kept when a transaction is settled: enough to say what it did. */
const KEPT_DATA = 1_034
/** Milliseconds in which a refused transaction may still turn up, from a different node behind the same URL. */
const AFTERLIFE = 600_000

const Fees = z.union([
  z.object({ type: z.enum(['legacy', 'eip2930']), gasPrice: Quantity }),
  z.object({
    type: z.literal('eip1559'),
    maxFeePerGas: Quantity,
    maxPriorityFeePerGas: Quantity,
  }),
])

const Attempt = z.object({
  hash: Word,
  /** Signed. Until it is settled: it is sent again, and never signed again. */
  raw: z.optional(Hex),
  /** `faster` and `cancel` replace the first attempt, by the same nonce. */
  kind: z.enum(['first', 'faster', 'cancel']),
  fees: Fees,
  /** Unix time in milliseconds. */
  time: z.number(),
})
export type Attempt = z.output<typeof Attempt>

export const Sent = z.object({
  account: AnyAddress,
  chainId: z.int(),
  /** Absent: it makes a contract. */
  to: z.optional(AnyAddress),
  value: Quantity,
  data: Hex,
  gas: Quantity64,
  nonce: Quantity64,
  accessList: z.optional(z.array(z.object({ address: AnyAddress, storageKeys: z.array(Word) }))),
  /** Origin of the page that asked for it; null for the person's own. */
  site: z.nullable(z.string()),
  /** Id of the calls that it belongs to (EIP-5792). */
  batch: z.optional(z.string()),
  /** All signed versions for one nonce, oldest first. The chain takes at most one. */
  attempts: z.array(Attempt).check(z.minLength(1)),
  /**
   * `replaced`: the chain took a transaction with this nonce that was not sent from here. `refused`: the node did not
   * take it.
   */
  status: z.enum(['pending', 'done', 'failed', 'cancelled', 'replaced', 'refused']),
  /** What the node said as it refused it. Absent: it was not tried, since the node refused a call before it. */
  refusal: z.optional(z.string()),
  /** A node has accepted the transaction, so it may have spread. */
  isKnown: z.boolean(),
  /** Checks in a row in which the nonce was used, but no receipt was found. */
  misses: z.int(),
  /** Unix time in milliseconds of the last of them. */
  missedAt: z.optional(z.number()),
  /** The attempt that the chain took. */
  mined: z.optional(Word),
  /** Wei that it took. */
  fee: z.optional(Quantity),
})
export type Sent = z.output<typeof Sent>
export type SentStatus = Sent['status']

/** A record of a transaction just signed. */
export function recordOf(
  { from, fees, chainId, to, value, data, gas, nonce, accessList }: Transaction,
  {
    raw,
    hash,
    ...about
  }: Pick<Sent, 'site' | 'batch'> & { raw: `0x${string}`; hash: `0x${string}` },
): Sent {
  return {
    account: from,
    chainId,
    ...(to && { to }),
    value,
    data,
    gas,
    nonce,
    ...(accessList && { accessList }),
    ...about,
    attempts: [{ hash, raw, kind: 'first', fees, time: Date.now() }],
    status: 'pending',
    isKnown: false,
    misses: 0,
  }
}

/** Id of a transaction: the hash that the page was given. */
export const idOf = ({ attempts }: Sent): `0x${string}` => attempts[0]!.hash

export const latestOf = ({ attempts }: Sent): Attempt => attempts.at(-1)!

/** Unix time in milliseconds at which the person approved it. */
export const timeOf = ({ attempts }: Sent): number => attempts[0]!.time

/** The newest first. */
export const byAge = (one: Sent, other: Sent): number =>
  timeOf(other) - timeOf(one) || Number(other.nonce - one.nonce)

/** The hash for a block explorer: the mined attempt's, else the last attempt's. */
export const hashOf = (sent: Sent): `0x${string}` => sent.mined ?? latestOf(sent).hash

export const isPending = ({ status }: Sent): boolean => status === 'pending'

/** Whether its end may not be known yet. */
export const isOpen = (sent: Sent): boolean =>
  isPending(sent) || (sent.status === 'refused' && Date.now() - timeOf(sent) < AFTERLIFE)

/** Ends it, and drops the signed transactions, which are not needed any more. */
export function settle(sent: Sent, how: Pick<Sent, 'status' | 'mined' | 'fee' | 'refusal'>): Sent {
  const attempts = sent.attempts.map(({ raw: _, ...attempt }) => attempt)
  const data = sent.data.slice(0, KEPT_DATA) as `0x${string}`
  return { ...sent, ...how, data, attempts, misses: 0 }
}
