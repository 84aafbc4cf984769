import { localized, msg } from '@lit/localize'
import { html } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import type { Chain } from '../../../chain/networks/networks.js'
import { networkLines } from '../base/network.js'
import { Confirmation } from './confirmation.js'
import { drawNetworkNotices, networkNotices } from './network-notices.js'

/** Asks whether the site may switch to a different network. */
@localized()
@customElement('we-switch-chain')
export class SwitchChain extends Confirmation {
  @property({ attribute: false }) from!: Chain
  @property({ attribute: false }) to!: Chain
  protected override render() {
    return html`
      <main>
        ${this.lead(msg('Switch the network?'))}
        ${drawNetworkNotices(this.to)}
        <dl class="rows">
          <div class="row"><dt>${msg('Now')}</dt><dd>${networkLines(this.from)}</dd></div>
          <div class="row"><dt>${msg('Then')}</dt><dd>${networkLines(this.to)}</dd></div>
        </dl>
        <p class="muted small">${msg('Your address is the same there. What you have there is not.')}</p>
      </main>
      ${this.answers(() => this.onApprove?.(), { notices: networkNotices(this.to) })}
    `
  }
}
