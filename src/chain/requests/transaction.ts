/** A transaction, from a page's request to the signed bytes. */
import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { parse, wrong } from '../rpc/parse.js'
import { toQuantity } from '../rpc/quantity.js'
import { AnyAddress, Data, Word } from '../rpc/schemas.js'
import { isEqual } from '../values/addresses.js'
import { AskedQuantity, AskedQuantity64, withNulls } from './asked.js'

/** Addresses in an access list: more than any call needs that a person can judge. */
const MAX_ACCESS = 1_000

/** Fields of transaction types that this wallet does not sign: ignoring them would sign a different transaction. */
const UNSUPPORTED = [
  'blobs',
  'blobVersionedHashes',
  'maxFeePerBlobGas',
  'authorizationList',
] as const

const AccessList = z
  .array(
    z.object({
      address: AnyAddress,
      storageKeys: z.array(Word, 'a list of storage keys').check(z.maxLength(MAX_ACCESS)),
    }),
    'a list of addresses and storage keys',
  )
  .check(z.maxLength(MAX_ACCESS, `at most ${MAX_ACCESS} addresses`))
export type AccessList = z.output<typeof AccessList>

const Nothing = z.optional(z.undefined({ error: 'nothing: this wallet signs types 0x0 to 0x2' }))

/** Accepts leading zeros, and numbers. */
const Type = z.pipe(
  z.transform((type) => {
    const { success, data } = AskedQuantity.safeParse(type)
    return success ? toQuantity(data) : type
  }),
  z.enum(['0x0', '0x1', '0x2'], { error: '0x0, 0x1 or 0x2' }),
)

const Params = z.tuple(
  [
    withNulls(
      z.object(
        {
          from: z.optional(AnyAddress),
          // Some libraries write no bytes for the recipient of what makes a contract.
          to: z.optional(z.union([AnyAddress, z.literal('0x')], 'an address of 40 hex digits')),
          value: z.optional(AskedQuantity),
          data: z.optional(Data),
          input: z.optional(Data),
          gas: z.optional(AskedQuantity64),
          gasLimit: z.optional(AskedQuantity64),
          gasPrice: z.optional(AskedQuantity),
          maxFeePerGas: z.optional(AskedQuantity),
          maxPriorityFeePerGas: z.optional(AskedQuantity),
          accessList: z.optional(AccessList),
          nonce: z.optional(AskedQuantity64),
          chainId: z.optional(AskedQuantity),
          type: z.optional(Type),
          ...Object.fromEntries(UNSUPPORTED.map((name) => [name, Nothing])),
        },
        'a transaction',
      ),
    ),
  ],
  z.unknown(),
  'a list',
)
type Asked = z.output<typeof Params>[0]

/** The requested fields; the wallet fills in absent ones. */
export interface TransactionRequest {
  from: `0x${string}`
  /** Absent: makes a contract. */
  to?: `0x${string}`
  /** Wei. */
  value: bigint
  data: `0x${string}`
  gas?: bigint
  nonce?: bigint
  /** EIP-2930: the addresses and slots declared in advance. */
  accessList?: AccessList
  fees: AskedFees | undefined
}

/** Wei a gas. The wallet fills in undefined fields, and keeps the type. */
export type AskedFees =
  | { type: 'legacy' | 'eip2930'; gasPrice: bigint | undefined }
  | {
      type: 'eip1559'
      maxFeePerGas: bigint | undefined
      maxPriorityFeePerGas: bigint | undefined
    }

