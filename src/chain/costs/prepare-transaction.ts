/** Fills in a transaction from the chain's node, and works out its cost. */
import { ProviderRpcError } from '../../shared/errors.js'
import type {
  AskedFees,
  Fees,
  PreparedTransaction,
  Price,
  TransactionRequest,
} from '../requests/transaction.js'
import { isQuantity, toQuantity } from '../rpc/quantity.js'
import { nextNonce, type Rpc } from '../rpc/rpc.js'
import { brief } from '../values/brief.js'
import { dataFeeOf } from './data-fee.js'
import { tipOf } from './tip.js'

/** One fifth on top, since a call's cost may change until it is mined. */
const GAS_MARGIN = [6n, 5n] as const
/** Gas of a plain transfer; it never changes. */
const TRANSFER_GAS = 21_000n
/**
 * Gas for a call that fails in the current state, so that no estimate is possible: swaps, mints and bridges stay below
 * this. Twice as much would ask many accounts for more money than they have, for the fee alone.
 */
const UNKNOWN_GAS = 500_000n
/** The most gas that a byte of data takes (EIP-7623), and the extra where it becomes code. */
const DATA_GAS = 40n
const CODE_GAS = 200n
/** The protocol's gas limit for one transaction (EIP-7825). */
const MAX_GAS = 2n ** 24n
/** How far a rollup's fee for data may rise, like the base fee. */
export const DATA_ROOM = 2n

/** Gas of a transaction. */
export interface Gas {
  limit: bigint
  likely: bigint
  /** The node's estimate, if the site's limit is lower. */
  estimate?: bigint
  /** Why it would fail, in the node's words. */
  failure?: string
}

/**
 * Fills in absent fields and works out the costs.
 *
 * @param gasOf - The gas it takes; without it, the node's estimate for the current state.
 * @throws {WalletError | ProviderRpcError} If the node gives no answer.
 */
export async function prepareTransaction(
  rpc: Rpc,
  request: TransactionRequest,
  chainId: number,
  gasOf: Promise<Gas> = estimateGas(rpc, request),
): Promise<PreparedTransaction> {
  const { from, value } = request
  const [balance, nonce, prices, dataFee, gas] = await Promise.all([
    rpc.quantity('eth_getBalance', [from, 'latest']),
    request.nonce ?? nextNonce(rpc, from),
    priceOf(rpc, { asked: request.fees, accessList: !!request.accessList }),
    dataFeeOf(rpc, [request], chainId),
    gasOf,
  ])
  const { fees, price } = prices
  const { limit, estimate, failure } = gas
  const most = fees.type === 'eip1559' ? fees.maxFeePerGas : fees.gasPrice
  const maxFee = limit * most + DATA_ROOM * dataFee
  const total = value + maxFee
  const { fees: _, ...rest } = request
  return {
    transaction: { ...rest, chainId, nonce, gas: limit, fees },
    balance,
    price,
    fee: gas.likely * price.gas + dataFee,
    maxFee,
    dataFee,
    total,
    remaining: balance - total,
    ...(estimate !== undefined && { estimate }),
    ...(failure !== undefined && { failure }),
  }
}

/** Twice the base fee holds for six full blocks: the fee at most, not the likely one. */
export async function priceOf(
  rpc: Rpc,
  { asked, accessList }: { asked: AskedFees | undefined; accessList: boolean },
): Promise<{ fees: Fees; price: Price }> {
  const reading = baseOf(rpc)
  if (asked && asked.type !== 'eip1559') {
    const [gasPrice, base] = await Promise.all([
      asked.gasPrice ?? rpc.quantity('eth_gasPrice'),
      reading.catch(() => undefined),
    ])
    return { fees: { type: asked.type, gasPrice }, price: { gas: gasPrice, base } }
  }
  const [base, tip] = await Promise.all([
    reading,
    asked?.maxPriorityFeePerGas ?? tipOf(rpc, reading),
  ])
  if (base === undefined) {
    const gasPrice = asked?.maxFeePerGas ?? (await rpc.quantity('eth_gasPrice'))
    return { fees: { type: accessList ? 'eip2930' : 'legacy', gasPrice }, price: { gas: gasPrice } }
  }
  const maxFeePerGas = asked?.maxFeePerGas ?? 2n * base + tip
  const maxPriorityFeePerGas = tip < maxFeePerGas ? tip : maxFeePerGas
  const expected = base + maxPriorityFeePerGas
  return {
    fees: { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas },
    price: { gas: expected < maxFeePerGas ? expected : maxFeePerGas, base },
  }
}

/** `undefined` on a chain without base fees. */
async function baseOf(rpc: Rpc): Promise<bigint | undefined> {
  const block = await rpc.request('eth_getBlockByNumber', ['latest', false])
  const base = (block as { baseFeePerGas?: unknown } | null)?.baseFeePerGas
  return isQuantity(base) ? BigInt(base) : undefined
}

/** The node plays the transaction: what fails here would fail on the chain, as things stand. */
export async function estimateGas(rpc: Rpc, request: TransactionRequest): Promise<Gas> {
  const { from, to, value, data, gas, accessList } = request
  const call = {
    from,
    ...(to && { to }),
    value: toQuantity(value),
    data,
    ...(accessList && { accessList }),
  }
  try {
    const likely = await rpc.quantity('eth_estimateGas', [call])
    if (gas !== undefined && gas < likely) {
      const estimated = { limit: gas, likely: gas, estimate: likely }
      // An estimate may be too high, so simulate with the site's limit.
      const played = rpc.request('eth_call', [{ ...call, gas: toQuantity(gas) }, 'latest'])
      return await played.then(
        () => estimated,
        (error) => ({ ...estimated, failure: reasonOf(error) }),
      )
    }
    return { limit: gas ?? limitFor(likely, GAS_MARGIN), likely }
  } catch (error) {
    const limit = gas ?? unknownGas(request)
    return { limit, likely: limit, failure: reasonOf(error) }
  }
}

/** Leaves a margin, but no more than the protocol allows where the transaction itself takes less. */
export function limitFor(likely: bigint, [more, than]: readonly [bigint, bigint]): bigint {
  const limit = likely === TRANSFER_GAS ? likely : (likely * more) / than
  return likely <= MAX_GAS && limit > MAX_GAS ? MAX_GAS : limit
}

/** For a call that fails in the current state, and may work once it is mined. */
export function unknownGas({ to, data }: TransactionRequest): bigint {
  const bytes = BigInt(data.length / 2 - 1)
  const limit = UNKNOWN_GAS + bytes * (to ? DATA_GAS : DATA_GAS + CODE_GAS)
  return limit < MAX_GAS ? limit : MAX_GAS
}

/** The node's reason. @throws Errors that are not the node's answer about the transaction. */
function reasonOf(error: unknown): string {
  if (error instanceof ProviderRpcError) return brief(error.message)
  throw error
}
