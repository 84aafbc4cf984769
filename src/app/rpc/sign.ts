/** Signatures that are not of transactions. */
import { parsePersonalSign, parseRecover } from '../../chain/message.js'
import {
  parseTypedData,
  type TypedDataNode,
  type TypedDataVersion,
} from '../../chain/typed-data.js'
import { isTypedDataV1, parseTypedDataV1 } from '../../chain/typed-data-v1.js'
import { WalletError } from '../../shared/errors.js'
import type { RpcContext } from './context.js'

export async function personalSign(context: RpcContext, params: unknown): Promise<string> {
  const message = parsePersonalSign(params, context.account())
  await context.requests.ask('message', { message })
  return context.sign('signMessage', { message })
}

/** Who signed a message. Anybody may ask, of any signature. */
export async function personalEcRecover(context: RpcContext, params: unknown): Promise<string> {
  const address = await context.compute('recover', parseRecover(params))
  if (address) return address
  throw new WalletError(
    'INVALID_ARGUMENT',
    'params.1: expected a signature that somebody can have made.',
  )
}

/** The first version's list; an object is what later became version 4. */
export async function signTypedDataAny(context: RpcContext, params: unknown): Promise<string> {
  if (!isTypedDataV1(params, context.account())) return signTypedData('V4')(context, params)
  const { value, ...shown } = parseTypedDataV1(params, context.account())
  await checkAddresses(context, shown.message)
  await context.requests.ask('typedData', shown)
  return context.sign('signTypedDataV1', value)
}

export const signTypedData =
  (version: TypedDataVersion) =>
  async (context: RpcContext, params: unknown): Promise<string> => {
    const { chainId } = context.chain
    const { value, ...shown } = parseTypedData(params, context.account(), chainId, version)
    await checkAddresses(context, [...shown.domain, ...shown.message])
    await context.requests.ask('typedData', shown)
    return context.sign('signTypedData', value)
  }

/** It signs whatever the page likes, a transaction too, and nobody can see what. */
export function refuseEthSign(): never {
  throw new WalletError(
    'UNSUPPORTED_METHOD',
    'eth_sign signs the hash of anything, a transaction too: use personal_sign or eth_signTypedData_v4.',
  )
}

/** A mixed-case address has a checksum (EIP-55): one that is wrong was mistyped somewhere. */
async function checkAddresses(context: RpcContext, nodes: TypedDataNode[]): Promise<void> {
  for (const { type, value, children = [] } of nodes) {
    const isMixed = type === 'address' && /[a-f]/.test(value!) && /[A-F]/.test(value!)
    if (isMixed && !(await context.compute('checksum', value!))) {
      throw new WalletError('INVALID_ARGUMENT', 'data: expected addresses with right checksums.')
    }
    await checkAddresses(context, children)
  }
}
