import { localized } from '@lit/localize'
import { html, nothing } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import { meet, STRANGERS } from '../../chain/explain/parties.js'
import { info } from '../../ui/icons.js'
import type { WalletApp } from '../wallet-app.js'
import { embedded } from './embedded.js'
import { riskText } from './explanation/risk-texts.js'
import { groupedAddress } from './parts.js'
import { Screen } from './screen.js'

/** Tells whose account acts by a contract's code (EIP-7702) on the chain in use. */
@localized()
@customElement('we-own-code')
export class OwnCode extends Screen {
  static override styles = [Screen.styles, embedded]

  @property({ attribute: false }) app!: WalletApp
  @state() private delegate: string | undefined
  /** Which account on which chain was asked about last. */
  #of = ''

  override connectedCallback(): void {
    super.connectedCallback()
    this.app.addEventListener('change', this.#look)
    void this.#look()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.app.removeEventListener('change', this.#look)
  }

  /** Without a word to say it takes no room. */
  protected override updated(): void {
    this.hidden = !this.delegate
  }

  protected override render() {
    if (!this.delegate) return nothing
    return html`
      <p class="notice" role="status">${info()}<span>
        ${riskText({ code: 'ownCode', severity: 'note' }, '')}
        <span class="address" dir="ltr">${groupedAddress(this.delegate)}</span>
      </span></p>
    `
  }

  #look = async (): Promise<void> => {
    const { node, chain, address } = this.app
    const of = `${chain.chainId} ${address}`
    if (!address || of === this.#of) return
    this.#of = of
    this.delegate = undefined
    const { delegate } = await meet(node, address, chain.chainId, STRANGERS)
    if (of === this.#of) this.delegate = delegate
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'we-own-code': OwnCode
  }
}
