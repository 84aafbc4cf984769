/** The wallet's login window, in a popup or by leaving the page. */
import type { LoginRequest, LoginResult, REQUEST_PARAMETER } from '../protocol/login.js'
import { listen } from '../protocol/windows.js'
import { abortError } from '../shared/deadline.js'
import { toBase64Url, utf8 } from '../shared/encoding.js'
import { fromWire, WalletError } from '../shared/errors.js'
import { decrypt } from '../shared/jwe.js'
import type { LoginUserInfo } from '../shared/options.js'

const PARAMETER: typeof REQUEST_PARAMETER = 'request'
/** CSS pixels. */
const SIZE = { width: 420, height: 680 }
/** Milliseconds. Nothing tells that a window was closed. */
const CLOSED_POLL = 500
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
export function requestUrl(base: URL, request: LoginRequest): string {
  try {
    return `${new URL('login', base)}#${PARAMETER}=${toBase64Url(utf8(JSON.stringify(request)))}`
  } catch (cause) {
    throw new WalletError('INVALID_ARGUMENT', 'extraLoginOptions: not JSON.', { cause })
  }
}

/**
 * Opens the login window and waits for its result. No deadline: a person is at work.
 *
 * @returns A JWE, see `readResult`.
 * @throws {WalletError} `POPUP_BLOCKED` unless called in a click; `POPUP_CLOSED`; `ABORTED`.
 */
export async function loginInPopup(
  href: string,
  state: string,
  signal: AbortSignal,
): Promise<string> {
  const popup = window.open(href, '', features())
  if (!popup) throw new WalletError('POPUP_BLOCKED')
  const stops: (() => void)[] = []
  try {
    return await new Promise<string>((resolve, reject) => {
      const expected = { source: popup, origin: new URL(href).origin }
      stops.push(
        listen('result', expected, (message) => {
          if (message.state === state) resolve(message.result)
        }),
      )
      let wasClosed = false
      const poll = setInterval(() => {
        // Twice, since the result may be under way when the window is gone.
        if (wasClosed) reject(new WalletError('POPUP_CLOSED'))
        wasClosed = popup.closed
      }, CLOSED_POLL)
      const onAbort = () => reject(abortError(signal))
      signal.addEventListener('abort', onAbort)
      stops.push(
        () => clearInterval(poll),
        () => signal.removeEventListener('abort', onAbort),
      )
    })
  } finally {
    for (const stop of stops) stop()
    popup.close()
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
): Promise<{ privKey: string; userInfo: LoginUserInfo }> {
  const result = JSON.parse(await decrypt(jwe, privateKey)) as LoginResult
  if ('error' in result) throw WalletError.from(fromWire(result.error))
  const { privKey, userInfo } = result
  if (!/^[0-9a-f]{64}$/.test(privKey)) throw new WalletError('TOKEN_MALFORMED', 'No key.')
  const fields = USER_INFO.map((name) => [name, String(userInfo?.[name] ?? '')])
  return { privKey, userInfo: Object.fromEntries(fields) }
}

/** In the middle of the page's window. */
function features(): string {
  const { width, height } = SIZE
  const left = Math.max(0, screenX + (outerWidth - width) / 2)
  const top = Math.max(0, screenY + (outerHeight - height) / 2)
  return `popup,width=${width},height=${height},left=${left | 0},top=${top | 0}`
}
