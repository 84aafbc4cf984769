import { localized, msg } from '@lit/localize'
import { html, nothing } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import type { Chain } from '../../chain/networks.js'
import { visible } from '../../chain/text.js'
import { Confirmation } from './confirmation.js'
import { nodeHost } from './network.js'

/** Asks whether the site may go to another network. */
@localized()
@customElement('we-switch-chain')
export class SwitchChain extends Confirmation {
  @property({ attribute: false }) from!: Chain
  @property({ attribute: false }) to!: Chain
  @property({ attribute: false }) onApprove?: () => void
  protected override readonly kind = 'switchChain'

  protected override render() {
    return html`
      <main>
        ${this.lead(msg('Switch the network?'))}
        <dl class="rows">
          <div class="row"><dt>${msg('Now')}</dt><dd>${named(this.from)}</dd></div>
          <div class="row"><dt>${msg('Then')}</dt><dd>${named(this.to)}</dd></div>
        </dl>
        <p class="muted small">${msg('Your address is the same there. What you have there is not.')}</p>
      </main>
      ${this.answers(() => this.onApprove?.())}
    `
  }
}

const named = (chain: Chain) => html`
  <bdi>${visible(chain.name)}</bdi>
  <span class="sub">${msg('Chain ID')} ${chain.chainId}</span>
  ${chain.nodeUrl ? nothing : html`<span class="sub" dir="ltr">${nodeHost(chain)}</span>`}
`

declare global {
  interface HTMLElementTagNameMap {
    'we-switch-chain': SwitchChain
  }
}
