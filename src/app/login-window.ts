import type { LoginRequest, LoginResult } from '../protocol/login.js'
import type { AppConfig } from '../protocol/service.js'
import { send } from '../protocol/windows.js'
import { toWire, WalletError } from '../shared/errors.js'
import { encrypt } from '../shared/jwe.js'
import { addResult } from '../shared/redirect.js'
import { authorizationUrl, finishLogin, prepareAttempt, readCallback } from './authorization.js'
import { leaveUnlessTaken } from './login-delivery.js'
import { findOption, type LoginOption, loginOptions } from './login-options.js'
import { type Pending, savePending } from './login-pending.js'
import type { Signer } from './signer/signer.js'

/** The login of a login client, in a window that is its own: first leg, second leg, delivery. */
export class LoginWindow {
  readonly #config: AppConfig
  readonly #signer: Signer
  readonly #request: LoginRequest
  readonly logins: LoginOption[]
  /** The result is delivered, and nothing is left to be done here. */
  isDone = false

  constructor(config: AppConfig, signer: Signer, request: LoginRequest) {
    this.#config = config
    this.#signer = signer
    this.#request = request
    this.logins = loginOptions(config.verifiers, request)
  }

  /**
   * The login that the page named; none if it leaves the choice to the person.
   *
   * @throws {WalletError} `UNKNOWN_VERIFIER`; `UNAUTHORIZED` for the wallet's own key, which this
   *   wallet hands out to nobody.
   */
  named(): LoginOption | undefined {
    const { loginProvider, getWalletKey } = this.#request
    if (getWalletKey) throw new WalletError('UNAUTHORIZED', 'getWalletKey: not granted.')
    if (!loginProvider) return undefined
    const option = findOption(this.logins, loginProvider)
    if (!option) throw new WalletError('UNKNOWN_VERIFIER', `${loginProvider}.`)
    return option
  }

  /** Leaves for the provider's page. */
  async begin(option: LoginOption): Promise<void> {
    const attempt = await prepareAttempt(this.#signer, true)
    const { id, codeVerifier, state } = attempt
    const request = this.#request
    savePending(state, { request, verifier: option.key, id, codeVerifier })
    // From here on a window that reads as closed may have been cut off by the provider.
    const opener = window.opener as Window | null
    if (opener) send(opener, request.origin, 'leaving', { state: request.state })
    location.replace(authorizationUrl(option, attempt, request.extraLoginOptions))
  }

  /** Back from there: derives the application's key and delivers it. */
  async finish(pending: Pending, state: string, query: string): Promise<void> {
    const option = findOption(this.logins, pending.verifier)
    if (!option) throw new WalletError('UNKNOWN_VERIFIER')
    const code = readCallback(query, state, option)
    const { userInfo } = await finishLogin(this.#config, this.#signer, option, pending, code)
    const { clientId, key } = this.#request
    const result = await this.#signer.ask('appResult', { clientId, key, userInfo })
    // The window may stay open a while; what it knew need not.
    await this.#signer.ask('lock', {})
    await this.#deliver(result)
  }

  /** Tells the page why there is no key. Only once the request has been checked. */
  async fail(error: unknown): Promise<void> {
    const result: LoginResult = { error: toWire(error) }
    await this.#deliver(await encrypt(JSON.stringify(result), this.#request.key))
  }

  async #deliver(result: string): Promise<void> {
    const { uxMode, origin, redirectUrl, state } = this.#request
    if (uxMode === 'redirect') {
      location.replace(addResult(redirectUrl!, state, result))
      return
    }
    const opener = window.opener as Window | null
    if (opener) send(opener, origin, 'result', { state, result })
    await leaveUnlessTaken(state, result)
    this.isDone = true
  }
}
