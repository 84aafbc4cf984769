/**
 * What works in which engine, and where. The tests hold every cell to its word, in that engine; `docs/browsers.md` is
 * made from this.
 */
import type { Profile } from './drivers/driver.js'

interface Words {
  cell: string
  says: string
  /** After the one on the site's own button. */
  presses?: number
}

/** What comes of a step: a word for the cell, and a sentence. */
export const OUTCOMES = {
  yes: { cell: 'yes', says: 'it works' },
  second: {
    cell: 'second press',
    says: 'it works after a second press: the first window finds nobody to ask, and closes itself',
  },
  page: {
    cell: '1 press',
    presses: 1,
    says: 'after the click on the site’s own button one press on “Approve” in the page, and nothing else',
  },
  window: {
    cell: '1 press, in a window',
    presses: 1,
    says: 'likewise, in a window of the wallet’s own that opens in the click on the site’s button: the operator does not trust the page to show the wallet, or the browser cannot tell whether the page covers the frame',
  },
  letters: {
    cell: '2 presses, in a window',
    presses: 2,
    says: 'likewise, in a window that opens in a press in the panel: the page’s policy cuts off those that it opens itself',
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
} as const satisfies Record<string, Words>
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

/** Between two sites, in each engine: a person signs in on the one. */
export const BETWEEN_SITES = {
  carry: 'Carry the session to the other in one press',
  end: 'Log out on the other: the first ends, too',
} as const

export interface Circumstance {
  says: string
  profile: Profile
  /** `<name>.localhost`; `localhost` itself, which is the wallet's site, if there is none. */
  host?: string
  path: string
}

const host = 'shop'
/** Whose origin is in no registry. */
export const UNLISTED = 'stranger'
export const CIRCUMSTANCES = {
  sameSite: { says: 'A page of the wallet’s own site', profile: 'plain', path: '/' },
  crossSite: { says: 'A page of another site', profile: 'plain', host, path: '/' },
  unlisted: {
    says: 'A page of a site that the operator does not list',
    ...{ profile: 'plain', host: UNLISTED, path: '/' },
  },
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
const asked = (outcome: Outcome): Cells => ({
  message: outcome,
  typedData: outcome,
  transaction: outcome,
})
const [inPage, inWindow, byLetters] = [asked('page'), asked('window'), asked('letters')]
const cutOff = { signIn: 'second', popup: 'named' } as const
const forgetful = { reload: 'again' } as const

/** Tried in this circumstance alone: elsewhere a transaction is asked for in the same way. */
const ONCE: Partial<Record<Step, CircumstanceName>> = {
  message: 'crossSite',
  typedData: 'crossSite',
}

/**
 * By engine and circumstance: what does not simply work. Nothing: the engine cannot be set so here, or does what it does
 * across sites: Firefox and WebKitGTK open a window for listed sites as well, and WebKitGTK's sessions are all private.
 */
export const EXCEPTIONS: Record<string, Partial<Record<CircumstanceName, Cells>>> = {
  Chromium: {
    sameSite: inPage,
    crossSite: inPage,
    unlisted: inWindow,
    coop: { ...cutOff, ...inPage },
    private: inPage,
    strict: { ...inPage, ...forgetful },
  },
  Firefox: {
    sameSite: inWindow,
    crossSite: inWindow,
    coop: { ...cutOff, ...byLetters },
    private: inWindow,
    strict: { ...inWindow, ...forgetful },
  },
  WebKitGTK: {
    sameSite: inWindow,
    crossSite: inWindow,
    coop: { ...cutOff, ...byLetters, popup: 'blank' },
  },
}

/** How many it takes. */
export const pressesOf = (outcome: Outcome): number | undefined =>
  (OUTCOMES[outcome] as Words).presses

/** Nothing: it is not tried. */
export function outcomeOf(
  engine: string,
  circumstance: CircumstanceName,
  step: Step,
): Outcome | undefined {
  if (circumstance !== (ONCE[step] ?? circumstance)) return undefined
  const cells = EXCEPTIONS[engine]?.[circumstance]
  return cells && (cells[step] ?? 'yes')
}
