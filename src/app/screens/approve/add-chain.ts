import { localized, msg } from '@lit/localize'
import { html, nothing } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import type { Chain } from '../../../chain/networks/networks.js'
import { warning } from '../../../ui/icons.js'
import { coinName, networkRow, nodeHost, tickerOf } from '../base/network.js'
import { Confirmation } from './confirmation.js'
import { drawNetworkNotices, networkNotices } from './network-notices.js'

/** Asks whether a network that the site describes may be added and used. */
@localized()
@customElement('we-add-chain')
export class AddChain extends Confirmation {
  @property({ attribute: false }) chain!: Chain
  protected override render() {
    const { chain } = this
    return html`
      <main>
        ${this.lead(msg('Add this network?'))}
        <p class="notice warning">${warning()}<span>${msg('A wrong network can lie about what you have and what things cost. Only add one that you trust.')}</span></p>
        ${drawNetworkNotices(chain)}
        <dl class="rows">
          ${networkRow(chain)}
          <div class="row"><dt>${msg('Currency symbol')}</dt>
            <dd><bdi>${tickerOf(chain)}</bdi> <span class="sub"><bdi>${coinName(chain)}</bdi></span></dd></div>
          <div class="row"><dt>${msg('Node')}</dt><dd class="mono" dir="ltr">${nodeHost(chain)}</dd></div>
          ${
            chain.blockExplorer
              ? html`<div class="row"><dt>${msg('Explorer')}</dt>
                  <dd class="mono" dir="ltr">${new URL(chain.blockExplorer).host}</dd></div>`
              : nothing
          }
        </dl>
        <p class="muted small">${msg('The site switches to it right away.')}</p>
      </main>
      ${this.answers(() => this.onApprove?.(), { notices: networkNotices(chain) })}
    `
  }
}
