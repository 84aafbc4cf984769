import { Connection, INIT_TIMEOUT } from '../../src/client/frame/connection.js'
import type { WalletSnapshot } from '../../src/client/frame/snapshot.js'
import { withFullUrls } from '../../src/client/page-urls.js'
import { Announcement } from '../../src/client/provider/announce.js'
import type { Provider } from '../../src/client/provider/provider.js'
import { takeReturned } from '../../src/client/returned.js'
import { parseWalletUrl, pinnedUrl, walletUrl } from '../../src/client/wallet-url.js'
import type { FrameNotices } from '../../src/protocol/messages.js'
import { abortError } from '../../src/shared/deadline.js'
import { WalletError } from '../../src/shared/errors.js'
import type { IdTokenOptions, LoginUserInfo, WalletScreen } from '../../src/shared/options.js'
import { WalletChangeEvent } from '../events.js'
import { domEvents } from './dom-events.js'
import { type LoginRequest, login, type SignedIn, type SignInRequest } from './login-window.js'
import { Panel } from './panel.js'
import { defineProperties } from './properties.js'
import { Settings } from './settings.js'
import { WalletEmbedBase } from './wallet-embed-base.js'
import { wholeOf } from './whole.js'

/** Milliseconds for what waits for no person. */
const ANSWER_TIMEOUT = 10_000
/** Milliseconds: the login service is asked. */
const ID_TOKEN_TIMEOUT = 20_000

/**
 * A wallet for the page: a button in a corner, and a panel that opens beside it. Once in the page it starts by itself,
 * with the properties that were set in the same task. Each has an attribute: scalar properties show as theirs, and an
 * object may be written there as JSON. `buildEnv`, `walletUrl`, `useLocalStorage`, `initTimeout` and `integrity` count
 * at the next start (`cleanUp`, then `init`); all others change while it runs.
 *
 * @summary Embedded Ethereum wallet.
 * @tag wallet-embed
 * @slot button - A button of the page: it opens the panel, in place of the floating one.
 * @fires {WalletEvent} wallet-ready - The wallet is there; a session is restored.
 * @fires {WalletChangeEvent} wallet-change - The state changed, also by a restored session; read `event.state`.
 * @fires {WalletErrorEvent} wallet-error - The wallet could not be started, or refused a later change; read `event.error.code`.
 * @fires {WalletLoginEvent} wallet-login - The person signed in; read `event.accounts`.
 * @fires {WalletEvent} wallet-logout - Signed out, here or inside the wallet.
 * @fires {WalletAccountsChangedEvent} wallet-accounts-changed - Read `event.accounts`.
 * @fires {WalletChainChangedEvent} wallet-chain-changed - Read `event.chainId`, hexadecimal.
 * @fires {WalletEvent} wallet-show - The panel opened.
 * @fires {WalletEvent} wallet-hide - The panel closed.
 * @fires {WalletEvent} wallet-popup-blocked - The browser blocked the login window.
 * @fires {WalletEvent} wallet-session-expired - The session came to its end.
 * @csspart button - The floating button, and the one that closes the panel.
 * @csspart open - The floating button alone.
 * @csspart close - The one that closes the panel.
 * @csspart panel - The container of the wallet. Never fade, scale or cover it: the wallet refuses approvals then.
 * @csspart note - The outcome of an approval; disappears by itself.
 * @cssprop [--wallet-embed-accent=#0364ff] - Colour of the button; else the white label's `walletBrand1`.
 * @cssprop [--wallet-embed-icon-color=#fff] - Colour of the button's icon.
 * @cssprop [--wallet-embed-offset=24px] - Distance from the edges of the window; for one axis, `--wallet-embed-offset-x` and `--wallet-embed-offset-y`.
 * @cssprop [--wallet-embed-button-size=56px] - Width and height of the floating button.
 * @cssprop [--wallet-embed-radius=16px] - Corner radius of the panel.
 * @cssstate ready - The wallet is there.
 * @cssstate open - The panel is open.
 * @cssstate logged-in - A person is signed in.
 * @cssstate pending - A transaction is on its way: the floating button has a mark.
 */
