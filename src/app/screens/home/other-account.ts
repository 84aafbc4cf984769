import { localized, msg, str } from '@lit/localize'
import { css, html, nothing } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import { info } from '../../../ui/icons.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { forgetOther, otherBefore } from '../../wallet/watch/last-login.js'
import { embedded } from '../base/embedded.js'
import { Screen } from '../base/screen.js'
import { loginName } from '../base/shared-parts.js'

/** Tells people who used a different login than last time that this opened a different account. */
@localized()
@customElement('we-other-account')
export class OtherAccount extends Screen {
  static override styles = [
    Screen.styles,
    embedded,
    css`
      h2 {
        color: inherit;
        font-size: var(--type-body);
      }

      .quiet {
        margin-inline-start: -12px;
      }
    `,
  ]

  @property({ attribute: false }) app!: WalletApp
  /** The person hides it. */
  @property({ attribute: false }) onHide?: () => void

  override connectedCallback(): void {
    super.connectedCallback()
    this.app.addEventListener('change', this.#onChange)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.app.removeEventListener('change', this.#onChange)
  }

  /** Hidden while there is nothing to say, so that it takes no room. */
  protected override updated(): void {
    this.hidden = otherBefore() === undefined
  }

  protected override render() {
    const other = otherBefore()
    if (other === undefined) return nothing
    const { logins } = this.app
    const userInfo = this.app.life.current?.userInfo
    const before = loginName(logins, other)
    const now = loginName(logins, userInfo?.verifier ?? '')
    return html`
      <section class="notice" role="status">
        ${info()}
        <div>
          <h2>${msg('This is another account')}</h2>
          <p>${msg(str`Last time you signed in with ${before}. ${now} opens a different account, with a different address. To use the first one, log out and continue with ${before}.`)}</p>
          <button type="button" class="quiet" @click=${this.#understood}>${msg('I understand')}</button>
        </div>
      </section>
    `
  }

  #understood = (): void => {
    forgetOther()
    this.requestUpdate()
    this.onHide?.()
  }

  #onChange = (): void => this.requestUpdate()
}

declare global {
  interface HTMLElementTagNameMap {
    'we-other-account': OtherAccount
  }
}
