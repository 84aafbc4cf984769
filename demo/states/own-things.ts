/** What people have and let in: accounts, networks, tokens, connected sites, the private key. */
import { html } from 'lit'

import '../../src/app/screens/lazy-screens.js'
import { assetsOf } from '../../src/app/stores/assets.js'
import { ACCOUNT, CHAIN, HOLDER, OTHER, OWN_CHAIN, PAGES_CHAIN } from './data.js'
import { type StandIn, walletOf } from './stand-in.js'
import type { Area } from './state.js'

const TWO: StandIn = { session: { addresses: [ACCOUNT, OTHER], chosen: OTHER } }
const OWNER = { account: HOLDER, chainId: CHAIN.chainId } as const

function withTokens() {
  const app = walletOf({ session: { addresses: [HOLDER] } })
  assetsOf(app).add(OWNER, {
    ...{ type: 'ERC20', address: OTHER, symbol: 'SUSD', decimals: 6 },
    name: 'Sample dollar with a long name',
  })
  assetsOf(app).add(OWNER, {
    ...{ type: 'ERC721', address: OTHER, symbol: 'ART', decimals: 0 },
    ...{ name: 'Sample art', tokenId: '1234567' },
  })
  return app
}

function token() {
  const app = withTokens()
  app.show('asset', `${OTHER},`)
  return html`<we-asset .app=${app}></we-asset>`
}

function networks() {
  const app = walletOf()
  app.chains.add(PAGES_CHAIN)
  return html`<we-networks .app=${app}></we-networks>`
}

export const ownThings: Area = {
  name: 'Own things',
  states: [
    { name: 'accounts', draw: () => html`<we-accounts .app=${walletOf(TWO)}></we-accounts>` },
    {
      name: 'an account that the site does not see',
      draw: () => html`<we-use-account .app=${walletOf(TWO)}></we-use-account>`,
    },
    {
      name: 'home, the site sees another account',
      draw: () => html`<we-home .app=${walletOf(TWO)}></we-home>`,
    },
    { name: 'connected sites', draw: () => html`<we-sites .app=${walletOf(TWO)}></we-sites>` },
    {
      name: 'connected sites, in the wallet’s own page',
      draw: () => html`<we-sites .app=${walletOf({ site: null })}></we-sites>`,
    },
    { name: 'networks on a site', draw: () => networks() },
    {
      name: 'a network of one’s own',
      draw: () => html`<we-network-form .chain=${OWN_CHAIN}></we-network-form>`,
    },
    { name: 'home with tokens', draw: () => html`<we-home .app=${withTokens()}></we-home>` },
    { name: 'a token', draw: token },
    {
      name: 'adding a token',
      draw: () => html`<we-add-asset .app=${walletOf()}></we-add-asset>`,
    },
    {
      name: 'the private key, after too long',
      draw: () => html`<we-private-key .app=${walletOf()}></we-private-key>`,
    },
  ],
}
