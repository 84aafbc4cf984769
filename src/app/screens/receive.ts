import { localized, msg, str } from '@lit/localize'
import { css, html } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import '../../ui/copy-button.js'
import '../../ui/qr-code.js'
import type { WalletApp } from '../wallet-app.js'
import { groupedAddress } from './parts.js'
import { Screen } from './screen.js'

/** The address, to be scanned or copied. */
@localized()
@customElement('we-receive')
export class Receive extends Screen {
  static override styles = [
    Screen.styles,
    css`
      main {
        align-items: center;
        text-align: center;
      }

      we-qr {
        flex: none;
        inline-size: min(240px, 100%);
        border: 1px solid var(--line);
      }

      .address {
        max-inline-size: 300px;
        font-family: var(--mono);
        font-size: var(--type-body);
        overflow-wrap: anywhere;
      }

      we-copy {
        align-self: stretch;
      }

      we-copy {
        display: flex;
      }
    `,
  ]

  @property({ attribute: false }) app!: WalletApp

  protected override render() {
    const { address = '', chain } = this.app
    return html`
      ${this.header(msg('Receive'), () => this.app.show('home'))}
      <main>
        <we-qr text=${address} label=${msg('QR code of your address')}></we-qr>
        <p class="address" dir="ltr">${groupedAddress(address)}</p>
        <we-copy full text=${address} label=${msg('Copy address')}></we-copy>
        <p class="muted small">${msg(str`Only send here what is on the ${chain.name} network.`)}</p>
      </main>
    `
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'we-receive': Receive
  }
}
