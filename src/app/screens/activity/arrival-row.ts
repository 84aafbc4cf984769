/** A token that came to the account, as a row. */
import { msg } from '@lit/localize'
import { html, type TemplateResult } from 'lit'

import { shortAddress } from '../../../chain/values/addresses.js'
import { visible } from '../../../chain/values/text.js'
import { formatAmount } from '../../../chain/values/units.js'
import { down } from '../../../ui/icons.js'
import type { Arrival } from '../../wallet/assets/arrivals.js'
import { knownAddressesOf } from '../../wallet/known-addresses.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { nameOf } from '../assets/asset-row.js'

/** @param when - The time of day. */
export function arrivalRow(app: WalletApp, arrival: Arrival, when: string): TemplateResult {
  const { asset, amount, from } = arrival
  const name = knownAddressesOf(app).names?.[from]
  const much = asset.tokenId
    ? html`<bdi>${nameOf(asset)}</bdi> #${asset.tokenId}`
    : html`<bdi>+${formatAmount(amount, app.locale, undefined, asset.decimals)} ${visible(asset.symbol)}</bdi>`
  return html`
    <div class="choice">
      <span class="kind" aria-hidden="true">${down()}</span>
      <span>${msg('Received')}
        <span class="sub about">${
          name
            ? html`<bdi>${visible(name)}</bdi>`
            : html`<bdi class="mono" dir="ltr">${shortAddress(from)}</bdi>`
        }<span>${when}</span></span></span>
      <span class="amount">${much}</span>
    </div>
  `
}
