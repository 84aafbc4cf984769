import { localized, msg } from '@lit/localize'
import { html } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import type { WalletApp } from '../../wallet/wallet-app.js'
import { Screen } from '../base/screen.js'
import { centred } from '../sign-in/centred.js'

/** Asks before logging out, since coming back needs a new sign-in. */
@localized()
@customElement('we-log-out')
export class LogOutScreen extends Screen {
  static override styles = [Screen.styles, centred]

  @property({ attribute: false }) app!: WalletApp

  protected override render() {
    const { app } = this
    return html`
      <main>
        <div class="head">
          <h1 tabindex="-1">${msg('Log out?')}</h1>
          <p>${msg('You are also logged out on all sites where you continued with this account in this browser.')}</p>
          <p class="muted">${msg('Your account stays as it is. To come back, sign in the same way.')}</p>
        </div>
        <div class="answers">
          <button type="button" class="button primary" @click=${() => app.logout()}>${msg('Log out')}</button>
          <button type="button" class="button" @click=${() => app.show('home')}>${msg('Stay signed in')}</button>
        </div>
      </main>
    `
  }
}
