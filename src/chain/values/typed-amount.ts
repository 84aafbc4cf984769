/** Amounts as people type them, in the habit of their language. Ambiguous amounts are refused. */
import { parseAmount } from './units.js'

/**
 * `none`: nothing, zero, or no number. `unclear`: a point or comma may stand before decimals or between
 * thousands. `too-fine`: it has more decimals than there are.
 */
export type AmountProblem = 'none' | 'unclear' | 'too-fine'

export type TypedAmount = { value: bigint } | { problem: AmountProblem }

/** Arabic and Persian digits, which are on the keyboards there. */
const OTHER_DIGITS = /[٠-٩۰-۹]/g
/** Arabic decimal separator. */
const ARABIC_POINT = /٫/g
/** More decimals are not read. */
const MAX_DECIMALS = 36
/** Three digits after a separator, and one to three before: the separator may be for thousands. */
const MAYBE_THOUSANDS = /^[1-9]\d{0,2}[.,]\d{3}$/

/**
 * Reads a typed amount; zero is accepted only if `least` is 0.
 *
 * @param decimals - Of the coin or token.
 * @param locale - BCP 47. Its own decimal separator is always accepted; the other one only if it cannot be a thousands
 * separator.
 * @param least - In the smallest unit.
 * @returns In the smallest unit.
 */
export function readAmount(
  typed: string,
  decimals: number,
  locale: string,
  least: 0n | 1n = 1n,
): TypedAmount {
  const text = plainDigits(typed)
  if (MAYBE_THOUSANDS.test(text) && !text.includes(decimalPoint(locale))) {
    return { problem: 'unclear' }
  }
  const value = parseAmount(text, decimals)
  if (value !== undefined) return value >= least ? { value } : { problem: 'none' }
  const isNumber = parseAmount(text, MAX_DECIMALS) !== undefined
  return { problem: isNumber ? 'too-fine' : 'none' }
}

/** An amount as it can be typed: every digit, no thousands. `readAmount` reads it back as the same. */
export function typedAmount(value: bigint, decimals: number, locale: string): string {
  const digits = value.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return part ? whole + decimalPoint(locale) + part : whole
}

const plainDigits = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(OTHER_DIGITS, (digit) => String(digit.codePointAt(0)! & 0xf))
    .replace(ARABIC_POINT, '.')
    .trim()

function decimalPoint(locale: string): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'
}
