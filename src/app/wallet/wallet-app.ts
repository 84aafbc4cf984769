import type { FrameContract, InitParams, LiveParams, WalletState } from '../../protocol/messages.js'
import { WalletError } from '../../shared/errors.js'
import { Appearance } from '../appearance/appearance.js'
import type { Language } from '../appearance/locale/languages.js'
import { lookParams } from '../appearance/look.js'
import { ApprovalPlace } from '../approval/approval-place.js'
import { ApprovalQueue } from '../approval/approval-queue.js'
import type { ApprovalRequest } from '../approval/approval-requests.js'
import { askOnce } from '../approval/ask-once.js'
import { Core } from '../provider/core.js'
import { loadRpc } from '../provider/load-rpc.js'
import type { RpcContext } from '../provider/rpc/context.js'
import { Accounts } from '../session/accounts.js'
import { AutoLock } from '../session/auto-lock.js'
import type { SessionEndReason } from '../session/session-end-reason.js'
import { SessionManager } from '../session/session-manager.js'
import { LoginFlow } from '../sign-in/login-flow.js'
import { findOption, type LoginOption, loginOptions, WEBAUTHN } from '../sign-in/login-options.js'
import type { SignerContract } from '../signer/contract.js'
import type { SiteStore } from '../sites/site-store.js'
import type { Chains } from '../stores/chains.js'
import { isLogging, log } from '../support/log.js'
import { closePopup } from '../windows/login-popup.js'
import { OperatorContent } from './operator-content.js'
import { PageState } from './page-state.js'
import { type Route, Router } from './router.js'
import { checkTopup } from './topup.js'
import type { WalletAppOptions } from './wallet-app-options.js'

