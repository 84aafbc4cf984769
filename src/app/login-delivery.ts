/** How a login window hands over what it has: to the window that opened it, else by the mailbox. */
import { send } from '../protocol/windows.js'
import { loadConfig } from './config.js'
import { leaveLetter, seal } from './mailbox.js'

/** Milliseconds. Whoever takes an answer closes this window. */
const TAKEN_WITHIN = 500
/** Milliseconds that a window waits for the frame that it was opened for. */
const WAIT = 8_000

/**
 * After a hand-over by message: gives it time to be taken, then leaves it in the mailbox as well.
 *
 * @param state - Names the login.
 * @param data - Ciphertext.
 * @throws {WalletError} `SERVICE_UNAVAILABLE`, `LIMIT_EXCEEDED`.
 */
export async function leaveUnlessTaken(state: string, data: string): Promise<void> {
  // Without an opener nobody can have heard.
  if (window.opener) await pause(TAKEN_WITHIN)
  const { loginService } = await loadConfig()
  await leaveLetter(loginService, state, data)
}

/**
 * The provider's answer to a login that a frame began. The frame hears of it if it opened this window;
 * it reads this window's address if the page did; and it finds the letter if it has lost sight of it.
 */
export async function handBack(state: string): Promise<void> {
  const { search: query, origin } = location
  const frame = sameOriginOpener()
  if (frame) send(frame, origin, 'callback', { state, query })
  await leaveUnlessTaken(state, await seal(query, state))
}

/** A window that the page opened in a click waits here until the frame sends it on, or elsewhere in it. */
export const awaitFrame = (): Promise<unknown> =>
  Promise.race([
    pause(WAIT),
    new Promise((resolve) => addEventListener('hashchange', resolve, { once: true })),
  ])

function sameOriginOpener(): Window | null {
  try {
    const opener = window.opener as Window | null
    return opener?.location.origin === location.origin ? opener : null
  } catch {
    return null
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
