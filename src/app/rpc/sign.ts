import { parsePersonalSign } from '../../chain/message.js'
import { parseTypedData } from '../../chain/typed-data.js'
import { WalletError } from '../../shared/errors.js'
import type { RpcContext } from './context.js'

export async function personalSign(context: RpcContext, params: unknown): Promise<string> {
  const message = parsePersonalSign(params, context.account())
  await context.requests.ask('message', { message })
  return context.sign('signMessage', { message })
}

export async function signTypedData(context: RpcContext, params: unknown): Promise<string> {
  const subject = parseTypedData(params, context.account(), context.chain.chainId)
  await context.requests.ask('typedData', subject)
  try {
    return await context.sign('signTypedData', subject.value)
  } catch (cause) {
    // What the encoder refuses, such as an address with a wrong checksum.
    if (!WalletError.is(cause, 'INTERNAL')) throw cause
    throw new WalletError('INVALID_ARGUMENT', 'The typed data cannot be encoded.', { cause })
  }
}
