/** Asks to sign in again before a secret is shown, in case a stranger finds the wallet open. */
import { msg } from '@lit/localize'
import { html, type TemplateResult } from 'lit'

import { lock } from '../../../ui/icons.js'
import { WEBAUTHN } from '../../sign-in/login-options.js'
import { refusedApp } from '../../support/in-app-browser.js'
import type { WalletApp } from '../../wallet/wallet-app.js'

/** Shown in place of the secret. @param why - A sentence. */
export const again = (why: string, onSignIn: () => void): TemplateResult => html`
  <main>
    <p class="notice">${lock()}<span>${why}</span></p>
  </main>
  <footer>
    <button type="button" class="button primary" @click=${onSignIn}>${msg('Sign in again')}</button>
  </footer>
`

/** Signs in again, by the login of the present session. Call it in the click. */
export function signInAgain(app: WalletApp): void {
  const { own, requests, logins, flow } = app
  const userInfo = app.life.current?.userInfo
  const before = own.first
  // The person signed in to a different account: closes the screen of the first.
  const done = () => own.first !== before && app.dismiss()
  requests.ask('signIn', null).then(done, () => {})
  const { verifier, email } = userInfo ?? {}
  const option =
    logins.find(({ key }) => key === verifier) ??
    logins.find((login) => login.verifier === verifier)
  if (verifier === WEBAUTHN) flow.startPasskey()
  else if (verifier === '') flow.restore()
  // A login that is refused here is left to the screen, which says why.
  else if (option && !refusedApp(option.typeOfLogin)) {
    flow.start(option, { ...(email && { loginHint: email }) })
  }
}
