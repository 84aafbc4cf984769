/** The wallet's own places: home and what one gets to from there. */
import { html } from 'lit'

import { noteOnboarding } from '../../src/app/session/backup.js'
import '../../src/app/screens/app.js'
import '../../src/app/screens/lazy-screens.js'
import { assetsOf } from '../../src/app/stores/assets.js'
import type { SyncState } from '../../src/app/sync/sync.js'
import {
  ACCOUNT,
  CHAIN,
  EXTRAS,
  HUGE,
  LONG_PERSON,
  LONG_SITE,
  OTHER,
  PAGES_CHAIN,
  PRICED,
  SITE,
} from './data.js'
import { sentOne, withSent } from './sent.js'
import { LOADING, type StandIn, walletOf } from './stand-in.js'
import type { Area } from './state.js'

const home = (own?: StandIn) => html`<we-home .app=${walletOf(own)}></we-home>`

function signedInAt() {
  const [here, elsewhere] = ['h', 'e'].map((letter) => letter.repeat(43))
  const at = { used: Date.now(), expires: Date.now() + 3_600_000 }
  const sessions = [
    { ...at, id: here!, site: SITE, browser: 'Firefox, Linux' },
    { ...at, id: here!, site: LONG_SITE, browser: 'Firefox, Linux' },
    { ...at, id: elsewhere!, site: '', browser: 'Safari, iPhone' },
  ]
  localStorage.setItem(`wallet-embed:sessions:${ACCOUNT}`, JSON.stringify(sessions))
  const app = walletOf({ session: { id: here } })
  return html`<we-other-devices .app=${app} .sync=${{ state: 'saved' }}></we-other-devices>`
}

function homeAfter(status: 'pending' | 'done' | 'failed') {
  return html`<we-home .app=${withSent(walletOf(), sentOne({ status }))}></we-home>`
}

function fullHome(site?: null) {
  const eth_call = `0x${1_250_500_000n.toString(16).padStart(64, '0')}`
  const config = { ...EXTRAS, ...PRICED }
  const app = walletOf({ config, node: { eth_call }, ...(site === null && { site }) })
  assetsOf(app).add(
    { account: ACCOUNT, chainId: CHAIN.chainId },
    {
      ...{ type: 'ERC20', address: OTHER, symbol: 'SUSD', decimals: 6, name: 'Sample dollar' },
    },
  )
  withSent(app, sentOne({ status: 'done' }, 9), sentOne({ status: 'failed' }, 3), sentOne({}, 1))
  return html`<we-home .app=${app} ?roomy=${site === null}></we-home>`
}

/** The person signed in with a different provider before. */
function homeOfAnother() {
  const last = { verifier: 'google', account: 'hash', before: 'discord' }
  localStorage.setItem('wallet-embed:last-login', JSON.stringify(last))
  return home()
}

function topup(provider?: string) {
  const app = walletOf({ config: EXTRAS })
  app.show('topup', provider)
  return html`<we-topup .app=${app}></we-topup>`
}

function about() {
  const url = 'https://wallet.example.test/terms'
  const config = { links: { terms: url, privacy: url, source: url } }
  return html`<we-about .app=${walletOf({ config })}></we-about>`
}

const SYNC_STATES: SyncState[] = ['saved', 'waiting', 'next-sign-in', 'full', 'off']

export const wallet: Area = {
  name: 'Wallet',
  states: [
    {
      name: 'the whole app, at home',
      draw: () => {
        noteOnboarding(ACCOUNT)
        const app = walletOf({ config: EXTRAS })
        app.show('home')
        return html`<we-app .app=${app}></we-app>`
      },
    },
    { name: 'home', draw: () => home() },
    { name: 'home with all that it can have', draw: () => fullHome() },
    { name: 'home on a page of its own', draw: () => fullHome(null) },
    {
      name: 'home before the balance is known',
      draw: () => home({ node: { eth_getBalance: LOADING } }),
    },
    { name: 'home with nothing in it', draw: () => home({ node: { eth_getBalance: '0x0' } }) },
    {
      name: 'home with a huge balance and a long name',
      draw: () => home({ person: LONG_PERSON, chain: PAGES_CHAIN, node: { eth_getBalance: HUGE } }),
    },
    {
      name: 'home while the network does not answer',
      draw: () => home({ node: { eth_getBalance: new Error('down') } }),
    },
    { name: 'home, a transaction is on its way', draw: () => homeAfter('pending') },
    { name: 'home, a transaction is done', draw: () => homeAfter('done') },
    { name: 'home, a transaction failed', draw: () => homeAfter('failed') },
    { name: 'home of another account than before', draw: () => homeOfAnother() },
    { name: 'receive', draw: () => html`<we-receive .app=${walletOf()}></we-receive>` },
    { name: 'settings', draw: () => html`<we-settings .app=${walletOf()}></we-settings>` },
    {
      name: 'settings of the wallet itself',
      draw: () =>
        html`<we-settings .app=${walletOf({ site: null, person: LONG_PERSON })}></we-settings>`,
    },
    { name: 'about', draw: () => about() },
    ...SYNC_STATES.map((state) => ({
      name: `other devices, ${state}`,
      draw: () => html`<we-other-devices .app=${walletOf()} .sync=${{ state }}></we-other-devices>`,
    })),
    { name: 'other devices, where one is signed in', draw: () => signedInAt() },
    { name: 'top up', draw: () => topup() },
    { name: 'top up with one service', draw: () => topup('corner') },
  ],
}
