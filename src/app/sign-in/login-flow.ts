import { WalletError } from '../../shared/errors.js'
import { GO } from '../windows/login-initiator.js'
import {
  areCutOff,
  askingUrl,
  closePopup,
  guide,
  hearCallback,
  LOGIN,
  noteCutOff,
  type Opened,
  openPopup,
  pageWindows,
  tellingUrl,
} from '../windows/login-popup.js'
import {
  type Attempt,
  authorizationUrl,
  finishLogin,
  prepareAttempt,
  readCallback,
  warmUp,
} from './authorization.js'
import type { LoginOption } from './login-options.js'
import type { LoginFlowOptions, LoginStatus } from './login-status.js'
import { canLeave } from './pending-redirect.js'
import type { Person } from './person.js'
import { checkAnew } from './reauthenticate.js'
import type { Offer } from './recovery.js'

/** Milliseconds. The page's window may still come; meanwhile the person is offered a button for one. */
const OFFER_AFTER = 1_500

export interface StartOptions {
  loginHint?: string | undefined
  /** Typed by the person: a code is sent there at once. */
  email?: string | undefined
  /** Name of a window that the page opened for this. */
  popup?: string | undefined
}

/** Signs in through a window of the identity provider's. */
export class LoginFlow {
  readonly #options: LoginFlowOptions
  #status: LoginStatus = { name: 'ready' }
  #attempt: Attempt | undefined
  #preparing: Promise<Attempt> | undefined
  /** Aborts the running login. */
  #stop: (() => void) | undefined
  /** Aborts the running or the last login. */
  signal: AbortSignal | undefined
  /** Opens a window of the wallet's own once more. */
  #again: (() => Promise<void>) | undefined
  /** Clicks in a row that opened no window. */
  #misses = 0
  /** Whether the last window may be open although the browser did not return it. */
  #isUnsure = false
  /** Begins the session that waits for the person's confirmation. */
  #accept: (() => Promise<void>) | undefined

  constructor(options: LoginFlowOptions) {
    this.#options = options
  }

  get status(): LoginStatus {
    return this.#status
  }