/** Wei a gas. */
export type Fees =
  | { type: 'legacy' | 'eip2930'; gasPrice: bigint }
  | { type: 'eip1559'; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** Wei a gas that the network takes most likely. */
export interface Price {
  gas: bigint
  /** The base fee in it; absent if the chain has none. */
  base?: bigint | undefined
}

/** Complete; only the person's approval is missing. */
export interface Transaction extends Omit<TransactionRequest, 'fees'> {
  chainId: number
  gas: bigint
  nonce: bigint
  fees: Fees
}

/**
 * The position of a transaction's nonce. `behind`: earlier transactions are pending. `beyond`: there is a gap before
 * it. `taken`: a pending transaction has the same nonce.
 */
export type NoncePosition = 'behind' | 'beyond' | 'taken'

/** A transaction that will be executed before, but is not in the latest block yet. */
export type Ahead = Pick<Transaction, 'from' | 'to' | 'value' | 'data' | 'gas'>

/** The costs that a person sees before they approve one transaction or several. All in wei. */
export interface Prepared {
  /** Position of the first nonce. Absent if it is the next one and nothing is pending. */
  place?: NoncePosition | undefined
  balance: bigint
  price?: Price
  /** The most likely fee. */
  fee: bigint
  /** The highest fee, unless a rollup's fee for data rises further. */
  maxFee: bigint
  /** The part of the most likely fee that a rollup takes for data on the chain below. */
  dataFee: bigint
  /** All values plus the maximum fee. */
  total: bigint
  /** The lowest balance after all transactions ahead; negative if it does not suffice. */
  remaining: bigint
  /** In its order. */
  ahead?: readonly Ahead[]
}

export interface PreparedTransaction extends Prepared {
  transaction: Transaction
  /** The node's gas estimate, if the site's limit is lower. */
  estimate?: bigint
  /** Why it would fail at the moment, in the node's words. */
  failure?: string
}

/**
 * Reads the parameters of `eth_sendTransaction` and `eth_signTransaction`, before the person is asked.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the field; `UNAUTHORIZED` for a different account.
 */
export function parseTransaction(
  params: unknown,
  account: `0x${string}`,
  chainId: number,
): TransactionRequest {
  const [asked] = parse(Params, params, 'params')
  const { from = account, value = 0n, nonce, accessList } = asked
  const to = asked.to === '0x' ? undefined : asked.to
  if (!isEqual(from, account)) {
    throw new WalletError('UNAUTHORIZED', 'from: not the connected account.')
  }
  if (asked.chainId !== undefined && asked.chainId !== BigInt(chainId)) {
    throw wrong('chainId', `${toQuantity(chainId)}, the chain that is in use`)
  }
  if (asked.data && asked.input && !isEqual(asked.data, asked.input)) {
    throw wrong('input', 'the same as data')
  }
  if (asked.gas !== undefined && asked.gasLimit !== undefined && asked.gas !== asked.gasLimit) {
    throw wrong('gasLimit', 'the same as gas')
  }
  const data = asked.input ?? asked.data ?? '0x'
  if (!to && data === '0x') throw wrong('to', 'an address, or data that makes a contract')
  const gas = asked.gas ?? asked.gasLimit
  return {
    from: account,
    value,
    data,
    fees: readFees(asked),
    ...(to && { to }),
    ...(gas !== undefined && { gas }),
    ...(nonce !== undefined && { nonce }),
    ...(accessList && { accessList }),
  }
}

/** `type` decides; if it is absent, the fee fields do. */
function readFees({ type, gasPrice, accessList, ...asked }: Asked): AskedFees | undefined {
  const { maxFeePerGas, maxPriorityFeePerGas } = asked
  const isDynamic = maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined
  if (gasPrice !== undefined && isDynamic) throw wrong('gasPrice', 'nothing beside maxFeePerGas')
  if (type === '0x2' || isDynamic) {
    if (gasPrice !== undefined) throw wrong('gasPrice', 'nothing in a transaction of type 0x2')
    if (type && type !== '0x2') throw wrong('type', '0x2, with maxFeePerGas')
    if (isMore(maxPriorityFeePerGas, maxFeePerGas)) {
      throw wrong('maxPriorityFeePerGas', 'at most maxFeePerGas')
    }
    return { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas }
  }
  if (type === '0x0') {
    if (accessList?.length) throw wrong('accessList', 'nothing in a transaction of type 0x0')
    return { type: 'legacy', gasPrice }
  }
  if (type === '0x1' || (gasPrice !== undefined && accessList)) return { type: 'eip2930', gasPrice }
  return gasPrice === undefined ? undefined : { type: 'legacy', gasPrice }
}

const isMore = (one: bigint | undefined, other: bigint | undefined): boolean =>
  one !== undefined && other !== undefined && one > other
