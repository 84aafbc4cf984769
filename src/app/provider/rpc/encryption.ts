/** Messages encrypted to the account. */
import { checkEncryptionKeyParams, parseDecrypt } from '../../../chain/requests/encryption.js'
import { WalletError } from '../../../shared/errors.js'
import type { RpcContext } from './context.js'
import { at } from './named.js'

export async function getEncryptionPublicKey(
  context: RpcContext,
  params: unknown,
): Promise<string> {
  const account = context.own.named(at(params, 0))
  checkEncryptionKeyParams(params, account)
  await context.requests.ask('encryptionKey', null, account)
  return context.sign('encryptionPublicKey', null, account)
}

export async function decrypt(context: RpcContext, params: unknown): Promise<string> {
  const account = context.own.named(at(params, 1))
  const encrypted = parseDecrypt(params, account)
  await context.requests.ask('decrypt', null, account)
  const text = await context.sign('decrypt', encrypted, account)
  if (text !== null) return text
  throw new WalletError('INVALID_ARGUMENT', 'params.0: expected a text encrypted to this account.')
}
