/** A row for received tokens or coins. */
import { msg } from '@lit/localize'
import { html, type TemplateResult } from 'lit'

import { shortAddress } from '../../../chain/values/addresses.js'
import { visible } from '../../../chain/values/text.js'
import { formatAmount } from '../../../chain/values/units.js'
import { down } from '../../../ui/icons.js'
import type { Arrival } from '../../wallet/assets/arrivals.js'
import type { CoinsReceived } from '../../wallet/assets/coins-received.js'
import { knownAddressesOf } from '../../wallet/known-addresses.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { nameOf } from '../assets/asset-row.js'
import { tickerOf } from '../base/network.js'

/** Milliseconds: a gain found this soon after the reading before gets a single time. */
const SOON = 120_000

/** @param when - The time of day. */
export function arrivalRow(app: WalletApp, arrival: Arrival, when: string): TemplateResult {
  const { asset, amount, from } = arrival
  const name = knownAddressesOf(app).names?.[from]
  const much = asset.tokenId
    ? html`<bdi>${nameOf(asset)}</bdi> #${asset.tokenId}`
    : html`<bdi>+${formatAmount(amount, app.appearance.locale, undefined, asset.decimals)} ${visible(asset.symbol)}</bdi>`
  return row(
    html`${
      name
        ? html`<bdi>${visible(name)}</bdi>`
        : html`<bdi class="mono" dir="ltr">${shortAddress(from)}</bdi>`
    }<span>${when}</span>`,
    much,
  )
}

/** Who sent coins is not known, nor just when: they came between two readings of the balance. */
export function coinsRow(app: WalletApp, { amount, since, time }: CoinsReceived): TemplateResult {
  const { locale } = app.appearance
  const chain = app.chains.current
  const format = new Intl.DateTimeFormat(locale, {
    ...{ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  })
  const when = time - since < SOON ? format.format(time) : format.formatRange(since, time)
  const much = html`<bdi>+${formatAmount(amount, locale)} ${tickerOf(chain)}</bdi>`
  return row(html`<span>${when}</span>`, much)
}

const row = (about: TemplateResult, much: TemplateResult): TemplateResult => html`
  <div class="choice">
    <span class="kind" aria-hidden="true">${down()}</span>
    <span>${msg('Received')}
      <span class="sub about">${about}</span></span>
    <span class="amount">${much}</span>
  </div>
`
