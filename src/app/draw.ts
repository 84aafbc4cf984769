import { html, render } from 'lit'

import './screens/app.js'
import type { WalletApp } from './wallet/wallet-app.js'

/** Puts the wallet into the document. */
export function draw(app: WalletApp): void {
  render(html`<we-app .app=${app}></we-app>`, document.body)
}
