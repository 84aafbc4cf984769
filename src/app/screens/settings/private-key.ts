import { localized, msg, str } from '@lit/localize'
import { css, html, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import '../../../ui/copy-button.js'
import { eye, warning } from '../../../ui/icons.js'
import { Guard } from '../../approval/approval-guard.js'
import { accountName } from '../../session/account-name.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { Screen } from '../base/screen.js'
import { reason } from '../base/shared-parts.js'
import { again, signInAgain } from '../recovery/again.js'

/** The private key of the account in use: after a sign-in of just now, and a press. Forgotten when the screen goes. */
@localized()
@customElement('we-private-key')
export class PrivateKey extends Screen {
  static override styles = [
    Screen.styles,
    css`
      output {
        padding: 16px;
        border-radius: var(--radius);
        background: var(--sunken);
        font-family: var(--mono);
        user-select: all;
      }

      we-copy {
        display: flex;
      }
    `,
  ]

  @property({ attribute: false }) app!: WalletApp
  /** The key, with the account it is of: a different account may be chosen while it is shown. */
  @state() private shown: { key: string; name: string } | undefined
  readonly #guard = new Guard(this)

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.shown = undefined
  }

  protected override render() {
    const { app, shown } = this
    return html`
      ${this.header(msg('Private key'), () => app.show('settings'))}
      ${shown ? this.#key(shown) : app.own.isFresh ? this.#hidden(this.#name) : this.#again()}
    `
  }

  get #name(): string {
    const { all, chosen } = this.app.own
    const account = all.find(({ address }) => address === chosen)
    return account ? accountName(account) : ''
  }

  #again(): TemplateResult {
    return again(
      msg('Sign in again first. This protects the key from anyone who finds the wallet open.'),
      () => signInAgain(this.app),
    )
  }

  #hidden(name: string): TemplateResult {
    return html`
      <main>
        <p>${msg(str`The private key of ${name} opens this one account in any other wallet.`)}</p>
        <p class="notice warning">${warning()}<span>${msg('Anyone with this key owns your account. We never ask for it. Make sure that no one is watching.')}</span></p>
      </main>
      ${reason(this.#guard, true)}
      <footer>
        <button type="button" class="button primary" aria-disabled=${!this.#guard.isArmed}
          @click=${this.#show}>${eye()}<span>${msg('Show the key')}</span></button>
      </footer>
    `
  }

  #key({ key, name }: { key: string; name: string }): TemplateResult {
    return html`
      <main>
        <p class="small muted">${msg(str`The private key of ${name}. Keep it where only you find it.`)}</p>
        <output dir="ltr" translate="no">${key}</output>
        <we-copy full text=${key} label=${msg('Copy the key')}></we-copy>
      </main>
      <footer>
        <button type="button" class="button primary" @click=${() => this.app.show('settings')}>${msg('Done')}</button>
      </footer>
    `
  }

  #show = async (event: MouseEvent): Promise<void> => {
    const { app } = this
    const name = this.#name
    if (!this.#guard.allows(event) || !app.own.isFresh) return
    const key = await app.sign('privateKey', null, app.own.chosen)
    // The person may have left the screen in between.
    if (this.isConnected) this.shown = { key, name }
    await this.focusHeading()
  }
}
