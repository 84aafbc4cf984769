/**
 * Who began a login. Anybody can open the login window with a request in another's name and a key of their own, or
 * send a person to the provider with a `state` and a code challenge of their own. So a window believes the window that
 * opened it, which it asks, and nothing that its URL says.
 */
import type { LoginRequest } from '../../protocol/login.js'
import { listen, send } from '../../protocol/windows.js'
import { type Beginning, isByOrigin } from './login-beginning.js'

/** Milliseconds for the page that opened this window to know it; it may be busy. */
const ANSWER_WITHIN = 5_000
/** Milliseconds for a frame to say where to go on to: it may still be making a key. */
const GO_WITHIN = 10_000

/**
 * `page`: the request's origin says that the login is its own. `person`: nobody says so; the person has to know, and
 * the result goes to a registered URL of the application and nowhere else. `nobody`: the window was opened by
 * somebody who did not begin this login.
 */
export type Initiator = 'page' | 'person' | 'nobody'

export async function findInitiator(
  { uxMode, origin, state }: Pick<LoginRequest, 'uxMode' | 'origin' | 'state'>,
  beginning: Beginning,
  opener = window.opener as Window | null,
): Promise<Initiator> {
  if (uxMode === 'redirect') return isByOrigin(beginning, origin) ? 'page' : 'person'
  if (!opener) return 'person'
  return (await isKnown(opener, origin, state)) ? 'page' : 'nobody'
}

/** Fragment of a window that a frame opens to go on to a provider. */
export const GO = '#go'

/**
 * In such a window: asks the frame that opened it for the provider's URL. Another window of the wallet's knows nothing
 * of this one, and a window of another origin hears nothing.
 *
 * @returns Nothing if there is no such frame.
 */
export async function askFrame(): Promise<string | undefined> {
  const { origin } = location
  const opener = sameOriginOpener()
  if (!opener) return undefined
  return first<string>(GO_WITHIN, (resolve) => {
    const stop = listen('go', { source: opener, origin }, ({ url }) => resolve(url))
    send(opener, origin, 'arrived', {})
    return stop
  })
}

const ownName = (state: string) => `wallet-embed:own:${state}`

/** Notes that a login is the wallet's own, in the window where its answer will come. */
export function noteOwn(state: string, target: Window = window): void {
  try {
    target.sessionStorage.setItem(ownName(state), '1')
  } catch {
    // Denied: the answer can only be taken by who sees this window.
  }
}

/** Whether the wallet itself began this login, in this window. Once. */
export function takeOwn(state: string): boolean {
  try {
    const isOwn = sessionStorage.getItem(ownName(state)) !== null
    sessionStorage.removeItem(ownName(state))
    return isOwn
  } catch {
    return false
  }
}

/** The window that opened this one, if it is at the wallet's origin now. What it is sent, nobody else hears. */
export function sameOriginOpener(): Window | null {
  try {
    const opener = window.opener as Window | null
    return opener?.location.origin === location.origin ? opener : null
  } catch {
    return null
  }
}

async function isKnown(opener: Window, origin: string, state: string): Promise<boolean> {
  const isMine = await first<true>(ANSWER_WITHIN, (resolve) => {
    const stop = listen('mine', { source: opener, origin }, (message) => {
      if (message.state === state) resolve(true)
    })
    send(opener, origin, 'whose', { state })
    return stop
  })
  return isMine ?? false
}

/** What comes first within so many milliseconds, if anything does. `hear` returns what stops it. */
function first<T>(ms: number, hear: (resolve: (value: T) => void) => () => void) {
  return new Promise<T | undefined>((resolve) => {
    const end = (value?: T) => {
      stop()
      clearTimeout(timer)
      resolve(value)
    }
    const timer = setTimeout(end, ms)
    const stop = hear(end)
  })
}
