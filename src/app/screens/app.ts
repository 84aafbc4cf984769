import { html, LitElement, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import { keyed } from 'lit/directives/keyed.js'

import type { ApprovalWindow, PageWindow } from '../approval-window/approval-window.js'
import { type LoginOption, offersPasskey } from '../sign-in/login-options.js'
import { refusedApp } from '../support/in-app-browser.js'
import type { WalletApp } from '../wallet/wallet-app.js'
import './base/shell.js'
import './sign-in/sign-in.js'
import './base/status.js'
import type { LoginStatus } from '../sign-in/login-status.js'
import type { Screen } from './base/screen.js'
import type { LazyStatus } from './sign-in/lazy-sign-in.js'
import type { Refused } from './sign-in/refused.js'

type Rest = typeof import('./lazy-screens.js')
/** Milliseconds. */
const RETRY = 2_000
/** Screens that sign-in does not need: loaded while the first screen is read. Offline, they are tried again and again. */
const loadRest = (): Promise<Rest> =>
  import('./lazy-screens.js').catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, RETRY))
    return loadRest()
  })

/** Draws the current screen, and moves the focus to its start when it changes. */
@customElement('we-app')
export class App extends LitElement {
  @property({ attribute: false }) app!: WalletApp
  #shown = ''
  /** Fires when the page opens the panel for the first time: nothing inside can take the focus before. */
  readonly #opened = new ResizeObserver(() => this.#onOpened())
  /**
   * The import of the other screens. Everything that waits for them shares one promise, and so runs after they are set.
   */
  #loading: Promise<void> | undefined
  /** Draws questions and places, once their screens are there. */
  #rest: Rest | undefined
  /** Takes a question to a window. */
  #approvalWindow: ApprovalWindow | undefined
  /** The chosen login, whose provider refuses this browser or app. */
  #refused: Refused | undefined
  /** The question on the screen, with the state that its screen was made for. */
  #asked: unknown[] = []

