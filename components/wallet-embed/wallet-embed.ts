import { html, LitElement, nothing, svg } from 'lit'
import { property, query, state } from 'lit/decorators.js'

import { announce } from '../../src/client/announce.js'
import { Connection, type ConnectionEvents, INIT_TIMEOUT } from '../../src/client/connection.js'
import { Frame } from '../../src/client/frame.js'
import { ICON_PATH } from '../../src/client/icon.js'
import { type Provider, toHexChainId } from '../../src/client/provider.js'
import { parseWalletUrl, walletUrl } from '../../src/client/wallet-url.js'
import type { FrameNotices, InitParams } from '../../src/protocol/messages.js'
import { WalletError } from '../../src/shared/errors.js'
import {
  BUTTON_POSITIONS,
  type BuildEnv,
  type ButtonPosition,
  type LoginConfig,
  type LoginUserInfo,
  type NetworkInterface,
  type VerifierStatus,
  type WhiteLabelParams,
} from '../../src/shared/options.js'
import {
  WalletAccountsChangedEvent,
  WalletChainChangedEvent,
  WalletErrorEvent,
  WalletHideEvent,
  WalletLoginEvent,
  WalletLogoutEvent,
  WalletPopupBlockedEvent,
  WalletReadyEvent,
  WalletSessionExpiredEvent,
  WalletShowEvent,
} from '../events.js'
import { styles } from './wallet-embed.styles.js'

/** Milliseconds for what waits for no person. */
const ANSWER_TIMEOUT = 10_000
const CLOSE_PATH = 'm6 6 12 12M18 6 6 18'

/** A screen of the wallet. */
export type WalletScreen = 'home' | 'receive' | 'send' | 'settings'

/**
 * A wallet for the page: a button in a corner, and a panel that opens beside it. Once in the page it
 * starts by itself, with the properties that were set in the same task.
 *
 * @summary Embedded Ethereum wallet.
 * @tag wallet-embed
 * @fires {WalletReadyEvent} wallet-ready - The wallet is there; a session is restored.
 * @fires {WalletErrorEvent} wallet-error - The wallet could not be started; read `event.error.code`.
 * @fires {WalletLoginEvent} wallet-login - Somebody signed in; read `event.accounts`.
 * @fires {WalletLogoutEvent} wallet-logout - Signed out, here or inside the wallet.
 * @fires {WalletAccountsChangedEvent} wallet-accounts-changed - Read `event.accounts`.
 * @fires {WalletChainChangedEvent} wallet-chain-changed - Read `event.chainId`, hexadecimal.
 * @fires {WalletShowEvent} wallet-show - The panel opened.
 * @fires {WalletHideEvent} wallet-hide - The panel closed.
 * @fires {WalletPopupBlockedEvent} wallet-popup-blocked - The browser blocked the login window.
 * @fires {WalletSessionExpiredEvent} wallet-session-expired - The session came to its end.
 * @csspart button - The floating button, and the one that closes the panel.
 * @csspart panel - What holds the wallet. Never fade, scale or cover it: the wallet refuses approvals then.
 * @cssprop [--wallet-embed-accent=#0364ff] - Colour of the button.
 * @cssprop [--wallet-embed-icon-color=#fff] - Colour of the button's icon.
 * @cssprop [--wallet-embed-offset=24px] - Distance from the edges of the window.
 * @cssprop [--wallet-embed-radius=16px] - Corner radius of the panel.
 * @cssstate open - The panel is open.
 * @cssstate logged-in - Somebody is signed in.
 */
export class WalletEmbed extends LitElement {
  static override styles = styles

