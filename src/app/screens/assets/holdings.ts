import { localized, msg } from '@lit/localize'
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import type { Asset } from '../../../chain/reads/asset.js'
import type { Holding } from '../../../chain/reads/holdings.js'
import { formatAmount } from '../../../chain/values/units.js'
import { plus } from '../../../ui/icons.js'
import { assetKey } from '../../stores/assets.js'
import { fiat } from '../../stores/prices.js'
import { Holdings } from '../../wallet/assets/holdings.js'
import { ShownPictures } from '../../wallet/assets/shown-pictures.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { choices } from '../base/choices.js'
import { embedded } from '../base/embedded.js'
import { Screen } from '../base/screen.js'
import { sections } from '../base/sections.js'
import { assetRow, coinStyles } from './asset-row.js'

/** The assets in the account's list, with their balances. */
@localized()
@customElement('we-holdings')
export class HoldingsList extends Screen {
  static override styles = [
    Screen.styles,
    choices,
    coinStyles,
    sections,
    embedded,
    css`
      :host {
        gap: 24px;
      }
    `,
  ]

  @property({ attribute: false }) app!: WalletApp
  readonly holdings = new Holdings(this)
  readonly #pictures = new ShownPictures(this)

  /** Changes when the account's coins were read, so that the tokens are read too. */
  @property({ attribute: false }) round = 0
  /** Unix time in milliseconds: the node does not answer, and home says that amounts are as of then. */
  @property({ attribute: false }) readAt: number | undefined

  override updated(changed: PropertyValues<this>): void {
    if (changed.has('round')) void this.holdings.refresh()
  }

  protected override render() {
    const { holdings, readAt } = this
    const all = readAt ? holdings.last(readAt) : holdings.all
    const tokens = all.filter(({ asset }) => asset.type === 'ERC20')
    const collectibles = all.filter(({ asset }) => asset.type !== 'ERC20')
    return html`
      <section aria-labelledby="tokens">
        <div class="title">
          <h2 id="tokens">${msg('Tokens')}</h2>
          <button type="button" class="quiet" @click=${() => this.app.show('add-asset')}>${plus()}<span>${msg('Add')}</span></button>
        </div>
        ${
          tokens.length
            ? html`<div class="rows">${tokens.map((holding) => this.#row(holding))}</div>`
            : html`<p class="empty">${msg('Add a token by its address to see how much of it you have.')}</p>`
        }
      </section>
      ${
        collectibles.length
          ? html`<section aria-labelledby="collectibles">
              <div class="title"><h2 id="collectibles">${msg('Collectibles')}</h2></div>
              <div class="rows">${collectibles.map((holding) => this.#row(holding))}</div>
            </section>`
          : nothing
      }
    `
  }

  #row({ asset, amount }: Holding): TemplateResult {
    const { app } = this
    return html`
      <button type="button" class="choice" @click=${() => app.show('asset', assetKey(asset))}>
        ${assetRow(
          this.#pictures.with(asset),
          amountText(asset, amount, app.appearance.locale),
          fiat(app, app.chains.current, { asset, amount }),
        )}
      </button>
    `
  }
}

export function amountText(asset: Asset, amount: bigint | undefined, locale: string): string {
  if (amount === undefined) return '–'
  if (asset.type === 'ERC721') return amount ? msg('Yours') : msg('Not yours')
  return formatAmount(amount, locale, 6, asset.decimals)
}

declare global {
  interface HTMLElementTagNameMap {
    'we-holdings': HoldingsList
  }
}
