import { localized, msg } from '@lit/localize'
import { html, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import type { Holding } from '../../../chain/reads/holdings.js'
import { formatAmount } from '../../../chain/values/units.js'
import { assetKey } from '../../stores/assets.js'
import { ShownPictures } from '../../wallet/assets/shown-pictures.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { assetRow, coinMark, coinStyles } from '../assets/asset-row.js'
import { amountText } from '../assets/holdings.js'
import { choices } from '../base/choices.js'
import { coinName, networkName, tickerOf } from '../base/network.js'
import { Screen } from '../base/screen.js'

/** Assets to send: the chain's coin, and listed assets with a balance. */
@localized()
@customElement('we-asset-choice')
export class AssetChoice extends Screen {
  static override styles = [Screen.styles, choices, coinStyles]

  @property({ attribute: false }) app!: WalletApp
  /** Balance of the coin in wei; undefined until known. */
  @property({ attribute: false }) balance: bigint | undefined
  @property({ attribute: false }) holdings: readonly Holding[] = []
  /** @param key - As `assetKey` has it; empty: the coin. */
  @property({ attribute: false }) onChoose?: (key: string) => void
  @property({ attribute: false }) onBack?: () => void
  readonly #pictures = new ShownPictures(this)

  protected override render() {
    const { locale } = this.app.appearance
    const chain = this.app.chains.current
    const { balance } = this
    const owned = this.holdings.filter(
      ({ asset, amount }) => asset.type === 'ERC20' || amount !== 0n,
    )
    return html`
      ${this.header(msg('What to send'), this.onBack)}
      <main>
        <div class="rows">
          <button type="button" class="choice" @click=${() => this.onChoose?.('')}>
            ${coinMark(chain)}
            <span><bdi>${coinName(chain)}</bdi><span class="sub"><bdi>${networkName(chain)}</bdi></span></span>
            <span class="amount"><bdi>${balance === undefined ? '–' : formatAmount(balance, locale)} ${tickerOf(chain)}</bdi></span>
          </button>
          ${owned.map((holding) => this.#row(holding))}
        </div>
        <button type="button" class="quiet" @click=${() => this.app.show('add-asset')}>${msg('Add a token')}</button>
      </main>
    `
  }

  #row({ asset, amount }: Holding): TemplateResult {
    return html`
      <button type="button" class="choice" @click=${() => this.onChoose?.(assetKey(asset))}>
        ${assetRow(this.#pictures.with(asset), amountText(asset, amount, this.app.appearance.locale))}
      </button>
    `
  }
}
