import { parseTransaction, type TransactionRequest } from '../../chain/transaction.js'
import { WalletError } from '../../shared/errors.js'
import type { RpcContext } from './context.js'

export async function sendTransaction(context: RpcContext, params: unknown): Promise<string> {
  const request = parseTransaction(params, context.account(), context.chain.chainId)
  return sendRequest(context, request, false)
}

/**
 * Shows a transaction to the person, and sends it.
 *
 * @returns Its hash.
 * @throws {WalletError | ProviderRpcError} `INVALID_ARGUMENT` for an address with a wrong checksum;
 *   `USER_REJECTED`; what the node says.
 */
export async function sendRequest(
  context: RpcContext,
  { to, ...rest }: TransactionRequest,
  isOwn: boolean,
): Promise<`0x${string}`> {
  const checked = to && (await context.sign('checksum', to))
  if (checked === null) {
    throw new WalletError('INVALID_ARGUMENT', 'to: expected an address with a right checksum.')
  }
  const request = { ...rest, ...(checked && { to: checked }) }
  const transaction = await context.requests.ask('transaction', { request, isOwn })
  const raw = await context.sign('signTransaction', transaction)
  const hash = (await context.node.request('eth_sendRawTransaction', [raw])) as `0x${string}`
  context.sent(hash)
  return hash
}
