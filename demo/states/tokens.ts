/** Tokens and collectibles. */
import { html } from 'lit'
import { assetKey, assetsOf } from '../../src/app/stores/assets.js'
import { keepAmounts } from '../../src/app/stores/last-amounts.js'
import type { Chain } from '../../src/chain/networks/networks.js'
import type { Asset } from '../../src/chain/reads/asset.js'
import type { Rpc } from '../../src/chain/rpc/rpc.js'
import '../../src/app/screens/lazy-screens.js'
import { ACCOUNT, CHAIN, CONFIG, CONTRACT, HOLDER, HUGE, OTHER, PRICED } from './data.js'
import { nodeOf, walletOf } from './stand-in.js'
import type { Area } from './state.js'

const TOKEN: Asset = { type: 'ERC20', address: OTHER, symbol: 'HARBOURCOIN', decimals: 18 }
const PICTURE: Asset = {
  ...{ type: 'ERC721', address: CONTRACT, symbol: 'TICKET', decimals: 0 },
  ...{ name: 'Tickets of the international concert hall', tokenId: String(2n ** 256n - 1n) },
}

const DRAWING = encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 6"><rect width="8" height="6" fill="#274690"/><circle cx="5.6" cy="1.8" r="1" fill="#f7c59f"/><path d="M0 6V4.6L2.4 2.4 5 6zM3.4 6 6 3.6 8 5.4V6z" fill="#8ecae6"/></svg>',
)
const DRAWN: Asset = { ...PICTURE, tokenId: '7', image: `data:image/svg+xml,${DRAWING}` }

/** The node's answer to a balance request: an absurdly large number. */
const word = `0x${HUGE.toString(16).padStart(64, '0')}`

function holding(
  node: Record<string, unknown> = { eth_call: word },
  account: `0x${string}` = ACCOUNT,
) {
  const app = walletOf({ config: PRICED, node, session: { addresses: [account] } })
  for (const asset of [TOKEN, PICTURE, DRAWN]) {
    assetsOf(app).add({ account, chainId: CHAIN.chainId }, asset)
  }
  return app
}

/** Its network answered before, and does not now. */
function heldBefore() {
  const app = holding({ eth_getBalance: new Error('down'), eth_call: new Error('down') })
  const amounts = [
    ['', HUGE],
    [assetKey(TOKEN), HUGE],
    [assetKey(PICTURE), 1n],
  ] as const
  keepAmounts(app, new Map(amounts))
  return app
}

/** On networks that are not in use: a long name, an absurd amount, and one that does not answer. */
function onOtherNetworks() {
  const names = { 901: 'Harbour', 902: 'Test network of the harbour administration', 903: 'Bay' }
  const chains = Object.entries(names).map(([id, networkName]) => ({
    ...{ host: id, chainId: Number(id), networkName, rpcUrl: `https://node${id}.example.test` },
    ...{ ticker: 'ETH', tickerName: 'Ether' },
  }))
  const coins = { ...PRICED.prices!.coins, 901: 'ethereum' }
  const prices = { ...PRICED.prices!, coins }
  const app = walletOf({ config: { prices, chains: [...CONFIG.chains, ...chains] } })
  assetsOf(app).add({ account: ACCOUNT, chainId: 902 }, TOKEN)
  const nodes: Record<number, Rpc> = {
    901: nodeOf(),
    902: nodeOf({ eth_getBalance: word, eth_call: word }),
    903: nodeOf({ eth_getBalance: new Error('down') }),
  }
  Object.assign(app.chains, { nodeOf: ({ chainId }: Chain) => nodes[chainId] ?? app.chains.node })
  return html`<we-home .app=${app}></we-home>`
}

function shown(asset: Asset) {
  const app = holding(undefined, HOLDER)
  app.show('asset', assetKey(asset))
  return html`<we-asset .app=${app}></we-asset>`
}

export const tokens: Area = {
  name: 'Tokens',
  states: [
    {
      name: 'home with a token and a collectible',
      draw: () => html`<we-home .app=${holding()}></we-home>`,
    },
    {
      name: 'home with amounts of before, while the network does not answer',
      draw: () => html`<we-home .app=${heldBefore()}></we-home>`,
    },
    { name: 'home with amounts on other networks', draw: onOtherNetworks },
    { name: 'a token', draw: () => shown(TOKEN) },
    { name: 'a collectible', draw: () => shown(PICTURE) },
    { name: 'a collectible with its picture', draw: () => shown(DRAWN) },
    { name: 'add one', draw: () => html`<we-add-asset .app=${walletOf()}></we-add-asset>` },
  ],
}
