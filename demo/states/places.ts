/** Accounts, networks and connected sites. */
import { html } from 'lit'

import '../../src/app/screens/lazy-screens.js'
import { OwnNetworks } from '../../src/app/stores/own-networks.js'
import { addedChain } from '../../src/chain/networks/networks.js'
import { ACCOUNT, CONTRACT, LONG_SITE, OTHER, PAGES_CHAIN } from './data.js'
import { type StandIn, walletOf } from './stand-in.js'
import type { Area } from './state.js'

const MANY = { session: { addresses: [ACCOUNT, OTHER, CONTRACT] as `0x${string}`[] } }

const accounts = (edited?: string) =>
  html`<we-accounts .app=${walletOf(MANY)} .edited=${edited}></we-accounts>`

/** @param site - Null: the wallet's own page, where one adds networks oneself. */
function networks(site: string | null, edited?: unknown) {
  const app = walletOf({ site })
  app.chains.add(PAGES_CHAIN)
  return html`<we-networks .app=${app} .edited=${edited}></we-networks>`
}

function suggestedNetwork() {
  const app = walletOf({ site: null })
  new OwnNetworks(ACCOUNT).add(addedChain(PAGES_CHAIN))
  return html`<we-networks .app=${app}></we-networks>`
}

const sites = (own?: StandIn) => html`<we-sites .app=${walletOf(own)}></we-sites>`

export const places: Area = {
  name: 'Places',
  states: [
    { name: 'accounts', draw: () => accounts() },
    { name: 'accounts, one is being named', draw: () => accounts(OTHER) },
    { name: 'networks of a site', draw: () => networks('https://shop.example.test') },
    { name: 'networks of one’s own', draw: () => networks(null) },
    { name: 'a network of another device', draw: suggestedNetwork },
    { name: 'a new network', draw: () => networks(null, 'new') },
    { name: 'a network that is changed', draw: () => networks(null, PAGES_CHAIN) },
    { name: 'a connected site', draw: () => sites(MANY) },
    { name: 'a connected site with a long name', draw: () => sites({ ...MANY, site: LONG_SITE }) },
    {
      name: 'the question before a logout',
      draw: () => html`<we-log-out .app=${walletOf()}></we-log-out>`,
    },
    { name: 'no connected site', draw: () => sites({ site: null }) },
  ],
}
