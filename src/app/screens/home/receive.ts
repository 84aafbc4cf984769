import { localized, msg, str } from '@lit/localize'
import { css, html, nothing } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import '../../../ui/copy-button.js'
import { share, warning } from '../../../ui/icons.js'
import '../../../ui/qr-code.js'
import { groupedAddress } from '../../../chain/values/addresses.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { networkName, networkRow } from '../base/network.js'
import { Screen } from '../base/screen.js'

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
      }

      .ways {
        display: grid;
        grid-auto-columns: minmax(0, 1fr);
        grid-auto-flow: column;
        align-self: stretch;
        gap: 12px;
      }

      we-copy {
        display: flex;
      }

      dl {
        align-self: stretch;
      }
    `,
  ]

  @property({ attribute: false }) app!: WalletApp

  protected override render() {
    const address = this.app.own.chosen ?? ''
    const chain = this.app.chains.current
    return html`
      ${this.header(msg('Receive'), () => this.app.show('home'))}
      <main>
        <we-qr text=${address} label=${msg('QR code of your address')}></we-qr>
        <p class="address" dir="ltr">${groupedAddress(address)}</p>
        <div class="ways">
          <we-copy full text=${address} label=${msg('Copy address')}></we-copy>
          ${
            canShare(address)
              ? html`<button type="button" class="button" @click=${this.#share}>${share()}<span>${msg('Share')}</span></button>`
              : nothing
          }
        </div>
        <p class="notice warning">${warning()}<span>${msg(str`Receive only on the ${networkName(chain)} network. What is sent on a different network does not appear here, and may be lost.`)}</span></p>
        <dl class="rows">${networkRow(chain)}</dl>
      </main>
    `
  }

  /** The promise also rejects if the person closes the share sheet, which is no failure. */
  #share = (): void => void navigator.share({ text: this.app.own.chosen! }).catch(() => {})
}

/** Few browsers of desktops can, and a page may forbid it to its frames. */
const canShare = (text: string): boolean => !!navigator.canShare?.({ text })
