import { Emitter } from './client/emitter.js'
import { requestIdToken } from './client/login/id-token.js'
import { putKey } from './client/login/key-store.js'
import {
  checkIdTokenOptions,
  checkOptions,
  checkParams,
  pageUrl,
} from './client/login/login-params.js'
import { saveAppState, savePending, takePending } from './client/login/login-redirect.js'
import { LoginSession } from './client/login/login-session.js'
import { grantKeyName, lastLogout, type Session } from './client/login/login-store.js'
import {
  loginByRedirect,
  loginInPopup,
  readResult,
  requestUrl,
} from './client/login/login-window.js'
import { withFullUrls } from './client/page-urls.js'
import { openPopup } from './client/popup.js'
import { configureWalletUrls, walletUrl } from './client/wallet-url.js'
import type { WrittenRequest } from './protocol/login.js'
import { randomId } from './shared/encoding.js'
import { WalletError } from './shared/errors.js'
import { exportPublicKey, generateKeyPair, type PublicJwk } from './shared/jwe.js'
import {
  type IdTokenOptions,
  type LoginClientOptions,
  type LoginParams,
  type LoginUserInfo,
  type LogoutParams,
  SESSION_TIME_DEFAULT,
  type WalletUrls,
} from './shared/options.js'

export interface LoginClientEvents {
  /** A person logged in: here, by a second client of the page, in a different tab, or by a redirect. */
  login: []
  logout: []
  sessionExpired: []
  /** A redirect login came back without success; `login` rejects for all others. */
  error: [error: WalletError]
}

const EVENTS = ['login', 'logout', 'sessionExpired', 'error'] satisfies (keyof LoginClientEvents)[]

/** What a login needs at hand, since nothing may be waited for between a click and its window. */
interface Prepared {
  base: URL
  session: LoginSession
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
export class LoginClient extends Emitter<LoginClientEvents> {
  readonly #options: LoginClientOptions
  #starting: Promise<void> | undefined
  #abort: AbortController | undefined
  #login: AbortController | undefined
  #session: LoginSession | undefined
  #prepared: Prepared | undefined

  /** @throws {WalletError} `INVALID_ARGUMENT`, naming the option. */
  constructor(options: LoginClientOptions) {
    super(EVENTS)
    checkOptions(options)
    this.#options = options
  }

  /**
   * Sets for the whole page where the wallet app of each build environment is served.
   *
   * @throws {WalletError} `INVALID_ARGUMENT`.
   */
  static configure(defaults: { walletUrls: WalletUrls }): void {
    configureWalletUrls(defaults)
  }