  /** Which deployment of the wallet to load. */
  @property({ attribute: 'build-env' }) buildEnv: BuildEnv = 'production'
  /** Where the wallet app is served; wins over what is configured for `buildEnv`. */
  @property({ attribute: 'wallet-url' }) walletUrl?: string
  /** Corner of the floating button. */
  @property({ attribute: 'button-position' }) buttonPosition: ButtonPosition = 'bottom-left'
  /** Hides the floating button. */
  @property({ type: Boolean, attribute: 'hide-button' }) hideButton = false
  /** The session outlives the tab. */
  @property({ type: Boolean, attribute: 'use-local-storage' }) useLocalStorage = false
  /** Skips key-recovery onboarding for new users. */
  @property({ type: Boolean, attribute: 'skip-key-onboarding' }) skipKeyOnboarding = false
  /** Debug logging; off in production and on elsewhere if unset. */
  @property({ type: Boolean, attribute: 'enable-logging' }) enableLogging?: boolean
  /** Milliseconds that the start may take. */
  @property({ type: Number, attribute: 'init-timeout' }) initTimeout = INIT_TIMEOUT
  /** The chain to begin with. */
  @property({ attribute: false }) network?: NetworkInterface
  /** Changes or adds login providers, by verifier. */
  @property({ attribute: false }) loginConfig?: LoginConfig
  /** @deprecated Use `loginConfig`. */
  @property({ attribute: false }) enabledVerifiers?: VerifierStatus
  /** Brand, colours and texts. */
  @property({ attribute: false }) whiteLabel?: WhiteLabelParams

  @state() private frame: HTMLIFrameElement | undefined
  @state() private isReady = false
  @query('dialog') private readonly dialog!: HTMLDialogElement | null
  @query('.panel') private readonly panel!: HTMLElement | null
  readonly #connection: Connection
  readonly #internals = this.attachInternals()
  #running: Promise<void> | undefined
  #abort: AbortController | undefined
  #stopAnnouncing: (() => void) | undefined

  constructor(connection = new Connection()) {
    super()
    this.#connection = connection
  }

  /** The Ethereum provider (EIP-1193): one object for life, there before the wallet is. */
  get provider(): Provider {
    return this.#connection.provider
  }

  get isInitialized(): boolean {
    return this.isReady
  }

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

  override connectedCallback(): void {
    super.connectedCallback()
    this.#stopAnnouncing ??= announce(this.provider)
    // Properties that are set right after creation count.
    queueMicrotask(() => {
      if (this.isConnected) this.init().catch(() => {})
    })
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    queueMicrotask(() => {
      // Moved, not removed: the browser reloads the frame, which connects again.
      if (this.isConnected) return
      this.#stopAnnouncing?.()
      this.#stopAnnouncing = undefined
      this.#stop(new WalletError('ABORTED'))
    })
  }

  protected override updated(): void {
    const button = this.renderRoot.querySelector<HTMLElement>('button.open')
    // In the top layer no stacking context and no transformed ancestor of the page matters.
    if (button && !button.matches(':popover-open')) button.showPopover()
  }

