/** The wallet's theme and language: the page's wishes, checked. */
import type { InitParams } from '../../protocol/messages.js'
import { type Colors, type Scheme, schemeOf } from '../../ui/palette.js'
import { anyLocalValue } from './locale/languages.js'
import type { OwnTheme } from './own-theme.js'

/** The init parameters about looks. */
export type LookParams = Pick<InitParams, 'whiteLabel' | 'theme' | 'language'>

export const lookParams = ({ whiteLabel, theme, language }: LookParams): LookParams => ({
  whiteLabel,
  theme,
  language,
})

export interface Look {
  /** Without it, the browser's preference. */
  scheme: Scheme | undefined
  /** By the interface's keys, such as `walletBrand1`. */
  colors: Colors
  /** URLs of the page's own logo, for light surfaces and for dark ones. */
  logo: { light: string; dark: string } | undefined
  /** URLs in the person's language, in the order in which they are shown. */
  links: { terms?: string | undefined; privacy?: string | undefined; contact?: string | undefined }
  hidesTopup: boolean
  hidesBillboard: boolean
  hidesDisclaimer: boolean
  /** BCP 47 tag by which numbers are written and the page's links are looked up. */
  locale: string
}

/** @param own - The person's choice: it overrides the page's. */
export function lookOf(
  { whiteLabel, theme }: LookParams,
  locale: string,
  own?: OwnTheme | undefined,
): Look {
  const named = typeof theme === 'string' ? theme : undefined
  const themed = typeof theme === 'object' ? theme : whiteLabel?.theme
  const asked = themed?.colors ?? {}
  const wanted = own ?? named ?? (themed && (themed.isDark ? 'dark' : 'light'))
  const scheme = wanted === 'auto' ? undefined : wanted
  // The page chose its colours for the other scheme, so only the accent still fits.
  const isOther = own !== undefined && schemeOf(asked, scheme) !== scheme
  const { walletBrand1 } = asked
  const colors = isOther ? (walletBrand1 ? { walletBrand1 } : {}) : asked
  const link = (links: Record<string, string> | undefined, protocols?: RegExp) =>
    webUrl(anyLocalValue(links ?? {}, locale), protocols)
  return {
    scheme: schemeOf(colors, scheme),
    colors,
    logo: whiteLabel && { light: whiteLabel.logoDark, dark: whiteLabel.logoLight },
    links: {
      terms: link(whiteLabel?.tncLink),
      privacy: link(whiteLabel?.privacyPolicy),
      contact: link(whiteLabel?.contactLink, /^(https?|mailto):$/),
    },
    hidesTopup: whiteLabel?.topupHide ?? false,
    hidesBillboard: whiteLabel?.featuredBillboardHide ?? false,
    hidesDisclaimer: whiteLabel?.disclaimerHide ?? false,
    locale,
  }
}

/** Whether a page wants light or dark. */
export const hasTheme = ({ whiteLabel, theme }: LookParams): boolean =>
  !!(theme ?? whiteLabel?.theme)

/** The look where no page sets one. */
export const PLAIN = lookOf({}, 'en')

/** Only URLs of web pages, or of the given protocols: never a script. */
export function webUrl(url: string | undefined, protocols = /^https?:$/): string | undefined {
  return url && URL.canParse(url) && protocols.test(new URL(url).protocol) ? url : undefined
}
