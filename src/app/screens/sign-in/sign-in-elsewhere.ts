import { localized, msg } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import { givenName } from '../../sign-in/person.js'
import { SignIn } from './sign-in.js'

/** A sign-in that continues in a window hidden from the wallet, or that has come back from there. */
@localized()
@customElement('we-sign-in-elsewhere')
export class SignInElsewhere extends SignIn {
  static override styles = [
    SignIn.styles,
    css`
      .progress strong {
        display: block;
      }

      .answers {
        display: flex;
        flex-direction: column;
        gap: 12px;
      }
    `,
  ]

  /** Has the page itself go there. */
  @property({ attribute: false }) onLeave?: () => void
  /** A login that the page brought back is the person's own. */
  @property({ attribute: false }) onAccept?: () => void

  protected override body(): TemplateResult {
    const { status } = this
    if (status.name === 'returned') {
      return html`
        <div class="progress">
          <p>${msg('You are signing in as')} <strong>${givenName(status.email)}</strong></p>
        </div>
        <div class="answers">
          <button type="button" class="button primary" @click=${this.onAccept}>${msg('Continue')}</button>
          ${this.cancel()}
        </div>
      `
    }
    const canLeave = status.name === 'unseen' && status.canLeave
    return html`
      ${this.progress(msg('Finish in the other window. Closed it? Try again.'))}
      <div class="answers">
        <button type="button" class="button primary" @click=${this.onRetry}>${msg('Try again')}</button>
        ${
          canLeave
            ? html`<button type="button" class="button outline" @click=${this.onLeave}>${msg('Continue in this tab')}</button>`
            : nothing
        }
        ${this.cancel()}
      </div>
    `
  }
}