  /** Prepares a login, so that a click can open the window with its final URL. */
  prepare(): Promise<Attempt> {
    this.#preparing ??= prepareAttempt(this.#options.signer, false).then(
      (attempt) => {
        this.#attempt = attempt
        return attempt
      },
      (error) => {
        this.#preparing = undefined
        throw error
      },
    )
    return this.#preparing
  }

  /** Opens the provider's window. Call it in the click, before any await. */
  start(option: LoginOption, { loginHint, email, popup }: StartOptions = {}): void {
    const abort = this.#begin()
    if (option.protocol === 'email') {
      void this.#byEmail(option, { loginHint, email, popup }, abort)
      return
    }
    // A click inside the frame can open a window itself, so the page's window is not used.
    if (popup && !navigator.userActivation?.isActive) {
      void this.#adopt(option, loginHint, popup, abort)
      return
    }
    const attempt = this.#attempt
    const urlOf = (ready: Attempt) => this.#url(option, ready, loginHint)
    const isTold = (areCutOff() || this.#isUnsure) && attempt
    const opened = openPopup(isTold ? tellingUrl(urlOf(attempt)) : askingUrl())
    this.#misses = opened.name === 'window' ? 0 : this.#misses + 1
    if (opened.name === 'unseen') noteCutOff()
    this.#isUnsure = opened.name === 'unsure'
    // A window without an opener closes itself if its URL has no provider address. The next click opens one that has
    // it.
    if (opened.name === 'blocked' || (opened.name !== 'window' && !isTold)) {
      void this.prepare().catch(() => {})
      this.#block(option, loginHint)
      return
    }
    const window = opened.name === 'window' ? opened.window : null
    void this.#run(option, loginHint, window, abort.signal)
  }

  /** Opens an account by its recovery phrase, without a provider. Call it in the click. */
  restore(): void {
    const abort = this.#begin()
    // Inside a page, the phrase is typed in a separate window, so that people never get used to typing it in a page.
    const opened = this.#options.about().site === null ? undefined : openPopup('about:blank')
    void this.#byPhrase(opened, abort.signal)
  }

  /** Opens the same login again, in a new click. */
  retry(): void {
    const status = this.#status
    if (status.name !== 'blocked' && status.name !== 'unseen' && status.name !== 'waiting') return
    const { option, loginHint } = status
    if (option) this.start(option, { loginHint })
    else void this.#again?.()
  }

  /**
   * Signs in with a passkey, in a window of the wallet's own. Call it in the click.
   *
   * @param popup - Name of a window that the page opened for this.
   */
  startPasskey(popup?: string): void {
    const { signer, about, onAnswered } = this.#options
    void this.run(async (signal) => {
      const { signInByWindow } = await import('./passkeys/passkey-frame.js')
      const onSignedIn = this.#onProven
      await signInByWindow({ signer, ...about(), popup, signal, onSignedIn, onAnswered })
    })
  }

  /**
   * Signs in by a window of the wallet's own, as often as the person tries. Call it in the click.
   *
   * @param signIn - Rejects with `POPUP_BLOCKED` where there is no window, and with `USER_REJECTED`.
   */
  async run(signIn: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const abort = this.#begin()
    this.#again = () => this.run(signIn)
    this.#set({ name: 'unseen', canLeave: false })
    try {
      await signIn(abort.signal)
      if (!abort.signal.aborted) this.#set({ name: 'ready' })
    } catch (reason) {
      if (abort.signal.aborted) return
      const error = WalletError.from(reason)
      if (error.code === 'POPUP_BLOCKED') this.#block()
      else this.#set({ name: 'ready', ...(error.code !== 'USER_REJECTED' && { error }) })
    }
  }

  /** Has the page itself go to the provider, and come back. */
  async leave(): Promise<void> {
    const status = this.#status
    if ((status.name !== 'blocked' && status.name !== 'unseen') || !status.option) return
    const { option, loginHint } = status
    this.#begin()
    const { leave } = await loadLeave()
    await leave({ ...this.#options, show: (status) => this.#set(status) }, option, loginHint)
  }

  /** Goes on with a login that left the page. The person has the last word, since the page carried it. */
  async resume(returned: string, logins: readonly LoginOption[]): Promise<void> {
    const { signal } = this.#begin()
    const show = (status: LoginStatus) => this.#set(status)
    const { resumeLeft } = await loadLeave()
    this.#accept = await resumeLeft({ ...this.#options, returned, logins, signal, show })
  }

  /** The person says that the login which the page brought back is theirs. */
  async accept(): Promise<void> {
    const { signal } = this
    const accept = this.#accept
    if (!accept) return
    this.#accept = undefined
    try {
      await accept()
      this.#set({ name: 'ready' })
    } catch (error) {
      if (!signal?.aborted) this.#set({ name: 'ready', error: WalletError.from(error) })
    }
  }

  /** Gives the running login up. */
  cancel(): void {
    this.#giveUp()
    this.#set({ name: 'ready' })
  }

  /** Aborts the running login, and forgets one that waits for the person's confirmation. */
  #giveUp(): void {
    this.#stop?.()
    if (this.#accept) void this.#options.signer.ask('lock', {}).catch(() => {})
    this.#accept = undefined
  }

  #begin(): AbortController {
    this.#giveUp()
    const abort = new AbortController()
    this.#stop = () => abort.abort()
    this.signal = abort.signal
    return abort
  }

  async #byPhrase(opened: Opened | undefined, signal: AbortSignal): Promise<void> {
    try {
      const { restoreFor } = await import('./recovery.js')
      const { signer, onAnswered } = this.#options
      const show = (status: LoginStatus) => this.#set(status)
      const onSignedIn = this.#onProven
      const offer: Offer = (popup, state, onAgreed) => this.#offer(popup, state, signal, onAgreed)
      await restoreFor({ signer, opened, signal, offer, show, onSignedIn, onAnswered })
    } catch (error) {
      if (!signal.aborted) this.#set({ name: 'ready', error: WalletError.from(error) })
    }
  }

  /** Without a window: one that the page opened is closed. */
  async #byEmail(
    option: LoginOption,
    { loginHint: hint, email, popup }: StartOptions,
    { signal }: AbortController,
  ): Promise<void> {
    if (popup) void closePopup(popup, signal)
    try {
      const { emailFor } = await import('./email-login.js')
      if (signal.aborted) return
      const show = (status: LoginStatus) => this.#set(status)
      const way = { option, hint, email, signal, show, onSignedIn: this.#onProven }
      emailFor({ ...this.#options, ...way, onCancel: () => this.cancel() })
    } catch (error) {
      this.#set({ name: 'ready', error: WalletError.from(error) })
    }
  }

  /** Waits for the window that the page opened. Meanwhile, the person can open one by a click. */
  async #adopt(
    option: LoginOption,
    loginHint: string | undefined,
    name: string,
    { signal }: AbortController,
  ): Promise<void> {
    this.#set({ name: 'waiting', option })
    const offer = setTimeout(() => signal.aborted || this.#block(option, loginHint), OFFER_AFTER)
    const { findWindow, sendOn } = await pageWindows()
    const [window] = await Promise.all([
      findWindow(name, LOGIN, signal),
      this.prepare().catch(() => undefined),
    ])
    clearTimeout(offer)
    if (signal.aborted) return
    if (!window) {
      this.#block(option, loginHint)
      return
    }
    const running = this.#run(option, loginHint, window, signal)
    // The window asks its opener for the URL, and its opener is the page. Only code of this origin can change `opener`,
    // and a new document would lose the change. So the window keeps its URL, which has a version if the page pins one.
    window.opener = self
    sendOn(window, GO)
    await running
  }

  async #run(
    option: LoginOption,
    loginHint: string | undefined,
    popup: Window | null,
    signal: AbortSignal,
  ): Promise<void> {
    this.#set({ name: 'waiting', option, loginHint })
    const { config, signer, isSignedIn, onSignedIn, onAnswered, about } = this.#options
    let open = popup
    warmUp(signer, config.keyNetwork)
    const since = isSignedIn() ? performance.now() : undefined
    const check = (idToken: string) => {
      if (since !== undefined) checkAnew(idToken, option, performance.now() - since)
    }
    const hearing = new AbortController()
    const heard = AbortSignal.any([signal, hearing.signal])
    const ready = this.prepare()
    let isAgreed = false
    const onAgreed = () => {
      isAgreed = true
      this.#set({ name: 'working', option })
      hearing.abort()
    }
    const offered = ready.then(({ state }) => this.#offer(popup, state, signal, onAgreed))
    if (popup) {
      const told = Promise.all([ready, offered]).then(([attempt, offer]) => ({
        url: this.#url(option, attempt, loginHint),
        other: offer ? authorizationUrl(option, attempt, {}, true) : '',
      }))
      // At once, since nothing could answer the window's later questions.
      heard.addEventListener('abort', guide(popup, told))
    }
    try {
      const attempt = await ready
      const { state } = attempt
      // Settles only if the person continues with the browser's session.
      const continuing = offered.then((offer) => offer?.begun.then(() => null) ?? never)
      const hearingOf = hearCallback(popup, {
        state,
        loginService: config.loginService,
        signal: heard,
        onUnseen: () =>
          this.#set({ name: 'unseen', option, loginHint, canLeave: this.#canLeave() }),
      }).catch((error) => {
        if (!isAgreed) throw error
        return continuing
      })
      const query = await Promise.race([hearingOf, continuing])
      if (query === null) {
        this.#set({ name: 'ready' })
        return
      }
      // The window did open, but out of our sight.
      if (!popup) noteCutOff()
      const callback = readCallback(query, state, option)
      this.#set({ name: 'working', option })
      // Each is used once, and the person may give this login up and begin the next.
      this.#renew()
      const { site } = about()
      const begun = finishLogin(config, signer, option, attempt, callback, site, check).then(
        (result) => onSignedIn(result, since !== undefined, signal),
      )
      // The login window waits until the frame has confirmed that it has the answer.
      if (popup) onAnswered(popup, begun)
      open = null
      await begun
      this.#set({ name: 'ready' })
    } catch (error) {
      if (!signal.aborted) this.#set({ name: 'ready', error: WalletError.from(error) })
    } finally {
      hearing.abort()
      open?.close()
      if (!signal.aborted || this.#status.name === 'ready') this.#renew()
    }
  }

  /** Undefined if the person has to prove their identity again, or if the code does not load. */
  async #offer(popup: Window | null, state: string, signal: AbortSignal, onAgreed: () => void) {
    if (!popup || this.#options.isSignedIn()) return undefined
    const window = { popup, state, signal, onAgreed }
    return this.#options.continueInstead(window).catch(() => undefined)
  }

  /** The person has just acted: a code, a passkey or the recovery phrase. */
  #onProven = (result: Person): Promise<void> => this.#options.onSignedIn(result, true)

  #url(option: LoginOption, attempt: Attempt, loginHint: string | undefined): string {
    const isAnew = this.#options.isSignedIn()
    return authorizationUrl(option, attempt, hintOf(loginHint), isAnew)
  }

  #block(option?: LoginOption, loginHint?: string): void {
    const wasTold = this.#status.name === 'blocked'
    const canLeave = !!option && this.#canLeave()
    this.#set({ name: 'blocked', option, loginHint, canLeave })
    if (!wasTold) this.#options.onBlocked()
  }

  #canLeave(): boolean {
    const { isSignedIn, pageAddress } = this.#options
    // A signed-in person would come back to their present session.
    return this.#misses > 1 && !!pageAddress && !isSignedIn() && canLeave()
  }

  #renew(): void {
    this.#attempt = this.#preparing = undefined
    this.prepare().catch(() => {})
  }

  #set(status: LoginStatus): void {
    this.#status = status
    this.#options.onChange()
  }
}

const never = new Promise<null>(() => {})

const loadLeave = () => import('./redirect-fallback.js')

const hintOf = (loginHint: string | undefined) => (loginHint ? { login_hint: loginHint } : {})
