import { localized, msg } from '@lit/localize'
import { html } from 'lit'
import { customElement } from 'lit/decorators.js'

import { warning } from '../../../ui/icons.js'
import { Confirmation } from './confirmation.js'

/** Asks whether the site may have the key to which messages for this account are encrypted. */
@localized()
@customElement('we-encryption-key')
export class EncryptionKey extends Confirmation {
  protected override render() {
    return html`
      <main>
        ${this.lead(msg('Share your encryption key?'))}
        <p>${msg('With it, the site can write messages that only your account can read. It cannot read or sign anything with it.')}</p>
      </main>
      ${this.answers(() => this.onApprove?.())}
    `
  }
}

/** Asks whether the site may read a message that is encrypted to the account. */
@localized()
@customElement('we-decrypt')
export class Decrypt extends Confirmation {
  protected override render() {
    return html`
      <main>
        ${this.lead(msg('Decrypt a message for this site?'))}
        <p class="notice warning">${warning()}<span>${msg('Then the site can read the message, no matter who wrote it.')}</span></p>
      </main>
      ${this.answers(() => this.onApprove?.())}
    `
  }
}
