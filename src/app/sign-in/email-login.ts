/** A sign-in by e-mail: an address, a code that the login service sends there, an ID token for the code. */
import {
  CODE_TRIES,
  EmailAddress,
  EmailStarted,
  type EmailVerified,
  EmailVerified as Verified,
} from '../../protocol/login-service/email.js'
import type { AppConfig } from '../../protocol/service.js'
import { WalletError } from '../../shared/errors.js'
import type { LoginUserInfo } from '../../shared/options.js'
import { serviceUrl } from '../../shared/service-url.js'
import type { Unlocked } from '../signer/contract.js'
import { namingOf } from '../signer/identity.js'
import type { Signer } from '../signer/signer.js'
import { ask } from '../support/http.js'
import { type Attempt, prepareAttempt, warmUp } from './authorization.js'
import type { LoginOption } from './login-options.js'

/** Milliseconds until a code can be sent again. */
const RESEND_AFTER = 30_000
/** Milliseconds. The service waits for the mail server. */
const START_TIMEOUT = 15_000

/** Why a code was refused, as far as this browser can tell: the service only says that it was. */
export interface Refusal {
  refused: 'wrong' | 'expired' | 'spent'
  triesLeft: number
}

/** Where it stands. */
export type EmailStep =
  /** Asks for the address. */
  | { name: 'address'; isBusy: boolean; isInvalid?: boolean; error?: WalletError }
  /** Asks for the code. */
  | {
      name: 'code'
      isBusy: boolean
      /** How many codes were sent, to announce each new one. */
      sent: number
      /** Unix time in milliseconds from which a code can be sent again. */
      resendAt: number
      refusal?: Refusal
      error?: WalletError
    }
  /** The person is known; the key is on its way. */
  | { name: 'working' }

export interface EmailLoginOptions {
  config: AppConfig
  signer: Signer
  option: LoginOption
  /** Address to begin with, by the page: the person has to send it. */
  hint?: string | undefined
  /** Typed by the person already: a code is sent there at once. */
  email?: string | undefined
  onDone: (result: Unlocked & { userInfo: LoginUserInfo }) => Promise<void>
  onCancel: () => void
  /** Milliseconds. */
  resendAfter?: number
}

type FlowOptions = Omit<EmailLoginOptions, 'onDone'> & {
  signal: AbortSignal
  show: (status: { name: 'ready' } | { name: 'email'; login: EmailLogin }) => void
  onSignedIn: EmailLoginOptions['onDone']
}

/** For the wallet. */
export function emailFor({ signal, show, onSignedIn, ...options }: FlowOptions): void {
  const onDone: EmailLoginOptions['onDone'] = async (result) => {
    await onSignedIn(result)
    show({ name: 'ready' })
  }
  const login = new EmailLogin({ ...options, onDone })
  signal.addEventListener('abort', () => login.end())
  show({ name: 'email', login })
}

/** Dispatches `change` when its step has changed. */
export class EmailLogin extends EventTarget {
  /** The text in the field. */
  email: string
  #step: EmailStep = { name: 'address', isBusy: false }
  readonly #options: EmailLoginOptions
  #attempt: Promise<Attempt> | undefined
  #ended = false
  /** Tries left for the latest code. */
  #triesLeft = 0
  /** Unix time in milliseconds from which on it is too old. */
  #expires = 0

  constructor(options: EmailLoginOptions) {
    super()
    this.#options = options
    const { email, hint = '' } = options
    this.email = email ?? hint
    if (email !== undefined) void this.send(email)
  }

  get step(): EmailStep {
    return this.#step
  }

