/**
 * Who began a login. Anybody can open the login window with a request in another's name and a key of
 * their own, or send a person to the provider with a `state` and a code challenge of their own; what then
 * went to the mailbox would be theirs.
 */
import type { LoginRequest } from '../protocol/login.js'
import { listen, send } from '../protocol/windows.js'

/** Milliseconds for the page that opened this window to know it; it may be busy. */
const ANSWER_WITHIN = 5_000

/**
 * `page`: the page at the request's origin says that it is its own. `person`: this window was cut off from
 * the page, and the browser says that it came from there, by a link maybe; the person has to know the rest.
 * `nobody`: neither.
 */
export type Witness = 'page' | 'person' | 'nobody'

export async function findWitness(
  { uxMode, origin, state }: Pick<LoginRequest, 'uxMode' | 'origin' | 'state'>,
  opener = window.opener as Window | null,
  referrer = document.referrer,
): Promise<Witness> {
  // Its result goes to a URL of the application and nowhere else.
  if (uxMode === 'redirect') return 'page'
  if (opener) return (await isKnown(opener, origin, state)) ? 'page' : 'nobody'
  return URL.canParse(referrer) && new URL(referrer).origin === origin ? 'person' : 'nobody'
}

/** Fragment of a window that the frame opens, with the provider's address that it is to go on to. */
export const GO = '#go='

const proofName = (state: string) => `wallet-embed:own:${state}`

/** Where a window of the frame's begins: at our own origin, so that it can tell who opened it. */
export const goUrl = (authorization: string): string =>
  `${location.origin}/login${GO}${encodeURIComponent(authorization)}`

/**
 * In such a window: notes that the login is the wallet's own, and gives the provider's address.
 *
 * @returns Nothing if another site opened the window.
 */
export function takeGo(hash: string): string | undefined {
  const url = decodeURIComponent(hash.slice(GO.length))
  const state = URL.canParse(url) ? new URL(url).searchParams.get('state') : null
  if (!state || !isOpenedByUs()) return undefined
  noteOwn(state)
  return url
}

/** Notes that a login is the wallet's own, in the window where its answer will come. */
export function noteOwn(state: string, target: Window = window): void {
  try {
    target.sessionStorage.setItem(proofName(state), '1')
  } catch {
    // Denied: the answer can only be taken by who sees this window.
  }
}

/** Whether the wallet itself began this login, in this window. Once. */
export function takeOwn(state: string): boolean {
  try {
    const isOwn = sessionStorage.getItem(proofName(state)) !== null
    sessionStorage.removeItem(proofName(state))
    return isOwn
  } catch {
    return false
  }
}

/** The browser's word: a page of another origin cannot have it name ours as the referrer. */
export const isOpenedByUs = (): boolean =>
  !!sameOriginOpener() || document.referrer.startsWith(`${location.origin}/`)

/** The wallet's own frame, if it is what opened this window. */
export function sameOriginOpener(): Window | null {
  try {
    const opener = window.opener as Window | null
    return opener?.location.origin === location.origin ? opener : null
  } catch {
    return null
  }
}

function isKnown(opener: Window, origin: string, state: string): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isKnown: boolean) => {
      stop()
      clearTimeout(timer)
      resolve(isKnown)
    }
    const stop = listen('mine', { source: opener, origin }, (message) => {
      if (message.state === state) end(true)
    })
    const timer = setTimeout(() => end(false), ANSWER_WITHIN)
    send(opener, origin, 'whose', { state })
  })
}
