/** Entry of `/`: the wallet as a page, for people who open its URL. */
import { msg } from '@lit/localize'
import { html, render } from 'lit'

import { WalletError } from '../shared/errors.js'
import { Appearance } from './appearance/appearance.js'
import { draw } from './draw.js'
import { Chains } from './stores/chains.js'
import { loadConfig } from './support/config.js'
import './screens/base/shell.js'
import './screens/base/status.js'
import { startSigner } from './signer/signer.js'
import { SiteStore } from './sites/site-store.js'
import { WalletApp } from './wallet/wallet-app.js'

const signer = startSigner()

async function start(): Promise<void> {
  const config = await loadConfig()
  // Networks and tokens of the person's own outlive the session.
  const store = new SiteStore(true, null)
  const chains = new Chains({ configured: config.chains, store })
  await chains.start(undefined)
  const app = new WalletApp({
    config,
    chains,
    store,
    params: {},
    signer,
    site: null,
    notify: () => {},
  })
  await app.appearance.apply({})
  app.restore()
  // On the wallet's own page, every closed screen leads back to home.
  app.addEventListener('change', () => {
    if (!app.router.current) app.show('home')
  })
  app.show('home')
  draw(app)
}

start().catch(async (error: unknown) => {
  const { message, code } = WalletError.from(error)
  await new Appearance().apply({})
  render(
    html`<we-shell><we-status is-error heading=${msg('The wallet cannot start')} text=${message} code=${code}></we-status></we-shell>`,
    document.body,
  )
})
