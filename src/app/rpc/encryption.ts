/** Messages encrypted to the account. */
import { checkEncryptionKeyParams, parseDecrypt } from '../../chain/encryption.js'
import { WalletError } from '../../shared/errors.js'
import type { RpcContext } from './context.js'

export async function getEncryptionPublicKey(
  context: RpcContext,
  params: unknown,
): Promise<string> {
  checkEncryptionKeyParams(params, context.account())
  await context.requests.ask('encryptionKey', null)
  return context.sign('encryptionPublicKey', null)
}

export async function decrypt(context: RpcContext, params: unknown): Promise<string> {
  const encrypted = parseDecrypt(params, context.account())
  await context.requests.ask('decrypt', null)
  const text = await context.sign('decrypt', encrypted)
  if (text !== null) return text
  throw new WalletError('INVALID_ARGUMENT', 'params.0: expected a text encrypted to this account.')
}
