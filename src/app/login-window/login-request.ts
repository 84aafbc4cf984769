/** A login client's request to the login window, and whether it is allowed. */
import * as z from 'zod/mini'

import { parse } from '../../chain/rpc/parse.js'
import { LoginRequest, type LoginResult, REQUEST_PARAMETER } from '../../protocol/login.js'
import { ANY_LOCALHOST, Application, isOriginOf } from '../../protocol/service.js'
import { send } from '../../protocol/windows.js'
import { fromBase64Url } from '../../shared/encoding.js'
import { toWire, WalletError } from '../../shared/errors.js'
import { encrypt } from '../../shared/jwe.js'
import { serviceUrl } from '../../shared/service-url.js'
import { refusalIn } from '../sign-in/authorization.js'
import { loadConfig } from '../support/config.js'
import { ask } from '../support/http.js'
import { leaveLetter } from '../windows/mailbox.js'

/** Characters of a URL that an error quotes. */
const MAX_SHOWN = 200
/** Characters of a client id that an error quotes. */
const MAX_ID = 64
/** A page on localhost, for `ANY_LOCALHOST`. */
const LOCAL_PAGE = /^http:\/\/localhost(:\d{1,5})?\/[^#]*$/

/** Application and destination of the answer: enough to report errors in the other fields. */
const Envelope = z.pick(LoginRequest, {
  clientId: true,
  uxMode: true,
  origin: true,
  redirectUrl: true,
  state: true,
  key: true,
})

/** A request as it was read. */
export interface ReadRequest {
  request: LoginRequest
  /** Error in the rest of the request. */
  error?: WalletError
}

/**
 * Reads the request from the window's fragment.
 *
 * @param query - Of the window's address. A provider may come back with an error and without the state: then no login is
 *   known to tell it to.
 * @throws {WalletError} `INVALID_ARGUMENT`, if there is no page to tell; `LOGIN_FAILED` for such an error.
 */
export function readRequest(hash: string, query = ''): ReadRequest {
  const text = new URLSearchParams(hash.slice(1)).get(REQUEST_PARAMETER)
  const refusal = refusalIn(new URLSearchParams(query))
  if (!text && refusal) throw refusal
  if (!text) throw new WalletError('INVALID_ARGUMENT', 'The address has no login request.')
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder().decode(fromBase64Url(text)))
  } catch (cause) {
    throw new WalletError('INVALID_ARGUMENT', 'The login request is no JSON.', { cause })
  }
  const envelope = parse(Envelope, json, 'request')
  try {
    return { request: parse(LoginRequest, json, 'request') }
  } catch (error) {
    return { request: envelope, error: WalletError.from(error) }
  }
}

/**
 * Looks the application up and checks the request against it. Until this has passed, the request is untrusted and
 * nothing may be sent to the URL in it.
 *
 * @throws {WalletError} `UNKNOWN_CLIENT`, `ORIGIN_NOT_ALLOWED`, `REDIRECT_NOT_ALLOWED`, `SERVICE_UNAVAILABLE`.
 */
export async function checkRequest(
  request: LoginRequest,
  loginService: string,
): Promise<Application> {
  const id = encodeURIComponent(request.clientId)
  const application = await ask(serviceUrl(loginService, `/applications/${id}`), Application)
  const { origins, redirectUrls } = application
  const { origin, clientId, uxMode, redirectUrl = '' } = request
  const where = `of ${clientId.slice(0, MAX_ID)} in the wallet's registry.`
  if (!isOriginOf(application, origin)) {
    const detail = `${origin.slice(0, MAX_SHOWN)} is not among the "origins" ${where}`
    throw new WalletError('ORIGIN_NOT_ALLOWED', detail)
  }
  const mayReturn =
    isRegistered(redirectUrl, redirectUrls) ||
    (origins.includes(ANY_LOCALHOST) && LOCAL_PAGE.test(redirectUrl))
  if (uxMode === 'redirect' && !mayReturn) {
    const url = redirectUrl.slice(0, MAX_SHOWN) || 'no redirectUrl'
    throw new WalletError('REDIRECT_NOT_ALLOWED', `${url} is not among the "redirectUrls" ${where}`)
  }
  return application
}

/**
 * Tells the page why there is no login. The reason is public: the login service tells anyone which origins an application
 * has. A window's opener hears it only at the origin that the request names; a page that this window was cut off from
 * finds it in the mailbox, for its key. After a redirect nothing may be sent to the address in the request, which was not
 * checked: the reason is on this page's console.
 */
export async function tellRefusal(
  { uxMode, origin, state, key }: LoginRequest,
  refusal: unknown,
): Promise<void> {
  const error = WalletError.from(refusal)
  if (uxMode === 'redirect') return console.error(`Wallet: ${error.message} ${error.docsUrl}`)
  const answer: LoginResult = { error: toWire(error) }
  const result = await encrypt(JSON.stringify(answer), key)
  const opener = window.opener as Window | null
  // The window stays, for the person to read it.
  if (opener) return send(opener, origin, 'result', { state, result, stays: 'yes' })
  const { loginService } = await loadConfig()
  await leaveLetter(loginService, state, result)
}

/**
 * An exact match: other pages of the same origin may leak their fragment (an open redirect, a router, a script that
 * counts visits).
 */
const isRegistered = (redirectUrl: string, redirectUrls: readonly string[]): boolean =>
  redirectUrls.some((url) => new URL(url).href === redirectUrl)
