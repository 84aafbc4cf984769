import { EventEmitter } from 'eventemitter3'

import { saveAppState, savePending, takePending } from './client/login-redirect.js'
import { LoginSession } from './client/login-session.js'
import { loginByRedirect, loginInPopup, readResult, requestUrl } from './client/login-window.js'
import { configureWalletUrls, walletUrl } from './client/wallet-url.js'
import type { LoginRequest } from './protocol/login.js'
import { abortError } from './shared/deadline.js'
import { randomId } from './shared/encoding.js'
import { WalletError } from './shared/errors.js'
import { exportPublicKey, generateKeyPair, type PublicJwk } from './shared/jwe.js'
import {
  type LoginClientOptions,
  type LoginParams,
  type LoginUserInfo,
  type LogoutParams,
  SESSION_TIME_DEFAULT,
  SESSION_TIME_MAX,
  type WalletUrls,
} from './shared/options.js'

export interface LoginClientEvents {
  /** Somebody logged in: here, by another client of the page, in another tab, or by a redirect. */
  login: []
  logout: []
  sessionExpired: []
  /** A redirect login came back without success; `login` rejects for all others. */
  error: [error: WalletError]
}

/** What a login needs at hand, since nothing may be waited for between a click and its window. */
interface Prepared {
  base: URL
  privateKey: CryptoKey
  publicKey: PublicJwk
}

/**
 * Logs people in and hands the page a private key of theirs that is the application's own. All clients
 * of an application on a page, and in its other tabs, share one session.
 *
 * @example
 * const client = new LoginClient({ clientId: 'demo', uxMode: 'popup' })
 * await client.init()
 * const { privKey } = await client.login({ loginProvider: 'google' })
 */
export class LoginClient extends EventEmitter<LoginClientEvents> {
  readonly #options: LoginClientOptions
  #starting: Promise<void> | undefined
  #abort: AbortController | undefined
  #login: AbortController | undefined
  #session: LoginSession | undefined
  #prepared: Prepared | undefined

  /** @throws {WalletError} `INVALID_ARGUMENT`, naming the option. */
  constructor(options: LoginClientOptions) {
    super()
    checkOptions(options)
    this.#options = options
  }

  /** Sets for the whole page where the wallet app of each build environment is served. */
  static configure({ walletUrls }: { walletUrls: WalletUrls }): void {
    configureWalletUrls(walletUrls)
  }

