/** The operator's or page's colour, made readable (WCAG 2.2, 1.4.3). */

/** What text on a surface needs at least. */
const CONTRAST = 4.5
/** Surfaces of the tokens, light and dark. */
const SURFACES = { light: '#ffffff', dark: '#17181c' }
export const DEFAULT_BRAND = '#0364ff'

type Rgb = [number, number, number]

export interface BrandColors {
  /** Fill of primary buttons. */
  fill: string
  /** Text on `fill`. */
  onFill: string
  /** The colour as text on a light surface, and on a dark one. */
  textLight: string
  textDark: string
}

/** @param hex - 3, 4, 6 or 8 hex digits after `#`; transparency is ignored. */
export function brandColors(hex: string): BrandColors {
  const fill = toRgb(hex) ?? toRgb(DEFAULT_BRAND)!
  const [white, black]: Rgb[] = [
    [255, 255, 255],
    [16, 17, 20],
  ]
  // White is what people expect on a saturated button, where it can be read.
  const onFill = contrast(white!, fill) >= CONTRAST ? white! : black!
  const readable = contrast(onFill, fill) >= CONTRAST ? onFill : ([0, 0, 0] satisfies Rgb)
  return {
    fill: toHex(fill),
    onFill: toHex(readable),
    textLight: toHex(towards(fill, [0, 0, 0], toRgb(SURFACES.light)!)),
    textDark: toHex(towards(fill, [255, 255, 255], toRgb(SURFACES.dark)!)),
  }
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

export function toRgb(hex: string): Rgb | undefined {
  const digits = /^#([0-9a-f]{3,8})$/i.exec(hex)?.[1]
  if (!digits) return undefined
  const long = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits
  return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16)) as Rgb
}

/** Mixes a colour with another, as little as it takes to be readable on a surface. */
function towards(color: Rgb, target: Rgb, surface: Rgb): Rgb {
  for (let part = 0; part <= 1; part += 0.05) {
    const mixed = color.map((value, at) => Math.round(value + (target[at]! - value) * part)) as Rgb
    if (contrast(mixed, surface) >= CONTRAST) return mixed
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

const toHex = (color: Rgb): string =>
  `#${color.map((value) => value.toString(16).padStart(2, '0')).join('')}`
