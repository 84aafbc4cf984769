/** Transactions, sent or only signed. */
import { parseTransaction, type TransactionRequest } from '../../../chain/requests/transaction.js'
import { checkAddress, hasChecksum } from './checksums.js'
import type { RpcContext } from './context.js'
import { senderIn } from './named.js'

type Hex = `0x${string}`

export async function sendTransaction(context: RpcContext, params: unknown): Promise<Hex> {
  const request = parseTransaction(
    params,
    context.own.named(senderIn(params)),
    context.chains.current.chainId,
  )
  return sendRequest(context, request, false)
}

/** The signed transaction, for the page to keep or to send. */
export async function signTransaction(context: RpcContext, params: unknown): Promise<Hex> {
  const chain = context.chains.current
  const parsed = parseTransaction(params, context.own.named(senderIn(params)), chain.chainId)
  const request = await checkRequest(context, parsed)
  const subject = { request, chain, isOwn: false, isKept: true }
  const { from } = request
  const transaction = await context.requests.ask('transaction', subject, from)
  return context.sign('signTransaction', transaction, from)
}

/**
 * Shows a transaction to the person, and sends it, on the chain that is in use now.
 *
 * @returns Its hash.
 * @throws {WalletError | ProviderRpcError} `INVALID_ARGUMENT` for an address with a wrong checksum;
 *   what `Activity.send` throws.
 */
export async function sendRequest(
  context: RpcContext,
  asked: TransactionRequest,
  isOwn: boolean,
): Promise<Hex> {
  const chain = context.chains.current
  const request = await checkRequest(context, asked)
  return context.core.activity!.send(request, { chain, isOwn })
}

/**
 * The same with the recipient's checksum.
 *
 * @param path - Of the transaction, with a point behind it, for the error's text.
 * @throws {WalletError} `INVALID_ARGUMENT` if the checksum of an address is wrong.
 */
export async function checkRequest(
  context: RpcContext,
  { to, ...rest }: TransactionRequest,
  path = '',
): Promise<TransactionRequest> {
  for (const [index, { address }] of (rest.accessList ?? []).entries()) {
    const at = `${path}accessList.${index}.address`
    if (hasChecksum(address)) await checkAddress(context, address, at)
  }
  return to ? { ...rest, to: await checkAddress(context, to, `${path}to`) } : rest
}
