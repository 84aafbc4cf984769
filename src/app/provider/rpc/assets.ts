/** Adding tokens to the wallet (EIP-747). */
import { checkAsset, parseWatchAsset } from '../../../chain/reads/asset.js'
import { assetsOf } from '../../stores/assets.js'
import { checkAddress } from './checksums.js'
import type { RpcContext } from './context.js'

export async function watchAsset(context: RpcContext, params: unknown): Promise<true> {
  const { chain, node } = context
  const asked = parseWatchAsset(params)
  const account = context.own.named()
  const address = await checkAddress(context, asked.address, 'options.address')
  const asset = await checkAsset(node, { ...asked, address })
  await context.requests.ask('watchAsset', { asset, chain })
  assetsOf(context).add({ account, chainId: chain.chainId }, asset)
  return true
}
