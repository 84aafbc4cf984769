/** What a transaction lacks, from the chain's node, and what it will cost. */
import { ProviderRpcError } from '../shared/errors.js'
import { brief } from './brief.js'
import { isQuantity, toQuantity } from './quantity.js'
import type { Rpc } from './rpc.js'
import type { AskedFees, Fees, PreparedTransaction, TransactionRequest } from './transaction.js'

/** Where a call's cost may change until it is mined, a fifth more. */
const GAS_MARGIN = [6n, 5n] as const
/** What a plain transfer costs, always. */
export const TRANSFER_GAS = 21_000n
/** Wei a gas, where the node has no opinion. */
const DEFAULT_TIP = 1_000_000_000n

/**
 * Fills in what is absent and works out what it costs.
 *
 * @throws {WalletError | ProviderRpcError} If the node gives no answer.
 */
export async function prepareTransaction(
  rpc: Rpc,
  request: TransactionRequest,
  chainId: number,
): Promise<PreparedTransaction> {
  const { from, value } = request
  const [balance, nonce, prices, gas] = await Promise.all([
    rpc.quantity('eth_getBalance', [from, 'latest']),
    request.nonce ?? rpc.quantity('eth_getTransactionCount', [from, 'pending']),
    priceOf(rpc, { asked: request.fees, accessList: !!request.accessList }),
    estimateGas(rpc, request),
  ])
  const { fees, likely } = prices
  const limit = 'failure' in gas ? (request.gas ?? 0n) : gas.limit
  const maxFee = limit * (fees.type === 'eip1559' ? fees.maxFeePerGas : fees.gasPrice)
  const total = value + maxFee
  const { fees: _, ...rest } = request
  return {
    transaction: { ...rest, chainId, nonce, gas: limit, fees },
    balance,
    fee: ('failure' in gas ? limit : gas.likely) * likely,
    maxFee,
    total,
    remaining: balance - total,
    ...('failure' in gas && { failure: gas.failure }),
  }
}

/** Twice the base fee holds for six full blocks: the fee at most, not the likely one. */
export async function priceOf(
  rpc: Rpc,
  { asked, accessList }: { asked: AskedFees | undefined; accessList: boolean },
): Promise<{ fees: Fees; likely: bigint }> {
  if (asked && asked.type !== 'eip1559') {
    const gasPrice = asked.gasPrice ?? (await rpc.quantity('eth_gasPrice'))
    return { fees: { type: asked.type, gasPrice }, likely: gasPrice }
  }
  const [block, tip] = await Promise.all([
    rpc.request('eth_getBlockByNumber', ['latest', false]),
    asked?.maxPriorityFeePerGas ??
      rpc.quantity('eth_maxPriorityFeePerGas').catch(() => DEFAULT_TIP),
  ])
  const base = (block as { baseFeePerGas?: unknown } | null)?.baseFeePerGas
  if (!isQuantity(base)) {
    const gasPrice = asked?.maxFeePerGas ?? (await rpc.quantity('eth_gasPrice'))
    return { fees: { type: accessList ? 'eip2930' : 'legacy', gasPrice }, likely: gasPrice }
  }
  const maxFeePerGas = asked?.maxFeePerGas ?? 2n * BigInt(base) + tip
  const maxPriorityFeePerGas = tip < maxFeePerGas ? tip : maxFeePerGas
  const expected = BigInt(base) + maxPriorityFeePerGas
  return {
    fees: { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas },
    likely: expected < maxFeePerGas ? expected : maxFeePerGas,
  }
}

/** The node plays the transaction: what fails here would fail on the chain. */
export async function estimateGas(
  rpc: Rpc,
  { from, to, value, data, gas, accessList }: TransactionRequest,
): Promise<{ limit: bigint; likely: bigint } | { failure: string }> {
  const call = {
    from,
    ...(to && { to }),
    value: toQuantity(value),
    data,
    ...(accessList && { accessList }),
  }
  try {
    const likely = await rpc.quantity('eth_estimateGas', [call])
    const [more, than] = GAS_MARGIN
    const limit = likely === TRANSFER_GAS ? likely : (likely * more) / than
    return { limit: gas ?? limit, likely: gas !== undefined && gas < likely ? gas : likely }
  } catch (error) {
    if (error instanceof ProviderRpcError) return { failure: brief(error.message) }
    throw error
  }
}
