import { localized, msg, str } from '@lit/localize'
import { css, html, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import { shortAddress } from '../../../chain/values/addresses.js'
import type { LoginUserInfo } from '../../../shared/options.js'
import { givenName, personName } from '../../sign-in/person.js'
import { Confirmation } from '../approve/confirmation.js'
import { breakable, siteName } from '../base/shared-parts.js'
import { centred } from '../sign-in/centred.js'

/** Characters of a name that fits a button. */
const MAX_CALLED = 24

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

  @property({ attribute: false }) userInfo?: LoginUserInfo

  protected override render(): TemplateResult {
    const { address, site } = this
    const name = personName(this.userInfo) || shortAddress(address)
    const called = givenName(this.userInfo?.name ?? '')
    const isShort = called && called.length <= MAX_CALLED
    return html`
      <main>
        <div class="head">
          <we-identicon class="large" address=${address}></we-identicon>
          <h1 tabindex="-1">${msg(str`Sign in to ${siteName(site ?? '')}?`)}</h1>
        </div>
        <div class="who">
          <strong>${breakable(name)}</strong>
          ${this.account()}
          <p class="muted">${msg('The site sees your account, your name and your e-mail address. It can ask you to sign.')}</p>
        </div>
        ${this.end}
      </main>
      ${this.answers(() => this.onApprove?.(), { yes: isShort ? msg(str`Continue as ${called}`) : msg('Continue'), no: msg('Another account') })}
    `
  }
}
