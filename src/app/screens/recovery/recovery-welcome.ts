import { localized, msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import { check, key } from '../../../ui/icons.js'
import { Screen } from '../base/screen.js'
import { danger } from '../base/shared-parts.js'
import { centred } from '../sign-in/centred.js'

/** Tells new people that the recovery phrase keeps their account even without login and servers. */
@localized()
@customElement('we-recovery-welcome')
export class RecoveryWelcome extends Screen {
  static override styles = [
    Screen.styles,
    centred,
    css`
      main {
        gap: 24px;
        padding-block: 32px 24px;
      }

      .done {
        display: inline-flex;
        align-items: center;
        gap: 8px;
        color: var(--success);
        font-weight: 550;
      }

      .done svg {
        flex: none;
        inline-size: 20px;
        block-size: 20px;
      }

      .head p {
        text-wrap: pretty;
      }

      /* Belongs to the button above it. */
      .hint {
        margin-block-start: -4px;
        text-align: center;
      }
    `,
  ]

  /** Name of the application that one has just signed in to. */
  @property() application = ''
  /** All are called in the click. */
  @property({ attribute: false }) onSave?: () => void
  /** Absent if a passkey cannot be added. */
  @property({ attribute: false }) onPasskey?: (() => Promise<void>) | undefined
  @property({ attribute: false }) onSkip?: () => void
  /** The screen was removed, for any reason. */
  @property({ attribute: false }) onGone?: () => void
  @state() private hasFailed = false

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.onGone?.()
  }

  protected override render() {
    return html`
      <main>
        <div class="head">
          <span class="mark">${key()}</span>
          <h1 tabindex="-1">${msg('Keep your account')}</h1>
          ${
            this.application
              ? html`<p class="done">${check()}<span>${msg(str`You are signed in to ${this.application}.`)}</span></p>`
              : nothing
          }
          <p>${msg('24 words bring your account back if you ever lose your login. You find them in the settings as long as you can sign in.')}</p>
        </div>
        <div class="answers">
          ${this.hasFailed ? danger(msg('No passkey was added. Try again, or save the words.')) : nothing}
          <button type="button" class="button primary" @click=${this.onSave}>${msg('Save your recovery phrase')}</button>
          ${this.onPasskey ? this.#passkey() : nothing}
          <button type="button" class="quiet" @click=${this.onSkip}>${msg('Not now')}</button>
        </div>
      </main>
    `
  }

  #passkey(): TemplateResult {
    return html`
      <button type="button" class="button outline" @click=${this.#addPasskey}>${msg('Add a passkey')}</button>
      <p class="hint small muted">${msg('Signs in faster, on this device only')}</p>
    `
  }

  async #addPasskey(): Promise<void> {
    this.hasFailed = false
    try {
      await this.onPasskey?.()
    } catch {
      this.hasFailed = true
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'we-recovery-welcome': RecoveryWelcome
  }
}
