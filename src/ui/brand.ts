/** Colours as numbers: contrast and how to reach it (WCAG 2.2, 1.4.3). */

/** Least contrast of text on a surface. */
const CONTRAST = 4.5
export const DEFAULT_BRAND = '#0364ff'

export type Rgb = [number, number, number]
export const WHITE: Rgb = [255, 255, 255]
export const BLACK: Rgb = [0, 0, 0]
const INK: Rgb = [16, 17, 20]
/** Share of the target colour that each step mixes in. */
const STEP = 0.05

/** @param hex - 3, 4, 6 or 8 hex digits after `#`; transparency is ignored. */
export function brandColors(hex: string): { /** Of primary buttons. */ fill: Rgb; onFill: Rgb } {
  const fill = toRgb(hex) ?? toRgb(DEFAULT_BRAND)!
  // Prefer white where it is readable: people expect it on a saturated button.
  const onFill = [WHITE, INK, BLACK].find((text) => contrast(text, fill) >= CONTRAST)!
  return { fill, onFill }
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

export function toRgb(hex: string): Rgb | undefined {
  const digits = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(hex)?.[1]
  if (!digits) return undefined
  const long = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits
  return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16)) as Rgb
}

export const toHex = (color: Rgb): string =>
  `#${color.map((value) => value.toString(16).padStart(2, '0')).join('')}`

/** @param part - Of `other`, 0 to 1. */
export const mix = (color: Rgb, other: Rgb, part: number): Rgb =>
  color.map((value, at) => Math.round(value + (other[at]! - value) * part)) as Rgb

/** Mixes a colour with a target, as little as it takes for this contrast with every neighbouring colour. */
export function towards(color: Rgb, target: Rgb, beside: readonly Rgb[], ratio = CONTRAST): Rgb {
  for (let part = 0; part < 1; part += STEP) {
    const mixed = mix(color, target, part)
    if (beside.every((other) => contrast(mixed, other) >= ratio)) return mixed
  }
  return target
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