  /** The application-scoped private key, 64 hex digits; `''` while logged out. A secret. */
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
   * @throws {WalletError} `WALLET_URL_MISSING`, `INVALID_ARGUMENT`, `LOAD_FAILED` on a page without https, `ABORTED`.
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
   * Logs a person in. With `uxMode: 'popup'` call it in a click, with nothing awaited before. With `redirect` it leaves
   * the page, and the next page's `init` has the result.
   *
   * An existing session is used, unless it is for the other kind of key (`getWalletKey`), or the login names a
   * `max_age`, which the provider has to check.
   *
   * Call it again at any time to begin anew. A window that was cut off from this page may deliver its result after
   * `POPUP_CLOSED`: then `login` is emitted.
   *
   * @throws {WalletError} `NOT_INITIALIZED`; `INVALID_ARGUMENT`, naming the parameter; `POPUP_BLOCKED`, `POPUP_CLOSED`;
   *   `ABORTED` by a later login, a logout or `cleanUp`; or why the login failed.
   */
  async login(params: LoginParams = {}): Promise<{ privKey: string }> {
    const prepared = this.#prepared
    if (!prepared) throw new WalletError('NOT_INITIALIZED')
    checkParams(params)
    const { clientId, uxMode } = this.#options
    const { appState = '', getWalletKey = false, extraLoginOptions, relogin } = params
    const { value } = prepared.session
    const isEnough = value?.isWalletKey === getWalletKey && extraLoginOptions?.max_age === undefined
    if (value && isEnough && !relogin) {
      prepared.session.appState = appState
      return { privKey: value.privKey }
    }
    const back = pageUrl(params.redirectUrl ?? this.#options.redirectUrl ?? location.href)
    const [redirectUrl, hash] = back.split(/(?=#)/)
    const request = this.#request(params, prepared.publicKey, redirectUrl!)
    const href = requestUrl(prepared.base, request)
    if (uxMode !== 'popup') {
      await savePending(clientId, request.state, appState, prepared.privateKey, hash)
      return loginByRedirect(href)
    }
    const popup = openPopup(href)
    // A login under way goes on: browsers open one window in a click.
    if (!popup) throw new WalletError('POPUP_BLOCKED')
    this.#login?.abort()
    this.#login = new AbortController()
    return loginInPopup(popup, href, request.state, this.#login.signal, async (jwe) => {
      await this.#finish(jwe, prepared.privateKey, appState)
      const next = await prepare(prepared)
      if (this.#prepared === prepared) this.#prepared = next
      const { privKey } = this
      // The page, or a different tab, has logged out meanwhile.
      if (!privKey) throw new WalletError('ABORTED')
      return { privKey }
    })
  }

  /** @throws {WalletError} `NOT_LOGGED_IN`. */
  async getUserInfo(): Promise<LoginUserInfo> {
    return { ...current(this.#options.clientId).value.userInfo }
  }

  /**
   * Gets a token (JWT) that tells the page's server who is logged in: docs/backends.md.
   *
   * @param options - `nonce`: of the server, which finds it in the token. At most 255 characters.
   * @throws {WalletError} `NOT_INITIALIZED`, `NOT_LOGGED_IN`, `INVALID_ARGUMENT`; `NO_IDENTITY` if the account was
   *   opened by a recovery phrase or a passkey; `SERVICE_UNAVAILABLE`.
   */
  async getIdToken(options: IdTokenOptions = {}): Promise<string> {
    const prepared = this.#prepared
    if (!prepared) throw new WalletError('NOT_INITIALIZED')
    checkIdTokenOptions(options)
    const { clientId } = this.#options
    const { grant } = current(clientId).value
    return requestIdToken(prepared.base, clientId, grant, options.nonce)
  }

  /**
   * Ends the session everywhere: in every client of the page and every tab; waits for an `init` that is under way. With
   * `redirectUrl` it then leaves for that page. With `fastLogin` the person may come back with a passkey alone; without
   * it, the wallet removes the data for that from this device before the next login here.
   *
   * @param params - `clientId`: the session of a different application of this page; this client's by default.
   * @throws {WalletError} `NOT_LOGGED_IN`; `INVALID_ARGUMENT`, naming the parameter.
   */
  async logout(params: LogoutParams = {}): Promise<void> {
    checkParams(params)
    const { clientId = this.#options.clientId, fastLogin = false, redirectUrl } = params
    const { appState = '' } = params
    // A start under way may be about to find a session.
    if (!this.#prepared) await this.#starting
    const session = current(clientId)
    const href = redirectUrl && pageUrl(redirectUrl)
    session.appState = appState
    session.logout(fastLogin)
    if (!href) return
    try {
      saveAppState(clientId, appState)
    } catch {
      // The browser denies storage: the next page does without.
    }
    location.assign(href)
  }

  /** Stops listening and waiting. The session stays; `init` begins anew. */
  cleanUp(): void {
    this.#abort?.abort()
    this.#login?.abort()
    this.#session?.leave(this)
    this.#abort = this.#session = this.#prepared = this.#starting = undefined
  }

  async #start(abort: AbortController): Promise<void> {
    try {
      if (abort.signal.aborted) throw new WalletError('ABORTED')
      const { clientId, buildEnv, walletUrls, storage = 'local' } = this.#options
      const base = walletUrl(buildEnv, walletUrls)
      // Insecure pages have no WebCrypto.
      if (!isSecureContext) throw new WalletError('LOAD_FAILED', 'The page needs https.')
      const session = LoginSession.join(clientId, this)
      this.#session = session
      session.taking ??= this.#takeRedirect(session)
      // Its failure does not fail `init`: the page works, but logged out.
      const taken = session.taking.catch((error) => {
        // Clients that start later do not hear of it.
        session.taking = Promise.resolve()
        const isHeard = !abort.signal.aborted && !WalletError.is(error, 'ABORTED')
        if (isHeard) this.emit('error', WalletError.from(error))
      })
      const restored = taken.then(() => session.restore(storage))
      const [prepared] = await Promise.all([prepare({ base, session }), restored])
      if (abort.signal.aborted) throw new WalletError('ABORTED')
      this.#prepared = prepared
    } catch (error) {
      // After a cleanup a new start may be under way.
      if (this.#abort === abort) this.cleanUp()
      throw WalletError.from(error)
    }
  }

  /** A cleanup does not end it: the result comes only once. */
  async #takeRedirect(session: LoginSession): Promise<void> {
    const { logouts } = session
    const { clientId } = this.#options
    const keeper = { emit: () => {} }
    LoginSession.join(clientId, keeper)
    try {
      const taken = await takePending(clientId)
      if (!taken) return
      const { appState, result, privateKey } = taken
      session.appState = appState
      if (!result) return
      // Two tabs may have the same login, if a person doubled one.
      if (!privateKey) throw new WalletError('STATE_MISMATCH', 'Its key is gone.')
      await this.#finish(result, privateKey, appState, logouts, session)
    } finally {
      session.leave(keeper)
    }
  }

  async #finish(
    jwe: string,
    privateKey: CryptoKey,
    appState: string,
    logouts = this.#session?.logouts,
    session?: LoginSession,
  ): Promise<void> {
    const { storage = 'local', sessionTime = SESSION_TIME_DEFAULT } = this.#options
    const result = await readResult(jwe, privateKey)
    session ??= this.#session
    if (!session) throw new WalletError('ABORTED')
    session.appState = appState
    // Where the browser denies storage there are no ID tokens.
    if (result.grant) await putKey(grantKeyName(this.#options.clientId), privateKey).catch(() => {})
    await session.begin({ ...result, storage, expires: Date.now() + sessionTime * 1000 }, logouts)
  }

  #request(params: LoginParams, key: PublicJwk, redirectUrl: string): WrittenRequest {
    const { clientId, uxMode = 'redirect', loginConfig, whiteLabel } = this.#options
    const { loginProvider, extraLoginOptions, fastLogin, skipKeyOnboarding, getWalletKey } = params
    return {
      clientId,
      uxMode,
      origin: location.origin,
      redirectUrl,
      state: `${Date.now()}-${randomId()}`,
      key,
      // Empty: the person chooses, as with none.
      loginProvider: loginProvider || undefined,
      extraLoginOptions,
      fastLogin,
      lastLogout: lastLogout(clientId),
      skipKeyOnboarding,
      getWalletKey,
      ...withFullUrls({ loginConfig, whiteLabel }),
    }
  }
}

function current(clientId: string): LoginSession & { value: Session } {
  const session = LoginSession.get(clientId)
  if (!session?.value) throw new WalletError('NOT_LOGGED_IN')
  return session as LoginSession & { value: Session }
}

async function prepare({ base, session }: Pick<Prepared, 'base' | 'session'>): Promise<Prepared> {
  const { privateKey, publicKey } = await generateKeyPair()
  return { base, session, privateKey, publicKey: await exportPublicKey(publicKey) }
}
