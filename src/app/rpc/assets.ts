/** Tokens to keep an eye on (EIP-747). */
import { checkAsset, parseWatchAsset } from '../../chain/asset.js'
import { WalletError } from '../../shared/errors.js'
import type { RpcContext } from './context.js'

export async function watchAsset(context: RpcContext, params: unknown): Promise<true> {
  const { chain, node } = context
  const asked = parseWatchAsset(params)
  const account = context.account()
  const address = await context.compute('checksum', asked.address)
  if (!address) {
    const detail = 'options.address: expected an address with a right checksum.'
    throw new WalletError('INVALID_ARGUMENT', detail)
  }
  const asset = await checkAsset(node, { ...asked, address })
  await context.requests.ask('watchAsset', { asset, chain })
  context.assets.add({ account, chainId: chain.chainId }, asset)
  return true
}
