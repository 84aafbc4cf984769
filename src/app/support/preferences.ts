/** The person's choices, for all sites, and when they last used it: as long as the browser keeps storage. */
import { loadText, saveText } from './storage.js'

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

export const loadPreference = (what: Preference): string | undefined => loadText(PREFIX + what)

/** @param value - Nothing forgets it. */
export const savePreference = (what: Preference, value: string | undefined): void =>
  saveText(PREFIX + what, value || undefined)
