import { localized, msg, str } from '@lit/localize'
import { html, nothing } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import { windows } from '../../../ui/icons.js'
import type { LoginOption } from '../../sign-in/login-options.js'
import { Screen } from '../base/screen.js'

/** The browser refused the login window: a click of the person's own opens it. */
@localized()
@customElement('we-popup-blocked')
export class PopupBlocked extends Screen {
  /** Absent: a passkey's window. */
  @property({ attribute: false }) option: LoginOption | undefined
  /** Called in the click. */
  @property({ attribute: false }) onContinue?: () => void
  /** Continues in the page's own tab; absent while a window may still open. */
  @property({ attribute: false }) onLeave?: (() => void) | undefined
  @property({ attribute: false }) onCancel?: () => void

  protected override render() {
    return html`
      <main class="centre">
        <span class="mark">${windows()}</span>
        <h1 tabindex="-1">${msg('One more click')}</h1>
        <p class="muted">
          ${
            this.option
              ? msg(
                  str`Your browser kept the ${this.option.name} window closed. Open it here to sign in.`,
                )
              : msg('Your browser kept the window closed. Open it here to sign in.')
          }
        </p>
        ${
          this.onLeave
            ? html`<button type="button" class="button outline" @click=${this.onLeave}>${msg('Continue in this tab')}</button>`
            : nothing
        }
      </main>
      <footer>
        <button type="button" class="button" @click=${this.onCancel}>${msg('Cancel')}</button>
        <button type="button" class="button primary" @click=${this.onContinue}>${msg('Continue')}</button>
      </footer>
    `
  }

  /** Focuses the main button, so that the keyboard can press it at once. */
  override async focusHeading(): Promise<void> {
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('.primary')?.focus()
  }
}
