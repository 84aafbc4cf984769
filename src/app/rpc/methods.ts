/** The Ethereum methods that the wallet answers (EIP-1193); every other is refused with 4200. */
import { toQuantity } from '../../chain/quantity.js'
import { WalletError } from '../../shared/errors.js'
import type { RpcContext } from './context.js'
import { sendTransaction } from './send.js'
import { personalSign, signTypedData } from './sign.js'

type Method = (context: RpcContext, params: unknown) => unknown

/** Passed to the chain's node: nothing here needs an account of ours. */
const READS = new Set([
  'eth_blockNumber',
  'eth_blobBaseFee',
  'eth_call',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleByBlockHashAndIndex',
  'eth_getUncleByBlockNumberAndIndex',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_protocolVersion',
  'eth_sendRawTransaction',
  'eth_simulateV1',
  'eth_syncing',
  'eth_uninstallFilter',
  'net_listening',
  'net_peerCount',
  'web3_clientVersion',
  'web3_sha3',
])

const METHODS = new Map<string, Method>([
  ['eth_accounts', ({ accounts }) => accounts],
  ['eth_chainId', ({ chain }) => toQuantity(chain.chainId)],
  ['net_version', ({ chain }) => String(chain.chainId)],
  ['eth_requestAccounts', requestAccounts],
  ['personal_sign', personalSign],
  ['eth_signTypedData_v4', signTypedData],
  ['eth_sendTransaction', sendTransaction],
])

async function requestAccounts(context: RpcContext) {
  await context.enable()
  return context.accounts
}

/**
 * Answers a request of a page's.
 *
 * @throws {WalletError} `UNSUPPORTED_METHOD`; what the method throws.
 * @throws {ProviderRpcError} The node's own error.
 */
export async function answerRpc(
  context: RpcContext,
  method: string,
  params: unknown,
): Promise<unknown> {
  const own = METHODS.get(method)
  if (own) return own(context, params)
  if (READS.has(method)) return context.node.request(method, params ?? [])
  throw new WalletError('UNSUPPORTED_METHOD', `${method}.`)
}