  /** Has a code sent, for the first time or again. */
  async send(email: string): Promise<void> {
    this.email = typedEmail(email)
    if (this.#isBusy) return
    const before = this.#step
    if (!EmailAddress.safeParse(this.email).success) {
      this.#set({ name: 'address', isBusy: false, isInvalid: true })
      return
    }
    const busy = { ...this.#plain, isBusy: true }
    this.#set(busy)
    try {
      const { resendAfter = RESEND_AFTER } = this.#options
      // The mail is in the language of the screen.
      const { lang } = document.documentElement
      const { lifetime } = await this.#ask('start', EmailStarted, { language: lang })
      // The person went back meanwhile, perhaps to a different address.
      if (this.#step !== busy) return
      this.#triesLeft = CODE_TRIES
      this.#expires = Date.now() + lifetime * 1000
      const sent = (before.name === 'code' ? before.sent : 0) + 1
      this.#set({ name: 'code', isBusy: false, sent, resendAt: Date.now() + resendAfter })
    } catch (error) {
      if (this.#step === busy) this.#set({ ...busy, isBusy: false, error: WalletError.from(error) })
    }
  }

  /** @param code - Six digits. */
  async verify(code: string): Promise<void> {
    if (this.#isBusy || this.#step.name !== 'code') return
    const step = this.#plain
    const busy = { ...step, isBusy: true }
    this.#set(busy)
    let answer: EmailVerified
    try {
      answer = await this.#ask('verify', Verified, { code })
    } catch (error) {
      if (this.#step === busy) this.#set({ ...step, isBusy: false, error: WalletError.from(error) })
      return
    }
    if (this.#step !== busy || this.#ended) return
    if (!('idToken' in answer)) {
      this.#set({ ...step, isBusy: false, refusal: this.#refusal(answer.refused) } as EmailStep)
      return
    }
    this.#set({ name: 'working' })
    await this.#finish(answer.idToken)
  }

  /** Back to the address. The code that was sent stays unused. */
  change(): void {
    this.#set({ name: 'address', isBusy: false })
  }

  cancel(): void {
    this.end()
    this.#options.onCancel()
  }

  /** Later answers are ignored. */
  end(): void {
    this.#ended = true
  }

  /** @param refused - More than `wrong` is said by services before this one alone. */
  #refusal(refused: Refusal['refused']): Refusal {
    if (refused !== 'wrong') return { refused, triesLeft: 0 }
    if (Date.now() >= this.#expires) return { refused: 'expired', triesLeft: 0 }
    this.#triesLeft = Math.max(0, this.#triesLeft - 1)
    return { refused: this.#triesLeft ? 'wrong' : 'spent', triesLeft: this.#triesLeft }
  }

  async #finish(idToken: string): Promise<void> {
    const { config, signer, option, onDone } = this.#options
    // The type's name in the login client's interface.
    const typeOfLogin = 'email_passwordless'
    const source = { verifier: option.verifier, typeOfLogin, ...namingOf(option) }
    try {
      const { id } = await this.#prepared()
      const { keyNetwork: network, loginService, sync: hasSync } = config
      const asked = { id, idToken, source, network, loginService, hasSync }
      const result = await signer.ask('login', asked)
      if (this.#ended) await signer.ask('lock', {}, 0, result.addresses[0])
      else await onDone(result)
    } catch (error) {
      // The code and the key are used up: the login starts over.
      this.#attempt = undefined
      this.#set({ name: 'address', isBusy: false, error: WalletError.from(error) })
    }
  }

  async #ask<T extends Parameters<typeof ask>[1]>(path: string, schema: T, more: object) {
    const { config, option } = this.#options
    const { nonce } = await this.#prepared()
    const body = { verifier: option.verifier, email: this.email, nonce, ...more }
    const url = serviceUrl(config.loginService, `/email/${path}`)
    return ask(url, schema, { body, timeout: START_TIMEOUT })
  }

  #prepared(): Promise<Attempt> {
    const { config, signer } = this.#options
    warmUp(signer, config.keyNetwork)
    this.#attempt ??= prepareAttempt(signer, false).catch((error) => {
      this.#attempt = undefined
      throw error
    })
    return this.#attempt
  }

  get #isBusy(): boolean {
    return this.#step.name === 'working' || this.#step.isBusy
  }

  /** The step without the last try's error. */
  get #plain(): Exclude<EmailStep, { name: 'working' }> {
    const step = this.#step
    if (step.name !== 'code') return { name: 'address', isBusy: false }
    const { name, sent, resendAt, isBusy } = step
    return { name, sent, resendAt, isBusy }
  }

  #set(step: EmailStep): void {
    if (this.#ended) return
    this.#step = step
    this.dispatchEvent(new Event('change'))
  }
}

/** As Chromium's e-mail fields hand it over: other browsers leave a domain as it is typed. */
const typedEmail = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/@([\p{L}\p{M}\p{N}.。-]+)$/u, (same, domain: string) => {
      const url = `https://${domain}`
      const isForeign = /[^\0-\x7f]/.test(domain) && URL.canParse(url)
      return isForeign ? `@${new URL(url).hostname}` : same
    })
