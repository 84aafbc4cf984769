/** Status of a site's call batch (EIP-5792). Loaded when a site asks. */
import * as z from 'zod/mini'

import { toQuantity } from '../../chain/rpc/quantity.js'
import type { Rpc } from '../../chain/rpc/rpc.js'
import { brief } from '../../chain/values/brief.js'
import { Hex } from '../../protocol/messages.js'
import { ProviderRpcError, WalletError } from '../../shared/errors.js'
import { NOT_ITS_RECEIPT, receiptOf } from './receipts.js'

const Call = z.object({
  /** Of the signed transaction, or of the replacement that the chain took. */
  hash: Hex,
  /**
   * Why the call is not on the chain. `refused`: by the node. `skipped`: the node refused a call before it.
   * `cancelled`: by the person. `replaced`: the chain took a foreign transaction with the same nonce.
   */
  lost: z.optional(z.enum(['refused', 'skipped', 'cancelled', 'replaced'])),
  /** The node's message, if it refused the call. */
  message: z.optional(z.string()),
})
export type Call = z.output<typeof Call>

export const CallBatch = z.object({
  id: z.string(),
  chainId: z.int(),
  /** In the order of the request. */
  calls: z.array(Call),
})
export type CallBatch = z.output<typeof CallBatch>

const Receipt = z.object({
  logs: z.array(z.object({ address: z.string(), data: z.string(), topics: z.array(z.string()) })),
  status: z.enum(['0x0', '0x1']),
  blockHash: z.string(),
  blockNumber: z.string(),
  gasUsed: z.string(),
  transactionHash: z.string(),
})
type Receipt = z.output<typeof Receipt>

const Mined = z.object({
  from: z.string(),
  to: z.nullish(z.string()),
  input: z.string(),
  value: z.string(),
  gas: z.string(),
})

/** EIP-5792: under way; all done; nothing was sent; all reverted; some done, some not. */
type CallsStatusCode = 100 | 200 | 400 | 500 | 600

/** A call that was not done, and why. */
export interface CallFailure {
  /** Its place among the calls, from 0. */
  call: number
  reason: 'reverted' | NonNullable<Call['lost']>
  /** The node's or the contract's words. */
  message?: string
}

/** EIP-5792's answer to `wallet_getCallsStatus`. */
export interface CallsStatus {
  version: '2.0.0'
  id: string
  chainId: `0x${string}`
  status: CallsStatusCode
  atomic: false
  /** Receipts of the calls that are in a block, in the order of the calls. */
  receipts: Receipt[]
  /** The place that EIP-5792 leaves to wallets: libraries pass it on as it is. Absent if no call failed. */
  capabilities?: { failures: CallFailure[] }
}

/**
 * Asks the chain.
 *
 * @throws {WalletError | ProviderRpcError} As `CallBatches.status`.
 */
export async function statusOfCalls(
  { id, chainId, calls }: CallBatch,
  nodeOf: (chainId: number) => Rpc | undefined,
): Promise<CallsStatus> {
  const node = nodeOf(chainId)
  if (!node) throw new WalletError('UNSUPPORTED_CHAIN', `${chainId}.`)
  const found = await Promise.all(calls.map((call) => minedCall(node, call)))
  const failures = await Promise.all(calls.map((call, at) => failureOf(node, call, at, found[at])))
  const failed = failures.filter((failure) => !!failure)
  return {
    version: '2.0.0',
    id,
    chainId: toQuantity(chainId),
    status: codeOf(calls, found),
    atomic: false,
    receipts: found.filter((receipt) => !!receipt),
    ...(failed.length > 0 && { capabilities: { failures: failed } }),
  }
}

/** @throws {WalletError} `CHAIN_DISCONNECTED` for what is not the receipt of this call: it says nothing of how that went. */
async function minedCall(node: Rpc, { hash, lost }: Call): Promise<Receipt | undefined> {
  if (lost) return undefined
  const answer = await receiptOf(node, hash)
  if (answer === null) return undefined
  const { data } = Receipt.safeParse(answer)
  if (data?.transactionHash.toLowerCase() === hash.toLowerCase()) return data
  throw new WalletError('CHAIN_DISCONNECTED', NOT_ITS_RECEIPT)
}

function codeOf(calls: Call[], found: (Receipt | undefined)[]): CallsStatusCode {
  if (calls.every(({ lost }) => lost)) return 400
  if (calls.some(({ lost }, at) => !lost && !found[at])) return 100
  const done = found.filter((receipt) => receipt?.status === '0x1').length
  if (done === calls.length) return 200
  return done ? 600 : 500
}

async function failureOf(
  node: Rpc,
  { hash, lost, message }: Call,
  call: number,
  receipt: Receipt | undefined,
): Promise<CallFailure | undefined> {
  if (lost) return { call, reason: lost, ...(message !== undefined && { message }) }
  if (receipt?.status !== '0x0') return undefined
  const words = await wordsOf(node, hash, receipt.blockNumber)
  return { call, reason: 'reverted', ...(words !== undefined && { message: words }) }
}

/**
 * What the contract says when the call is tried again at the end of its block. A receipt does not hold it, and nodes
 * forget the state of older blocks, so it may be missing.
 */
async function wordsOf(node: Rpc, hash: string, block: string): Promise<string | undefined> {
  try {
    const mined = Mined.parse(await node.request('eth_getTransactionByHash', [hash]))
    const { from, to, input, value, gas } = mined
    await node.request('eth_call', [{ from, ...(to && { to }), data: input, value, gas }, block])
    return undefined
  } catch (error) {
    return error instanceof ProviderRpcError && isRevert(error) ? brief(error.message) : undefined
  }
}

/** Nodes say in these words that the contract failed; other errors are about the node. */
const isRevert = ({ code, message }: ProviderRpcError): boolean =>
  code === 3 || /revert|out of gas|invalid opcode/i.test(message)
