import { register } from '../components/register.js'
import { EVENTS } from '../components/wallet-embed/dom-events.js'
import type {
  LoginRequest,
  SignedIn,
  SignInRequest,
} from '../components/wallet-embed/login-window.js'
import { PARAMETER_NAMES } from '../components/wallet-embed/parameters.js'
import { WalletEmbed } from '../components/wallet-embed/wallet-embed.js'
import { Emitter } from './client/emitter.js'
import { Connection, type WalletEvents } from './client/frame/connection.js'
import type { WalletSnapshot } from './client/frame/snapshot.js'
import type { Provider } from './client/provider/provider.js'
import { warnOfUnknown } from './client/unknown-names.js'
import { configureWalletUrls, walletUrl } from './client/wallet-url.js'
import { abortError } from './shared/deadline.js'
import { configureDocs, WalletError } from './shared/errors.js'
import {
  BUTTON_POSITIONS,
  type IdTokenOptions,
  type LoginUserInfo,
  type NetworkInterface,
  type WalletCtorArgs,
  type WalletParams,
  type WalletScreen,
  type WalletTheme,
  type WalletUrls,
} from './shared/options.js'

const OPTIONS = ['buttonPosition', 'walletUrls', 'initTimeout'] satisfies (keyof WalletCtorArgs)[]
/** Properties of the element that are no parameters of `init`. */
const NOT_PARAMS = /^(walletUrl|hideButton|initTimeout)$/

interface Run {
  /** Canonical form of the parameters. */
  params: string
  done: Promise<void>
  abort: AbortController
  element?: WalletEmbed
}

/**
 * A wallet for the page, as a class: it puts a `<wallet-embed>` in the page and takes it out again.
 *
 * @example
 * const wallet = new Wallet()
 * await wallet.init({ buildEnv: 'development' })
 * const [account] = await wallet.login()
 */
export class Wallet extends Emitter<WalletEvents> {
  readonly #options: WalletCtorArgs
  readonly #connection = new Connection()
  #run: Run | undefined
  #cleaning: Promise<void> | undefined

