/** Status of a site's call batch (EIP-5792). Loaded when a site asks. */
import * as z from 'zod/mini'

import { toQuantity } from '../../chain/rpc/quantity.js'
import type { Rpc } from '../../chain/rpc/rpc.js'
import { WalletError } from '../../shared/errors.js'
import type { CallBatch } from './call-batch.js'

const Receipt = z.object({
  logs: z.array(z.object({ address: z.string(), data: z.string(), topics: z.array(z.string()) })),
  status: z.enum(['0x0', '0x1']),
  blockHash: z.string(),
  blockNumber: z.string(),
  gasUsed: z.string(),
  transactionHash: z.string(),
})

/** EIP-5792: under way; all done; nothing was sent; all reverted; some done, some not. */
export type CallsStatusCode = 100 | 200 | 400 | 500 | 600

/** EIP-5792's answer to `wallet_getCallsStatus`. */
export interface CallsStatus {
  version: '2.0.0'
  id: string
  chainId: `0x${string}`
  status: CallsStatusCode
  atomic: false
  /** In the order of the calls; of those that are in a block. */
  receipts: z.output<typeof Receipt>[]
}

/**
 * Asks the chain.
 *
 * @throws {WalletError | ProviderRpcError} As `CallBatches.status`.
 */
export async function statusOfCalls(
  batch: CallBatch,
  nodeOf: (chainId: number) => Rpc | undefined,
): Promise<CallsStatus> {
  const { id, chainId, hashes } = batch
  const node = nodeOf(chainId)
  if (!node) throw new WalletError('UNSUPPORTED_CHAIN', `${chainId}.`)
  const answers = await Promise.all(
    hashes.map((hash) => node.request('eth_getTransactionReceipt', [hash])),
  )
  const receipts = answers.flatMap((answer) => Receipt.safeParse(answer).data ?? [])
  const statuses = receipts.map(({ status }) => status)
  return {
    version: '2.0.0',
    id,
    chainId: toQuantity(chainId),
    status: codeOf(batch, statuses),
    atomic: false,
    receipts,
  }
}

function codeOf({ count, hashes }: CallBatch, statuses: ('0x0' | '0x1')[]): CallsStatusCode {
  if (statuses.length < hashes.length) return 100
  if (!hashes.length) return 400
  const done = statuses.filter((status) => status === '0x1').length
  if (done === count) return 200
  return done ? 600 : 500
}
