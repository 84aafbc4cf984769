import { localized, msg, str } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import type { Chain } from '../../../chain/networks/networks.js'
import { formatAmount } from '../../../chain/values/units.js'
import '../../../ui/copy-button.js'
import '../../../ui/identicon.js'
import { chevron, down, logOut, plus, settings, up } from '../../../ui/icons.js'
import { accountName } from '../../session/account-name.js'
import { fiat, fiatOver } from '../../stores/prices.js'
import { Balance } from '../../wallet/assets/balance.js'
import { heldOf, OtherNetworks } from '../../wallet/assets/elsewhere.js'
import { Holdings } from '../../wallet/assets/holdings.js'
import type { Route } from '../../wallet/router.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { choices } from '../base/choices.js'
import { backupCard } from './backup-card.js'
import { elsewhere } from './elsewhere.js'
import { news } from './news.js'
import { recent } from './recent.js'
import { seenBySite } from './seen-by-site.js'
import { homeStyles } from './styles.js'
import '../assets/holdings.js'
import { shortAddress } from '../../../chain/values/addresses.js'
import { personName } from '../../sign-in/person.js'
import { sentRows } from '../activity/sent-row.js'
import { coinStyles } from '../assets/asset-row.js'
import { chainIdText, networkName, networkTitle, tickerOf, whoseWords } from '../base/network.js'
import { Screen } from '../base/screen.js'
import { sections } from '../base/sections.js'
import { breakable } from '../base/shared-parts.js'

/** Characters of an amount beyond which it is written smaller, so that it stays in one line. */
const LONG = 11
const LONGER = 17

/** The person's account: its balance and actions. */
@localized()
@customElement('we-home')
export class Home extends Screen {
  static override styles = [Screen.styles, choices, coinStyles, sections, sentRows, homeStyles]

  @property({ attribute: false }) app!: WalletApp
  readonly #balance = new Balance(this)
  readonly #holdings = new Holdings(this)
  readonly #others = new OtherNetworks(this)

