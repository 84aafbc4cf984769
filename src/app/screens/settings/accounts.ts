import { localized, msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import '../../../ui/identicon.js'
import { shortAddress } from '../../../chain/values/addresses.js'
import { check, pen, plus } from '../../../ui/icons.js'
import { accountName } from '../../session/account-name.js'
import { type Account, MAX_ACCOUNTS, MAX_NAME } from '../../session/accounts.js'
import { isHiddenFromSite } from '../../wallet/site-accounts.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { choices } from '../base/choices.js'
import { fields } from '../base/fields.js'
import { Screen } from '../base/screen.js'
import { danger, siteName } from '../base/shared-parts.js'

/** The person's accounts: choose, add, name. All are of the one recovery phrase. */
@localized()
@customElement('we-accounts')
export class AccountsScreen extends Screen {
  static override styles = [
    Screen.styles,
    choices,
    fields,
    css`
      form.line {
        align-items: stretch;
        padding: 16px;
      }
    `,
  ]

  @property({ attribute: false }) app!: WalletApp
  /** The account being renamed. */
  @state() private edited: `0x${string}` | undefined
  @state() private isAdding = false
  @state() private hasFailed = false

  protected override render() {
    const { app } = this
    const { all, isFull } = app.own
    return html`
      ${this.header(msg('Accounts'), () => app.show('home'))}
      <main>
        <div class="rows">${all.map((account) => this.#line(account))}</div>
        ${this.hasFailed ? danger(msg('The account could not be added. Please try again.')) : nothing}
        <p class="small muted">${
          isFull
            ? msg(str`There are ${MAX_ACCOUNTS} accounts, which is as many as the wallet keeps.`)
            : msg('All accounts come from the same recovery phrase. Each has a separate address.')
        }</p>
      </main>
      ${
        isFull
          ? nothing
          : html`<footer>
              <button type="button" class="button primary" aria-disabled=${this.isAdding} @click=${this.#add}>
                ${plus()}<span>${msg('Add an account')}</span></button>
            </footer>`
      }
    `
  }

  #line(account: Account): TemplateResult {
    const { app } = this
    const { address } = account
    const isChosen = address === app.own.chosen
    const name = accountName(account)
    if (address === this.edited) return this.#form(account)
    const isHidden = !!app.site && !app.own.given.includes(address)
    return html`
      <div class="line">
        <button type="button" class="choice" aria-pressed=${isChosen} @click=${() => this.#choose(address)}>
          <we-identicon address=${address}></we-identicon>
          <span>${name}
            <span class="sub"><span class="mono" dir="ltr">${shortAddress(address)}</span>${
              isHidden && app.site
                ? html` · ${msg(str`Not shown to ${siteName(app.site)}`)}`
                : nothing
            }</span></span>
          ${isChosen ? html`<span class="end in-use">${check()}</span>` : nothing}
        </button>
        <button type="button" class="icon-button" aria-label=${msg(str`Rename ${name}`)} title=${msg(str`Rename ${name}`)}
          @click=${() => this.#edit(address)}>${pen()}</button>
      </div>
    `
  }

  #form(account: Account): TemplateResult {
    return html`
      <form class="line" @submit=${this.#rename}>
        <label>${msg('Name')}
          <input name="name" maxlength=${MAX_NAME} autocomplete="off" .value=${account.name} placeholder=${accountName({ ...account, name: '' })} /></label>
        <div class="pair">
          <button type="button" class="button" @click=${() => this.#edit(undefined)}>${msg('Cancel')}</button>
          <button class="button primary">${msg('Save')}</button>
        </div>
      </form>
    `
  }

  #choose(address: `0x${string}`): void {
    const { app } = this
    app.own.choose(address)
    app.show(isHiddenFromSite(app) ? 'use-account' : 'home')
  }

  async #edit(address: `0x${string}` | undefined): Promise<void> {
    const at = this.app.own.all.findIndex((one) => one.address === (address ?? this.edited))
    this.edited = address
    await this.updateComplete
    const line = this.renderRoot.querySelectorAll('.line')[at]
    line?.querySelector<HTMLElement>(address ? 'input' : '.icon-button')?.focus()
  }

  #rename = (event: SubmitEvent): void => {
    event.preventDefault()
    const name = new FormData(event.target as HTMLFormElement).get('name')
    this.app.own.rename(this.edited!, String(name))
    void this.#edit(undefined)
  }

  #add = async (): Promise<void> => {
    if (this.isAdding) return
    this.isAdding = true
    this.hasFailed = false
    try {
      await this.app.own.add()
    } catch {
      this.hasFailed = true
    } finally {
      this.isAdding = false
    }
  }
}
