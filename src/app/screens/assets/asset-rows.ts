/** Rows about a token or a collectible. */
import { msg } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'

import type { Asset } from '../../../chain/reads/asset.js'
import { visible } from '../../../chain/values/text.js'
import { formatExact } from '../../../chain/values/units.js'
import '../../../ui/copy-button.js'
import { groupedAddress } from '../../../chain/values/addresses.js'
import { fiat } from '../../stores/prices.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { networkRow } from '../base/network.js'
import { assetMark, nameOf } from './asset-row.js'
import { amountText } from './holdings.js'

export const assetStyles = css`
  .head {
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: 8px;
    padding-block: 8px;
    text-align: center;
  }

  .coin {
    display: grid;
    place-items: center;
    inline-size: 64px;
    block-size: 64px;
    overflow: hidden;
    border-radius: 50%;
    background: var(--sunken);
    color: var(--muted);
    font-size: var(--type-heading);
    font-weight: 700;
  }

  .coin.whole {
    border-radius: var(--radius);
  }

  .coin img {
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }

  .picture {
    max-inline-size: min(280px, 100%);
    max-block-size: 320px;
    border-radius: var(--radius);
  }

  .head h2 {
    color: inherit;
    font-size: var(--type-heading);
  }
`

export function assetRows(
  asset: Asset,
  amount: bigint | undefined,
  app: WalletApp,
): TemplateResult {
  const { locale } = app.appearance
  const chain = app.chains.current
  const worth = fiat(app, chain, { asset, amount })
  const symbol = visible(asset.symbol)
  const held =
    asset.type === 'ERC20' && amount !== undefined
      ? formatExact(amount, locale, asset.decimals)
      : amountText(asset, amount, locale)
  return html`
    <div class="head">
      ${
        asset.tokenId && asset.image?.startsWith('data:image/')
          ? html`<img class="picture" src=${asset.image} alt=${nameOf(asset)} />`
          : assetMark(asset)
      }
      <h2>${asset.type === 'ERC20' ? html`${held} <bdi>${symbol}</bdi>` : html`<bdi>${visible(asset.name ?? '') || symbol}</bdi>`}</h2>
      ${worth ? html`<span class="muted">${worth}</span>` : nothing}
    </div>
    <dl class="rows">
      ${asset.name ? html`<div class="row"><dt>${msg('Name')}</dt><dd><bdi>${visible(asset.name)}</bdi></dd></div>` : nothing}
      ${
        asset.tokenId
          ? html`<div class="row"><dt>${msg('Token ID')}</dt><dd><span class="address" dir="ltr">${asset.tokenId}</span></dd></div>
              <div class="row"><dt>${msg('You have')}</dt><dd>${held}</dd></div>`
          : html`<div class="row"><dt>${msg('Decimals')}</dt><dd>${asset.decimals}</dd></div>`
      }
      ${networkRow(chain)}
      <div class="row"><dt>${msg('Contract')}</dt><dd>
        <span class="address" dir="ltr">${groupedAddress(asset.address)}</span>
        <we-copy text=${asset.address} label=${msg('Copy address')}></we-copy></dd></div>
    </dl>
  `
}