  protected override render() {
    if (!this.frame) return nothing
    const position = BUTTON_POSITIONS.includes(this.buttonPosition)
      ? this.buttonPosition
      : 'bottom-left'
    const corner = position.replace('-', ' ')
    return html`
      ${
        this.isReady && !this.hideButton
          ? html`<button class="open ${corner}" part="button" type="button" popover="manual"
              aria-haspopup="dialog" aria-label="Open wallet" @click=${this.#openHome}>
              <svg viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${ICON_PATH} />`}</svg>
            </button>`
          : nothing
      }
      <dialog aria-label="Wallet" @click=${this.#onBackdrop} @cancel=${this.#dismiss} @close=${this.#onClose}>
        <div class="panel ${corner}" part="panel">${this.frame}</div>
        <button class=${corner} part="button" type="button" aria-label="Close wallet" @click=${this.#dismiss}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            ${svg`<path d=${CLOSE_PATH} stroke="currentColor" stroke-width="2.5" stroke-linecap="round" />`}
          </svg>
        </button>
      </dialog>
    `
  }

  /**
   * Starts the wallet. Called by itself; again it gives the same promise, until it failed.
   *
   * @throws {WalletError} `WALLET_URL_MISSING`, `INVALID_ARGUMENT`, `LOAD_FAILED`, `CSP_BLOCKED`,
   *   `TIMEOUT`, `ABORTED`.
   */
  init(): Promise<void> {
    // A step later, so that a start that fails at once does not fail before it is remembered.
    this.#running ??= Promise.resolve().then(() => this.#start())
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

  /** @throws {WalletError} `NOT_LOGGED_IN`, `NOT_INITIALIZED`. */
  async logout(): Promise<void> {
    this.#checkLoggedIn()
    await this.#connection.change('logout', null, ANSWER_TIMEOUT)
  }

  /** @throws {WalletError} `NOT_LOGGED_IN`, `NOT_INITIALIZED`. */
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
    await this.#connection.request('show', { screen }, ANSWER_TIMEOUT)
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

  async #start(): Promise<void> {
    const abort = new AbortController()
    this.#abort = abort
    try {
      const base = this.walletUrl ? parseWalletUrl(this.walletUrl) : walletUrl(this.buildEnv)
      const frame = new Frame(base)
      this.#listen()
      this.frame = frame.element
      await this.#connection.open(frame, this.#params(), this.initTimeout, abort.signal)
      this.isReady = true
      await this.updateComplete
      this.dispatchEvent(new WalletReadyEvent())
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

  #stop(reason: WalletError): void {
    this.#abort?.abort(reason)
    this.#abort = undefined
    this.#running = undefined
    this.#close()
    this.#connection.close(reason)
    this.#connection.removeAllListeners()
    this.#internals.states.delete('logged-in')
    this.isReady = false
    this.frame = undefined
  }

  #params(): InitParams {
    const { network, buildEnv, enableLogging, buttonPosition, loginConfig, enabledVerifiers } = this
    const { whiteLabel, skipKeyOnboarding, useLocalStorage, hideButton } = this
    return {
      network,
      buildEnv,
      enableLogging: enableLogging ?? buildEnv !== 'production',
      showWalletButton: !hideButton,
      buttonPosition,
      enabledVerifiers: enabledVerifiers as Record<string, boolean> | undefined,
      loginConfig,
      whiteLabel,
      skipKeyOnboarding,
      useLocalStorage,
    }
  }

  #listen(): void {
    this.#connection
      .on('state', this.#onState)
      .on('panel', this.#onPanel)
      .on('popupBlocked', () => this.dispatchEvent(new WalletPopupBlockedEvent()))
      .on('sessionExpired', () => this.dispatchEvent(new WalletSessionExpiredEvent()))
  }

  #onState = (...[now, before]: ConnectionEvents['state']): void => {
    this.#internals.states[now.loggedIn ? 'add' : 'delete']('logged-in')
    if (!before) return
    if (now.loggedIn && !before.loggedIn) {
      this.dispatchEvent(new WalletLoginEvent([...now.accounts]))
    }
    if (!now.loggedIn && before.loggedIn) this.dispatchEvent(new WalletLogoutEvent())
    if (`${now.accounts}` !== `${before.accounts}`) {
      this.dispatchEvent(new WalletAccountsChangedEvent([...now.accounts]))
    }
    if (now.chainId !== before.chainId) {
      this.dispatchEvent(new WalletChainChangedEvent(toHexChainId(now.chainId)))
    }
  }

  #onPanel = ({ open, height }: FrameNotices['panel']): void => {
    if (height) this.panel?.style.setProperty('--_height', `${height}px`)
    if (open) this.#open()
    else this.#close()
  }

  #checkReady(): void {
    if (!this.isReady) throw new WalletError('NOT_INITIALIZED')
  }

  #checkLoggedIn(): void {
    this.#checkReady()
    if (!this.isLoggedIn) throw new WalletError('NOT_LOGGED_IN')
  }

  #openHome(): void {
    // At once: the frame draws its screen while the panel moves in.
    this.#open()
    this.show().catch(() => {})
  }

  #open(): void {
    if (this.isOpen || !this.dialog) return
    this.dialog.showModal()
    this.#internals.states.add('open')
    this.dispatchEvent(new WalletShowEvent())
  }

  #close(): void {
    if (!this.isOpen) return
    // First, since the focus returns to the button, which has to be visible for it.
    this.#internals.states.delete('open')
    this.dialog?.close()
    this.dispatchEvent(new WalletHideEvent())
  }

  #dismiss(): void {
    if (!this.isOpen) return
    this.#connection.dismiss()
    this.#close()
  }

  /** The browser closed it by itself. */
  #onClose(): void {
    if (this.isOpen) this.#dismiss()
  }

  #onBackdrop(event: MouseEvent): void {
    // What is not the panel or the button is the dialog itself.
    if (event.target === this.dialog) this.#dismiss()
  }
}