  /** The application-scoped private key, 64 hex digits; `''` while nobody is logged in. A secret. */
  get privKey(): string {
    return LoginSession.get(this.#options.clientId)?.value?.privKey ?? ''
  }

  get isLoggedIn(): boolean {
    return this.privKey !== ''
  }

  /** What the last login or logout was given as `appState`; `''` if nothing. */
  get appState(): string {
    return LoginSession.get(this.#options.clientId)?.appState ?? ''
  }

  /**
   * Restores the session, and takes the result of a redirect login out of the page's URL. Again: the
   * same promise.
   *
   * @throws {WalletError} `WALLET_URL_MISSING`, `INVALID_ARGUMENT`, `ABORTED`.
   */
  init(): Promise<void> {
    if (!this.#starting) {
      const abort = new AbortController()
      this.#abort = abort
      // A step later, so that a start that fails at once does not fail before it is remembered.
      this.#starting = Promise.resolve().then(() => this.#start(abort))
    }
    return this.#starting
  }

  /**
   * Logs somebody in. With `uxMode: 'popup'` call it in a click, with nothing awaited before. With
   * `redirect` it leaves the page, and the next page's `init` has the result.
   *
   * @throws {WalletError} `NOT_INITIALIZED`; `POPUP_BLOCKED`, `POPUP_CLOSED`; `ABORTED` by a later
   *   login or `cleanUp`; or why the login failed.
   */
  async login(params: LoginParams = {}): Promise<{ privKey: string }> {
    const prepared = this.#prepared
    if (!prepared) throw new WalletError('NOT_INITIALIZED')
    const { privKey } = this
    if (privKey && !params.relogin) return { privKey }
    const { clientId, uxMode } = this.#options
    const { appState = '' } = params
    const request = this.#request(params, prepared.publicKey)
    const href = requestUrl(prepared.base, request)
    if (uxMode !== 'popup') {
      await savePending(clientId, request.state, appState, prepared.privateKey)
      return loginByRedirect(href)
    }
    this.#login?.abort()
    const abort = new AbortController()
    this.#login = abort
    const jwe = await loginInPopup(href, request.state, abort.signal)
    await this.#finish(jwe, prepared.privateKey, appState)
    const next = await prepare(prepared.base)
    if (this.#prepared === prepared) this.#prepared = next
    return { privKey: this.privKey }
  }

  /** @throws {WalletError} `NOT_LOGGED_IN`. */
  async getUserInfo(): Promise<LoginUserInfo> {
    return { ...this.#current(this.#options.clientId).userInfo }
  }

  /**
   * Ends the session everywhere: in every client of the page and every tab. With `redirectUrl` it then
   * leaves for that page.
   *
   * @throws {WalletError} `NOT_LOGGED_IN`.
   */
  async logout({ clientId, redirectUrl, appState = '' }: LogoutParams = {}): Promise<void> {
    const id = clientId ?? this.#options.clientId
    this.#current(id)
    const session = LoginSession.get(id)
    if (session) session.appState = appState
    session?.end('logout')
    if (!redirectUrl) return
    try {
      saveAppState(id, appState)
    } catch {
      // The browser denies storage: the next page does without.
    }
    location.assign(redirectUrl)
  }

  /** Stops listening and waiting. The session stays; `init` begins anew. */
  cleanUp(): void {
    this.#abort?.abort()
    this.#abort = undefined
    this.#login?.abort()
    this.#session?.off('login', this.#onLogin)
    this.#session?.off('logout', this.#onLogout)
    this.#session?.off('sessionExpired', this.#onExpired)
    this.#session?.leave()
    this.#session = this.#prepared = this.#starting = undefined
  }

  async #start(abort: AbortController): Promise<void> {
    try {
      if (abort.signal.aborted) throw abortError(abort.signal)
      const { clientId, buildEnv, walletUrls } = this.#options
      const base = walletUrl(buildEnv, walletUrls)
      const session = LoginSession.join(clientId)
      this.#session = session
      session.on('login', this.#onLogin)
      session.on('logout', this.#onLogout)
      session.on('sessionExpired', this.#onExpired)
      const restored = this.#takeRedirect().then(() => session.restore())
      const [prepared] = await Promise.all([prepare(base), restored])
      if (abort.signal.aborted) throw abortError(abort.signal)
      this.#prepared = prepared
    } catch (error) {
      // After a cleanUp another start may be under way.
      if (this.#abort === abort) this.cleanUp()
      throw WalletError.from(error)
    }
  }

  /** Its failure is no failure of `init`: the page works, only nobody is logged in. */
  async #takeRedirect(): Promise<void> {
    try {
      const taken = await takePending(this.#options.clientId)
      if (taken && this.#session) this.#session.appState = taken.appState
      if (taken?.jwe && taken.privateKey) {
        await this.#finish(taken.jwe, taken.privateKey, taken.appState)
      }
    } catch (error) {
      if (!WalletError.is(error, 'ABORTED')) this.emit('error', WalletError.from(error))
    }
  }

  async #finish(jwe: string, privateKey: CryptoKey, appState: string): Promise<void> {
    const { storage = 'local', sessionTime = SESSION_TIME_DEFAULT } = this.#options
    const result = await readResult(jwe, privateKey)
    const session = this.#session
    if (!session) throw new WalletError('ABORTED')
    session.appState = appState
    await session.begin({ ...result, expires: Date.now() + sessionTime * 1000 }, storage)
  }

  #request(params: LoginParams, key: PublicJwk): LoginRequest {
    const { clientId, uxMode = 'redirect', loginConfig, whiteLabel } = this.#options
    const { loginProvider, extraLoginOptions, skipKeyOnboarding, getWalletKey } = params
    const redirectUrl = params.redirectUrl ?? this.#options.redirectUrl ?? location.href
    return {
      clientId,
      uxMode,
      origin: location.origin,
      ...(uxMode === 'redirect' && { redirectUrl: new URL(redirectUrl, location.href).href }),
      state: randomId(),
      key,
      loginProvider,
      extraLoginOptions,
      skipKeyOnboarding,
      getWalletKey,
      loginConfig,
      whiteLabel,
    }
  }

  #current(clientId: string) {
    const session = LoginSession.get(clientId)?.value
    if (!session) throw new WalletError('NOT_LOGGED_IN')
    return session
  }

  #onLogin = () => this.emit('login')
  #onLogout = () => this.emit('logout')
  #onExpired = () => this.emit('sessionExpired')
}

async function prepare(base: URL): Promise<Prepared> {
  const pair = await generateKeyPair()
  return { base, privateKey: pair.privateKey, publicKey: await exportPublicKey(pair.publicKey) }
}

function checkOptions(options: LoginClientOptions): void {
  const { clientId, uxMode, storage, sessionTime = 1 } = options ?? {}
  const checks: [isRight: boolean, expected: string][] = [
    [typeof clientId === 'string' && clientId !== '', 'clientId: a text.'],
    [[undefined, 'popup', 'redirect'].includes(uxMode), 'uxMode: popup or redirect.'],
    [[undefined, 'local', 'session'].includes(storage), 'storage: local or session.'],
    [
      sessionTime > 0 && sessionTime <= SESSION_TIME_MAX,
      `sessionTime: at most ${SESSION_TIME_MAX} seconds.`,
    ],
  ]
  for (const [isRight, expected] of checks) {
    if (!isRight) throw new WalletError('INVALID_ARGUMENT', expected)
  }
}