  /** @throws {WalletError} `INVALID_ARGUMENT`, naming the option. */
  constructor(options: WalletCtorArgs = {}) {
    super(EVENTS)
    if (Object(options) !== options)
      throw new WalletError('INVALID_ARGUMENT', 'options: an object.')
    warnOfUnknown('option', Object.keys(options), OPTIONS)
    const { buttonPosition } = options
    if (buttonPosition !== undefined && !BUTTON_POSITIONS.includes(buttonPosition)) {
      const detail = `buttonPosition: one of ${BUTTON_POSITIONS.join(', ')}.`
      throw new WalletError('INVALID_ARGUMENT', detail)
    }
    this.#options = options
    for (const event of EVENTS) {
      this.#connection.on(event, (...args: unknown[]) => {
        this.emit(event, ...(args as never))
      })
    }
  }

  /**
   * Sets, for the whole page, where the wallet app of each build environment is served, and where the errors are
   * explained that `docsUrl` leads to.
   *
   * @throws {WalletError} `INVALID_ARGUMENT`.
   */
  static configure(defaults: {
    walletUrls?: WalletUrls | undefined
    docsUrl?: string | undefined
  }): void {
    configureWalletUrls(defaults)
    warnOfUnknown('option', Object.keys(defaults), ['walletUrls', 'docsUrl'])
    configureDocs(defaults.docsUrl)
  }

  /** The Ethereum provider (EIP-1193): one object for life, there before `init`. */
  get provider(): Provider {
    return this.#connection.provider
  }

  /**
   * Whether the person has to sign in again after a reload: the browser denies storage to the wallet, as it does where
   * people block third-party storage.
   */
  get isSessionTemporary(): boolean {
    return this.#connection.state?.isTemporary ?? false
  }

  /** The wallet's state as the page sees it: a new object after each change. */
  get state(): WalletSnapshot {
    return this.#connection.snapshot
  }

  /**
   * Calls `listener` with the state, now and after each change, by a restored session, too.
   *
   * @returns Stops it.
   */
  subscribe(listener: (state: WalletSnapshot) => void): () => void {
    return this.#connection.subscribe(listener)
  }

  get isInitialized(): boolean {
    return this.state.isInitialized
  }

  get isLoggedIn(): boolean {
    return this.state.isLoggedIn
  }

  /**
   * Loads the wallet and shows its button. Again with the same parameters: the same promise.
   *
   * @throws {WalletError} `ALREADY_INITIALIZED` with other parameters; `INVALID_ARGUMENT`;
   *   `WALLET_URL_MISSING`; `LOAD_FAILED`, `CSP_BLOCKED`, `INTEGRITY_MISMATCH`, `TIMEOUT`; `ABORTED` by
   *   `cleanUp`. Then the page is as it was, and `init` may be called again.
   */
  init(params: WalletParams = {}): Promise<void> {
    const canonical = toCanonical(params)
    if (!canonical) return Promise.reject(new WalletError('INVALID_ARGUMENT', 'params: an object.'))
    // The page took the element out, perhaps with all that was around it.
    if (this.#run?.element?.isConnected === false) this.#run = undefined
    if (this.#run) {
      return this.#run.params === canonical
        ? this.#run.done
        : Promise.reject(new WalletError('ALREADY_INITIALIZED'))
    }
    const run = { params: canonical, abort: new AbortController() } as Run
    this.#run = run
    run.done = this.#start(run, params).catch((cause) => {
      const error = WalletError.from(cause)
      run.element?.remove()
      if (this.#run === run) {
        this.#run = undefined
        this.emit('error', error)
      }
      throw error
    })
    return run.done
  }

  /**
   * Logs the person out, even if that fails, and removes all that `init` made. An `init` under way is cancelled. Safe
   * at any time.
   */
  cleanUp(): Promise<void> {
    const run = this.#run
    if (run) {
      this.#run = undefined
      this.#cleaning = this.#stop(run)
    }
    return this.#cleaning ?? Promise.resolve()
  }

  /**
   * Signs in, on the wallet's screen.
   *
   * @param params - `verifier` goes straight to that provider, in a window that opens at once if this is
   *   called in a click; `login_hint` says who.
   * @returns The accounts that the page may see: checksummed addresses.
   * @throws {WalletError} `NOT_INITIALIZED`, `USER_REJECTED`, `UNKNOWN_VERIFIER`. What fails meanwhile is said in the panel.
   */
  login(params?: LoginRequest): Promise<string[]>
  /**
   * Signs in to the site's server, too, with the same approval (EIP-4361).
   *
   * @param params - `signIn`: what the message says, with a `nonce` from the server. The wallet writes domain and address.
   * @returns The accounts, and what the server checks.
   * @example
   * const { message, signature } = await wallet.login({ signIn: { nonce, statement: 'Sign in to the shop.' } })
   */
  login(params: SignInRequest): Promise<SignedIn>
  async login(params?: object): Promise<string[] | SignedIn> {
    return this.#element().login(params as SignInRequest)
  }

  /** @throws {WalletError} `NOT_INITIALIZED`, `NOT_LOGGED_IN`. */
  async logout(): Promise<void> {
    return this.#element().logout()
  }

  /** @throws {WalletError} `NOT_INITIALIZED`, `NOT_LOGGED_IN`. */
  async getUserInfo(): Promise<LoginUserInfo> {
    return this.#element().getUserInfo()
  }

  /**
   * Gets a token (JWT) that tells the page's server who is signed in, and with which address: docs/backends.md.
   *
   * @param options - `nonce`: of the server, which finds it in the token. At most 255 characters.
   * @throws {WalletError} `NOT_INITIALIZED`, `NOT_LOGGED_IN`, `INVALID_ARGUMENT`; `NO_IDENTITY` if the account was
   *   opened by a recovery phrase or a passkey; `SERVICE_UNAVAILABLE`.
   */
  async getIdToken(options?: IdTokenOptions): Promise<string> {
    return this.#element().getIdToken(options)
  }

  /** @throws {WalletError} `NOT_INITIALIZED`; `INVALID_ARGUMENT` for a screen that does not exist. */
  async showWallet(screen?: WalletScreen): Promise<void> {
    return this.#element().show(screen)
  }

  /** @throws {WalletError} `NOT_INITIALIZED`. */
  async showWalletButton(): Promise<void> {
    this.#element().hideButton = false
  }

  /** @throws {WalletError} `NOT_INITIALIZED`. */
  async hideWalletButton(): Promise<void> {
    this.#element().hideButton = true
  }

  /**
   * Changes the network; the session stays.
   *
   * @param network - A name, the URL of a node, or an object with more about it.
   * @throws {WalletError} `NOT_INITIALIZED`; `INVALID_ARGUMENT`, `NETWORK_UNAVAILABLE`: then the network is unchanged.
   */
  setNetwork(network: NetworkInterface | string): Promise<void> {
    return this.#set('network', network)
  }

  /**
   * Changes light, dark, or colours too.
   *
   * @throws {WalletError} `NOT_INITIALIZED`, `INVALID_ARGUMENT`.
   */
  setTheme(theme: WalletTheme): Promise<void> {
    return this.#set('theme', theme)
  }

  /**
   * Changes the language of the wallet's screens.
   *
   * @param language - BCP 47 tag; one that there are no texts for gets the nearest that there are.
   * @throws {WalletError} `NOT_INITIALIZED`, `INVALID_ARGUMENT`.
   */
  setLanguage(language: string): Promise<void> {
    return this.#set('language', language)
  }

  /**
   * Opens the screen for buying currency. Resolves when it is shown; the rest is the person's.
   *
   * @param provider - Goes straight to this one of the operator's; without it the person chooses.
   * @throws {WalletError} `NOT_INITIALIZED`, `TOPUP_UNAVAILABLE`.
   */
  async initiateTopup(provider?: string): Promise<void> {
    return this.#element().show('topup', provider)
  }

  async #set(name: 'network' | 'theme' | 'language', value: unknown): Promise<void> {
    const element = this.#element()
    // The element would take it for the default.
    if (value == null) throw new WalletError('INVALID_ARGUMENT', `${name}: missing.`)
    element[name] = value as never
    await element.appliedOf(name)
  }

  async #start(run: Run, params: WalletParams): Promise<void> {
    const { signal } = run.abort
    await this.#cleaning
    const { walletUrls, buttonPosition, initTimeout } = this.#options
    const url = walletUrl(params.buildEnv, walletUrls).href
    if (!document.body) {
      await Promise.race([once(document, 'DOMContentLoaded'), once(signal, 'abort')])
    }
    if (signal.aborted) throw abortError(signal)

    const Element = register('wallet-embed', WalletEmbed)
    // Unknown names go on to the wallet, which reports mistakes with a suggestion.
    const known: Record<string, unknown> = {}
    const rest: typeof known = {}
    for (const [name, value] of Object.entries(params)) {
      const isKnown = (PARAMETER_NAMES as string[]).includes(name) && !NOT_PARAMS.test(name)
      ;(isKnown ? known : rest)[name] = value
    }
    const element = new Element(this.#connection, rest)
    run.element = element
    Object.assign(element, known, {
      walletUrl: url,
      hideButton: params.showWalletButton === false,
      initTimeout,
      ...(buttonPosition && { buttonPosition }),
    })
    document.body.append(element)
    await element.init()
  }

  async #stop({ abort, done, element }: Run): Promise<void> {
    abort.abort()
    done.catch(() => {})
    await element?.cleanUp()
    element?.remove()
  }

  #element(): WalletEmbed {
    const element = this.#run?.element
    if (!element || !this.isInitialized) throw new WalletError('NOT_INITIALIZED')
    return element
  }
}

/** Equal parameters give equal texts, whatever the order of their keys; undefined for anything but an object. */
function toCanonical(params: unknown): string | undefined {
  if (Object(params) !== params) return undefined
  try {
    return JSON.stringify(params, (_, value) =>
      Object(value) === value
        ? Object.fromEntries(
            Object.keys(value)
              .sort()
              .map((key) => [key, value[key]]),
          )
        : value,
    )
  } catch {
    return undefined
  }
}

const once = (target: EventTarget, type: string) =>
  new Promise((resolve) => target.addEventListener(type, resolve, { once: true }))
