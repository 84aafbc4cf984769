/** Transactions, sent or only signed. */
import { parseTransaction, type TransactionRequest } from '../../chain/transaction.js'
import { WalletError } from '../../shared/errors.js'
import type { RpcContext } from './context.js'
import { senderIn } from './named.js'

type Hex = `0x${string}`

export async function sendTransaction(context: RpcContext, params: unknown): Promise<Hex> {
  const request = parseTransaction(params, context.account(senderIn(params)), context.chain.chainId)
  return sendRequest(context, request, false)
}

/** The signed transaction, for the page to keep or to send. */
export async function signTransaction(context: RpcContext, params: unknown): Promise<Hex> {
  const { chain } = context
  const parsed = parseTransaction(params, context.account(senderIn(params)), chain.chainId)
  const request = await checkRecipient(context, parsed)
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
  const { chain } = context
  const request = await checkRecipient(context, asked)
  return context.activity!.send(request, { chain, isOwn })
}

/**
 * The same with the recipient's checksum.
 *
 * @param path - Names it in the error's text.
 * @throws {WalletError} `INVALID_ARGUMENT` if the checksum is wrong.
 */
export async function checkRecipient(
  context: RpcContext,
  { to, ...rest }: TransactionRequest,
  path = 'to',
): Promise<TransactionRequest> {
  if (!to) return rest
  const checked = await context.compute('checksum', to)
  if (checked) return { ...rest, to: checked }
  throw new WalletError('INVALID_ARGUMENT', `${path}: expected an address with a right checksum.`)
}
