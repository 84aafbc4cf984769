import { localized } from '@lit/localize'
import { html, nothing } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import type { Chain } from '../../../chain/networks/networks.js'
import { describeAddress, NONE_KNOWN } from '../../../chain/parties/parties.js'
import type { Node } from '../../../chain/reads/contract-reads.js'
import { groupedAddress } from '../../../chain/values/addresses.js'
import { info } from '../../../ui/icons.js'
import { embedded } from '../base/embedded.js'
import { Screen } from '../base/screen.js'
import { riskText } from './risk-texts.js'

/**
 * Tells whose account acts by a contract's code (EIP-7702) on a chain.
 *
 * @fires we-own-code - There is something to read now.
 */
@localized()
@customElement('we-own-code')
export class OwnCode extends Screen {
  static override styles = [Screen.styles, embedded]

  @property({ attribute: false }) node!: Node
  @property({ attribute: false }) chain!: Chain
  @property() address = ''
  @state() private delegate: string | undefined
  /** The account and chain of the last request. */
  #of = ''

  protected override willUpdate(): void {
    void this.#look()
  }

  /** Hidden, and so without any space, while there is nothing to say. */
  protected override updated(): void {
    this.hidden = !this.delegate
  }

  protected override render() {
    if (!this.delegate) return nothing
    return html`
      <p class="notice" role="status">${info()}<span>
        ${riskText({ code: 'ownCode' })}
        <span class="address" dir="ltr">${groupedAddress(this.delegate)}</span>
      </span></p>
    `
  }

  async #look(): Promise<void> {
    const { node, chain, address } = this
    const of = `${chain.chainId} ${address}`
    if (!address || of === this.#of) return
    this.#of = of
    this.delegate = undefined
    const { delegate } = await describeAddress(
      node,
      address as `0x${string}`,
      chain.chainId,
      NONE_KNOWN,
    )
    if (of !== this.#of || !delegate) return
    this.delegate = delegate
    await this.updateComplete
    this.dispatchEvent(new Event('we-own-code'))
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'we-own-code': OwnCode
  }
}
