/** Looks up the state of a sent transaction on the chain. */
import * as z from 'zod/mini'

import { isQuantity } from '../../chain/rpc/quantity.js'
import type { Rpc } from '../../chain/rpc/rpc.js'
import { Quantity } from '../../chain/rpc/schemas.js'
import { brief } from '../../chain/values/brief.js'
import { ProviderRpcError, WalletError } from '../../shared/errors.js'
import { isPending, latestOf, type Sent, settle } from './record.js'

/**
 * Checks in which a used nonce must have no receipt before the transaction counts as replaced: one URL may have several
 * nodes behind it, some of them late.
 */
const MISSES = 3
/** Milliseconds between checks that count: several tabs look at once, and the late node has not caught up by then. */
const APART = 5_000

const Receipt = z.object({
  transactionHash: z.string(),
  status: z.enum(['0x0', '0x1']),
  gasUsed: z.optional(Quantity),
  effectiveGasPrice: z.optional(Quantity),
  /** Of rollups such as OP Mainnet and Scroll, beside the gas: for the data on the chain below. */
  l1Fee: z.optional(z.unknown()),
})

export const NOT_ITS_RECEIPT = 'The node sent something else than the receipt.'

/** The result of a check, applied to the record in its current state. */
export type Finding = (fresh: Sent) => Sent

/**
 * Looks for a receipt of each attempt, and sends the last one again if the node does not know it: the same bytes, so it
 * cannot execute twice.
 *
 * @throws {WalletError} `CHAIN_DISCONNECTED`
 */
export async function look(node: Rpc, sent: Sent): Promise<Finding> {
  const { account, attempts, nonce } = sent
  const [used, ...receipts] = await Promise.all([
    node.quantity('eth_getTransactionCount', [account, 'latest']),
    ...attempts.map(({ hash }) => receiptOf(node, hash)),
  ])
  const at = receipts.findIndex((receipt) => receipt !== null)
  if (at >= 0) return mined(sent, at, receipts[at])
  if (!isPending(sent)) return (fresh) => fresh
  if (used > nonce) return missed
  if (await isKnown(node, latestOf(sent).hash)) return known
  const answer = await broadcast(node, sent)
  if (answer === 'taken') return known
  // A transaction that a node once accepted may have spread, even if this node refuses it now.
  return (fresh) =>
    answer === 'silent' || fresh.isKnown
      ? fresh
      : settle(fresh, { status: 'refused', refusal: refusalOf(answer) })
}

/** @returns What the node has; null also before the transaction is in a block, when some nodes already have a receipt. */
export async function receiptOf(node: Rpc, hash: string): Promise<unknown> {
  const receipt = await node.request('eth_getTransactionReceipt', [hash])
  return (receipt as { blockHash?: unknown } | null)?.blockHash === null ? null : receipt
}

/** The node's reason for refusing, as it is stored. */
export const refusalOf = ({ message }: ProviderRpcError): string => brief(message)

/**
 * Gives the node what was signed last. The node's no is believed only if it does not know the transaction
 * either.
 *
 * @returns `silent`: the node gave no answer. It may have it or not; it is asked again later.
 */
export async function broadcast(
  node: Rpc,
  sent: Sent,
): Promise<'taken' | 'silent' | ProviderRpcError> {
  const { raw, hash } = latestOf(sent)
  if (!raw) return 'silent'
  try {
    await node.request('eth_sendRawTransaction', [raw])
    return 'taken'
  } catch (error) {
    try {
      if (await isKnown(node, hash)) return 'taken'
    } catch {
      return 'silent'
    }
    if (error instanceof ProviderRpcError) return error
    if (WalletError.is(error)) return 'silent'
    throw error
  }
}

const isKnown = async (node: Rpc, hash: string): Promise<boolean> =>
  (await node.request('eth_getTransactionByHash', [hash])) !== null

const known: Finding = (fresh) => ({ ...fresh, isKnown: true, misses: 0 })

/** A clock that was set back by more than that does not keep it pending. */
const missed: Finding = (fresh) => {
  const missedAt = Date.now()
  if (Math.abs(missedAt - (fresh.missedAt ?? 0)) < APART) return fresh
  const misses = fresh.misses + 1
  return misses < MISSES ? { ...fresh, misses, missedAt } : settle(fresh, { status: 'replaced' })
}

/** @throws {WalletError} `CHAIN_DISCONNECTED` for what is not the receipt of this attempt: it says nothing of how that went. */
function mined({ attempts }: Sent, at: number, answer: unknown): Finding {
  const { hash, kind } = attempts[at]!
  const { data } = Receipt.safeParse(answer)
  if (data?.transactionHash.toLowerCase() !== hash.toLowerCase()) {
    throw new WalletError('CHAIN_DISCONNECTED', NOT_ITS_RECEIPT)
  }
  const { status, gasUsed, effectiveGasPrice, l1Fee } = data
  const isFailed = status === '0x0'
  const fee =
    gasUsed !== undefined &&
    effectiveGasPrice !== undefined &&
    gasUsed * effectiveGasPrice + (isQuantity(l1Fee) ? BigInt(l1Fee) : 0n)
  return (fresh) =>
    settle(fresh, {
      status: isFailed ? 'failed' : kind === 'cancel' ? 'cancelled' : 'done',
      mined: hash,
      ...(fee !== false && { fee }),
    })
}
