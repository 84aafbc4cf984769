/** The theme that the person chose in the settings. */
import { loadPreference } from '../support/preferences.js'

export const THEMES = ['auto', 'light', 'dark'] as const
/** `auto`: the browser's preference, overriding the page's. */
export type OwnTheme = (typeof THEMES)[number]

export const isOwnTheme = (text: unknown): text is OwnTheme => THEMES.some((one) => one === text)

export function loadOwnTheme(): OwnTheme | undefined {
  const text = loadPreference('theme')
  return isOwnTheme(text) ? text : undefined
}
