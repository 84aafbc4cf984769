import { localized, msg } from '@lit/localize'
import { html } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import { windows } from '../../ui/icons.js'
import { Screen } from './screen.js'

/** A question is in a window of its own, or could not be brought there. */
@localized()
@customElement('we-handover')
export class HandoverScreen extends Screen {
  @property({ type: Boolean, attribute: 'has-failed' }) hasFailed = false
  @property({ attribute: false }) onBack?: () => void
  @property({ attribute: false }) onReject?: () => void

  protected override render() {
    const [heading, text] = this.hasFailed
      ? [
          msg('No window opened'),
          msg(
            'The browser blocked the window, or this page does not let it reach the wallet. Allow pop-up windows for this page and try again, or reject the request.',
          ),
        ]
      : [
          msg('Continue in the window'),
          msg('The wallet asks in a window of its own, where no page can cover it.'),
        ]
    return html`
      <main class="centre">
        <span class="mark">${windows()}</span>
        <h1 tabindex="-1">${heading}</h1>
        <p class="muted" role="status">${text}</p>
      </main>
      <footer>
        <button type="button" class="button" @click=${this.onReject}>${msg('Reject')}</button>
        <button type="button" class="button primary" @click=${this.onBack}>${msg('Show it here')}</button>
      </footer>
    `
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'we-handover': HandoverScreen
  }
}
