/** The person's choices, for all sites, and when they last used it: as long as the browser keeps storage. */

const PREFIX = 'wallet-embed:'
export type Preference =
  | 'language'
  | 'theme'
  | 'currency'
  | 'auto-lock'
  | 'approvals'
  | 'last-use'
  /** First address of the recovery phrase to which language, theme and currency belong. */
  | 'settings-of'

export function loadPreference(what: Preference): string | undefined {
  try {
    return localStorage.getItem(PREFIX + what) ?? undefined
  } catch {
    return undefined
  }
}

/** @param value - Nothing forgets it. */
export function savePreference(what: Preference, value: string | undefined): void {
  try {
    if (value) localStorage.setItem(PREFIX + what, value)
    else localStorage.removeItem(PREFIX + what)
  } catch {
    // Storage is denied: the choice lasts as long as the page.
  }
}
