/**
 * The colours of the wallet's interface. A page may choose some of them; its choices are adjusted until they are
 * readable. Warnings keep fixed colours.
 */
import {
  BLACK,
  brandColors,
  contrast,
  DEFAULT_BRAND,
  mix,
  type Rgb,
  toHex,
  toRgb,
  towards,
  WHITE,
} from './brand.js'

export type Scheme = 'light' | 'dark'

/** The keys of `theme.colors`. */
export const COLOR_KEYS = [
  'walletBrand1',
  'walletSurface1',
  'walletSurface2',
  'walletText1',
  'walletText2',
  'walletLine1',
] as const
/** Hex colours by key. Unknown keys are ignored. */
export type Colors = Readonly<Record<string, string>>

const DEFAULTS = {
  light: {
    surface: '#ffffff',
    sunken: '#f4f5f7',
    raised: '#ffffff',
    hover: '#ebedf0',
    line: '#e3e5e9',
    'line-strong': '#868c98',
    text: '#14161a',
    muted: '#5b626e',
    danger: '#b3261e',
    'danger-surface': '#fdeeed',
    warning: '#7a4b00',
    'warning-surface': '#fff5e0',
    success: '#0f6b3c',
    'success-surface': '#e8f6ee',
  },
  dark: {
    surface: '#17181c',
    sunken: '#202227',
    raised: '#24262c',
    hover: '#2b2e35',
    line: '#33363e',
    'line-strong': '#7c8290',
    text: '#f3f4f6',
    muted: '#a3a9b5',
    danger: '#ff9a91',
    'danger-surface': '#3a2120',
    warning: '#f5c46b',
    'warning-surface': '#332a18',
    success: '#6fd6a0',
    'success-surface': '#17301f',
  },
} as const satisfies Record<Scheme, Record<string, string>>

export type Token =
  | keyof (typeof DEFAULTS)['light']
  | 'brand'
  | 'brand-hover'
  | 'on-brand'
  | 'brand-text'
export type Palette = Record<Token, string>

/**
 * Least contrast of a surface with black or white text. Higher than needed, so that muted text and hovered rows are
 * readable too.
 */
const SURFACE_ROOM = 12
/** Least contrast of a field's border (WCAG 2.2, 1.4.11). */
const LINE_CONTRAST = 3
/** How far surfaces of a page's own are from the first, as shares of the text's colour. */
const SHADES = { sunken: 0.05, hover: 0.1, line: 0.13 }
/** Share of the signal's colour that tints its background. */
const TINT = 0.12
/** How far a hovered primary button is from its colour, away from its text. */
const HOVER = 0.1

/** The scheme of a page's own surface is judged by its colour, not by the name that the page gives. */
export function schemeOf(colors: Colors, wanted: Scheme | undefined): Scheme | undefined {
  const surface = own(colors, 'walletSurface1')
  if (!surface) return wanted
  return contrast(surface, BLACK) > contrast(surface, WHITE) ? 'light' : 'dark'
}

/** All design tokens of one scheme. Text has a contrast of at least 4.5 on every surface where it may stand. */
export function palette(colors: Colors, scheme: Scheme): Palette {
  const given = rgbOf(DEFAULTS[scheme])
  const [ink, paper] = scheme === 'light' ? [BLACK, WHITE] : [WHITE, BLACK]
  const roomy = (color: Rgb) => towards(color, paper, [ink], SURFACE_ROOM)
  const first = own(colors, 'walletSurface1')
  const surface = first ? roomy(first) : given.surface
  const shade = (token: keyof typeof SHADES) =>
    first ? mix(surface, ink, SHADES[token]) : given[token]
  const second = own(colors, 'walletSurface2')
  const sunken = second ? roomy(second) : shade('sunken')
  const hover = shade('hover')
  const raised = first ? surface : given.raised
  const all = [surface, sunken, raised, hover]
  const readable = (color: Rgb, beside: readonly Rgb[] = all) => towards(color, ink, beside)
  const signal = (name: 'danger' | 'warning' | 'success') => {
    const under = first ? mix(surface, given[name], TINT) : given[`${name}-surface`]
    return { [name]: readable(given[name], [...all, under]), [`${name}-surface`]: under }
  }
  const { fill, onFill } = brandColors(colors.walletBrand1 ?? DEFAULT_BRAND)
  const line = own(colors, 'walletLine1') ?? shade('line')
  const tokens = {
    surface,
    sunken,
    raised,
    hover,
    line,
    'line-strong': towards(
      own(colors, 'walletLine1') ?? given['line-strong'],
      ink,
      [surface, raised],
      LINE_CONTRAST,
    ),
    text: readable(own(colors, 'walletText1') ?? given.text),
    muted: readable(own(colors, 'walletText2') ?? given.muted),
    ...signal('danger'),
    ...signal('warning'),
    ...signal('success'),
    brand: fill,
    'brand-hover': mix(fill, onFill === WHITE ? BLACK : WHITE, HOVER),
    'on-brand': onFill,
    'brand-text': readable(fill),
  }
  const named = Object.entries(tokens).map(([token, color]) => [token, toHex(color)])
  return Object.fromEntries(named) as Palette
}

const own = (colors: Colors, key: (typeof COLOR_KEYS)[number]): Rgb | undefined =>
  Object.hasOwn(colors, key) ? toRgb(colors[key]!) : undefined

const rgbOf = <T extends string>(hex: Readonly<Record<T, string>>): Record<T, Rgb> => {
  const entries = Object.entries<string>(hex).map(([token, value]) => [token, toRgb(value)!])
  return Object.fromEntries(entries) as Record<T, Rgb>
}
