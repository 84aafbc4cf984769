/** Several calls at once (EIP-5792). An account of this kind cannot join them: each is a transaction. */
import {
  parseCallsId,
  parseGetCapabilities,
  parseSendCalls,
} from '../../../chain/requests/calls.js'
import { toQuantity } from '../../../chain/rpc/quantity.js'
import { toHex } from '../../../shared/encoding.js'
import { WalletError } from '../../../shared/errors.js'
import type { CallsStatus } from '../../activity/batch-status.js'
import type { RpcContext } from './context.js'
import { at, senderIn } from './named.js'
import { checkRequest } from './send.js'

/**
 * Asks once for all calls, then sends them in order. When the node refuses one, the rest are not sent; the batch's
 * status tells so.
 *
 * @throws {WalletError | ProviderRpcError} Those of EIP-5792; the node's error for the first call.
 */
export async function sendCalls(context: RpcContext, params: unknown): Promise<{ id: string }> {
  const isKnown = (chainId: number) => !!context.chains.find(chainId)
  const account = context.own.named(senderIn(params))
  const asked = parseSendCalls(params, account, isKnown)
  const chain = context.chains.find(asked.chainId)!
  const requests = []
  for (const [at, request] of asked.requests.entries()) {
    requests.push(await checkRequest(context, request, `calls.${at}.`))
  }
  const id = asked.id ?? `0x${toHex(crypto.getRandomValues(new Uint8Array(32)))}`
  checkNew(context, id)
  // A batch with this id may have been approved before.
  const check = () => checkNew(context, id)
  await context.core.activity!.sendAll(requests, { chain, id, check })
  return { id }
}

export const getCallsStatus = (context: RpcContext, params: unknown): Promise<CallsStatus> =>
  context.core.batches.status(parseCallsId(params))

/** Shows the person how it went. */
export function showCallsStatus(context: RpcContext, params: unknown): null {
  context.own.named()
  const { id } = context.core.batches.get(parseCallsId(params))
  context.show('calls', id)
  return null
}

/** Of each chain. */
const CAPABILITIES = {
  assetDiscovery: { supported: true },
  atomic: { status: 'unsupported' },
  dataSuffix: { supported: true },
}

export function getCapabilities(
  context: RpcContext,
  params: unknown,
): Record<`0x${string}`, typeof CAPABILITIES> {
  const asked = parseGetCapabilities(params, context.own.named(at(params, 0)))
  const known = [context.chains.current, ...context.chains.known].map(({ chainId }) => chainId)
  const chainIds = known.filter((chainId) => !asked || asked.includes(chainId))
  return Object.fromEntries(chainIds.map((chainId) => [toQuantity(chainId), CAPABILITIES]))
}

function checkNew(context: RpcContext, id: string): void {
  if (context.core.batches.has(id)) throw new WalletError('DUPLICATE_BUNDLE')
}
