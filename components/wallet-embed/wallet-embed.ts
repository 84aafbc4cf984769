import { render } from 'lit/html.js'

import { announce } from '../../src/client/announce.js'
import { Connection, INIT_TIMEOUT } from '../../src/client/connection.js'
import type { Provider } from '../../src/client/provider.js'
import { parseWalletUrl, walletUrl } from '../../src/client/wallet-url.js'
import type { FrameNotices, InitParams } from '../../src/protocol/messages.js'
import { abortError } from '../../src/shared/deadline.js'
import { WalletError } from '../../src/shared/errors.js'
import type {
  BuildEnv,
  ButtonPosition,
  LoginConfig,
  LoginUserInfo,
  NetworkInterface,
  VerifierStatus,
  WalletScreen,
  WhiteLabelParams,
} from '../../src/shared/options.js'
import {
  WalletAccountsChangedEvent,
  WalletChainChangedEvent,
  WalletErrorEvent,
  WalletEvent,
  WalletLoginEvent,
} from '../events.js'
import { ATTRIBUTE_NAMES, defineProperties, readAttribute } from './properties.js'
import { styles } from './wallet-embed.styles.js'
import { template } from './wallet-embed.template.js'

/** Milliseconds for what waits for no person. */
const ANSWER_TIMEOUT = 10_000
/** Importing it in Node does nothing; there is no base class there. */
const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement)
/** One for all elements, made with the first. */
let sheet: CSSStyleSheet | undefined

/**
 * A wallet for the page: a button in a corner, and a panel that opens beside it. Once in the page it
 * starts by itself, with the properties that were set in the same task.
 *
 * @summary Embedded Ethereum wallet.
 * @tag wallet-embed
 * @attr {string} build-env - Property `buildEnv`.
 * @attr {string} wallet-url - Property `walletUrl`.
 * @attr {string} button-position - Property `buttonPosition`.
 * @attr {boolean} hide-button - Property `hideButton`.
 * @attr {boolean} use-local-storage - Property `useLocalStorage`.
 * @attr {boolean} skip-key-onboarding - Property `skipKeyOnboarding`.
 * @attr {boolean} enable-logging - Property `enableLogging`.
 * @attr {number} init-timeout - Property `initTimeout`.
 * @fires {WalletEvent} wallet-ready - The wallet is there; a session is restored.
 * @fires {WalletErrorEvent} wallet-error - The wallet could not be started; read `event.error.code`.
 * @fires {WalletLoginEvent} wallet-login - Somebody signed in; read `event.accounts`.
 * @fires {WalletEvent} wallet-logout - Signed out, here or inside the wallet.
 * @fires {WalletAccountsChangedEvent} wallet-accounts-changed - Read `event.accounts`.
 * @fires {WalletChainChangedEvent} wallet-chain-changed - Read `event.chainId`, hexadecimal.
 * @fires {WalletEvent} wallet-show - The panel opened.
 * @fires {WalletEvent} wallet-hide - The panel closed.
 * @fires {WalletEvent} wallet-popup-blocked - The browser blocked the login window.
 * @fires {WalletEvent} wallet-session-expired - The session came to its end.
 * @csspart button - The floating button, and the one that closes the panel.
 * @csspart panel - What holds the wallet. Never fade, scale or cover it: the wallet refuses approvals then.
 * @cssprop [--wallet-embed-accent=#0364ff] - Colour of the button.
 * @cssprop [--wallet-embed-icon-color=#fff] - Colour of the button's icon.
 * @cssprop [--wallet-embed-offset=24px] - Distance from the edges of the window.
 * @cssprop [--wallet-embed-radius=16px] - Corner radius of the panel.
 * @cssstate open - The panel is open.
 * @cssstate logged-in - Somebody is signed in.
 */
export class WalletEmbed extends Base {
  static readonly observedAttributes = ATTRIBUTE_NAMES

  /** Which deployment of the wallet to load; `production` by default. */
  declare buildEnv: BuildEnv | undefined
  /** Where the wallet app is served; wins over what is configured for `buildEnv`. */
  declare walletUrl: string | undefined
  /** Corner of the floating button; `bottom-left` by default. */
  declare buttonPosition: ButtonPosition | undefined
  /** Hides the floating button. */
  declare hideButton: boolean | undefined
  /** The session outlives the tab. */
  declare useLocalStorage: boolean | undefined
  /** Skips key-recovery onboarding for new users. */
  declare skipKeyOnboarding: boolean | undefined
  /** Debug logging; off in production and on elsewhere by default. */
  declare enableLogging: boolean | undefined
  /** Milliseconds that the start may take; 20 000 by default. */
  declare initTimeout: number | undefined
  /** The chain to begin with. */
  declare network: NetworkInterface | undefined
  /** Changes or adds login providers, by verifier. */
  declare loginConfig: LoginConfig | undefined
  /** @deprecated Use `loginConfig`. */
  declare enabledVerifiers: VerifierStatus | undefined
  /** Brand, colours and texts. */
  declare whiteLabel: WhiteLabelParams | undefined

