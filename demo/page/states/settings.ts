/** What the page of states is set to: all of it in the address, so that a link shows the same. */
import type { Scheme } from '../../../src/ui/palette.js'

export interface Settings {
  area: string
  /** Empty: all of the area. */
  state: string
  /** BCP 47 tag. */
  language: string
  /** Empty: what the language has. */
  direction: '' | 'ltr' | 'rtl'
  /** Empty: what the browser prefers. */
  scheme: '' | Scheme
  /** CSS pixels. */
  width: string
  /** Hex colour; empty: the wallet's own. */
  brand: string
}

/** CSS pixels: phones, the panel in a page, a separate page. */
export const WIDTHS = ['320', '390', '400', '1024']

const DEFAULTS: Settings = {
  ...{ area: 'Sign in', state: '', language: 'en', direction: '', scheme: '', width: '390' },
  brand: '',
}

export const readSettings = (): Settings => ({
  ...DEFAULTS,
  ...Object.fromEntries(new URLSearchParams(location.hash.slice(1))),
})

export const toHash = (settings: Settings): string => `#${new URLSearchParams({ ...settings })}`
