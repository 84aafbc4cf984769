import { localized, msg } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import { formatAmount } from '../../chain/units.js'
import '../../ui/copy-button.js'
import '../../ui/identicon.js'
import {
  check,
  chevron,
  down,
  info,
  key,
  logOut,
  plus,
  settings,
  up,
  warning,
} from '../../ui/icons.js'
import { hashOf } from '../activity/record.js'
import { isBackupDue, postponeBackup } from '../backup.js'
import { Balance } from '../balance.js'
import { offersPasskey } from '../login-options.js'
import type { Place } from '../places.js'
import type { WalletApp } from '../wallet-app.js'
import { accountName } from './account-name.js'
import './holdings.js'
import { explorerLink } from './explorer.js'
import { personName, shortAddress } from './parts.js'
import { Screen } from './screen.js'
import { explanation, moodOf } from './sent-words.js'

/** Characters of an amount beyond which it is written smaller. */
const LONG = 11

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
        display: flex;
        align-items: center;
        gap: 10px;
        min-inline-size: 0;
        min-block-size: 44px;
        margin-inline-start: -4px;
        padding: 4px 10px 4px 6px;
        border: 0;
        border-radius: 99px;
        background: none;
        font-weight: var(--strong);
        line-height: 1.2;
        text-align: start;
      }

      .who:hover {
        background: var(--sunken);
      }

      .who > span {
        min-inline-size: 0;
        overflow-wrap: anywhere;
      }

      .who .sub {
        display: block;
        color: var(--muted);
        font-size: var(--type-small);
        font-weight: 400;
      }

      .who svg {
        flex: none;
        inline-size: 16px;
        color: var(--muted);
      }

      main {
        align-items: center;
        padding-block-start: 8px;
      }

      we-identicon {
        flex: none;
        inline-size: 36px;
        block-size: 36px;
      }

      .balance {
        display: flex;
        flex-direction: column;
        align-items: center;
        gap: 6px;
        text-align: center;
      }

      h1 {
        font-size: var(--type-balance);
        font-variant-numeric: tabular-nums;
        line-height: 1.1;
      }

      h1.long {
        font-size: var(--type-heading);
        line-height: 1.25;
      }

      h1 small {
        color: var(--muted);
        font-size: 0.55em;
        font-weight: var(--strong);
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
        font-size: var(--type-note);
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

      .news {
        flex: none;
        align-self: stretch;
      }

      /* It is there before it has something to say, so that it is read out, and takes no room till then. */
      .news:empty {
        margin-block-end: -20px;
      }

      .news .spinner {
        flex: none;
        inline-size: 20px;
        block-size: 20px;
      }

      .backup {
        display: grid;
        flex: none;
        grid-template-columns: auto 1fr;
        align-self: stretch;
        gap: 2px 12px;
        padding: 14px 16px 6px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        font-size: var(--type-note);
      }

      .backup .mark {
        display: grid;
        grid-row: 1 / span 3;
        place-items: center;
        inline-size: 40px;
        block-size: 40px;
        border-radius: 50%;
        background: var(--warning-surface);
        color: var(--warning);
      }

      .backup h2 {
        color: inherit;
        font-size: var(--type-body);
      }

      .backup .choices {
        display: flex;
        flex-wrap: wrap;
        margin-inline-start: -12px;
      }

      .backup .now {
        color: var(--brand-text);
        font-weight: var(--strong);
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
    const account = app.own.all.find((one) => one.address === address)
    const amount = value === undefined ? '–' : formatAmount(value, locale)
    return html`
      <header>
        <button type="button" class="who" title=${msg('Accounts')} @click=${this.#go('accounts')}>
          <we-identicon address=${address}></we-identicon>
          <span><span class="visually-hidden">${msg('Accounts')}: </span>${account ? accountName(account) : ''}
            <span class="sub">${personName(userInfo) || chain.name}</span></span>
          ${chevron()}
        </button>
        <button type="button" class="icon-button" aria-label=${msg('Settings')} title=${msg('Settings')}
          @click=${this.#go('settings')}>${settings()}</button>
      </header>
      <main>
        <div class="balance">
          <h1 tabindex="-1" class=${amount.length > LONG ? 'long' : ''}>
            ${amount} <small>${chain.ticker}</small>
          </h1>
          <span class="address">
            <span class="mono" dir="ltr" title=${address}>${shortAddress(address)}</span>
            <we-copy text=${address} label=${msg('Copy address')}></we-copy>
          </span>
        </div>
        <div class="actions">
          ${this.#action('receive', down(), msg('Receive'))}
          ${this.#action('send', up(), msg('Send'))}
          ${app.offers.topups(chain.chainId).length ? this.#action('topup', plus(), msg('Top up')) : nothing}
        </div>
        <div class="news" role="status">${this.#news()}</div>
        <button type="button" class="quiet" @click=${this.#go('activity')}>${msg('Activity')}</button>
        <we-other-account .app=${app}></we-other-account>
        ${this.#backup(app.own.first ?? address)}
        <we-holdings .app=${app} .round=${this.#balance.round}></we-holdings>
        ${
          app.offers.billboard
            ? html`<we-billboard .billboard=${app.offers.billboard} locale=${app.looks.look.locale}></we-billboard>`
            : nothing
        }
        <button type="button" class="quiet end" @click=${() => app.logout()}>${logOut()}${msg('Log out')}</button>
      </main>
    `
  }

  #news(): TemplateResult | typeof nothing {
    const { app } = this
    const { isStale } = this.#balance
    const { news } = app.activity ?? {}
    const status = news?.status
    const link = news ? explorerLink(app.chainOf(news.chainId), hashOf(news)) : nothing
    if (status === 'pending') {
      return notice(
        '',
        html`<span class="spinner"></span>`,
        html`${msg('Your transaction is on its way. The balance changes when it is done.')} ${link}`,
      )
    }
    if (isStale) {
      return notice(
        'warning',
        warning(),
        msg('The network does not answer. The balance may be old.'),
      )
    }
    if (status === 'done') {
      return notice('success', check(), html`${msg('Your transaction is done.')} ${link}`)
    }
    if (status === 'failed') {
      return notice(
        'danger',
        info(),
        html`${msg('Your transaction failed on the network. Only the fee was spent.')} ${link}`,
      )
    }
    if (news && status) {
      const text = html`${explanation(news, false)} ${link}`
      return notice(moodOf(news) === 'bad' ? 'danger' : '', info(), text)
    }
    if (app.isForgetful) {
      return notice(
        '',
        info(),
        msg(
          'This browser keeps nothing for this site: you will have to sign in again after a reload.',
        ),
      )
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
      <section class="backup" aria-labelledby="backup">
        <span class="mark">${key()}</span>
        <h2 id="backup">${msg('Save your recovery phrase')}</h2>
        <p class="muted">${msg('24 words that bring your account back if you ever lose your login.')}</p>
        <div class="choices">
          <button type="button" class="quiet now" @click=${this.#go('phrase')}>${msg('Save it now')}</button>
          ${
            offersPasskey(this.app.params)
              ? html`<button type="button" class="quiet" @click=${this.#addPasskey}>${msg('Add a passkey')}</button>`
              : nothing
          }
          <button type="button" class="quiet" @click=${later}>${msg('Not now')}</button>
        </div>
      </section>
    `
  }

  #action(place: Place, icon: TemplateResult, label: string): TemplateResult {
    return html`
      <button type="button" class="action" @click=${this.#go(place)}><span>${icon}</span>${label}</button>
    `
  }

  /** Its window says what goes wrong. */
  #addPasskey = (): void => void this.app.addPasskey().catch(() => {})

  #go = (place: Place) => () => this.app.show(place)
}

const notice = (kind: string, mark: TemplateResult, text: unknown): TemplateResult =>
  html`<p class="notice ${kind}">${mark}<span>${text}</span></p>`

declare global {
  interface HTMLElementTagNameMap {
    'we-home': Home
  }
}
