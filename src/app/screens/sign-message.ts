import { localized, msg } from '@lit/localize'
import { css, html, nothing } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import { readUtf8, visible } from '../../chain/text.js'
import { toHex } from '../../shared/encoding.js'
import { warning } from '../../ui/icons.js'
import { Confirmation } from './confirmation.js'
import { lookAlikeWarning } from './parts.js'

/** Asks to sign a message, and shows what it says: readable text, or the bytes. */
@localized()
@customElement('we-sign-message')
export class SignMessage extends Confirmation {
  static override styles = [
    Confirmation.styles,
    css`
      .message {
        flex: 0 1 auto;
        min-block-size: 96px;
        padding: 16px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--sunken);
        font: inherit;
        white-space: pre-wrap;
        overflow: auto;
        overflow-wrap: anywhere;
      }

      .message.bytes {
        font-family: var(--mono);
        font-size: 13px;
      }
    `,
  ]

  @property({ attribute: false }) message: Uint8Array = new Uint8Array()
  @property({ attribute: false }) onApprove?: () => void
  protected override readonly kind = 'message'

  protected override render() {
    const text = readUtf8(this.message)
    const shown = text === undefined ? `0x${toHex(this.message)}` : visible(text)
    return html`
      <main>
        ${this.lead(msg('Sign this message?'))}
        ${
          text === undefined
            ? html`<p class="notice warning">${warning()}<span>${msg('This is not text. Only sign it if you know what these bytes mean.')}</span></p>`
            : nothing
        }
        ${
          text !== undefined && shown !== text
            ? html`<p class="notice warning">${warning()}<span>${msg('The message has hidden characters. They are shown as ⟨U+…⟩.')}</span></p>`
            : nothing
        }
        ${lookAlikeWarning(text ?? '')}
        <div class="message ${text === undefined ? 'bytes' : ''}" role="region" tabindex="0"
          dir="auto" aria-label=${msg('Message')}>${shown || msg('(empty)')}</div>
        <dl class="rows">
          <div class="row middle"><dt>${msg('Sign with')}</dt><dd>${this.account()}</dd></div>
        </dl>
      </main>
      ${this.answers(() => this.onApprove?.())}
    `
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'we-sign-message': SignMessage
  }
}
