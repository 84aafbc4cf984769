/** Costs shown before sending, counting pending transactions that come first on the chain. */

import { gasAfter, type PreparedCalls, prepareCalls } from '../../chain/costs/prepare-calls.js'
import { prepareTransaction } from '../../chain/costs/prepare-transaction.js'
import type { Chain } from '../../chain/networks/networks.js'
import type {
  Ahead,
  NoncePosition,
  PreparedTransaction,
  Transaction,
  TransactionRequest,
} from '../../chain/requests/transaction.js'
import type { Rpc } from '../../chain/rpc/rpc.js'
import { deadline } from '../../shared/deadline.js'
import type { Activity } from './activity.js'
import { latestOf, type Sent } from './record.js'

/** Milliseconds to wait until transactions approved just now are sent. */
const TURN_TIME = 5_000

export async function prepareOne(
  activity: Activity,
  node: Rpc,
  request: TransactionRequest,
  chain: Chain,
): Promise<PreparedTransaction> {
  const { from } = request
  const [next] = await nextNonces(activity, [request], chain)
  const nonce = request.nonce ?? next!
  const { calls, cost } = await aheadOf(activity, node, { from, nonce, chain })
  const gas = calls.length ? gasAfter(node, calls, request) : undefined
  const prepared = await prepareTransaction(node, request, chain.chainId, gas)
  return {
    ...prepared,
    remaining: prepared.remaining - cost,
    ahead: calls,
    place: placeOf(activity, { from, nonce }, next!, chain),
    transaction: { ...prepared.transaction, nonce },
  }
}

export async function prepareSeveral(
  activity: Activity,
  node: Rpc,
  requests: TransactionRequest[],
  chain: Chain,
): Promise<PreparedCalls> {
  const { from } = requests[0]!
  const nonces = await nextNonces(activity, requests, chain)
  const [nonce] = nonces as [bigint]
  const { calls, cost } = await aheadOf(activity, node, { from, nonce, chain })
  const prepared = await prepareCalls(node, requests, chain.chainId, calls)
  return {
    ...prepared,
    remaining: prepared.remaining - cost,
    ahead: calls,
    place: placeOf(activity, { from, nonce }, nonce, chain),
    transactions: prepared.transactions.map((one, at) => ({ ...one, nonce: nonces[at]! })),
  }
}

/** The node may not know pending transactions yet, and the one just approved is not sent yet. */
async function nextNonces(
  activity: Activity,
  requests: TransactionRequest[],
  chain: Chain,
): Promise<bigint[]> {
  const { from } = requests[0]!
  await deadline(activity.turn(from, chain), TURN_TIME, 'turn').catch(() => {})
  return activity.nonces(from, chain, requests.length)
}

/** Pending transactions with lower nonces, and their highest total cost. */
async function aheadOf(
  activity: Activity,
  node: Rpc,
  { from, nonce, chain }: { from: `0x${string}`; nonce: bigint; chain: Chain },
): Promise<{ calls: Ahead[]; cost: bigint }> {
  const waiting = activity.waiting(from, chain.chainId).filter((sent) => sent.nonce < nonce)
  if (!waiting.length) return { calls: [], cost: 0n }
  const mined = await node.quantity('eth_getTransactionCount', [from, 'latest'])
  const ahead = waiting.filter((sent) => sent.nonce >= mined)
  return {
    calls: ahead.map(callOf),
    cost: ahead.reduce((sum, sent) => sum + costOf(sent), 0n),
  }
}

/** For a transaction that is being cancelled: the empty one that replaces it. */
function callOf(sent: Sent): Ahead {
  const { account, to, value, data, gas } = sent
  if (latestOf(sent).kind === 'cancel') {
    return { from: account, to: account, value: 0n, data: '0x', gas }
  }
  return { from: account, ...(to && { to }), value, data, gas }
}

/** The highest cost of all attempts: any of them may be mined. */
function costOf({ value, gas, attempts }: Sent): bigint {
  const prices = attempts.map(({ fees }) =>
    fees.type === 'eip1559' ? fees.maxFeePerGas : fees.gasPrice,
  )
  return value + gas * prices.reduce((most, price) => (price > most ? price : most), 0n)
}

function placeOf(
  activity: Activity,
  { from, nonce }: Pick<Transaction, 'from' | 'nonce'>,
  next: bigint,
  { chainId }: Chain,
): NoncePosition | undefined {
  if (nonce < next) return 'taken'
  if (nonce > next) return 'beyond'
  return activity.waiting(from, chainId).some((sent) => sent.nonce < nonce) ? 'behind' : undefined
}
