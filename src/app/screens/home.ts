import { localized, msg } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import { formatAmount } from '../../chain/units.js'
import '../../ui/copy-button.js'
import '../../ui/identicon.js'
import { check, down, info, key, logOut, plus, settings, up } from '../../ui/icons.js'
import { isBackupDue, postponeBackup } from '../backup.js'
import { Balance } from '../balance.js'
import type { Place, WalletApp } from '../wallet-app.js'
import { shortAddress } from './parts.js'
import { Screen } from './screen.js'

/** The person's account: what it holds, and what can be done with it. */
@localized()
@customElement('we-home')
export class Home extends Screen {
  static override styles = [
    Screen.styles,
    css`
      header {
        justify-content: space-between;
      }

      .who {
        min-inline-size: 0;
        padding-inline-start: 8px;
        overflow: hidden;
        font-weight: 550;
        text-overflow: ellipsis;
        white-space: nowrap;
      }

      main {
        align-items: center;
        gap: 24px;
        padding-block-start: 16px;
      }

      we-identicon {
        inline-size: 72px;
        block-size: 72px;
      }

      .balance {
        display: flex;
        flex-direction: column;
        align-items: center;
        gap: 6px;
        text-align: center;
      }

      h1 {
        font-size: 36px;
        font-variant-numeric: tabular-nums;
        line-height: 1.1;
      }

      h1 small {
        color: var(--muted);
        font-size: 0.55em;
        font-weight: 600;
      }

      .address {
        display: inline-flex;
        align-items: center;
        color: var(--muted);
      }

      .actions {
        display: grid;
        grid-auto-columns: minmax(0, 1fr);
        grid-auto-flow: column;
        align-self: stretch;
        gap: 8px;
      }

      .action {
        display: flex;
        flex-direction: column;
        align-items: center;
        gap: 8px;
        padding: 8px 4px;
        border: 0;
        border-radius: var(--radius);
        background: none;
        font-size: 14px;
        font-weight: 550;
        text-align: center;
        hyphens: auto;
        overflow-wrap: anywhere;
      }

      .action span {
        display: grid;
        place-items: center;
        inline-size: 52px;
        block-size: 52px;
        border-radius: 50%;
        background: var(--brand);
        color: var(--on-brand);
      }

      .action:hover {
        background: var(--sunken);
      }

      .notice {
        align-self: stretch;
      }

      .backup {
        display: block;
      }

      .backup div {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        margin-block-start: 12px;
      }

      .end {
        margin-block-start: auto;
      }
    `,
  ]

  @property({ attribute: false }) app!: WalletApp
  readonly #balance = new Balance(this)

  protected override render() {
    const { app } = this
    const { address = '', userInfo, locale, chain } = app
    const { value } = this.#balance
    return html`
      <header>
        <span class="who">${userInfo?.email || userInfo?.name || chain.name}</span>
        <button type="button" class="icon-button" aria-label=${msg('Settings')} title=${msg('Settings')}
          @click=${this.#go('settings')}>${settings()}</button>
      </header>
      <main>
        <we-identicon address=${address}></we-identicon>
        <div class="balance">
          <h1 tabindex="-1">
            ${value === undefined ? '–' : formatAmount(value, locale)} <small>${chain.ticker}</small>
          </h1>
          <span class="address">
            <span class="mono" dir="ltr" title=${address}>${shortAddress(address)}</span>
            <we-copy text=${address} label=${msg('Copy address')}></we-copy>
          </span>
        </div>
        <div class="actions">
          ${this.#action('receive', down(), msg('Receive'))}
          ${this.#action('send', up(), msg('Send'))}
          ${app.topups.length ? this.#action('topup', plus(), msg('Top up')) : nothing}
          ${this.#action('phrase', key(), msg('Recovery phrase'))}
        </div>
        <div role="status">${this.#news()}</div>
        ${this.#backup(address)}
        ${
          app.billboard
            ? html`<we-billboard .billboard=${app.billboard} locale=${app.looks.look.locale}></we-billboard>`
            : nothing
        }
        <button type="button" class="quiet end" @click=${() => app.logout()}>${logOut()}${msg('Log out')}</button>
      </main>
    `
  }

  #news(): TemplateResult | typeof nothing {
    const { app } = this
    const { isStale } = this.#balance
    const status = app.sending?.status
    if (status === 'pending') {
      return html`<p class="notice">${msg('Your transaction is on its way. The balance changes when it is done.')}</p>`
    }
    if (isStale) {
      return html`<p class="notice warning">${msg('The network does not answer. The balance may be old.')}</p>`
    }
    if (status === 'done') {
      return html`<p class="notice success">${check()}${msg('Your transaction is done.')}</p>`
    }
    if (status === 'failed') {
      return html`<p class="notice danger">${info()}${msg('Your transaction failed on the network. Only the fee was spent.')}</p>`
    }
    if (app.isForgetful) {
      return html`<p class="notice">${msg('This browser keeps nothing for this site: you will have to sign in again after a reload.')}</p>`
    }
    return nothing
  }

  /** For whoever is new here. The page may leave it out (`skipKeyOnboarding`). */
  #backup(address: string): TemplateResult | typeof nothing {
    if (this.app.params.skipKeyOnboarding || !isBackupDue(address)) return nothing
    const later = () => {
      postponeBackup(address)
      this.requestUpdate()
    }
    return html`
      <section class="notice backup" aria-label=${msg('Save your recovery phrase')}>
        <p><strong>${msg('Save your recovery phrase')}</strong><br />
          ${msg('24 words that bring your account back if you ever lose your login.')}</p>
        <div>
          <button type="button" class="button primary" @click=${this.#go('phrase')}>${msg('Save it now')}</button>
          <button type="button" class="button" @click=${later}>${msg('Not now')}</button>
        </div>
      </section>
    `
  }

  #action(place: Place, icon: TemplateResult, label: string): TemplateResult {
    return html`
      <button type="button" class="action" @click=${this.#go(place)}><span>${icon}</span>${label}</button>
    `
  }

  #go = (place: Place) => () => this.app.show(place)
}

declare global {
  interface HTMLElementTagNameMap {
    'we-home': Home
  }
}
