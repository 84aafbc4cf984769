/**
 * What works in which engine, and where. The tests hold every cell to its word, in that engine; `docs/browsers.md` is
 * made from this.
 */
import type { Profile } from './drivers/driver.js'

/** What comes of a step: a word for the cell, and a sentence. */
export const OUTCOMES = {
  yes: { cell: 'yes', says: 'it works' },
  second: {
    cell: 'second press',
    says: 'it works after a second press: the first window finds nobody to ask, and closes itself',
  },
  window: {
    cell: 'in a window',
    says: 'it works in a window of the wallet’s own, which opens in a click in the panel: the browser cannot tell whether the page covers the frame',
  },
  named: {
    cell: 'confirmed',
    says: 'it works once the person has said in the window that they came from this site',
  },
  blank: {
    cell: 'confirmed, second press',
    says: 'likewise, and after a sign-in to the wallet the browser itself leaves the first window empty',
  },
  again: {
    cell: 'no, as told',
    says: 'who reloads signs in again; the wallet has told them before, and `isSessionTemporary` has told the page',
  },
} as const
export type Outcome = keyof typeof OUTCOMES

export const STEPS = {
  signIn: 'Sign in',
  close: 'Close the panel',
  connect: 'Connect',
  message: 'Sign a message',
  typedData: 'Sign typed data',
  transaction: 'Send a transaction',
  reload: 'Still signed in after a reload',
  popup: '`LoginClient` by popup',
  redirect: '`LoginClient` by redirect',
  logout: '`logout()`',
  cleanUp: '`cleanUp()`',
} as const
export type Step = keyof typeof STEPS

export interface Circumstance {
  says: string
  profile: Profile
  /** `<name>.localhost`; `localhost` itself, which is the wallet's site, if there is none. */
  host?: string
  path: string
}

const host = 'shop'
export const CIRCUMSTANCES = {
  sameSite: { says: 'A page of the wallet’s own site', profile: 'plain', path: '/' },
  crossSite: { says: 'A page of another site', profile: 'plain', host, path: '/' },
  coop: {
    says: 'Another site, under `Cross-Origin-Opener-Policy: same-origin`',
    ...{ profile: 'plain', host, path: '/coop' },
  },
  private: { says: 'Another site, in a private window', profile: 'private', host, path: '/' },
  strict: {
    says: 'Another site, where its frames are denied storage',
    ...{ profile: 'strict', host, path: '/' },
  },
} as const satisfies Record<string, Circumstance>
export type CircumstanceName = keyof typeof CIRCUMSTANCES

type Cells = Partial<Record<Step, Outcome>>

/** What needs a person's yes that nobody can steal. */
const inWindow = { message: 'window', typedData: 'window', transaction: 'window' } as const
const cutOff = { signIn: 'second', popup: 'named' } as const
const forgetful = { reload: 'again' } as const

/** By engine and circumstance: what does not simply work. Nothing: the engine cannot be set so here. */
export const EXCEPTIONS: Record<string, Partial<Record<CircumstanceName, Cells>>> = {
  Chromium: { sameSite: {}, crossSite: {}, coop: cutOff, private: {}, strict: forgetful },
  Firefox: {
    sameSite: inWindow,
    crossSite: inWindow,
    coop: { ...cutOff, ...inWindow },
    private: inWindow,
    strict: { ...inWindow, ...forgetful },
  },
  WebKitGTK: {
    sameSite: inWindow,
    crossSite: inWindow,
    coop: { ...cutOff, ...inWindow, popup: 'blank' },
    private: inWindow,
  },
}

/** Nothing: it cannot be tried. */
export function outcomeOf(
  engine: string,
  circumstance: CircumstanceName,
  step: Step,
): Outcome | undefined {
  const cells = EXCEPTIONS[engine]?.[circumstance]
  return cells && (cells[step] ?? 'yes')
}
