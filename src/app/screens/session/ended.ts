import { localized, msg } from '@lit/localize'
import { html, nothing } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import { info } from '../../../ui/icons.js'
import type { SessionEnd } from '../../approval/approval-requests.js'
import { Screen } from '../base/screen.js'

/** Says why an unanswered question ended, that nothing happened, and what to do. */
@localized()
@customElement('we-ended')
export class Ended extends Screen {
  @property() why: SessionEnd['why'] = 'expired'
  @property({ attribute: false }) onSignIn?: () => void
  @property({ attribute: false }) onClose?: () => void

  protected override render() {
    const isReplaced = this.why === 'replaced'
    const [heading, text] = this.#words()
    return html`
      <main class="centre">
        <span class="mark">${info()}</span>
        <h1 tabindex="-1">${heading}</h1>
        <p role="status">${text} <strong>${msg('Nothing was signed and nothing was sent.')}</strong></p>
        <p class="muted">${
          isReplaced
            ? msg(
                'If you still want it, start it once more with the account that is signed in now.',
              )
            : msg('If you still want it, sign in again and start it once more.')
        }</p>
      </main>
      <footer>
        <button type="button" class="button ${isReplaced ? 'primary' : ''}" @click=${this.onClose}>${msg('Close')}</button>
        ${
          isReplaced
            ? nothing
            : html`<button type="button" class="button primary" @click=${this.onSignIn}>${msg('Sign in again')}</button>`
        }
      </footer>
    `
  }

  #words(): [heading: string, text: string] {
    switch (this.why) {
      case 'expired':
        return [
          msg('Your session has ended'),
          msg('You were signed out while the wallet waited for your answer.'),
        ]
      case 'elsewhere':
        return [
          msg('You signed out in another tab'),
          msg('That signed you out here, too, while the wallet waited for your answer.'),
        ]
      case 'replaced':
        return [
          msg('Another account is signed in now'),
          msg(
            'It was signed in in another tab. What you were asked here was for the account before.',
          ),
        ]
    }
  }
}
