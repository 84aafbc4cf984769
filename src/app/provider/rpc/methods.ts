/** The Ethereum methods that the wallet answers (EIP-1193); every other is refused with 4200. */
import { msg } from '@lit/localize'

import { is256Bits } from '../../../chain/requests/asked.js'
import { toQuantity } from '../../../chain/rpc/quantity.js'
import { WalletError } from '../../../shared/errors.js'
import { NODE_METHODS, WALLET_METHODS, type WalletMethod } from '../method-kinds.js'
import { getAssets, watchAsset } from './assets.js'
import { getCallsStatus, getCapabilities, sendCalls, showCallsStatus } from './calls.js'
import { addChain, switchChain } from './chains.js'
import type { RpcContext } from './context.js'
import { decrypt, getEncryptionPublicKey } from './encryption.js'
import { getIdToken } from './id-token.js'
import {
  connect,
  disconnect,
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

type Method = (context: RpcContext, params: unknown) => unknown

const ANSWERS: Readonly<Record<WalletMethod, Method>> = {
  eth_accounts: ({ own }) => own.given,
  eth_chainId: ({ chains }) => toQuantity(chains.current.chainId),
  eth_coinbase: ({ own }) => own.given[0] ?? null,
  net_version: ({ chains }) => String(chains.current.chainId),
  eth_requestAccounts: requestAccounts,
  wallet_connect: connect,
  wallet_disconnect: disconnect,
  wallet_getPermissions: getPermissions,
  wallet_requestPermissions: requestPermissions,
  wallet_revokePermissions: revokePermissions,
  personal_sign: personalSign,
  personal_ecRecover: personalEcRecover,
  eth_sign: refuseEthSign,
  eth_signTypedData: signTypedDataAny,
  eth_signTypedData_v3: signTypedData('V3'),
  eth_signTypedData_v4: signTypedData('V4'),
  eth_getEncryptionPublicKey: getEncryptionPublicKey,
  eth_decrypt: decrypt,
  eth_sendTransaction: sendTransaction,
  eth_signTransaction: signTransaction,
  wallet_sendCalls: sendCalls,
  wallet_getCallsStatus: getCallsStatus,
  wallet_showCallsStatus: showCallsStatus,
  wallet_getCapabilities: getCapabilities,
  wallet_addEthereumChain: addChain,
  wallet_switchEthereumChain: switchChain,
  wallet_watchAsset: watchAsset,
  wallet_getAssets: getAssets,
  wallet_getIdToken: getIdToken,
  eth_subscribe: ({ core }, params) => core.subscriptions.subscribe(params),
  eth_unsubscribe: ({ core }, params) => core.subscriptions.unsubscribe(params),
}

/**
 * Answers a page's request.
 *
 * @throws {WalletError} `UNSUPPORTED_METHOD`; the method's errors.
 * @throws {ProviderRpcError} The node's own error.
 */
export async function answerRpc(
  context: RpcContext,
  method: string,
  params: unknown,
): Promise<unknown> {
  if (isOwn(method)) {
    const answer = await ANSWERS[method](context, params)
    const kind = WALLET_METHODS[method]
    if (kind === 'signs') context.note(msg('Signed'))
    if (kind === 'sends') context.note(msg('Sent'))
    return answer
  }
  if (NODE_METHODS.includes(method)) return context.chains.node.relay(method, inHex(params ?? []))
  throw new WalletError('UNSUPPORTED_METHOD', `${method}.`)
}

const isOwn = (method: string): method is WalletMethod => Object.hasOwn(WALLET_METHODS, method)

/** JSON has no bigints. @throws {WalletError} `INVALID_ARGUMENT` for a bigint that is not an Ethereum quantity. */
const inHex = (params: unknown): unknown =>
  JSON.parse(
    JSON.stringify(params, (_, part) => {
      if (typeof part !== 'bigint') return part
      if (part >= 0n && is256Bits(part)) return toQuantity(part)
      throw new WalletError('INVALID_ARGUMENT', 'params: expected integers of 0 to 256 bits.')
    }),
  )
