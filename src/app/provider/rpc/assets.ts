/** Adds tokens to the wallet (EIP-747), and tells a site the account's assets (ERC-7811). */

import type { Chain } from '../../../chain/networks/networks.js'
import { checkAsset, parseWatchAsset } from '../../../chain/reads/asset.js'
import { type Holding, readHoldings } from '../../../chain/reads/holdings.js'
import { type AssetQuery, parseGetAssets } from '../../../chain/requests/get-assets.js'
import { toQuantity } from '../../../chain/rpc/quantity.js'
import { NATIVE_DECIMALS } from '../../../chain/values/units.js'
import { WalletError } from '../../../shared/errors.js'
import { askOnce } from '../../approval/ask-once.js'
import { listedTokens } from '../../operator-files/token-lists.js'
import { seesAssets, showAssets } from '../../sites/site-permissions.js'
import { assetsBeside, assetsOf } from '../../stores/assets.js'
import { checkAddress } from './checksums.js'
import type { RpcContext } from './context.js'

/** Most networks read for one question. */
const MAX_CHAINS = 20
/** Questions are answered in turn: each asks many nodes, and a page may ask often. */
let last: Promise<unknown> = Promise.resolve()

export async function watchAsset(context: RpcContext, params: unknown): Promise<true> {
  const { current: chain, node } = context.chains
  const asked = parseWatchAsset(params)
  const account = context.own.named()
  const address = await checkAddress(context, asked.address, 'options.address')
  const asset = await checkAsset(node, { ...asked, address })
  await askOnce(context.requests, 'watchAsset', { asset, chain }, account)
  assetsOf(context).add({ account, chainId: chain.chainId }, asset)
  return true
}

/** ERC-7811. */
interface SiteAsset {
  address: string
  balance: `0x${string}`
  type: string
  metadata: { name: string; symbol: string; decimals: number } | object
}

/**
 * What the account has: the networks' coins, tokens that the operator lists, and those that the person added. Once they
 * agreed, the site is told again without asking, until it is disconnected. A network that does not answer is left out.
 *
 * @throws {WalletError} `USER_REJECTED`; `INVALID_ARGUMENT`; `UNAUTHORIZED` for an account that the site does not see;
 *   `CHAIN_DISCONNECTED` if no network answers.
 */
export async function getAssets(
  context: RpcContext,
  params: unknown,
): Promise<Record<`0x${string}`, SiteAsset[]>> {
  const query = parseGetAssets(params)
  const account = context.own.named(query.account)
  if (account.toLowerCase() !== query.account.toLowerCase()) throw new WalletError('UNAUTHORIZED')
  const check = () => {
    // The site may have been disconnected during the request.
    if (!context.own.given.includes(account)) throw new WalletError('UNAUTHORIZED')
  }
  if (!seesAssets(context.store, account, context.life.current?.id)) {
    await askOnce(context.requests, 'assets', null, account)
    check()
    showAssets(context.store, account, context.life.current?.id)
  }
  const reading = last.then(() => readAll(context, { ...query, account }))
  last = reading.catch(() => {})
  const answer = await reading
  check()
  return answer
}

interface AccountQuery extends AssetQuery {
  account: `0x${string}`
}

async function readAll(
  context: RpcContext,
  query: AccountQuery,
): Promise<Record<`0x${string}`, SiteAsset[]>> {
  const chains = context.chains.known
    // Skip chains whose node the site chose: such a node can report any balance.
    .filter(({ chainId, nodeUrl }) => nodeUrl && query.hasChain(chainId))
    .slice(0, MAX_CHAINS)
  const read = await Promise.allSettled(chains.map((chain) => readChain(context, query, chain)))
  const answered = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  if (chains.length && !answered.length) throw new WalletError('CHAIN_DISCONNECTED')
  return Object.fromEntries(answered)
}

async function readChain(
  context: RpcContext,
  { account, has }: AccountQuery,
  chain: Chain,
): Promise<[chainId: `0x${string}`, SiteAsset[]]> {
  const { chainId, tickerName = '', ticker = '' } = chain
  const node = context.chains.nodeOf(chain)
  const own = assetsOf(context).of({ account, chainId })
  const wanted = [...own, ...assetsBeside(await listedTokens(chainId), own)].filter(
    ({ address, type }) => has(chainId, address, type.toLowerCase()),
  )
  const isCoinWanted = has(chainId, 'native', 'native')
  const [coins, holdings] = await Promise.all([
    isCoinWanted ? node.quantity('eth_getBalance', [account, 'latest']) : 0n,
    wanted.length ? readHoldings(node, account, wanted) : [],
  ])
  const held = holdings.filter(({ amount }) => amount)
  const tokens = await Promise.all(held.map((holding) => siteAsset(context, holding)))
  if (!isCoinWanted) return [toQuantity(chainId), tokens]
  const metadata = { name: tickerName, symbol: ticker, decimals: NATIVE_DECIMALS }
  const coin = { address: 'native', balance: toQuantity(coins), type: 'native', metadata }
  return [toQuantity(chainId), [coin, ...tokens]]
}

async function siteAsset(context: RpcContext, { asset, amount = 0n }: Holding): Promise<SiteAsset> {
  const { type, symbol, name = symbol, decimals, tokenId } = asset
  return {
    // Lists write addresses as they like.
    address: (await context.compute('checksum', asset.address)) ?? asset.address,
    balance: toQuantity(amount),
    type: type.toLowerCase(),
    metadata: tokenId
      ? { name, symbol, tokenId: toQuantity(BigInt(tokenId)) }
      : { name, symbol, decimals },
  }
}
