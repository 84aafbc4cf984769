/** Amounts: whole numbers inside, decimals for people. */

/** Decimals of every EVM chain's native currency. */
export const NATIVE_DECIMALS = 18
/** Digits after the point that every browser's Intl formats. */
const MAX_FRACTION = 20

/**
 * Formats an amount for people, cut off (never rounded up) after `digits` decimals. An amount too small for these
 * digits is shown as `< …`.
 *
 * @param value - In the smallest unit (wei).
 * @param locale - BCP 47.
 * @param decimals - Of the currency or token.
 */
export function formatAmount(
  value: bigint,
  locale: string,
  digits = 6,
  decimals = NATIVE_DECIMALS,
): string {
  const unit = 10n ** BigInt(decimals)
  const step = 10n ** BigInt(Math.max(0, decimals - digits))
  const { sign, size } = signed(value)
  const whole = `${sign}${size / unit}`
  if (!size || size >= step)
    return format(whole, toDecimals(size - (size % step), decimals), locale)
  return `${sign ? '> ' : '< '}${format(`${sign}0`, toDecimals(step, decimals), locale)}`
}

/** Every digit, for where it matters. @param value - In the smallest unit. */
export function formatExact(value: bigint, locale: string, decimals = NATIVE_DECIMALS): string {
  const { sign, size } = signed(value)
  const whole = size / 10n ** BigInt(decimals)
  return format(`${sign}${whole}`, toDecimals(size, decimals), locale)
}

/**
 * Reads an amount that a person typed, with a point or a comma before the decimals.
 *
 * @returns The smallest units, or `undefined` if it is no such amount.
 */
export function parseAmount(text: string, decimals = NATIVE_DECIMALS): bigint | undefined {
  const match = /^(\d{0,30})(?:[.,](\d{0,36}))?$/.exec(text.trim())
  const [, whole = '', part = ''] = match ?? []
  if (!match || !(whole + part) || part.length > decimals) return undefined
  return BigInt(whole + part.padEnd(decimals, '0'))
}

const signed = (value: bigint): { sign: '-' | ''; size: bigint } =>
  value < 0n ? { sign: '-', size: -value } : { sign: '', size: value }

/** The digits after the point, without trailing zeros. */
const toDecimals = (value: bigint, decimals = NATIVE_DECIMALS): string =>
  (value % 10n ** BigInt(decimals)).toString().padStart(decimals, '0').replace(/0+$/, '')

/** Intl formats decimal strings exactly, where a number would lose digits. */
function format(whole: string, decimals: string, locale: string): string {
  const text = decimals ? `${whole}.${decimals}` : whole
  const formatter = new Intl.NumberFormat(locale, {
    minimumFractionDigits: Math.min(decimals.length, MAX_FRACTION),
    maximumFractionDigits: MAX_FRACTION,
  })
  const shown = formatter.format(text.slice(0, whole.length + 1 + MAX_FRACTION) as `${number}`)
  return shown + decimals.slice(MAX_FRACTION)
}
