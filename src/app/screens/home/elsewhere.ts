/** What the account has on other networks: people often look for it on the wrong one. */
import { msg, str } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'

import type { Chain } from '../../../chain/networks/networks.js'
import { visible } from '../../../chain/values/text.js'
import { formatAmount } from '../../../chain/values/units.js'
import { fiat } from '../../stores/prices.js'
import { type Elsewhere, heldOf, type OtherNetworks } from '../../wallet/assets/elsewhere.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { nameOf } from '../assets/asset-row.js'
import { amountText } from '../assets/holdings.js'
import { networkName, networkTitle, tickerOf } from '../base/network.js'

/** Amounts in a row; the others are counted. */
const SHOWN = 3

/** @returns Nothing if the account has nothing there. */
export function elsewhere(
  app: WalletApp,
  { found, silent }: OtherNetworks,
  onUse: (chain: Chain) => void,
): TemplateResult | typeof nothing {
  if (!found.length && !silent.length) return nothing
  const names = new Intl.ListFormat(app.appearance.locale).format(silent.map(networkName))
  return html`
    <section aria-labelledby="elsewhere">
      <div class="title"><h2 id="elsewhere">${msg('On other networks')}</h2></div>
      ${found.length ? html`<div class="rows">${found.map((one) => row(app, one, onUse))}</div>` : nothing}
      ${names ? html`<p class="small muted silent">${msg(str`Does not answer: ${names}.`)}</p>` : nothing}
    </section>
  `
}

function row(app: WalletApp, one: Elsewhere, onUse: (chain: Chain) => void): TemplateResult {
  const { chain, coins, holdings } = one
  const { locale } = app.appearance
  const name = networkTitle(chain)
  const worth = one.isWhole ? fiat(app, chain, ...heldOf(one)) : undefined
  const amounts = [
    ...(coins ? [`${formatAmount(coins, locale)} ${tickerOf(chain)}`] : []),
    ...holdings.map(({ asset, amount }) =>
      asset.type === 'ERC20'
        ? `${amountText(asset, amount, locale)} ${visible(asset.symbol)}`
        : nameOf(asset),
    ),
  ]
  const more = amounts.length - SHOWN
  return html`
    <button type="button" class="choice" title=${msg(str`Switch to ${networkName(chain)}`)}
      @click=${() => onUse(chain)}>
      <span class="coin" aria-hidden="true">${[...name][0]}</span>
      <span><bdi>${name}</bdi>
        <span class="sub">${amounts.slice(0, SHOWN).map((one) => html`<bdi>${one}</bdi> `)}${more > 0 ? `+${more}` : nothing}</span></span>
      ${worth ? html`<span class="amount">${worth}</span>` : nothing}
    </button>
  `
}