  override connectedCallback(): void {
    super.connectedCallback()
    this.app.addEventListener('change', this.#onChange)
    this.app.addEventListener('popup', this.#onPopup)
    document.addEventListener('keydown', this.#onKey)
    this.addEventListener('we-continue', this.#onContinue)
    this.#opened.observe(document.documentElement)
    // A panel that opens again has the size that it had; the page gives it the focus each time.
    window.addEventListener('focus', this.#onOpened)
    this.#loading = loadRest().then((rest) => {
      rest.watchSession(this.app)
      rest.watchPending(this.app)
      this.#rest = rest
      this.#approvalWindow = new rest.ApprovalWindow(this.app, () => this.requestUpdate())
      this.#onChange()
    })
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.app.removeEventListener('change', this.#onChange)
    document.removeEventListener('keydown', this.#onKey)
    this.removeEventListener('we-continue', this.#onContinue)
    this.app.removeEventListener('popup', this.#onPopup)
    this.#approvalWindow?.end()
    this.#approvalWindow = undefined
    this.#opened.disconnect()
    window.removeEventListener('focus', this.#onOpened)
  }

  // No shadow root: the shell and its screens then share the design tokens.
  protected override createRenderRoot() {
    return this
  }

  protected override render() {
    return html`<we-shell .look=${this.app.appearance.look}>${this.#question()}${this.#place()}</we-shell>`
  }

  protected override updated(): void {
    // A screen that was given the wallet has been given the same one again.
    for (const screen of this.querySelectorAll<Screen>('we-shell > *')) screen.requestUpdate()
    this.#focus()
  }

  #onOpened = (): void => this.#focus()

  /** Once a screen, when it can be seen. */
  #focus(): void {
    const screen = this.querySelector<Screen>('we-shell > :not([hidden])')
    const isSeen = !!screen && screen.offsetWidth > 0
    const shown = isSeen ? `${screen.localName} ${this.app.requests.current?.id ?? ''}` : ''
    if (shown === this.#shown) return
    this.#shown = shown
    if (isSeen) void screen.focusHeading()
  }

  #question(): TemplateResult | typeof nothing {
    const { app } = this
    const question = app.requests.current
    if (this.#isSigningIn) return this.#signIn()
    if (!question || question.kind === 'signIn') return nothing
    if (!this.#rest) return html`<we-status></we-status>`
    return this.#confirmation(question, this.#rest.confirmation)
  }

  get #isSigningIn(): boolean {
    const { requests } = this.app
    const route = this.app.router.current
    const address = this.app.own.chosen
    const question = requests.current
    return question ? question.kind === 'signIn' : !!route && !address
  }

  #signIn(): TemplateResult {
    const { flow, logins, site, appearance, params } = this.app
    const address = this.app.own.chosen
    const { status } = flow
    const cancel = () => (address ? this.app.escape() : flow.cancel())
    void flow.prepare().catch(() => {})
    if (isLazy(status)) {
      if (!this.#rest) return html`<we-status></we-status>`
      return this.#rest.lazySignIn(flow, status, () => this.requestUpdate())
    }
    if (this.#refused && status.name === 'ready') {
      if (!this.#rest) return html`<we-status></we-status>`
      return this.#rest.refusedScreen(this.app, this.#refused, () => this.#refuse(undefined))
    }
    if (status.name === 'unseen' || status.name === 'returned') {
      return html`<we-sign-in-elsewhere .logins=${logins} .status=${status} .site=${site} .look=${appearance.look}
        .onRetry=${() => flow.retry()} .onLeave=${() => flow.leave()} .onAccept=${() => flow.accept()}
        .onCancel=${cancel}></we-sign-in-elsewhere>`
    }
    return html`<we-sign-in .logins=${logins} .status=${status} .site=${site} .look=${appearance.look}
      .onLogin=${this.#login} .onRestore=${() => flow.restore()}
      .onPasskey=${offersPasskey(params) ? () => flow.startPasskey() : undefined}
      .onRetry=${() => flow.retry()} .onCancel=${cancel}></we-sign-in>`
  }

  /**
   * Each question gets a fresh screen, also after the page around the frame changes: no state, above all not "it was
   * seen", may carry over.
   */
  #confirmation(
    question: Parameters<Rest['confirmation']>[1],
    confirm: Rest['confirmation'],
  ): TemplateResult {
    const { app } = this
    const handover = this.#approvalWindow
    const status = handover?.statusOf(question) ?? 'none'
    const isElsewhere = handover?.isElsewhere(question)
    if (handover && (isElsewhere || status !== 'none')) {
      const onBack = isElsewhere ? undefined : () => this.#back(handover)
      return html`<we-approval-window status=${status} .onReject=${question.reject} .onBack=${onBack}
        .onOpen=${() => handover.open(question)} .onFocus=${() => handover.focus(question)}></we-approval-window>`
    }
    const now = [question.id, app.params, app.chains.current]
    if (now.some((part, at) => part !== this.#asked[at])) this.#asked = now
    return html`${keyed(this.#asked, confirm(app, question))}`
  }

  #back(handover: ApprovalWindow): void {
    handover.end()
    this.requestUpdate()
  }

  /** Kept in the tree, hidden, behind a question, so that typed text stays. */
  #place(): TemplateResult | typeof nothing {
    const { app } = this
    if (!app.router.current || !app.own.chosen) return nothing
    const hidden = !!app.requests.current
    if (!this.#rest) return html`<we-status ?hidden=${hidden}></we-status>`
    return this.#rest.routeScreen(app, app.router.current, hidden)
  }

  /** In the click: goes to the provider. If the provider refuses this browser, tells the person first. */
  #login = (option: LoginOption, email?: string): void => {
    const by = refusedApp(option.typeOfLogin)
    if (by === undefined) this.app.flow.start(option, { email })
    else this.#refuse({ option, by })
  }

  #refuse(refused: Refused | undefined): void {
    this.#refused = refused
    this.requestUpdate()
  }

  /** A page may open a window for its request before the code for such windows has loaded. */
  #onPopup = (event: Event): void => {
    const { detail } = event as CustomEvent<PageWindow>
    void this.#loading?.then(() => this.#approvalWindow?.take(detail))
  }

  #onChange = (): void => {
    // The person tried again, gave up, or used a different login.
    if (this.app.flow.status.name !== 'ready' || !this.#isSigningIn) this.#refused = undefined
    this.#approvalWindow?.follow()
    this.requestUpdate()
  }

  #onContinue = (): void => {
    const question = this.app.requests.current
    if (question) this.#approvalWindow?.open(question)
  }

  #onKey = (event: KeyboardEvent): void => {
    // While text is composed, the key is the input method's.
    if (event.key === 'Escape' && !event.isComposing) this.app.escape()
  }
}

const isLazy = (status: LoginStatus): status is LazyStatus =>
  ['blocked', 'phrase', 'email'].includes(status.name)
