import { localized, msg, str } from '@lit/localize'
import { css, html } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import { warning } from '../../../ui/icons.js'
import { Confirmation } from './confirmation.js'

/** Asks whether an application may have the wallet's own key. */
@localized()
@customElement('we-wallet-key')
export class WalletKey extends Confirmation {
  static override styles = [
    Confirmation.styles,
    css`
      label {
        display: flex;
        gap: 12px;
        align-items: flex-start;
        min-block-size: 44px;
        cursor: pointer;
      }

      input {
        flex: none;
        inline-size: 20px;
        block-size: 20px;
        margin: 2px 0 0;
        accent-color: var(--brand);
      }
    `,
  ]

  /** Name of the application in the registry. */
  @property() application = ''
  @state() private isUnderstood = false
  /** Part of signing in, so always in the login window. */
  protected override render() {
    const name = this.application
    return html`
      <main>
        ${this.lead(msg(str`Give ${name} the key to your wallet?`))}
        <p class="notice danger" role="note">${warning()}<span>${msg(
          'Anyone with this key can move everything in the account and sign in your name, at any time, without asking you. This cannot be undone.',
        )}</span></p>
        <label>
          <input type="checkbox" .checked=${this.isUnderstood} @change=${this.#onChange} />
          <span>${msg(str`I trust ${name} with everything in this account.`)}</span>
        </label>
      </main>
      ${this.answers(() => this.onApprove?.(), {
        yes: msg('Give the key'),
        no: msg('Cancel'),
        isReady: this.isUnderstood,
        missing: msg('Confirm first that you know the danger.'),
        gist: `⚠ ${msg('Gives away full control')}`,
      })}
    `
  }

  #onChange({ target }: Event): void {
    this.isUnderstood = (target as HTMLInputElement).checked
  }
}
