import { localized, msg, str } from '@lit/localize'
import { css, html, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import { shortAddress } from '../../../chain/values/addresses.js'
import type { LoginUserInfo } from '../../../shared/options.js'
import { personName } from '../../sign-in/person.js'
import { Confirmation } from '../approve/confirmation.js'
import { siteName } from '../base/shared-parts.js'
import { centred } from '../sign-in/centred.js'

/** Asks, in a window of the wallet's own, whether to sign in on a site with the session that the browser keeps. */
@localized()
@customElement('we-continue-as')
export class ContinueAs extends Confirmation {
  static override styles = [
    Confirmation.styles,
    centred,
    css`
      main {
        gap: 24px;
        padding-block: 32px;
      }

      we-identicon.large {
        inline-size: 64px;
        block-size: 64px;
      }

      .who {
        flex-direction: column;
        justify-content: center;
        margin-block-end: auto;
        text-align: center;
      }
    `,
  ]

  /** Nothing: not signed in in this browser. */
  @property({ attribute: false }) userInfo: LoginUserInfo | undefined
  @property({ attribute: false }) onApprove?: () => void

  protected override render() {
    const { userInfo } = this
    return userInfo ? this.#question(userInfo) : this.#nobody()
  }

  #question(userInfo: LoginUserInfo): TemplateResult {
    const { address, site } = this
    const name = personName(userInfo) || shortAddress(address)
    return html`
      <main>
        <div class="head">
          <we-identicon class="large" address=${address}></we-identicon>
          <h1 tabindex="-1">${msg(str`Sign in to ${siteName(site ?? '')}?`)}</h1>
        </div>
        <div class="who">
          <strong>${name}</strong>
          ${this.account()}
          <p class="muted">${msg('The site sees your account, your name and your e-mail address. It can ask you to sign.')}</p>
        </div>
        ${this.end}
      </main>
      ${this.answers(() => this.onApprove?.(), { yes: msg('Continue'), no: msg('Another account') })}
    `
  }

  #nobody(): TemplateResult {
    return html`
      <main>
        <div class="head">
          <h1 tabindex="-1">${msg('You are not signed in in this browser')}</h1>
          <p class="muted">${msg('Sign in on the site. If it keeps you signed in, you can continue from here on other sites.')}</p>
        </div>
        <div class="answers">
          <button type="button" class="button primary" @click=${this.onReject}>${msg('Back')}</button>
        </div>
      </main>
    `
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'we-continue-as': ContinueAs
  }
}
