/**
 * The login window as the frame sees it: opened here or by the page. A provider, or the policy of the embedding page,
 * may cut the window off (Cross-Origin-Opener-Policy); it then reads as closed while the person is still at work in it,
 * and its answer comes by the mailbox.
 */
import { listen, popupFeatures, send, type WindowMessages } from '../../protocol/windows.js'
import { WalletError } from '../../shared/errors.js'
import { GO } from './login-initiator.js'
import { awaitLetter, unseal } from './mailbox.js'

/** Milliseconds between checks: no event reports that a window was closed or has come back. */
const POLL = 150
/** Milliseconds. A window that is being cut off still looks alive for a moment. */
const SEEN_ALIVE = 500
/** Milliseconds in which the answer of a closed window may still arrive. */
const CLOSED_GRACE = 2_000
/** Milliseconds that a login in a window out of sight may take. A letter is kept as long. */
const UNSEEN_TIMEOUT = 600_000
/** Path at which a window opened by the page waits. */
export const LOGIN = '/login'
/** CSS pixels. */
const WIDTH = 480
const HEIGHT = 680

const CUT_OFF = 'wallet-embed:windows-cut-off'
let isCutOff = false

/** The outcome of opening a window. */
export type Opened =
  | { name: 'window'; window: Window }
  /** The window opened, but the browser hides it from us. */
  | { name: 'unseen' }
  /** The window opened or was blocked: this browser does not tell which. */
  | { name: 'unsure' }
  | { name: 'blocked' }

/**
 * Tells a window of the wallet's the URL to go on to; the window accepts it from this frame only.
 *
 * @returns Stops answering.
 */
export function guide(popup: Window, told: Promise<WindowMessages['go']>): () => void {
  const { origin } = location
  return listen('arrived', { source: popup, origin }, () => {
    told.then(
      (told) => send(popup, origin, 'go', told),
      () => popup.close(),
    )
  })
}

/** URL of a login window that asks the frame where to go. */
export const askingUrl = (): string => `${location.origin}/login${GO}`

/** URL of a login window that carries the provider's URL, since the page's policy cuts it off from the frame. */
export const tellingUrl = (authorization: string): string =>
  `${location.origin}/begin${GO}=${encodeURIComponent(authorization)}`

/** Whether the page's policy was seen to cut windows off, in this tab. */
export function areCutOff(): boolean {
  try {
    return sessionStorage.getItem(CUT_OFF) !== null
  } catch {
    return isCutOff
  }
}

export function noteCutOff(): void {
  isCutOff = true
  try {
    sessionStorage.setItem(CUT_OFF, '1')
  } catch {
    // Storage is denied: only this document remembers.
  }
}

/** Opens a window of our own. Call it in the click. */
export function openPopup(url: string, width = WIDTH): Opened {
  const { userActivation } = navigator
  const hadClick = userActivation?.isActive ?? false
  const popup = window.open(url, '', popupFeatures(width, HEIGHT))
  if (popup) return { name: 'window', window: popup }
  // Under a page with COOP `same-origin` a window opens and is not handed out. It has used up the click, but in WebKit,
  // which lets one click open any number.
  if (hadClick && !userActivation.isActive) return { name: 'unseen' }
  return { name: navigator.vendor.startsWith('Apple') ? 'unsure' : 'blocked' }
}

/** Loaded only for windows that the page opens: most pages open none. */
export const pageWindows = () => import('./page-window.js')

/** Closes a window that the page opened and this frame does not need. */
export const closePopup = async (name: string, signal?: AbortSignal): Promise<void> =>
  (await pageWindows()).closeWindow(name, LOGIN, signal)

export interface Listening {
  state: string
  loginService: string
  signal: AbortSignal
  /** The window is hidden from us or closed. The person knows which, and may start again at once. */
  onUnseen: () => void
}

/**
 * Waits for the provider's answer. No deadline while the window is visible: the person may be typing.
 *
 * @param popup - Null for a window that was never visible to the frame.
 * @returns The query of the URL that the provider sent the window back to.
 * @throws {WalletError} `POPUP_CLOSED`, `ABORTED`.
 */
export async function hearCallback(popup: Window | null, listening: Listening): Promise<string> {
  const { signal, onUnseen } = listening
  const seen = popup ? await watch(popup, listening) : { isClosed: false }
  if ('query' in seen) return seen.query
  if (signal.aborted) throw new WalletError('ABORTED')
  onUnseen()
  return readLetter(listening, seen.isClosed ? CLOSED_GRACE : UNSEEN_TIMEOUT)
}

type Seen = { query: string } | { /** Rather than cut off. */ isClosed: boolean }

/** Polls until the window answers or is gone, or the signal aborts. */
function watch(popup: Window, { state, signal }: Listening): Promise<Seen> {
  return new Promise((resolve) => {
    let aliveSince: number | undefined
    let isAlive = false
    const end = (seen: Seen) => {
      stop()
      clearInterval(poll)
      signal.removeEventListener('abort', onAbort)
      resolve(seen)
    }
    const stop = listen('callback', { source: popup, origin: location.origin }, (message) => {
      if (message.state === state) end({ query: message.query })
    })
    const onAbort = () => end({ isClosed: false })
    signal.addEventListener('abort', onAbort)
    const poll = setInterval(() => {
      if (popup.closed) return end({ isClosed: isAlive })
      const query = readQuery(popup, state)
      if (query) return end({ query })
      if (query === null) return
      // The window is at the provider, so its URL cannot be read.
      aliveSince ??= Date.now()
      isAlive ||= Date.now() - aliveSince >= SEEN_ALIVE
    }, POLL)
  })
}

/** The answer, if the window has come back with it; null if it has not left; undefined while it is away. */
function readQuery(popup: Window, state: string): string | null | undefined {
  try {
    const { pathname, search } = popup.location
    const isBack = pathname === '/login' && new URLSearchParams(search).get('state') === state
    return isBack ? search : null
  } catch {
    return undefined
  }
}

async function readLetter({ loginService, state, signal }: Listening, ms: number): Promise<string> {
  const timeout = AbortSignal.timeout(ms)
  try {
    const ended = AbortSignal.any([signal, timeout])
    return await unseal(await awaitLetter(loginService, state, ended), state)
  } catch (error) {
    throw timeout.aborted && !signal.aborted ? new WalletError('POPUP_CLOSED') : error
  }
}
