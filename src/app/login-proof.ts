/**
 * Whether the page that a login request names began this login. Anybody can open the login window with a
 * request in another's name and a key of their own; a result that went to the mailbox would then be theirs.
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
