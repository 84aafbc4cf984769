/** The language that the person chose in the settings. */

const ITEM = 'wallet-embed:language'

export function loadOwnLanguage(): string | undefined {
  try {
    return localStorage.getItem(ITEM) ?? undefined
  } catch {
    return undefined
  }
}

/** Kept as long as the browser keeps anything. */
export function saveOwnLanguage(tag: string | undefined): void {
  try {
    if (tag) localStorage.setItem(ITEM, tag)
    else localStorage.removeItem(ITEM)
  } catch {
    // Storage is denied: the choice lasts as long as the page.
  }
}
