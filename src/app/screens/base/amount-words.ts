/** Messages about a mistyped amount. */
import { msg, str } from '@lit/localize'

import type { AmountProblem } from '../../../chain/values/typed-amount.js'

/** @param unit - Symbol of the coin or token. */
export function amountProblemText(
  problem: AmountProblem,
  { decimals, unit }: { decimals: number; unit: string },
): string {
  switch (problem) {
    case 'none':
      return decimals
        ? msg('Enter an amount, such as 0.1.')
        : msg('Enter how many, as a whole number.')
    case 'unclear':
      return msg(
        'This can be read as two amounts. Write it without a mark between thousands, and with another digit after the decimals.',
      )
    case 'too-fine':
      return decimals
        ? msg(str`${unit} has at most ${decimals} decimals.`)
        : msg('Enter how many, as a whole number.')
  }
}
