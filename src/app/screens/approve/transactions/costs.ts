/** The costs of transactions, on the screens that ask for approval. */
import { msg } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'

import type { Chain } from '../../../../chain/networks/networks.js'
import { formatAmount } from '../../../../chain/values/units.js'
import { tickerOf } from '../../base/network.js'

/** Wei. `undefined` while it is worked out. */
export interface Costs {
  fee: bigint
  maxFee: bigint
  total: bigint
  remaining: bigint
}

export const costStyles = css`
  .strong {
    font-weight: var(--strong);
  }

  .wait {
    display: inline-block;
    inline-size: 96px;
    block-size: 14px;
    border-radius: 7px;
    background: var(--hover);
  }
`

interface Shown {
  chain: Chain
  locale: string
  /** The network did not answer. */
  isUnknown: boolean
}

/** The fee and the total. */
export function costRows(costs: Costs | undefined, shown: Shown): TemplateResult {
  const { isUnknown } = shown
  // If only the fee is paid, the total already shows its maximum.
  const hasMore = costs && !isUnknown && costs.total !== costs.maxFee
  return html`
    <div class="row">
      <dt>${msg('Network fee')}</dt>
      <dd>
        ${amount(costs?.fee, shown)}
        ${hasMore ? html`<span class="sub">${msg('at most')} ${amount(costs.maxFee, shown)}</span>` : nothing}
      </dd>
    </div>
    <div class="row"><dt>${msg('Total at most')}</dt><dd class="strong">${amount(costs?.total, shown)}</dd></div>
  `
}

/** The account's remaining balance. */
export const restRow = (costs: Costs | undefined, shown: Shown): TemplateResult => html`
  <div class="row">
    <dt>${msg('You keep at least')}</dt>
    <dd>${costs && costs.remaining < 0n ? '–' : amount(costs?.remaining, shown)}</dd>
  </div>
`

function amount(value: bigint | undefined, { chain, locale, isUnknown }: Shown) {
  if (value !== undefined) return html`<bdi>${formatAmount(value, locale)} ${tickerOf(chain)}</bdi>`
  return isUnknown ? '–' : html`<span class="wait" aria-label=${msg('Loading')} role="img"></span>`
}
