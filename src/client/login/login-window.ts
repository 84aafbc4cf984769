/** The wallet's login window, in a popup or by leaving the page. */
import type { LoginResult, REQUEST_PARAMETER, WrittenRequest } from '../../protocol/login.js'
import { listen, send, type WindowMessages } from '../../protocol/windows.js'
import { toBase64Url, utf8 } from '../../shared/encoding.js'
import { ownFromWire, WalletError } from '../../shared/errors.js'
import { decrypt } from '../../shared/jwe.js'
import { letterId } from '../../shared/mailbox.js'
import type { LoginUserInfo } from '../../shared/options.js'
import { passedOn } from './login-redirect.js'
import { askLoginService } from './login-service.js'
import type { Session } from './login-store.js'

const PARAMETER: typeof REQUEST_PARAMETER = 'request'
/** Milliseconds between checks: no event reports that a window was closed. */
const CLOSED_POLL = 150
/** Milliseconds in which the result of a closed window may still arrive. */
const CLOSED_GRACE = 2_000
/**
 * Milliseconds. A window that closes at once never takes the focus, so no event reports it. It counts as closed once
 * the page has kept the focus for this long.
 */
const FOCUS_KEPT = 5_000
/** Milliseconds that a login in a window out of sight may take: as long as a letter is kept. */
const UNSEEN_TIMEOUT = 600_000
/** Milliseconds to wait after an empty answer. */
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
    const path = request.uxMode === 'popup' ? 'login' : 'begin'
    return `${new URL(path, base)}#${PARAMETER}=${toBase64Url(utf8(JSON.stringify(request)))}`
  } catch (cause) {
    throw new WalletError('INVALID_ARGUMENT', 'extraLoginOptions: not JSON.', { cause })
  }
}

/**
 * Waits for a login window's result. While the window is open there is no deadline: a person is at work in it. A window
 * that reads as closed may still be open: the page's own policy or the provider's may have cut it off
 * (Cross-Origin-Opener-Policy). The wait ends when the person is back at the page; a late result still counts, until a
 * later login.
 *
 * @param take - Handles the result, a JWE (see `readResult`), also a late one.
 * @throws {WalletError} `POPUP_CLOSED`, `ABORTED`.
 */
export async function loginInPopup<T>(
  popup: Window,
  href: string,
  state: string,
  signal: AbortSignal,
  take: (result: string) => Promise<T>,
): Promise<T> {
  const end = new AbortController()
  const { signal: ended } = end
  const { origin } = new URL(href)
  /** Listens to the login window's messages about this login, until it ends. */
  const hear = <M extends 'whose' | 'leaving' | 'unloading' | 'result'>(
    type: M,
    act: (message: WindowMessages[M]) => void,
  ) =>
    ended.addEventListener(
      'abort',
      listen(type, { source: popup, origin }, (message) => {
        if (message.state === state) act(message)
      }),
    )
  const answer = () => send(popup, origin, 'mine', { state })
  /**
   * Whether a window that reads as closed really is. True if the window said that it ends, or was last seen at the
   * wallet or the provider. A window may also say so just before it is cut off, so a late result still counts.
   */
  let isSure = false
  let isBack = false
  let stays: unknown
  const stop = () => {
    end.abort()
    if (!stays) popup.close()
  }
  const result = new Promise<string>((resolve) => {
    // The window asks which page began this login, before it sends the result anywhere.
    hear('whose', () => {
      isSure = true
      answer()
    })
    hear('leaving', () => {
      isSure = false
    })
    hear('unloading', () => {
      isSure ||= !popup.closed
    })
    hear('result', (message) => {
      stays = message.stays
      if (stays) answer()
      resolve(message.result)
    })
    // The browser gives it back to this page when a window closes, and not when one is cut off.
    for (const type of ['focus', 'blur']) {
      addEventListener(type, () => (isBack = type === 'focus'), { signal: ended })
    }
  })
  const until = (test: () => boolean) =>
    new Promise<void>((resolve) => {
      const poll = setInterval(() => {
        if (!ended.aborted && !test()) return
        clearInterval(poll)
        resolve()
      }, CLOSED_POLL)
    })
  // Some in-app browsers return an object without a usable `closed`.
  const closed = until(() => popup.closed !== false)
  const givenUp = async (): Promise<never> => {
    await closed
    setTimeout(stop, UNSEEN_TIMEOUT)
    let kept = 0
    await until(() => {
      kept = document.hasFocus() ? kept + CLOSED_POLL : 0
      return !!kept && (isSure || isBack || kept > FOCUS_KEPT)
    })
    await new Promise((resolve) => setTimeout(resolve, CLOSED_GRACE))
    throw new WalletError('POPUP_CLOSED')
  }
  const late = closed.then(() =>
    Promise.any([takeLetter(href, state, ended), passedOn(state, ended)]),
  )
  const taken = Promise.race([result, late]).then(take)
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => {
      stop()
      reject(new WalletError('ABORTED'))
    }),
  )
  // Avoids an unhandled rejection after the wait was given up.
  taken.finally(stop).catch(() => {})
  return Promise.race([taken, givenUp(), aborted])
}

/** Takes the result out of the login service's mailbox, as soon as it is there. */
async function takeLetter(href: string, state: string, signal: AbortSignal): Promise<string> {
  const id = await letterId(state)
  for (;;) {
    try {
      const { data } = await askLoginService(href, 'mailbox/take', { id }, signal)
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
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) reject(new WalletError('USER_REJECTED'))
    })
    location.assign(href)
  })
}

/**
 * Opens a login's result.
 *
 * @throws {WalletError} Why the login failed; `TOKEN_MALFORMED` for an unreadable result.
 */
export async function readResult(
  jwe: string,
  privateKey: CryptoKey,
): Promise<Omit<Session, 'expires' | 'storage'>> {
  const result = JSON.parse(await decrypt(jwe, privateKey)) as LoginResult
  if ('error' in result) throw ownFromWire(result.error) ?? new WalletError('INTERNAL')
  const { privKey, isWalletKey = false, userInfo, grant } = result
  if (!/^[0-9a-f]{64}$/.test(privKey)) throw new WalletError('TOKEN_MALFORMED', 'No key.')
  const fields = USER_INFO.map((name) => [name, String(userInfo?.[name] ?? '')])
  return { privKey, isWalletKey, userInfo: Object.fromEntries(fields), grant }
}
