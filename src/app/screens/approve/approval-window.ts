import { localized, msg } from '@lit/localize'
import { html, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import { windows } from '../../../ui/icons.js'
import type { ApprovalWindowStatus } from '../../approval-window/approval-window.js'
import { Screen } from '../base/screen.js'

/** A question that a window of the wallet's own asks, or has to. Of the question itself nothing is shown here. */
@localized()
@customElement('we-approval-window')
export class ApprovalWindowScreen extends Screen {
  @property() status: ApprovalWindowStatus = 'none'
  /** Opens the window. */
  @property({ attribute: false }) onOpen?: () => void
  /** Brings it to the front. */
  @property({ attribute: false }) onFocus?: () => void
  /** Asks in this panel instead; absent where an approval does not count here. */
  @property({ attribute: false }) onBack?: (() => void) | undefined
  @property({ attribute: false }) onReject?: () => void

  protected override render() {
    const [heading, text] = this.#words()
    return html`
      <main class="centre">
        <span class="mark">${windows()}</span>
        <h1 tabindex="-1">${heading}</h1>
        <p class="muted" role="status">${text}</p>
      </main>
      <footer>
        <button type="button" class="button" @click=${this.onReject}>${msg('Reject')}</button>
        ${this.#next()}
      </footer>
    `
  }

  #words(): [string, string] {
    switch (this.status) {
      case 'failed':
        return [
          msg('The window did not open'),
          navigator.onLine
            ? msg(
                'The browser blocked the window, or this page does not let it reach the wallet. Allow pop-up windows for this page and try again, or reject the request.',
              )
            : msg('You are offline. Try again once you are online, or reject the request.'),
        ]
      case 'waiting':
        return [
          msg('Continue in the window'),
          msg('The wallet asks in its own window, and not in this page.'),
        ]
      case 'none':
        return [
          msg('This site has a request'),
          msg('The wallet asks in its own window, and not in this page.'),
        ]
    }
  }

  #next(): TemplateResult {
    const [onClick, label] = this.onBack
      ? [this.onBack, msg('Show it here')]
      : this.status === 'waiting'
        ? [this.onFocus, msg('Show the window')]
        : [this.onOpen, msg('Continue in a window')]
    return html`<button type="button" class="button primary" @click=${onClick}>${label}</button>`
  }
}