  override updated(): void {
    // After the network in use, whose amounts come first.
    if (this.#balance.value !== undefined || this.#balance.isStale)
      this.#others.look(this.#balance.round)
  }

  protected override render() {
    const { app } = this
    const address = app.own.chosen ?? ''
    const userInfo = app.life.current?.userInfo
    const chain = app.chains.current
    const readAt = this.#balance.isStale ? this.#balance.last?.readAt : undefined
    const account = app.own.all.find((one) => one.address === address)
    return html`
      <header>
        <button type="button" class="who" title=${msg('Accounts')} @click=${this.#go('accounts')}>
          <we-identicon address=${address}></we-identicon>
          <span><span class="visually-hidden">${msg('Accounts')}: </span>${account ? accountName(account) : ''}
            <span class="sub">${breakable(personName(userInfo) || networkName(chain))}</span></span>
          ${chevron()}
        </button>
        <button type="button" class="icon-button" aria-label=${msg('Settings')} title=${msg('Settings')}
          @click=${this.#go('settings')}>${settings()}</button>
      </header>
      <main>
        <div class="account">
          ${this.#total()}
          <div class="actions">
            ${this.#action('receive', down(), msg('Receive'))}
            ${this.#action('send', up(), msg('Send'))}
            ${this.#canTopUp ? this.#action('topup', plus(), msg('Top up')) : nothing}
          </div>
          <div class="news" role="status">${news(app, this.#balance)}</div>
          ${this.#hint()}
          <we-other-account .app=${app} .onHide=${this.#hidden}></we-other-account>
          <we-own-code .node=${app.chains.node} .chain=${chain} address=${address}></we-own-code>
          ${backupCard(app, this.#hidden)}
        </div>
        <div class="lists">
          <we-holdings .app=${app} .round=${this.#balance.round} .readAt=${readAt}></we-holdings>
          ${elsewhere(app, this.#others, this.#use)}
          ${recent(app)}
        </div>
        <div class="more">
          ${
            app.content.billboard
              ? html`<we-billboard .billboard=${app.content.billboard} locale=${app.appearance.look.locale}></we-billboard>`
              : nothing
          }
          <button type="button" class="quiet out" @click=${() => app.show('log-out')}>${logOut()}<span>${msg('Log out')}</span></button>
        </div>
      </main>
    `
  }

  /** The total of the account in the chain's coin, with its worth and the address. */
  #total(): TemplateResult {
    const address = this.app.own.chosen ?? ''
    const { locale } = this.app.appearance
    const chain = this.app.chains.current
    const { isStale, last } = this.#balance
    const value = isStale ? last?.amount : this.#balance.value
    const amount = value === undefined ? '–' : formatAmount(value, locale)
    const isAsked = value === undefined && !isStale
    const coin = { amount: value }
    const tokens = isStale && last ? this.#holdings.last(last.readAt) : this.#holdings.all
    const worth = fiat(this.app, chain, coin)
    const held = [coin, ...tokens]
    const others = this.#others.found.map((one) => ({ chain: one.chain, held: heldOf(one) }))
    const all = fiat(this.app, chain, ...held)
    const everywhere =
      this.#others.isWhole &&
      fiatOver(this.app, others) &&
      fiatOver(this.app, [{ chain, held }, ...others])
    return html`
      <div class="balance">
        <h1 tabindex="-1" class=${amount.length > LONGER ? 'longer' : amount.length > LONG ? 'long' : ''}>
          ${isAsked ? html`<span class="unknown" role="img" aria-label=${msg('One moment…')}></span>` : amount}
          <small>${tickerOf(chain)}</small>
        </h1>
        ${worth ? html`<span class="worth">${worth}</span>` : nothing}
        ${all && all !== worth ? html`<span class="worth">${msg(str`${all} with tokens`)}</span>` : nothing}
        ${everywhere ? html`<span class="worth">${msg(str`${everywhere} on all networks`)}</span>` : nothing}
        <span class="address">
          <span class="mono" dir="ltr" title=${address}>${shortAddress(address)}</span>
          <we-copy text=${address} label=${msg('Copy address')}></we-copy>
        </span>
        <div class="network">
          <button type="button" class="quiet" title=${msg('Networks')} @click=${this.#chooseNetwork}>
            <span><span class="visually-hidden">${msg('Network')}: </span><bdi>${networkTitle(chain)}</bdi> ·
              ${chainIdText(chain)}</span>${chevron()}</button>
          ${whoseWords(chain)}
        </div>
        ${seenBySite(this.app)}
      </div>
    `
  }

  /** An empty account cannot even pay a fee: says how to fund it. */
  #hint(): TemplateResult | typeof nothing {
    if (this.#balance.value !== 0n || this.#balance.isStale) return nothing
    const ticker = tickerOf(this.app.chains.current)
    return html`<p class="empty">${
      this.#canTopUp
        ? msg(
            str`There is no ${ticker} in this account yet. Receive some at your address, or top up. Every transaction needs a little of it for the fee.`,
          )
        : msg(
            str`There is no ${ticker} in this account yet. Receive some at your address. Every transaction needs a little of it for the fee.`,
          )
    }</p>`
  }

  get #canTopUp(): boolean {
    const { content } = this.app
    const chain = this.app.chains.current
    return content.topups(chain.chainId).length > 0
  }

  #action(place: Route, icon: TemplateResult, label: string): TemplateResult {
    return html`
      <button type="button" class="action" @click=${this.#go(place)}><span>${icon}</span>${label}</button>
    `
  }

  /** The notice went with the button that had the focus. */
  #hidden = (): void => {
    this.requestUpdate()
    void this.focusHeading()
  }

  #use = (chain: Chain): void => {
    this.app.chains.switchTo(chain)
    // The row is gone; the total is of the new network.
    this.renderRoot.querySelector('h1')?.focus()
  }

  /** Opens the list of networks, and returns home afterwards. */
  #chooseNetwork = (): void => this.app.show('networks', 'home')

  #go = (place: Route) => () => this.app.show(place)
}
