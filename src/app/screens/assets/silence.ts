/** Says that the network does not answer, where amounts are shown. */
import { msg, str } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'

import { warning } from '../../../ui/icons.js'
import type { Balance } from '../../wallet/assets/balance.js'
import { timeText } from '../base/shared-parts.js'

/** @param balance - As it was asked for last; without `last` where no old amount is shown. */
export function silence(
  { isStale, last }: Pick<Balance, 'isStale'> & Partial<Pick<Balance, 'last'>>,
  locale: string,
): TemplateResult | typeof nothing {
  if (!isStale) return nothing
  const text = silenceText(last && timeText(last.readAt, locale))
  return html`<p class="notice warning">${warning()}<span>${text}</span></p>`
}

/** @param time - When the shown amounts were read; undefined if none are shown. */
function silenceText(time: string | undefined): string {
  if (!navigator.onLine) {
    return time
      ? msg(str`You are offline. Amounts are as of ${time}.`)
      : msg('You are offline. The wallet goes on once you are online again.')
  }
  return time
    ? msg(str`The network does not answer. Amounts are as of ${time}.`)
    : msg('The network does not answer. The wallet keeps trying.')
}