/** The wallet's state: session, questions, view. Screens draw it. */
export class WalletApp extends EventTarget implements RpcContext {
  params: InitParams
  readonly chains: Chains
  readonly store: SiteStore
  readonly site: string | null
  logins: LoginOption[]
  readonly requests = new ApprovalQueue(() => this.#changed())
  readonly flow: LoginFlow
  readonly appearance: Appearance
  readonly router = new Router()
  readonly autoLock = new AutoLock(() => this.life.lock())
  /** The person's accounts. */
  readonly own: Accounts
  readonly approvals: ApprovalPlace
  readonly content: OperatorContent
  /** Of the session. */
  readonly life: SessionManager
  /** What answers requests and sends transactions. */
  readonly core: Core
  readonly #options: WalletAppOptions
  readonly #page: PageState
  #isOpen = false
  /** The last that the panel was opened for. */
  #question: ApprovalRequest | undefined

  constructor(options: WalletAppOptions) {
    super()
    const { config, chains, params, signer, site, store } = options
    this.#options = options
    this.#page = new PageState(this, (state) => options.notify('state', state))
    this.appearance = options.appearance ?? new Appearance()
    this.content = new OperatorContent(config, this.appearance)
    this.approvals = new ApprovalPlace(site, config, () => this.#stateChanged())
    this.chains = chains
    chains.onSwitched = (isOther) => this.#switched(isOther)
    this.params = params
    this.site = site
    this.store = store
    this.logins = loginOptions(config.verifiers, params)
    this.core = new Core({
      context: () => this,
      tell: (subscription, result) =>
        options.notify('message', { type: 'eth_subscription', data: { subscription, result } }),
      onActivity: () => this.#changed(),
    })
    this.life = new SessionManager({
      isLasting: params.useLocalStorage ?? false,
      signer,
      site,
      siteStore: store,
      elsewhere: loadRpc,
      onOvertaken: () => this.flow.cancel(),
      onBegun: (isNew) => this.#begun(isNew),
      onConnected: () => {
        this.requests.approveAll('connect')
        this.#stateChanged()
      },
      onChanged: () => this.#stateChanged(),
      onEnded: (why) => this.#ended(why),
      onExpired: () => options.notify('sessionExpired', null),
    })
    this.own = new Accounts(this.life, signer, site)
    this.flow = new LoginFlow({
      config,
      signer,
      onChange: () => {
        const { status } = this.flow
        log.step('login', status.name, ('error' in status && status.error?.code) || '')
        this.#changed()
      },
      onBlocked: () => options.notify('popupBlocked', null),
      about: () => ({ site, look: lookParams(this.params) }),
      pageAddress: options.pageAddress,
      isSignedIn: () => !!this.own.chosen,
      onSignedIn: (result, isProven, signal = this.flow.signal) =>
        this.life.begin(result, isProven, undefined, signal),
      continueInstead: async (window) => ({
        begun: (await loadRpc()).continueInstead(this, window),
      }),
      onAnswered: (popup, begun) =>
        void loadRpc()
          .then(({ keepIn }) => keepIn(popup, this, begun))
          .catch(() => popup.close()),
    })
  }

  /** Whether the page may know who is signed in. */
  get isConnected(): boolean {
    return !!this.own.chosen && this.life.isConnected
  }

  /** The wallet's state that the page may know. */
  get state(): WalletState {
    return this.#page.current
  }

  /** Restores the stored session. */
  restore(): void {
    this.#page.begin(() => this.life.restore())
    this.autoLock.follow()
    if (this.own.chosen) this.core.resume()
  }

  /**
   * Applies the page's changed options.
   *
   * @throws {WalletError} As `resolveNetwork` and `loginOptions`; nothing has changed then.
   */
  async configure(live: LiveParams): Promise<WalletState> {
    const { isNetworkAsked, ...asked } = live
    const { buildEnv, useLocalStorage, network } = this.params
    const params = { ...asked, buildEnv, useLocalStorage }
    const logins = loginOptions(this.#options.config.verifiers, params)
    const isMoved = isNetworkAsked || JSON.stringify(live.network) !== JSON.stringify(network)
    const chain = isMoved ? await this.chains.resolve(live.network) : undefined
    this.params = params
    this.logins = logins
    log.isOn = isLogging(this.params)
    await this.appearance.apply(this.params)
    if (chain) this.chains.follow(live.network, chain)
    else this.#stateChanged()
    return this.state
  }

  /** The person chooses a language. @param language - Undefined: the browser's language. */
  async chooseLanguage(language: Language | undefined): Promise<void> {
    await this.appearance.choose(language)
    this.#stateChanged()
  }

  /** @throws {WalletError} `USER_REJECTED`, `UNKNOWN_VERIFIER`. */
  async login(params: FrameContract['login']['params']): Promise<WalletState> {
    const { verifier, popup } = params
    const isPasskey = verifier === WEBAUTHN
    const option = verifier && !isPasskey ? findOption(this.logins, verifier) : undefined
    if (verifier && !option && !isPasskey) throw new WalletError('UNKNOWN_VERIFIER', verifier)
    if (popup && this.own.chosen) void closePopup(popup)
    const done = this.enable()
    if (isPasskey && !this.own.chosen) this.flow.startPasskey(popup)
    if (option && !this.own.chosen) this.flow.start(option, { loginHint: params.login_hint, popup })
    await done
    return this.state
  }

  /** @throws {WalletError} `NOT_LOGGED_IN`. */
  async logout(): Promise<WalletState> {
    if (!this.own.chosen) throw new WalletError('NOT_LOGGED_IN')
    await this.life.end()
    return this.state
  }

  /** Call it in the click. @throws {WalletError} As `addPasskey`. */
  async addPasskey(): Promise<void> {
    const { addPasskey } = await import('../sign-in/passkeys/add-passkey.js')
    return addPasskey(this)
  }

  async enable(isAnew = false): Promise<void> {
    const asksAnew = isAnew && this.own.given.length > 0 && this.own.all.length > 1
    if (!this.own.chosen) await askOnce(this.requests, 'signIn', null)
    if (this.life.isConnected && !asksAnew) return
    this.life.connect((await askOnce(this.requests, 'connect', null)) ?? undefined)
  }

  sign<M extends keyof SignerContract>(
    method: M,
    params: SignerContract[M]['params'],
    account?: `0x${string}`,
  ): Promise<SignerContract[M]['result']> {
    return this.core.watch(this.own.sign(method, params, account))
  }

  compute<M extends keyof SignerContract>(
    method: M,
    params: SignerContract[M]['params'],
  ): Promise<SignerContract[M]['result']> {
    return this.#options.signer.ask(method, params)
  }

  /**
   * Goes to a screen.
   *
   * @param subject - `topup`: straight to this service; `asset`, `activity`, `calls`: which one.
   * @throws {WalletError} `TOPUP_UNAVAILABLE`
   */
  show(place: Route, subject?: string): void {
    if (place === 'topup') checkTopup(this.content.topups(this.chains.current.chainId), subject)
    this.#forgetSeen()
    this.router.go(place, subject)
    this.#changed()
  }

  /** @param name - The kind of notice, for the page. */
  note(text: string, name: 'note' | 'pending' = 'note'): void {
    this.#options.notify(name, { text })
  }

  /** Closes the panel; its question is rejected. A swipe is quickly made: it answers nothing, and ends no sign-in. */
  dismiss(how: 'dismiss' | 'swipe' = 'dismiss'): void {
    const isBusy = !!this.requests.current || this.flow.status.name !== 'ready'
    if (how === 'swipe' && isBusy) return
    this.#forgetSeen()
    this.router.leave()
    this.flow.cancel()
    this.requests.rejectAll()
    this.#changed()
  }

  /** Goes one step back: rejects the question, leaves the screen, or closes the panel. */
  escape(): void {
    const question = this.requests.current
    if (question) {
      if (question.kind === 'signIn') this.flow.cancel()
      question.reject()
    } else if (this.router.current && this.router.current !== 'home' && this.own.chosen)
      this.show('home')
    else this.dismiss()
  }

  #begun(isNew: boolean): void {
    this.autoLock.note()
    this.core.endNotice?.begun()
    // Before the sign-in question ends, so that the panel stays open.
    if (isNew) this.enable().catch(() => {})
    this.requests.approveAll('signIn')
    this.core.resume()
    this.#stateChanged()
  }

  #ended(why: SessionEndReason): void {
    this.core.endNotice?.ended(why)
    this.requests.end(why)
    this.router.leave()
    this.core.activity?.pause()
    this.flow.cancel()
    this.#stateChanged()
  }

  #switched(isOther: boolean): void {
    // Of a chain that stays, the page hears nothing: its subscriptions stay, too.
    if (isOther) this.core.clear()
    log.step('chain', this.chains.current.chainId)
    this.#stateChanged()
  }

  /** Home has shown how the last transaction ended, so its news is dropped. */
  #forgetSeen(): void {
    if (this.router.current === 'home') this.core.activity?.forgetNews()
  }

  #stateChanged(): void {
    if (!this.isConnected) this.requests.disconnect()
    this.#page.tell()
    this.#changed()
  }

  #changed(): void {
    const question = this.requests.current
    const open = !!question || !!this.router.current
    // The page may have opened a dialog over the panel since.
    const isNew = question && question !== this.#question
    this.#question = question
    if (isNew || open !== this.#isOpen) {
      this.#isOpen = open
      this.#options.notify('panel', { open })
    }
    this.dispatchEvent(new Event('change'))
  }
}
