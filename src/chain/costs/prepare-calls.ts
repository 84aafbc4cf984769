/** Fills in several transactions in a row from the chain's node, and works out their total cost. */
import * as z from 'zod/mini'

import { ProviderRpcError } from '../../shared/errors.js'
import type { Ahead, Prepared, Transaction, TransactionRequest } from '../requests/transaction.js'
import { toQuantity } from '../rpc/quantity.js'
import { nextNonce, type Rpc } from '../rpc/rpc.js'
import { Quantity } from '../rpc/schemas.js'
import { brief } from '../values/brief.js'
import { dataFeeOf } from './data-fee.js'
import {
  DATA_ROOM,
  estimateGas,
  type Gas,
  limitFor,
  priceOf,
  unknownGas,
} from './prepare-transaction.js'

/**
 * A simulation reports the gas used, which is less than the gas needed: refunds come back at the end (at most a fifth,
 * EIP-3529), and calls keep back a 64th (EIP-150). Half as much again covers both.
 */
const GAS_MARGIN = [3n, 2n] as const

const Simulated = z.array(
  z.object({
    calls: z.array(
      z.object({
        status: z.enum(['0x0', '0x1']),
        gasUsed: Quantity,
        error: z.optional(z.object({ message: z.string() })),
      }),
    ),
  }),
)

/** The costs that a person sees before they approve. All in wei. */
export interface PreparedCalls extends Prepared {
  transactions: Transaction[]
  /** The call that would fail, and the node's reason. */
  failure?: { index: number; reason: string }
}

/**
 * Fills in absent fields, with consecutive nonces.
 *
 * @param requests - All from the same account, with the same wish for the fees.
 * @param ahead - Pending transactions before them.
 * @throws {WalletError | ProviderRpcError} If the node gives no answer.
 */
export async function prepareCalls(
  rpc: Rpc,
  requests: TransactionRequest[],
  chainId: number,
  ahead: readonly Ahead[] = [],
): Promise<PreparedCalls> {
  const { from, fees: asked } = requests[0]!
  const [balance, nonce, { fees, price }, dataFee, gas] = await Promise.all([
    rpc.quantity('eth_getBalance', [from, 'latest']),
    nextNonce(rpc, from),
    priceOf(rpc, { asked, accessList: false }),
    dataFeeOf(rpc, requests, chainId),
    simulate(rpc, requests, ahead),
  ])
  const most = fees.type === 'eip1559' ? fees.maxFeePerGas : fees.gasPrice
  const maxFee = sum(gas.map(({ limit }) => limit)) * most + DATA_ROOM * dataFee
  const total = sum(requests.map(({ value }) => value)) + maxFee
  const index = gas.findIndex(({ failure }) => failure !== undefined)
  const reason = gas[index]?.failure
  return {
    transactions: requests.map((request, at) => {
      return { ...request, chainId, nonce: nonce + BigInt(at), gas: gas[at]!.limit, fees }
    }),
    balance,
    price,
    fee: sum(gas.map((one) => one.likely)) * price.gas + dataFee,
    maxFee,
    dataFee,
    total,
    remaining: balance - total,
    ...(reason !== undefined && { failure: { index, reason } }),
  }
}

/**
 * Simulates requests in sequence, each on the state after the previous one. A node without that method simulates each
 * alone.
 */
async function simulate(
  rpc: Rpc,
  requests: TransactionRequest[],
  ahead: readonly Ahead[],
): Promise<Gas[]> {
  if (ahead.length + requests.length > 1) {
    const calls = [...ahead, ...requests].map(({ from, to, value, data }) => {
      return { from, ...(to && { to }), value: toQuantity(value), input: data }
    })
    try {
      const answer = await rpc.request('eth_simulateV1', [
        { blockStateCalls: [{ calls }] },
        'latest',
      ])
      const block = Simulated.safeParse(answer)
      const results = block.data?.[0]?.calls
      if (results?.length === calls.length)
        return results.slice(ahead.length).map((result, at) => readResult(result, requests[at]!))
    } catch (error) {
      if (!(error instanceof ProviderRpcError)) throw error
    }
  }
  return Promise.all(requests.map((request) => estimateGas(rpc, request)))
}

/** Gas of a transaction that runs after others, within the site's limit. */
export async function gasAfter(
  rpc: Rpc,
  ahead: readonly Ahead[],
  request: TransactionRequest,
): Promise<Gas> {
  const [found] = (await simulate(rpc, [request], ahead)) as [Gas]
  const { gas } = request
  if (gas === undefined) return found
  const isLess = gas < found.likely && found.failure === undefined
  return { ...found, limit: gas, ...(isLess && { estimate: found.likely, likely: gas }) }
}

function readResult(
  { status, gasUsed, error }: z.output<typeof Simulated>[number]['calls'][number],
  request: TransactionRequest,
): Gas {
  if (status === '0x0') {
    const failure = brief(error?.message ?? 'execution reverted')
    return { limit: unknownGas(request), likely: gasUsed, failure }
  }
  return { likely: gasUsed, limit: limitFor(gasUsed, GAS_MARGIN) }
}

const sum = (values: bigint[]): bigint => values.reduce((one, other) => one + other, 0n)
