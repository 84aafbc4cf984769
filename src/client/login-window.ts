/** The wallet's login window, in a popup or by leaving the page. */
import type {
  PLACEHOLDERS as COUNT,
  LoginResult,
  REQUEST_PARAMETER,
  WrittenRequest,
} from '../protocol/login.js'
import { listen, send, type WindowMessages } from '../protocol/windows.js'
import { deadline } from '../shared/deadline.js'
import { toBase64Url, utf8 } from '../shared/encoding.js'
import { ownFromWire, WalletError } from '../shared/errors.js'
import { decrypt } from '../shared/jwe.js'
import { letterId } from '../shared/mailbox.js'
import type { LoginUserInfo } from '../shared/options.js'
import type { Session } from './login-store.js'
import { openPopup } from './popup.js'

const PARAMETER: typeof REQUEST_PARAMETER = 'request'
const PLACEHOLDERS: typeof COUNT = 3
/** Milliseconds. Nothing tells that a window was closed. */
const CLOSED_POLL = 150
/** Milliseconds. A window that is being cut off still looks alive for a moment. */
const SEEN_ALIVE = 500
/** Milliseconds in which the result of a closed window may still arrive. */
const CLOSED_GRACE = 2_000
/** Milliseconds that a login in a window out of sight may take: as long as a letter is kept. */
const UNSEEN_TIMEOUT = 600_000
/** Milliseconds after an answer that was none. */
const RETRY = 2_000
const USER_INFO = [
  'email',
  'name',
  'profileImage',
  'aggregateVerifier',
  'verifier',
  'verifierId',
  'typeOfLogin',
] as const satisfies (keyof LoginUserInfo)[]

/** @throws {WalletError} `INVALID_ARGUMENT` if the request is not JSON. */
export function requestUrl(base: URL, request: WrittenRequest): string {
  try {
    return `${new URL('login', base)}#${PARAMETER}=${toBase64Url(utf8(JSON.stringify(request)))}`
  } catch (cause) {
    throw new WalletError('INVALID_ARGUMENT', 'extraLoginOptions: not JSON.', { cause })
  }
}

/**
 * Opens the login window and waits for its result. While the window is in sight there is no deadline: a
 * person is at work in it.
 *
 * @returns A JWE, see `readResult`.
 * @throws {WalletError} `POPUP_BLOCKED` unless called in a click; `POPUP_CLOSED`; `ABORTED`.
 */
export async function loginInPopup(
  href: string,
  state: string,
  signal: AbortSignal,
): Promise<string> {
  const popup = openPopup(href)
  if (!popup) throw new WalletError('POPUP_BLOCKED')
  const end = new AbortController()
  const { signal: ended } = end
  const { origin } = new URL(href)
  const hear: Hear = (type, act) => {
    const stop = listen(type, { source: popup, origin }, (message) => {
      if (message.state === state) act(message)
    })
    ended.addEventListener('abort', stop)
  }
  const answer = () => send(popup, origin, 'mine', { state })
  let stays: unknown
  try {
    // The window asks who began this login before it lets the result go anywhere.
    hear('whose', answer)
    const result = new Promise<string>((resolve) => {
      hear('result', (message) => {
        stays = message.stays
        if (stays) answer()
        resolve(message.result)
      })
    })
    const rest = untilGone(popup, hear, ended).then(async (isClosed) => {
      const letter = takeLetter(href, state, ended)
      const ms = isClosed ? CLOSED_GRACE : UNSEEN_TIMEOUT
      return deadline(letter, ms, '').catch(() => {
        throw new WalletError('POPUP_CLOSED')
      })
    })
    return await deadline(Promise.race([result, rest]), Number.POSITIVE_INFINITY, '', signal)
  } finally {
    end.abort()
    if (!stays) popup.close()
  }
}

/** Hears what the login window says about this login, until it ends. */
type Hear = <T extends 'whose' | 'leaving' | 'result'>(
  type: T,
  act: (message: WindowMessages[T]) => void,
) => void

/**
 * Until the window reads as closed, which it also does when the page's own policy or the provider's
 * cuts it off (Cross-Origin-Opener-Policy).
 *
 * @returns Whether it was closed for certain: it was at the wallet's page, or well and alive at the
 *   provider's.
 */
function untilGone(popup: Window, hear: Hear, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    let isHere = false
    let leftAt = 0
    let isAlive = false
    hear('leaving', () => {
      leftAt = Date.now()
    })
    const poll = setInterval(() => {
      if (popup.closed) {
        clearInterval(poll)
        resolve(isAlive || (isHere && !leftAt))
      } else if (popup.length === PLACEHOLDERS) {
        isHere = true
        if (leftAt) leftAt = Date.now()
      } else isAlive ||= !!leftAt && Date.now() - leftAt > SEEN_ALIVE
    }, CLOSED_POLL)
    signal.addEventListener('abort', () => clearInterval(poll))
  })
}

/** Takes the result out of the login service's mailbox, as soon as it is there. */
async function takeLetter(href: string, state: string, signal: AbortSignal): Promise<string> {
  const body = JSON.stringify({ id: await letterId(state) })
  const json = async (url: URL | string, init = {}) =>
    (await fetch(url, { ...init, signal, cache: 'no-store' })).json()
  for (;;) {
    try {
      const { loginService } = await json(new URL('/config.json', href))
      const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
      const { data } = await json(loginService.replace(/\/?$/, '/mailbox/take'), post)
      if (data) return data
      if (data !== null) throw data
    } catch (error) {
      if (signal.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY))
    }
  }
}

/**
 * Leaves for the login window. Never resolves, since the page ends; should the person come back to
 * this very page, which the browser kept, it rejects.
 *
 * @throws {WalletError} `USER_REJECTED`
 */
export function loginByRedirect(href: string): Promise<never> {
  return new Promise((_, reject) => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      window.removeEventListener('pageshow', onPageShow)
      reject(new WalletError('USER_REJECTED'))
    }
    window.addEventListener('pageshow', onPageShow)
    location.assign(href)
  })
}

/**
 * Opens a login's result.
 *
 * @throws {WalletError} Why the login failed; `TOKEN_MALFORMED` for what is no result.
 */
export async function readResult(
  jwe: string,
  privateKey: CryptoKey,
): Promise<Pick<Session, 'privKey' | 'isWalletKey' | 'userInfo'>> {
  const result = JSON.parse(await decrypt(jwe, privateKey)) as LoginResult
  if ('error' in result) throw ownFromWire(result.error) ?? new WalletError('INTERNAL')
  const { privKey, isWalletKey = false, userInfo } = result
  if (!/^[0-9a-f]{64}$/.test(privKey)) throw new WalletError('TOKEN_MALFORMED', 'No key.')
  const fields = USER_INFO.map((name) => [name, String(userInfo?.[name] ?? '')])
  return { privKey, isWalletKey, userInfo: Object.fromEntries(fields) }
}
