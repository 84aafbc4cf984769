/** What transactions cost, on the screens that ask for them. */
import { msg } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'

import type { Chain } from '../../chain/networks.js'
import { formatAmount } from '../../chain/units.js'
import { tickerOf } from './network.js'

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

/** @param isUnknown - The network could not say what it takes; with no costs at all, it did not answer. */
export function costRows(
  costs: Costs | undefined,
  { chain, locale, isUnknown }: { chain: Chain; locale: string; isUnknown: boolean },
): TemplateResult {
  const amount = (value: bigint | undefined) => {
    if (value !== undefined)
      return html`<bdi>${formatAmount(value, locale)} ${tickerOf(chain)}</bdi>`
    return isUnknown
      ? '–'
      : html`<span class="wait" aria-label=${msg('Loading')} role="img"></span>`
  }
  return html`
    <div class="row">
      <dt>${msg('Network fee')}</dt>
      <dd>
        ${isUnknown ? '–' : amount(costs?.fee)}
        ${costs && !isUnknown ? html`<span class="sub">${msg('at most')} ${amount(costs.maxFee)}</span>` : nothing}
      </dd>
    </div>
    <div class="row"><dt>${msg('Total at most')}</dt><dd class="strong">${amount(costs?.total)}</dd></div>
    <div class="row">
      <dt>${msg('You keep at least')}</dt>
      <dd>${costs && costs.remaining < 0n ? '–' : amount(costs?.remaining)}</dd>
    </div>
  `
}
