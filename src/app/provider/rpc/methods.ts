/** The Ethereum methods that the wallet answers (EIP-1193); every other is refused with 4200. */
import { msg } from '@lit/localize'

import { toQuantity } from '../../../chain/rpc/quantity.js'
import { WalletError } from '../../../shared/errors.js'
import { watchAsset } from './assets.js'
import { getCallsStatus, getCapabilities, sendCalls, showCallsStatus } from './calls.js'
import { addChain, switchChain } from './chains.js'
import type { RpcContext } from './context.js'
import { decrypt, getEncryptionPublicKey } from './encryption.js'
import { getIdToken } from './id-token.js'
import {
  getPermissions,
  requestAccounts,
  requestPermissions,
  revokePermissions,
} from './permissions.js'
import { sendTransaction, signTransaction } from './send.js'
import {
  personalEcRecover,
  personalSign,
  refuseEthSign,
  signTypedData,
  signTypedDataAny,
} from './sign.js'

/** What a person said yes to, and hears no more of. */
const SIGNING = new Set([
  'personal_sign',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'eth_signTypedData_v4',
  'eth_signTransaction',
])
const SENDING = new Set(['eth_sendTransaction', 'wallet_sendCalls'])

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
  ['eth_coinbase', ({ accounts }) => accounts[0] ?? null],
  ['net_version', ({ chain }) => String(chain.chainId)],
  ['eth_requestAccounts', requestAccounts],
  ['wallet_getPermissions', getPermissions],
  ['wallet_requestPermissions', requestPermissions],
  ['wallet_revokePermissions', revokePermissions],
  ['personal_sign', personalSign],
  ['personal_ecRecover', personalEcRecover],
  ['eth_sign', refuseEthSign],
  ['eth_signTypedData', signTypedDataAny],
  ['eth_signTypedData_v3', signTypedData('V3')],
  ['eth_signTypedData_v4', signTypedData('V4')],
  ['eth_getEncryptionPublicKey', getEncryptionPublicKey],
  ['eth_decrypt', decrypt],
  ['eth_sendTransaction', sendTransaction],
  ['eth_signTransaction', signTransaction],
  ['wallet_sendCalls', sendCalls],
  ['wallet_getCallsStatus', getCallsStatus],
  ['wallet_showCallsStatus', showCallsStatus],
  ['wallet_getCapabilities', getCapabilities],
  ['wallet_addEthereumChain', addChain],
  ['wallet_switchEthereumChain', switchChain],
  ['wallet_watchAsset', watchAsset],
  ['wallet_getIdToken', getIdToken],
  ['eth_subscribe', ({ subscriptions }, params) => subscriptions.subscribe(params)],
  ['eth_unsubscribe', ({ subscriptions }, params) => subscriptions.unsubscribe(params)],
])

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
  if (own) {
    const answer = await own(context, params)
    if (SIGNING.has(method)) context.note(msg('Signed'))
    if (SENDING.has(method)) context.note(msg('Sent'))
    return answer
  }
  if (READS.has(method)) return context.node.request(method, params ?? [])
  throw new WalletError('UNSUPPORTED_METHOD', `${method}.`)
}
