/** How a login window hands over its result: to the window that opened it, else by the mailbox. */
import { listen, send } from '../../protocol/windows.js'
import { WalletError } from '../../shared/errors.js'
import { loadConfig } from '../support/config.js'
import { sameOriginOpener, takeOwn } from '../windows/login-initiator.js'
import { leaveLetter, seal } from '../windows/mailbox.js'
import { showUp } from '../windows/meeting.js'

/** Milliseconds. The receiver of an answer closes this window. */
const TAKEN_WITHIN = 500
/** Milliseconds for a frame to see this window's address. */
const SEEN_WITHIN = 2_000
/** Milliseconds that a window waits for its frame. */
const WAIT = 8_000
/** Property of the window's history state. */
const OVER = 'wallet-embed:over'

/**
 * After a hand-over by message: waits for it to be taken, else leaves it in the mailbox as well.
 *
 * @param state - Names the login.
 * @param data - Ciphertext.
 * @param taken - Resolves to true if the receiver says so instead of closing this window.
 * @throws {WalletError} `SERVICE_UNAVAILABLE`, `LIMIT_EXCEEDED`.
 */
export async function leaveUnlessTaken(
  state: string,
  data: string,
  taken?: Promise<true>,
): Promise<void> {
  // Without an opener, no window can have received the result.
  if (window.opener && (await Promise.race([pause(TAKEN_WITHIN), taken]))) return
  const { loginService } = await loadConfig()
  await leaveLetter(loginService, state, data)
}

/**
 * Hands a result to the page that opened this window, and has it leave the window open.
 *
 * @param origin - Of that page.
 * @param result - A JWE.
 * @throws {WalletError} What `leaveUnlessTaken` throws.
 */
export async function handOver(origin: string, state: string, result: string): Promise<void> {
  const opener = window.opener as Window | null
  if (!opener) return leaveUnlessTaken(state, result)
  let stop = () => {}
  const taken = new Promise<true>((resolve) => {
    stop = listen('mine', { source: opener, origin }, (message) => {
      if (message.state === state) resolve(true)
    })
  })
  send(opener, origin, 'result', { state, result, stays: 'yes' })
  await leaveUnlessTaken(state, result, taken).finally(stop)
}

/**
 * Tells the page that opened this window when the window goes to the provider's page, and when this document ends. If
 * the page still sees the window after that, the provider did not cut it off.
 */
export function tellLeaving(origin: string, state: string): void {
  const opener = window.opener as Window | null
  if (!opener) return
  send(opener, origin, 'leaving', { state })
  const tell = () => send(opener, origin, 'unloading', { state })
  addEventListener('pagehide', tell)
  // The first is our own departure, which a slow provider may hold up. Then it is the person who closes the window.
  addEventListener('beforeunload', () => addEventListener('beforeunload', tell), { once: true })
}

/**
 * Notes in the window's history that its login is over, so that a reload does not begin a new one.
 *
 * @param url - Where the page waits for the result; none if it has it.
 */
export const noteOver = (url = ''): void => history.replaceState({ [OVER]: url }, '')

/** @returns What `noteOver` was given, if it was. Only this origin writes into this history. */
export function readOver(): string | undefined {
  const state: unknown = history.state
  const url = typeof state === 'object' && state && Reflect.get(state, OVER)
  return typeof url === 'string' ? url : undefined
}

/**
 * The provider's answer to a login that a frame began. The frame gets it as a message if it opened this window; by this
 * window's URL if the page did; and by letter if it has lost the window. A letter is left for the wallet's own logins
 * only: an attacker who sent a person to the provider with a chosen `state` could read it, too.
 *
 * @param taken - Resolves to true if the frame says that it has it instead of closing this window.
 * @throws {WalletError} `STATE_MISMATCH` if no frame takes it.
 */
export async function handBack(state: string, taken: Promise<true>): Promise<void> {
  const { search: query, origin } = location
  const isOwn = takeOwn(state)
  const frame = sameOriginOpener()
  if (frame) send(frame, origin, 'callback', { state, query })
  if (isOwn) {
    await leaveUnlessTaken(state, await seal(query, state), taken)
    // A slow frame may still close this window, or ask it to stay.
    if (window.opener) await Promise.race([taken, pause(WAIT)])
    return
  }
  await pause(SEEN_WITHIN)
  throw new WalletError('STATE_MISMATCH')
}

/** Waits in a window that the page opened, until the frame sends the window on or changes its fragment. */
export async function awaitFrame(): Promise<void> {
  const stop = showUp()
  const sent = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
  await Promise.race([pause(WAIT), sent])
  stop()
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
