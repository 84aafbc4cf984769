import { localized, msg } from '@lit/localize'
import { css, html, nothing } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import { forward, key, logOut } from '../../ui/icons.js'
import type { WalletApp } from '../wallet-app.js'
import { siteName } from './parts.js'
import { Screen } from './screen.js'

/** Who is signed in, where, and the ways out. */
@localized()
@customElement('we-settings')
export class Settings extends Screen {
  static override styles = [
    Screen.styles,
    css`
      .choice {
        display: flex;
        align-items: center;
        gap: 12px;
        inline-size: 100%;
        min-block-size: 52px;
        padding: 12px 16px;
        border: 0;
        border-radius: var(--radius);
        background: none;
        font-weight: 550;
        text-align: start;
      }

      .choice:hover {
        background: var(--sunken);
      }

      .choice span {
        flex: 1;
      }

      .choice + .choice {
        border-block-start: 1px solid var(--line);
      }
    `,
  ]

  @property({ attribute: false }) app!: WalletApp

  protected override render() {
    const { app } = this
    const { userInfo, chain, site, logins } = app
    const login = logins.find(({ verifier }) => verifier === userInfo?.verifier)
    return html`
      ${this.header(msg('Settings'), () => app.show('home'))}
      <main>
        <dl class="rows">
          <div class="row"><dt>${msg('Signed in with')}</dt><dd>${login?.name ?? userInfo?.verifier}
            <span class="sub">${userInfo?.email || userInfo?.name}</span></dd></div>
          <div class="row"><dt>${msg('Network')}</dt><dd>${chain.name}</dd></div>
          ${site ? html`<div class="row"><dt>${msg('Site')}</dt><dd>${siteName(site)}</dd></div>` : nothing}
        </dl>
        <div class="rows">
          <button type="button" class="choice" @click=${() => app.show('phrase')}>
            ${key()}<span>${msg('Recovery phrase')}</span>${forward()}</button>
          <button type="button" class="choice" @click=${() => app.logout()}>
            ${logOut()}<span>${msg('Log out')}</span></button>
        </div>
      </main>
    `
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'we-settings': Settings
  }
}
