import { localized, msg, str } from '@lit/localize'
import { css, html, nothing } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import '../../../ui/identicon.js'
import { shortAddress } from '../../../chain/values/addresses.js'
import { Guard } from '../../approval/approval-guard.js'
import { accountName } from '../../session/account-name.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { Screen } from '../base/screen.js'
import { reason, siteName } from '../base/shared-parts.js'
import { centred } from '../sign-in/centred.js'

/** Asks whether the site may see the account that the person has just chosen, and use it from now on. */
@localized()
@customElement('we-use-account')
export class UseAccount extends Screen {
  static override styles = [
    Screen.styles,
    centred,
    css`
      we-identicon {
        inline-size: 64px;
        block-size: 64px;
      }
    `,
  ]

  @property({ attribute: false }) app!: WalletApp
  /** A page must not get this press by a trick: the yes shows it an address. */
  readonly #guard = new Guard(this)

  protected override render() {
    const { app } = this
    const { all, chosen, given } = app.own
    const account = all.find(({ address }) => address === chosen)
    if (!account || !app.site) return nothing
    const name = accountName(account)
    const site = siteName(app.site)
    const names = all.filter(({ address }) => given.includes(address)).map(accountName)
    const list = new Intl.ListFormat(app.appearance.locale).format(names)
    return html`
      <main>
        <div class="head">
          <we-identicon address=${account.address}></we-identicon>
          <h1 tabindex="-1">${msg(str`Use ${name} on ${site}?`)}</h1>
          <p class="mono" dir="ltr" title=${account.address}>${shortAddress(account.address)}</p>
          <p class="muted">${msg(str`${site} sees ${list} now. If you agree, it sees ${name}, too, and can tell that they are all yours.`)}</p>
        </div>
        <div class="answers">
          ${reason(this.#guard, true)}
          <button type="button" class="button primary" aria-disabled=${!this.#guard.isArmed}
            @click=${(event: MouseEvent) => this.#use(event, account.address)}>${msg(str`Use ${name}`)}</button>
          <button type="button" class="button" @click=${this.#leave}>${msg('Not now')}</button>
        </div>
      </main>
    `
  }

  #use(event: MouseEvent, address: `0x${string}`): void {
    if (!this.#guard.allows(event)) return
    const { life } = this.app
    const accounts = this.app.own.given
    life.connect([...accounts, address])
    this.#leave()
  }

  #leave = (): void => this.app.show('home')
}
