import { localized, msg, str } from '@lit/localize'
import { css, html, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import { groupedAddress } from '../../../chain/values/addresses.js'
import { up } from '../../../ui/icons.js'
import { type TopupOption, topupUrl } from '../../wallet/topup.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { networkRow } from '../base/network.js'
import { Screen } from '../base/screen.js'

/** Services that sell coins, each opened in a new window. */
@localized()
@customElement('we-topup')
export class Topup extends Screen {
  static override styles = [
    Screen.styles,
    css`
      a.button {
        inline-size: 100%;
        color: inherit;
        text-decoration: none;
      }

      a.button.primary {
        color: var(--on-brand);
      }

      ul {
        display: flex;
        flex-direction: column;
        gap: 12px;
        list-style: none;
      }
    `,
  ]

  @property({ attribute: false }) app!: WalletApp

  protected override render() {
    const { app } = this
    const address = app.own.chosen ?? ''
    const chain = app.chains.current
    const topups = app.content.topups(chain.chainId)
    const chosen = topups.find(({ id }) => id === app.router.subject)
    return html`
      ${this.header(msg('Top up'), () => app.show('home'))}
      <main>
        <p>${
          chosen
            ? msg(
                str`${chosen.name} opens in a new window. It is a separate service with its own terms.`,
              )
            : msg('Each opens in a new window. They are separate services with their own terms.')
        }</p>
        <dl class="rows">
          <div class="row"><dt>${msg('Your address')}</dt><dd><span class="address" dir="ltr">${groupedAddress(address)}</span></dd></div>
          ${networkRow(chain)}
        </dl>
        ${chosen ? '' : html`<ul>${topups.map((topup) => html`<li>${this.#link(topup)}</li>`)}</ul>`}
      </main>
      ${chosen ? html`<footer>${this.#link(chosen, 'primary')}</footer>` : ''}
    `
  }

  #link(topup: TopupOption, kind = 'outline'): TemplateResult {
    const address = this.app.own.chosen ?? ''
    const chain = this.app.chains.current
    return html`<a class="button ${kind}" href=${topupUrl(topup, address, chain.chainId)} target="_blank"
      rel="noopener noreferrer">${up()}<span>${
        kind === 'primary' ? msg(str`Open ${topup.name}`) : topup.name
      }</span></a>`
  }
}
