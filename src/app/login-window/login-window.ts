import type { LoginRequest, LoginResult } from '../../protocol/login.js'
import type { AppConfig, Application } from '../../protocol/service.js'
import { send } from '../../protocol/windows.js'
import { toWire, WalletError } from '../../shared/errors.js'
import { encrypt } from '../../shared/jwe.js'
import { addResult } from '../../shared/redirect.js'
import {
  authorizationUrl,
  finishLogin,
  prepareAttempt,
  readCallback,
  warmUp,
} from '../sign-in/authorization.js'
import { findOption, type LoginOption, loginOptions, WEBAUTHN } from '../sign-in/login-options.js'
import { admit } from '../sign-in/passkeys/known-passkeys.js'
import type { Person } from '../sign-in/person.js'
import type { Signer } from '../signer/signer.js'
import { handOver, leaveUnlessTaken, noteOver, tellLeaving } from './login-delivery.js'
import { type Pending, savePending } from './login-pending.js'
import { checkToken, checkWishes, requestedLogin } from './requested-login.js'

export interface LoginWindowOptions {
  config: AppConfig
  signer: Signer
  request: LoginRequest
  application: Application
  /** Asks the questions that follow a sign-in. */
  onSignedIn: (person: Person) => Promise<void>
  /** Returns a function that asks a new person optional questions; undefined if there are none. It does not fail. */
  onboarding: (person: Person) => (() => Promise<void>) | undefined
  /** Asks whether the application may have the key of this account: the wallet's own. */
  askForKey: (address: string) => Promise<boolean>
}

/** The login of a login client, in a window that is its own: first leg, second leg, delivery. */
export class LoginWindow {
  readonly #options: LoginWindowOptions
  #logins: LoginOption[] | undefined
  /** The result is delivered. */
  isDone = false

  constructor(options: LoginWindowOptions) {
    this.#options = options
  }

  /** @throws {WalletError} As `loginOptions`. */
  get logins(): LoginOption[] {
    const { config, request } = this.#options
    this.#logins ??= loginOptions(config.verifiers, request)
    return this.#logins
  }

  get config(): AppConfig {
    return this.#options.config
  }

  get signer(): Signer {
    return this.#options.signer
  }

  /**
   * The login that the page named; none if it leaves the choice to the person, or named a passkey.
   *
   * @throws {WalletError} `UNKNOWN_VERIFIER`; `UNAUTHORIZED` if the wallet's own key is asked for and the
   *   operator does not let this application have it.
   */
  named(): LoginOption | undefined {
    const { request, application } = this.#options
    if (request.getWalletKey && !application.permissions.includes('walletKey')) {
      const detail = 'getWalletKey: the registry has no such permission for this application.'
      throw new WalletError('UNAUTHORIZED', detail)
    }
    return request.loginProvider === WEBAUTHN ? undefined : requestedLogin(this.logins, request)
  }

  /** Leaves for the provider's page. */
  async begin(option: LoginOption): Promise<void> {
    const { config, signer, request } = this.#options
    checkWishes(option, request.extraLoginOptions)
    warmUp(signer, config.keyNetwork)
    const attempt = await prepareAttempt(signer, true)
    const { id, nonce, codeVerifier, state } = attempt
    savePending(state, { request, verifier: option.key, id, nonce, codeVerifier })
    tellLeaving(request.origin, request.state)
    location.replace(authorizationUrl(option, attempt, request.extraLoginOptions))
  }

  /** After the provider: derives the application's key and delivers it. */
  async finish(pending: Pending, state: string, query: string): Promise<void> {
    const { config, signer, request } = this.#options
    const option = findOption(this.logins, pending.verifier)
    if (!option) throw new WalletError('UNKNOWN_VERIFIER')
    const callback = readCallback(query, state, option)
    const check = (idToken: string) => checkToken(idToken, option, request.extraLoginOptions)
    const { clientId } = request
    await this.complete(
      await finishLogin(config, signer, option, pending, callback, clientId, check),
    )
  }

  /**
   * Hands over the result, now that the signer is unlocked.
   *
   * @throws {WalletError} `USER_REJECTED`
   */
  async complete(person: Person): Promise<void> {
    const { config, signer, request, onSignedIn, onboarding, askForKey } = this.#options
    const { loginService } = config
    const { userInfo, addresses } = person
    const { clientId, key, getWalletKey: isWalletKey = false } = request
    let result: string
    try {
      await onSignedIn(person)
      if (isWalletKey && !(await askForKey(addresses[0]!))) throw new WalletError('USER_REJECTED')
      for (const address of addresses) admit(address, clientId)
      const asked = { clientId, key, userInfo, isWalletKey, loginService }
      result = await signer.ask('appResult', asked, 0, addresses[0])
      const onboard = onboarding(person)
      if (onboard) {
        await this.#secure(result)
        await onboard()
      }
    } finally {
      // The window may stay open for a while, but the secret need not.
      await signer.ask('lock', {})
    }
    if (!this.isDone) await this.#deliver(result)
  }

  /** Tells the page why the login failed. Only for a request that has been checked. */
  async fail(error: unknown): Promise<void> {
    if (this.isDone) return
    const result: LoginResult = { error: toWire(error) }
    await this.#deliver(await encrypt(JSON.stringify(result), this.#options.request.key))
  }

  /** The result is the page's, even if the person closes this window now, or reloads it. */
  async #secure(result: string): Promise<void> {
    const { uxMode, origin, state } = this.#options.request
    if (uxMode === 'redirect') return noteOver(this.#returnUrl(result))
    await handOver(origin, state, result)
    this.isDone = true
    noteOver()
  }

  #returnUrl(result: string): string {
    const { redirectUrl, state } = this.#options.request
    return addResult(redirectUrl!, state, result)
  }

  async #deliver(result: string): Promise<void> {
    const { uxMode, origin, state } = this.#options.request
    if (uxMode === 'redirect') {
      location.replace(this.#returnUrl(result))
      return
    }
    const opener = window.opener as Window | null
    if (opener) send(opener, origin, 'result', { state, result })
    await leaveUnlessTaken(state, result)
    this.isDone = true
  }
}
