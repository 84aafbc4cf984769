/**
 * Who began a login. An attacker can open the login window with a request in a site's name and the attacker's key, or
 * send a person to the provider with the attacker's `state` and code challenge. So a window trusts the answer of the
 * window that opened it, and nothing in its own URL.
 */
import type { LoginRequest } from '../../protocol/login.js'
import { listen, send, type WindowMessages } from '../../protocol/windows.js'
import { type Beginning, isByOrigin } from './login-beginning.js'

/** Milliseconds for the page that opened this window to know it; it may be busy. */
const ANSWER_WITHIN = 5_000
/** Milliseconds for a frame to say where to go on to: it may still be making a key. */
const GO_WITHIN = 10_000

/**
 * `page`: the request's origin confirmed that it began the login. `person`: no page confirmed it; the person decides,
 * and the result goes only to a registered URL of the application. `nobody`: the window's opener did not begin this
 * login.
 */
export type Initiator = 'page' | 'person' | 'nobody'

export async function findInitiator(
  { uxMode, origin, state }: Pick<LoginRequest, 'uxMode' | 'origin' | 'state'>,
  beginning: Beginning,
): Promise<Initiator> {
  const opener = window.opener as Window | null
  if (uxMode === 'redirect') return isByOrigin(beginning, origin) ? 'page' : 'person'
  if (!opener) return 'person'
  return (await isKnown(opener, origin, state)) ? 'page' : 'nobody'
}

/** Fragment of a window that a frame opens to go on to a provider. */
export const GO = '#go'

/**
 * In a window at `#go`: asks the frame that opened it for the provider's URL. Other frames do not know this window, and
 * other origins get no message.
 *
 * @returns Undefined if there is no such frame.
 */
export async function askFrame(): Promise<WindowMessages['go'] | undefined> {
  const { origin } = location
  const opener = sameOriginOpener()
  if (!opener) return undefined
  return first<WindowMessages['go']>(GO_WITHIN, (resolve) => {
    const stop = listen('go', { source: opener, origin }, resolve)
    send(opener, origin, 'arrived', {})
    return stop
  })
}

const ownName = (state: string) => `wallet-embed:own:${state}`

/** Marks a login as the wallet's own, in the window that its answer will reach. */
export function noteOwn(state: string): void {
  try {
    sessionStorage.setItem(ownName(state), '1')
  } catch {
    // Denied: the answer can only be taken by who sees this window.
  }
}

/** Whether the wallet itself began this login in this window. Answers true only once. */
export function takeOwn(state: string): boolean {
  try {
    const isOwn = sessionStorage.getItem(ownName(state)) !== null
    sessionStorage.removeItem(ownName(state))
    return isOwn
  } catch {
    return false
  }
}

/** The opener, if it is now at the wallet's origin. Send to it with that origin as target: the opener may navigate. */
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

/** The first result in time, if any. `hear` returns a function that stops listening. */
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