  readonly #values = defineProperties(this, () => this.#render())
  readonly #root = this.attachShadow({ mode: 'open' })
  readonly #connection: Connection
  readonly #internals = this.attachInternals()
  readonly #listeners = {
    ready: () => this.#tell(new WalletEvent('wallet-ready')),
    login: (accounts: string[]) => this.#tell(new WalletLoginEvent(accounts)),
    logout: () => this.#tell(new WalletEvent('wallet-logout')),
    accountsChanged: (accounts: string[]) => this.#tell(new WalletAccountsChangedEvent(accounts)),
    chainChanged: (chainId: string) => this.#tell(new WalletChainChangedEvent(chainId)),
    show: () => this.#tell(new WalletEvent('wallet-show')),
    hide: () => this.#tell(new WalletEvent('wallet-hide')),
    popupBlocked: () => this.#tell(new WalletEvent('wallet-popup-blocked')),
    sessionExpired: () => this.#tell(new WalletEvent('wallet-session-expired')),
    panel: ({ open, height }: FrameNotices['panel']) => {
      const panel = this.#root.querySelector<HTMLElement>('.panel')
      if (height) panel?.style.setProperty('--_height', `${height}px`)
      if (open) this.#open()
      else this.#close()
    },
  }
  #frame: HTMLIFrameElement | undefined
  #isReady = false
  #running: Promise<void> | undefined
  #abort: AbortController | undefined
  #stopAnnouncing: (() => void) | undefined

  constructor(connection = new Connection()) {
    super()
    this.#connection = connection
    if (!sheet) {
      sheet = new CSSStyleSheet()
      sheet.replaceSync(styles)
    }
    this.#root.adoptedStyleSheets = [sheet]
  }

  /** The Ethereum provider (EIP-1193): one object for life, there before the wallet is. */
  get provider(): Provider {
    return this.#connection.provider
  }

  /** Whether the wallet is there. */
  get isInitialized(): boolean {
    return this.#isReady
  }

  /** Whether somebody is signed in. */
  get isLoggedIn(): boolean {
    return this.#connection.state?.loggedIn ?? false
  }

  /** Checksummed addresses that the page may see. */
  get accounts(): string[] {
    return [...(this.#connection.state?.accounts ?? [])]
  }

  /** Whether the panel is open. */
  get isOpen(): boolean {
    return this.#internals.states.has('open')
  }

  connectedCallback(): void {
    this.#stopAnnouncing ??= announce(this.provider)
    this.#render()
    // Properties that are set right after creation count.
    queueMicrotask(() => {
      if (this.isConnected) this.init().catch(() => {})
    })
  }

  disconnectedCallback(): void {
    this.#close()
    queueMicrotask(() => {
      // Moved, not removed: the browser reloads the frame, which connects again.
      if (this.isConnected) return
      this.#stopAnnouncing?.()
      this.#stopAnnouncing = undefined
      this.#stop(new WalletError('ABORTED'))
    })
  }

  attributeChangedCallback(attribute: string, _: string | null, text: string | null): void {
    Object.assign(this, readAttribute(attribute, text))
  }

  /**
   * Starts the wallet. Called by itself; again it gives the same promise, until it failed.
   *
   * @throws {WalletError} `WALLET_URL_MISSING`, `INVALID_ARGUMENT`, `LOAD_FAILED`, `CSP_BLOCKED`,
   *   `TIMEOUT`, `ABORTED`.
   */
  init(): Promise<void> {
    if (!this.#running) {
      const abort = new AbortController()
      this.#abort = abort
      // A step later, so that a start that fails at once does not fail before it is remembered.
      this.#running = Promise.resolve().then(() => this.#start(abort))
    }
    return this.#running
  }

  /**
   * Signs in, on the wallet's screen.
   *
   * @param params - `verifier` goes straight to that provider; `login_hint` says who.
   * @returns The accounts that the page may see.
   * @throws {WalletError} `USER_REJECTED`, `NOT_INITIALIZED`, or why the login failed.
   */
  async login(params: { verifier?: string; login_hint?: string } = {}): Promise<string[]> {
    this.#checkReady()
    const { accounts } = await this.#connection.change('login', params)
    return [...accounts]
  }

  /**
   * Signs out.
   *
   * @throws {WalletError} `NOT_LOGGED_IN`, `NOT_INITIALIZED`.
   */
  async logout(): Promise<void> {
    this.#checkLoggedIn()
    await this.#connection.change('logout', null, ANSWER_TIMEOUT)
  }

  /**
   * Gets the profile of whoever is signed in.
   *
   * @throws {WalletError} `NOT_LOGGED_IN`, `NOT_INITIALIZED`.
   */
  async getUserInfo(): Promise<LoginUserInfo> {
    this.#checkLoggedIn()
    return this.#connection.request('getUserInfo', null, ANSWER_TIMEOUT)
  }

  /**
   * Opens the panel.
   *
   * @throws {WalletError} `NOT_INITIALIZED`; `INVALID_ARGUMENT` for a screen that does not exist.
   */
  async show(screen: WalletScreen = 'home'): Promise<void> {
    this.#checkReady()
    await this.#ask(screen)
    this.#open()
  }

  /** Closes the panel; what it asked the person is rejected. */
  hide(): void {
    this.#dismiss()
  }

  /**
   * Logs out whoever is logged in, and takes the frame and the button away, also if the logout fails.
   * A start under way is cancelled with `ABORTED`. `init` begins anew.
   */
  async cleanUp(): Promise<void> {
    if (this.isLoggedIn) await this.logout().catch(() => {})
    this.#stop(new WalletError('ABORTED'))
  }

  async #start(abort: AbortController): Promise<void> {
    try {
      if (abort.signal.aborted) throw abortError(abort.signal)
      const base = this.walletUrl ? parseWalletUrl(this.walletUrl) : walletUrl(this.buildEnv)
      this.#listen('on')
      const { initTimeout = INIT_TIMEOUT } = this
      await this.#connection.open(base, this.#params(), initTimeout, abort.signal, (frame) => {
        this.#frame = frame
        this.#render()
      })
      this.#isReady = true
      this.#render()
      this.#connection.emit('ready')
    } catch (cause) {
      const error = WalletError.from(cause)
      // After an abort the rest is done, and another start may be under way.
      if (abort === this.#abort) {
        this.#stop(error)
        this.dispatchEvent(new WalletErrorEvent(error))
      }
      throw error
    }
  }

  #listen(how: 'on' | 'off'): void {
    for (const [event, listener] of Object.entries(this.#listeners)) {
      this.#connection[how](event as 'ready', listener as () => void)
    }
  }

  #tell(event: Event): void {
    this.#internals.states[this.isLoggedIn ? 'add' : 'delete']('logged-in')
    this.dispatchEvent(event)
  }

  #stop(reason: WalletError): void {
    this.#abort?.abort(reason)
    this.#abort = undefined
    this.#running = undefined
    this.#close()
    this.#connection.close(reason)
    this.#listen('off')
    this.#internals.states.delete('logged-in')
    this.#isReady = false
    this.#frame = undefined
    this.#render()
  }

  #params(): InitParams {
    const { walletUrl: _, initTimeout: __, hideButton, enabledVerifiers, ...params } = this.#values
    return {
      ...params,
      enabledVerifiers: enabledVerifiers as Record<string, boolean> | undefined,
      enableLogging: params.enableLogging ?? (params.buildEnv ?? 'production') !== 'production',
      showWalletButton: !hideButton,
    }
  }

  #render(): void {
    const { hideButton, buttonPosition } = this.#values
    const view = template({
      frame: this.#frame,
      hasButton: this.#isReady && !hideButton,
      buttonPosition,
      open: () => this.#openHome(),
      dismiss: () => this.#dismiss(),
      onClose: () => this.#dismiss(),
      onBackdrop: ({ target }) => target === this.#dialog && this.#dismiss(),
    })
    render(view, this.#root)
    // In the top layer no stacking context and no transformed ancestor of the page matters.
    const button = this.#root.querySelector<HTMLElement>('.open')
    if (button && this.isConnected && !button.matches(':popover-open')) button.showPopover()
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#root.querySelector('dialog')
  }

  #checkReady(): void {
    if (!this.#isReady) throw new WalletError('NOT_INITIALIZED')
  }

  #checkLoggedIn(): void {
    this.#checkReady()
    if (!this.isLoggedIn) throw new WalletError('NOT_LOGGED_IN')
  }

  #ask(screen: WalletScreen): Promise<unknown> {
    return this.#connection.request('show', { screen }, ANSWER_TIMEOUT)
  }

  #openHome(): void {
    // At once: the wallet draws its screen while the panel moves in.
    this.#open()
    this.#ask('home').catch(() => {})
  }

  #open(): void {
    if (this.isOpen || !this.#dialog) return
    this.#dialog.showModal()
    this.#internals.states.add('open')
    this.#connection.emit('show')
  }

  #close(): void {
    if (!this.isOpen) return
    // First, since the focus returns to the button, which has to be visible for it.
    this.#internals.states.delete('open')
    this.#dialog?.close()
    this.#connection.emit('hide')
  }

  #dismiss(): void {
    if (!this.isOpen) return
    this.#connection.dismiss()
    this.#close()
  }
}