export class WalletEmbed extends WalletEmbedBase {
  readonly #properties = defineProperties(this, (name) => {
    this.#settings.changed(name)
    this.#draw()
  })
  readonly #connection: Connection
  readonly #settings: Settings
  readonly #panel: Panel
  /** Only written: held, since WebKit loses the states once the object is collected as garbage. */
  readonly #states = this.attachInternals().states
  readonly #listeners = {
    ...domEvents((event) => this.dispatchEvent(event)),
    change: (state: WalletSnapshot) => this.#changed(state),
    update: () => this.#draw(),
    note: ({ text }: FrameNotices['note']) => this.#panel.note(text),
    pending: ({ text }: FrameNotices['pending']) => {
      this.#panel.pending = text
      this.#draw()
    },
    panel: ({ open }: FrameNotices['panel']) =>
      this.#pressed || (open ? this.#open() : this.#close()),
  }
  /** Settings that are not the element's, for the wallet to judge. */
  readonly #rest: object
  #base: URL | undefined
  #frame: HTMLIFrameElement | undefined
  #running: Promise<void> | undefined
  #abort: AbortController | undefined
  #returned: string | undefined
  /** Presses that open the panel, and are not answered yet: until then the frame tells of the time before them. */
  #pressed = 0
  #announcement: Announcement | undefined

  /** @internal */
  constructor(connection = new Connection(), rest = {}) {
    super()
    this.#connection = connection
    this.#rest = rest
    this.#settings = new Settings({
      values: this.#properties.values,
      ready: () => this.#running ?? Promise.reject(new WalletError('NOT_INITIALIZED')),
      send: (live) => connection.configure(live),
      onRefused: (error) => connection.emit('error', error),
    })
    this.#panel = new Panel({
      root: this.attachShadow({ mode: 'open' }),
      onToggle: () => this.#toggle(),
      onDismiss: () => this.isOpen && this.hide(),
      onSwipe: () => connection.tell('swipe'),
    })
  }

  /** The Ethereum provider (EIP-1193): one object for life, there before the wallet is. */
  get provider(): Provider {
    return this.#connection.provider
  }

  /** The wallet's state as the page sees it: a new object after each change. */
  get state(): WalletSnapshot {
    return this.#connection.snapshot
  }

  /** Whether the wallet is there. */
  get isInitialized(): boolean {
    return this.state.isInitialized
  }

  /** Whether a person is signed in. */
  get isLoggedIn(): boolean {
    return this.state.isLoggedIn
  }

  /** Whether a reload signs out: the browser denies storage to the wallet, as where third-party storage is blocked. */
  get isSessionTemporary(): boolean {
    return this.#connection.state?.isTemporary ?? false
  }

  /** Checksummed addresses that the page may see. */
  get accounts(): string[] {
    return [...this.state.accounts]
  }

  /** Whether the panel is open. */
  get isOpen(): boolean {
    return this.state.isOpen
  }

  /**
   * Settles once the wallet has applied the changes made since the last task.
   *
   * @throws {WalletError} Why it refused: the wallet keeps the value of before, and the property the new one.
   */
  get applied(): Promise<void> {
    return this.#settings.apply()
  }

  /** As `applied`, for one property. @internal */
  appliedOf(name: 'network' | 'theme' | 'language'): Promise<void> {
    return this.#settings.apply(name)
  }

  connectedCallback(): void {
    this.#announcement ??= new Announcement(this.provider, () => this.#base?.origin)
    // Moved: the browser loads the frame again, which connects again.
    if (this.#frame) this.#connection.reload()
    this.#draw()
    // Properties that are set right after creation count.
    queueMicrotask(() => {
      if (this.isConnected) this.init().catch(() => {})
    })
  }

  // By `moveBefore`: the browser keeps the frame, and so does this.
  connectedMoveCallback(): void {}

  disconnectedCallback(): void {
    this.#close()
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#announcement?.stop()
      this.#announcement = undefined
      this.#stop(new WalletError('ABORTED'))
    })
  }

  attributeChangedCallback(attribute: string): void {
    this.#properties.read(attribute)
  }

  /** Calls `listener` with the state, now and after each change. @returns Stops it. */
  subscribe(listener: (state: WalletSnapshot) => void): () => void {
    return this.#connection.subscribe(listener)
  }

  /**
   * Starts the wallet. Called by itself; again it gives the same promise, until it failed.
   *
   * @throws {WalletError} `WALLET_URL_MISSING`, `INVALID_ARGUMENT`, `LOAD_FAILED`, `CSP_BLOCKED`,
   *   `INTEGRITY_MISMATCH`, `TIMEOUT`, `ABORTED`.
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
   * @param params - `verifier` goes straight to that provider, in a window that opens at once if this is
   *   called in a click; `login_hint` says who.
   * @returns {Promise<string[]>} The accounts that the page may see.
   * @throws {WalletError} `USER_REJECTED`, `NOT_INITIALIZED`, `UNKNOWN_VERIFIER`. What fails meanwhile is said in the panel.
   */
  login(params?: LoginRequest): Promise<string[]>
  /** Signs in to the site's server, too. @returns {Promise<SignedIn>} As `login` of `Wallet`. */
  login(params: SignInRequest): Promise<SignedIn>
  async login(params: LoginRequest | SignInRequest = {}): Promise<string[] | SignedIn> {
    this.#checkReady()
    return login(this.#connection, this.#base!, params)
  }

  /** Signs out. @throws {WalletError} `NOT_LOGGED_IN`, `NOT_INITIALIZED`. */
  async logout(): Promise<void> {
    this.#checkLoggedIn()
    await this.#connection.change('logout', null, ANSWER_TIMEOUT)
  }

  /**
   * Gets the profile of the signed-in person.
   *
   * @throws {WalletError} `NOT_LOGGED_IN`, `NOT_INITIALIZED`.
   */
  async getUserInfo(): Promise<LoginUserInfo> {
    this.#checkLoggedIn()
    return this.#connection.request('getUserInfo', null, ANSWER_TIMEOUT)
  }

  /**
   * Gets a token (JWT) that tells the page's server who is signed in, and with which address: docs/backends.md.
   *
   * @throws {WalletError} As `getIdToken` of `Wallet`.
   */
  async getIdToken(options: IdTokenOptions = {}): Promise<string> {
    this.#checkReady()
    const asked = { method: 'wallet_getIdToken', params: [withFullUrls(options)] }
    return this.#connection.request('rpc', asked, ID_TOKEN_TIMEOUT) as Promise<string>
  }

  /**
   * Opens the panel.
   *
   * @param provider - With `topup`: goes straight to this one.
   * @throws {WalletError} `NOT_INITIALIZED`; `INVALID_ARGUMENT` for a screen that does not exist; `TOPUP_UNAVAILABLE`.
   */
  async show(screen: WalletScreen = 'home', provider?: string): Promise<void> {
    this.#checkReady()
    // The wallet opens the panel before it answers. The person may have closed it by then.
    await this.#connection.request('show', { screen, provider }, ANSWER_TIMEOUT)
  }

  /** Closes the panel; its pending requests are rejected. */
  hide(): void {
    // Also while it is closed: a screen that was asked for may be on its way.
    this.#connection.tell('dismiss')
    this.#close()
  }

  /**
   * Logs the person out, and removes the frame and the button, even if the logout fails. A start under way is cancelled
   * with `ABORTED`. `init` begins anew.
   */
  async cleanUp(): Promise<void> {
    if (this.isLoggedIn) await this.logout().catch(() => {})
    this.#stop(new WalletError('ABORTED'))
  }

  async #start(abort: AbortController): Promise<void> {
    try {
      if (abort.signal.aborted) throw abortError(abort.signal)
      if (!this.isConnected) throw new WalletError('LOAD_FAILED', 'The element is not in the page.')
      const { integrity, initTimeout: ms = INIT_TIMEOUT } = this
      const url = this.walletUrl ? parseWalletUrl(this.walletUrl) : walletUrl(this.buildEnv)
      this.#base = pinnedUrl(url, integrity)
      this.#returned ??= takeReturned()
      this.#settings.reset()
      this.#listen('on')
      await this.#connection.open({
        base: this.#base,
        hash: integrity?.check ? integrity.hash : undefined,
        params: () => ({
          ...this.#settings.initial(),
          ...this.#rest,
          returned: this.#returned,
          attributes: [this.getAttributeNames(), WalletEmbed.observedAttributes],
        }),
        ms,
        signal: abort.signal,
        place: (frame) => {
          this.#frame = frame
          this.#draw()
        },
      })
      this.#returned = undefined
      this.#announcement?.name(this.#connection.state?.brand)
      this.#connection.note({ isInitialized: true })
      this.#draw()
      this.#connection.emit('ready')
    } catch (cause) {
      const error = WalletError.from(cause)
      // An abort has already cleaned up, and a new start may be under way.
      if (abort === this.#abort) {
        this.#stop(error)
        this.#listeners.error(error)
      }
      throw error
    }
  }

  #listen(how: 'on' | 'off'): void {
    for (const [event, listener] of Object.entries(this.#listeners)) {
      this.#connection[how](event as 'ready', listener as () => void)
    }
  }

  #changed(state: WalletSnapshot): void {
    const { isInitialized: ready, isLoggedIn, isOpen: open, isPending: pending } = state
    const shown = { ready, 'logged-in': isLoggedIn, open, pending }
    for (const [name, is] of Object.entries(shown)) this.#states[is ? 'add' : 'delete'](name)
    this.dispatchEvent(new WalletChangeEvent(state))
  }

  #stop(reason: WalletError): void {
    this.#abort?.abort(reason)
    this.#abort = this.#running = undefined
    this.#close()
    this.#connection.close(reason)
    this.#connection.note({ isInitialized: false })
    this.#listen('off')
    this.#frame = undefined
    this.#draw()
  }

  #draw(): void {
    const { values } = this.#properties
    this.#panel.draw({
      ...wholeOf(values),
      frame: this.#frame,
      hasButton: this.isInitialized && !values.hideButton,
      buttonPosition: values.buttonPosition,
      texts: this.#connection.state?.texts,
    })
  }

  #checkReady(): void {
    if (!this.isInitialized) throw new WalletError('NOT_INITIALIZED')
  }

  #checkLoggedIn(): void {
    this.#checkReady()
    if (!this.isLoggedIn) throw new WalletError('NOT_LOGGED_IN')
  }

  async #toggle(): Promise<void> {
    if (this.isOpen) return this.hide()
    this.#pressed++
    try {
      // The page's own button is there before the wallet is, and also if that could not be loaded.
      if (!this.isInitialized) await this.init()
      // At once: the wallet draws its screen while the panel moves in.
      this.#open()
      await this.show()
    } catch {
      // The event has told of it, or the frame is loading again.
      this.#close()
    }
    this.#pressed--
  }

  #open(): void {
    if (!this.#frame) return
    this.#panel.show()
    if (this.isOpen) return
    this.#connection.note({ isOpen: true })
    this.#connection.emit('show')
  }

  #close(): void {
    if (!this.isOpen) return
    // First, since the focus returns to the button, which has to be visible for it.
    this.#connection.note({ isOpen: false })
    this.#panel.hide()
    this.#connection.emit('hide')
  }
}
