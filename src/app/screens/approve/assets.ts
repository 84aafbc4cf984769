import { localized, msg } from '@lit/localize'
import { html, nothing } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import type { Chain } from '../../../chain/networks/networks.js'
import type { Asset } from '../../../chain/reads/asset.js'
import { groupedAddress } from '../../../chain/values/addresses.js'
import { visible } from '../../../chain/values/text.js'
import { warning } from '../../../ui/icons.js'
import { networkRow } from '../base/network.js'
import { lookAlikeWarning } from '../base/shared-parts.js'
import { Confirmation } from './confirmation.js'

/** Asks whether a token may be kept in the wallet's list. Its picture is not loaded: that would tell where from. */
@localized()
@customElement('we-watch-asset')
export class WatchAsset extends Confirmation {
  @property({ attribute: false }) asset!: Asset
  @property({ attribute: false }) chain!: Chain
  protected override render() {
    const { asset, chain } = this
    const { name = '' } = asset
    return html`
      <main>
        ${this.lead(msg('Add this token to your list?'), this.chain)}
        <p class="notice warning">${warning()}<span>${msg('Anyone can create a token with any name. Compare the address.')}</span></p>
        ${lookAlikeWarning(asset.symbol, name)}
        <dl class="rows">
          ${
            name && name !== asset.symbol
              ? html`<div class="row"><dt>${msg('Name')}</dt><dd><bdi>${visible(name)}</bdi></dd></div>`
              : nothing
          }
          ${
            asset.symbol
              ? html`<div class="row"><dt>${msg('Token')}</dt><dd><bdi>${visible(asset.symbol)}</bdi></dd></div>`
              : nothing
          }
          <div class="row"><dt>${msg('Contract')}</dt>
            <dd><span class="address" dir="ltr">${groupedAddress(asset.address)}</span></dd></div>
          ${
            asset.tokenId
              ? html`<div class="row"><dt>${msg('Token ID')}</dt><dd><span class="address" dir="ltr">${asset.tokenId}</span></dd></div>`
              : html`<div class="row"><dt>${msg('Decimals')}</dt><dd>${asset.decimals}</dd></div>`
          }
          <div class="row"><dt>${msg('Kind')}</dt><dd>${asset.type}</dd></div>
          ${networkRow(chain)}
        </dl>
      </main>
      ${this.answers(() => this.onApprove?.())}
    `
  }
}

/** Asks whether the site may read the account's assets. */
@localized()
@customElement('we-show-assets')
export class ShowAssets extends Confirmation {
  protected override render() {
    return html`
      <main>
        ${this.lead(msg('Show this site what you have?'))}
        <p>${msg('It sees how much this account has of each token, on every network of this wallet, now and until you disconnect the site. It cannot move anything.')}</p>
      </main>
      ${this.answers(() => this.onApprove?.())}
    `
  }
}
