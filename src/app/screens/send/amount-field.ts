/** The amount field, with the balance and the cost of sending. */
import { msg, str } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'

import type { PreparedTransaction } from '../../../chain/requests/transaction.js'
import type { AmountProblem } from '../../../chain/values/typed-amount.js'
import { formatAmount, formatExact } from '../../../chain/values/units.js'
import { warning } from '../../../ui/icons.js'
import { amountProblemText } from '../base/amount-words.js'

/**
 * `too-much`: more than the balance. `too-much-with-fee`: more than the balance minus the fee. `fee`: the account has
 * the token, but too little for the fee. `nothing-left`: the fee needs the whole balance.
 */
export type SendProblem =
  | AmountProblem
  | 'too-much'
  | 'too-much-with-fee'
  | 'fee'
  | 'nothing-left'
  | 'silent'

export interface AmountField {
  typed: string
  problem: SendProblem | undefined
  /** The balance; undefined until known. */
  balance: bigint | undefined
  unit: string
  decimals: number
  locale: string
  /** For a collectible that is sent whole: the field shows only the cost. */
  isWhole: boolean
  prepared: PreparedTransaction | undefined
  /** Symbol of the chain's coin. */
  ticker: string
  /** The typed amount in the person's currency. */
  worth: string | undefined
  onInput: (event: InputEvent) => void
  onLeave: () => void
  onMax: () => void
}

export function amountField(field: AmountField): TemplateResult {
  const { problem } = field
  return html`
    <div class="field">
      ${field.isWhole ? nothing : input(field)}
      <span id="amount-wrong" class="wrong" role="alert">${problem ? problemText(problem, field) : nothing}</span>
      ${field.isWhole ? nothing : available(field)}
      <span id="fee" class="hint" role="status">${costText(field)}</span>
      ${
        field.prepared?.failure
          ? html`<p class="notice danger" role="alert">${warning()}
              <span>${msg('This transaction would fail. The network says:')} ${field.prepared.failure}</span></p>`
          : nothing
      }
    </div>
  `
}

const input = ({ typed, problem, unit, balance, onInput, onLeave, onMax }: AmountField) => html`
  <label for="amount">${msg('Amount')}</label>
  <span class="box"><input id="amount" name="amount" dir="ltr" inputmode="decimal" placeholder="0"
    autocomplete="off" .value=${typed} aria-invalid=${!!problem} aria-describedby="amount-wrong available fee"
    @input=${onInput} @change=${onLeave} />
    ${
      balance
        ? html`<button type="button" class="quiet" @click=${onMax}>${msg('Max')}</button>`
        : nothing
    }
    <span class="unit"><bdi>${unit}</bdi></span></span>
`

function available({ balance, locale, decimals, unit, worth }: AmountField): TemplateResult {
  const has =
    balance !== undefined &&
    msg(str`You have ${formatAmount(balance, locale, 6, decimals)} ${unit}.`)
  const known = [worth && `≈ ${worth}`, has].filter((text) => !!text)
  return html`<span id="available" class="hint">${known.join(' · ')}</span>`
}

function costText({ prepared, ticker, locale }: AmountField): string {
  if (!prepared || prepared.failure) return ''
  return msg(str`Network fee: at most ${formatAmount(prepared.maxFee, locale)} ${ticker}.`)
}

function problemText(problem: SendProblem, field: AmountField): string {
  const { balance = 0n, locale, decimals, unit, ticker } = field
  const has = formatExact(balance, locale, decimals)
  switch (problem) {
    case 'none':
    case 'unclear':
    case 'too-fine':
      return amountProblemText(problem, { decimals, unit })
    case 'too-much':
      return msg(str`This is more than you have: ${has} ${unit}.`)
    case 'too-much-with-fee':
      return msg('With the network fee this is more than you have. Send less.')
    case 'fee':
      return msg(str`You do not have enough ${ticker} for the network fee. Add some first.`)
    case 'nothing-left':
      return msg('The network fee would use up all that you have.')
    case 'silent':
      return msg('The network does not answer. Please try again.')
  }
}
