/** Logos of made-up brands. Two each: a dark one for light surfaces, and the other way round. */

interface Logo {
  light: string
  dark: string
  /** The brand's colour; `''` without one. */
  color: string
}

/** Whole URLs, since the wallet loads them from its own origin. */
export const LOGOS = {
  /** Of a brand that has none yet: the interface wants one. */
  none: {
    light: new URL('../art/mark-light.svg', import.meta.url).href,
    dark: new URL('../art/mark-dark.svg', import.meta.url).href,
    color: '',
  },
  harbour: {
    light: new URL('../art/harbour-light.svg', import.meta.url).href,
    dark: new URL('../art/harbour-dark.svg', import.meta.url).href,
    color: '#0b7285',
  },
  marigold: {
    light: new URL('../art/marigold-light.svg', import.meta.url).href,
    dark: new URL('../art/marigold-dark.svg', import.meta.url).href,
    color: '#c2410c',
  },
  /** For a login provider. */
  provider: {
    light: new URL('../art/star-light.svg', import.meta.url).href,
    dark: new URL('../art/star-dark.svg', import.meta.url).href,
    color: '',
  },
} satisfies Record<string, Logo>
