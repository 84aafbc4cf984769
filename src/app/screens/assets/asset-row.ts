/** An asset's row: logo, name, and balance unless the balance is shown below. */
import { msg } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import type { Chain } from '../../../chain/networks/networks.js'
import type { Asset } from '../../../chain/reads/asset.js'
import { visible } from '../../../chain/values/text.js'

export const coinStyles = css`
  .choice .coin {
    display: grid;
    flex: none;
    place-items: center;
    inline-size: 36px;
    block-size: 36px;
    overflow: hidden;
    border-radius: 50%;
    background: var(--raised);
    color: var(--muted);
    font-size: var(--type-note);
    font-weight: 700;
  }

  .choice .coin.whole {
    border-radius: var(--radius-small);
  }

  .coin img {
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
`

export const coinMark = ({ ticker, said }: Chain): TemplateResult =>
  html`<span class="coin" aria-hidden="true">${[...visible(ticker ?? said?.ticker ?? '')][0]}</span>`

/**
 * Shows a picture only if the list contains it as data: fetching one from the web would tell its host who looks at it.
 */
export function assetMark({ image, symbol, name, type }: Asset): TemplateResult {
  const kind = type === 'ERC20' ? '' : 'whole'
  const letter = [...visible(symbol || name || '?')][0]
  return html`<span class="coin ${kind}" aria-hidden="true">${
    image?.startsWith('data:image/') ? html`<img src=${image} alt="" />` : letter
  }</span>`
}

/** How it is called on its own: its name, else its symbol. */
export const nameOf = ({ name, symbol }: Asset): string =>
  visible(name ?? '') || visible(symbol) || msg('Without a name')

/** @param worth - In the person's currency. */
export const assetRow = (asset: Asset, amount?: string, worth?: string): TemplateResult => html`
  ${assetMark(asset)}
  <span><bdi>${nameOf(asset)}</bdi><span class="sub"><bdi>${
    asset.tokenId ? `#${asset.tokenId}` : visible(asset.symbol)
  }</bdi></span></span>
  ${
    amount === undefined
      ? nothing
      : html`<span class="amount">${amount}${worth ? html`<span class="sub">${worth}</span>` : nothing}</span>`
  }
`
