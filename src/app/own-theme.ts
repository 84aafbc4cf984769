/** Light or dark, as the person chose in the settings. */

const ITEM = 'wallet-embed:theme'
export const THEMES = ['auto', 'light', 'dark'] as const
/** `auto`: as the browser wishes, whatever the page wants. */
export type OwnTheme = (typeof THEMES)[number]

export const isOwnTheme = (text: unknown): text is OwnTheme => THEMES.some((one) => one === text)

export function loadOwnTheme(): OwnTheme | undefined {
  try {
    const text = localStorage.getItem(ITEM)
    return isOwnTheme(text) ? text : undefined
  } catch {
    return undefined
  }
}

/** Kept as long as the browser keeps anything. */
export function saveOwnTheme(theme: OwnTheme | undefined): void {
  try {
    if (theme) localStorage.setItem(ITEM, theme)
    else localStorage.removeItem(ITEM)
  } catch {
    // Storage is denied: the choice lasts as long as the page.
  }
}
