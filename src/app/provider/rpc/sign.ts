/** Signatures that are not of transactions. */
import { refuseDisguised } from '../../../chain/explain/disguised.js'
import { parsePersonalSign, parseRecover } from '../../../chain/requests/message.js'
import {
  parseTypedData,
  type TypedDataNode,
  type TypedDataVersion,
} from '../../../chain/requests/typed-data.js'
import { isTypedDataV1, parseTypedDataV1 } from '../../../chain/requests/typed-data-v1.js'
import { WalletError } from '../../../shared/errors.js'
import { checkAddress, hasChecksum } from './checksums.js'
import type { RpcContext } from './context.js'
import { at } from './named.js'

export async function personalSign(context: RpcContext, params: unknown): Promise<string> {
  const account = context.own.named(at(params, 1), at(params, 0))
  const message = parsePersonalSign(params, account)
  await context.requests.ask('message', { message, chain: context.chains.current }, account)
  return context.sign('signMessage', { message }, account)
}

/** Recovers a message's signer. Needs no permission: it uses no key. */
export async function personalEcRecover(context: RpcContext, params: unknown): Promise<string> {
  const address = await context.compute('recover', parseRecover(params))
  if (address) return address
  throw new WalletError(
    'INVALID_ARGUMENT',
    'params.1: expected a signature that somebody can have made.',
  )
}

/** `eth_signTypedData` with a list is version 1; with an object it is version 4. */
export async function signTypedDataAny(context: RpcContext, params: unknown): Promise<string> {
  const account = context.own.named(at(params, 0), at(params, 1))
  if (!isTypedDataV1(params, account)) return signTypedData('V4')(context, params)
  const chain = context.chains.current
  const { value, ...shown } = parseTypedDataV1(params, account)
  await checkAddresses(context, shown.message, 'data', true)
  await context.requests.ask('typedData', { data: shown, chain }, account)
  return context.sign('signTypedDataV1', value, account)
}

export const signTypedData =
  (version: TypedDataVersion) =>
  async (context: RpcContext, params: unknown): Promise<string> => {
    const chain = context.chains.current
    const account = context.own.named(at(params, 0), at(params, 1))
    const { value, ...shown } = parseTypedData(params, account, chain.chainId, version)
    refuseDisguised(shown, context.own.all)
    await checkAddresses(context, shown.domain, 'domain')
    await checkAddresses(context, shown.message, 'message')
    await context.requests.ask('typedData', { data: shown, chain }, account)
    return context.sign('signTypedData', value, account)
  }

/** `eth_sign` signs any hash, even a transaction's, so the person cannot see what they sign. */
export function refuseEthSign(): never {
  throw new WalletError(
    'UNSUPPORTED_METHOD',
    'eth_sign signs the hash of anything, a transaction too: use personal_sign or eth_signTypedData_v4.',
  )
}

/** @param isList - They have no names but their places, from 0. */
async function checkAddresses(
  context: RpcContext,
  nodes: TypedDataNode[],
  path: string,
  isList = false,
): Promise<void> {
  for (const [index, { name, type, value = '', children = [] }] of nodes.entries()) {
    const at = `${path}.${isList ? index : name}`
    if (type === 'address' && hasChecksum(value)) await checkAddress(context, value, at)
    await checkAddresses(context, children, at, type.endsWith(']'))
  }
}
