/** A transaction, from what a page asks to what is signed. */
import * as z from 'zod/mini'

import { ProviderRpcError, WalletError } from '../shared/errors.js'
import { isSame } from './message.js'
import { parse } from './parse.js'
import { isQuantity, toQuantity } from './quantity.js'
import type { Rpc } from './rpc.js'

/** Bytes: the limit of most nodes' pools. */
const MAX_DATA = 128 * 1024
/** Where a call's cost may change until it is mined, a fifth more. */
const GAS_MARGIN = [6n, 5n] as const
/** What a plain transfer costs, always. */
const TRANSFER_GAS = 21_000n
/** Wei a gas, where the node has no opinion. */
const DEFAULT_TIP = 1_000_000_000n

const Quantity = z.pipe(
  z
    .string('a quantity such as 0x1')
    .check(z.refine(isQuantity, { error: 'a quantity such as 0x1', abort: true })),
  z.transform((value) => BigInt(value)),
)
const Address = z
  .string('an address')
  .check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'an address of 40 hex digits'))
const Data = z
  .string('hex bytes')
  .check(
    z.regex(/^0x([0-9a-fA-F]{2})*$/, 'hex bytes'),
    z.maxLength(2 + 2 * MAX_DATA, `at most ${MAX_DATA} bytes`),
  )

const Params = z.tuple(
  [
    z.object(
      {
        from: z.optional(Address),
        to: z.optional(z.nullable(Address)),
        value: z.optional(Quantity),
        data: z.optional(Data),
        input: z.optional(Data),
        gas: z.optional(Quantity),
        gasLimit: z.optional(Quantity),
        gasPrice: z.optional(Quantity),
        maxFeePerGas: z.optional(Quantity),
        maxPriorityFeePerGas: z.optional(Quantity),
        nonce: z.optional(Quantity),
        chainId: z.optional(
          z.union([
            Quantity,
            z.pipe(
              z.int(),
              z.transform((value: number) => BigInt(value)),
            ),
          ]),
        ),
        type: z.optional(z.enum(['0x0', '0x2'], { error: '0x0 or 0x2' })),
      },
      'a transaction',
    ),
  ],
  z.unknown(),
)

/** What is asked for; what is absent the wallet fills in. */
export interface TransactionRequest {
  from: `0x${string}`
  /** Absent: makes a contract. */
  to?: `0x${string}`
  /** Wei. */
  value: bigint
  data: `0x${string}`
  gas?: bigint
  nonce?: bigint
  fees: Fees | undefined
}

/** Wei a gas. */
export type Fees =
  | { type: 'legacy'; gasPrice: bigint }
  | { type: 'eip1559'; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint | undefined }

/** Ready to be signed, but for the person. */
export interface Transaction extends Omit<TransactionRequest, 'fees'> {
  chainId: number
  gas: bigint
  nonce: bigint
  fees: Fees & { maxPriorityFeePerGas?: bigint }
}

/** What a person needs to know before they approve. All in wei. */
export interface PreparedTransaction {
  transaction: Transaction
  balance: bigint
  /** What the network will take most likely. */
  fee: bigint
  /** What it can take at most. */
  maxFee: bigint
  /** Value and fee at most. */
  total: bigint
  /** What the account keeps at least; negative if it has too little. */
  remaining: bigint
  /** Why it would fail, in the node's words. */
  failure?: string
}

/**
 * Reads the parameters of `eth_sendTransaction`, before anyone is asked.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the field; `UNAUTHORIZED` for another account.
 */
export function parseTransaction(
  params: unknown,
  account: `0x${string}`,
  chainId: number,
): TransactionRequest {
  const [asked] = parse(Params, params, 'params')
  const { from = account, to, value = 0n, nonce } = asked
  if (!isSame(from, account)) {
    throw new WalletError('UNAUTHORIZED', 'from: not the connected account.')
  }
  if (asked.chainId !== undefined && asked.chainId !== BigInt(chainId)) {
    throw wrong('chainId', `${toQuantity(chainId)}, the chain that is in use`)
  }
  if (asked.data && asked.input && !isSame(asked.data, asked.input)) {
    throw wrong('input', 'the same as data')
  }
  const data = asked.input ?? asked.data ?? '0x'
  if (!to && data === '0x') throw wrong('to', 'an address, or data that makes a contract')
  const gas = asked.gas ?? asked.gasLimit
  return {
    from: account,
    value,
    data: data as `0x${string}`,
    fees: readFees(asked),
    ...(to && { to: to as `0x${string}` }),
    ...(gas !== undefined && { gas }),
    ...(nonce !== undefined && { nonce }),
  }
}

function readFees(asked: {
  gasPrice?: bigint | undefined
  maxFeePerGas?: bigint | undefined
  maxPriorityFeePerGas?: bigint | undefined
}): Fees | undefined {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = asked
  if (maxFeePerGas !== undefined) {
    if (gasPrice !== undefined) throw wrong('gasPrice', 'nothing beside maxFeePerGas')
    if (maxPriorityFeePerGas !== undefined && maxPriorityFeePerGas > maxFeePerGas) {
      throw wrong('maxPriorityFeePerGas', 'at most maxFeePerGas')
    }
    return { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas }
  }
  return gasPrice === undefined ? undefined : { type: 'legacy', gasPrice }
}

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
    priceOf(rpc, request.fees),
    estimateGas(rpc, request),
  ])
  const { fees, likely } = prices
  const limit = 'failure' in gas ? (request.gas ?? 0n) : gas.limit
  const maxFee = limit * (fees.type === 'legacy' ? fees.gasPrice : fees.maxFeePerGas)
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
async function priceOf(
  rpc: Rpc,
  asked: Fees | undefined,
): Promise<{ fees: Transaction['fees']; likely: bigint }> {
  if (asked?.type === 'legacy') return { fees: asked, likely: asked.gasPrice }
  const [block, tip] = await Promise.all([
    rpc.request('eth_getBlockByNumber', ['latest', false]),
    asked?.maxPriorityFeePerGas ??
      rpc.quantity('eth_maxPriorityFeePerGas').catch(() => DEFAULT_TIP),
  ])
  const base = (block as { baseFeePerGas?: unknown } | null)?.baseFeePerGas
  if (!isQuantity(base)) {
    const gasPrice = asked?.maxFeePerGas ?? (await rpc.quantity('eth_gasPrice'))
    return { fees: { type: 'legacy', gasPrice }, likely: gasPrice }
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
async function estimateGas(
  rpc: Rpc,
  { from, to, value, data, gas }: TransactionRequest,
): Promise<{ limit: bigint; likely: bigint } | { failure: string }> {
  const call = { from, ...(to && { to }), value: toQuantity(value), data }
  try {
    const likely = await rpc.quantity('eth_estimateGas', [call])
    const [more, than] = GAS_MARGIN
    const limit = likely === TRANSFER_GAS ? likely : (likely * more) / than
    return { limit: gas ?? limit, likely: gas !== undefined && gas < likely ? gas : likely }
  } catch (error) {
    if (error instanceof ProviderRpcError) return { failure: error.message }
    throw error
  }
}

const wrong = (path: string, expected: string): WalletError =>
  new WalletError('INVALID_ARGUMENT', `${path}: expected ${expected}.`)
