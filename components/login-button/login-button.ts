import { html, LitElement, nothing, type PropertyValues, svg, type TemplateResult } from 'lit'
import { property, state } from 'lit/decorators.js'

import { LoginClient } from '../../src/login-client.js'
import { WalletError } from '../../src/shared/errors.js'
import type {
  BuildEnv,
  LoginClientOptions,
  LoginParams,
  LoginProvider,
} from '../../src/shared/options.js'
import { providerMark } from '../../src/shared/provider-marks.js'
import { LoginErrorEvent, LoginSuccessEvent } from '../events.js'
import { styles } from './login-button.styles.js'
import { textsFor } from './texts.js'

/** As they write themselves. */
const PROVIDER_NAMES: Record<Exclude<LoginProvider, 'email_passwordless' | 'webauthn'>, string> = {
  google: 'Google',
  facebook: 'Facebook',
  reddit: 'Reddit',
  discord: 'Discord',
  twitch: 'Twitch',
  apple: 'Apple',
  line: 'LINE',
  github: 'GitHub',
  kakao: 'Kakao',
  linkedin: 'LinkedIn',
  twitter: 'X',
  weibo: 'Weibo',
  wechat: 'WeChat',
}
/** Milliseconds in which a page that has a client gives it. */
const CLIENT_WITHIN = 5_000
/** What a person did on purpose needs no words. */
const SILENT = ['POPUP_CLOSED', 'USER_REJECTED', 'ABORTED']

/**
 * Logs the visitor in and reports the outcome as an event. The work is `client`'s; without one the
 * button makes its own from `client-id`. Until there is either it is disabled, so that markup may come
 * before the script.
 *
 * @summary Sign-in button.
 * @tag login-button
 * @slot - Label; "Continue with" the provider if empty, in the language of the page around it.
 * @slot icon - Before the label; the provider's mark if empty.
 * @fires {LoginSuccessEvent} login-success - Logged in; with a client of its own also if that was before, or after its window was given up. Read `event.privKey`.
 * @fires {LoginErrorEvent} login-error - Not logged in; switch on `event.error.code`.
 * @csspart button - The native button.
 * @csspart icon - Around the mark.
 * @csspart label - Around the label.
 * @csspart spinner - In the mark's place while a login is under way.
 * @csspart waiting - That the window may still be open, in words, for who is back from it.
 * @csspart error - What went wrong, in words.
 * @cssprop [--login-button-background=#fff] - Background; dark in dark mode.
 * @cssprop [--login-button-border=#747775] - Colour of the border.
 * @cssprop [--login-button-color=#1f1f1f] - Colour of the label.
 * @cssprop [--login-button-focus=#0364ff] - Colour of the focus ring.
 * @cssprop [--login-button-font=system-ui] - Font family.
 * @cssprop [--login-button-radius=8px] - Corner radius.
 * @cssstate busy - A login is under way.
 */
export class LoginButton extends LitElement {
  static override styles = styles
  static override shadowRootOptions: ShadowRootInit = {
    ...LitElement.shadowRootOptions,
    delegatesFocus: true,
  }

  /** Does the login; its `init` is the owner's to call. */
  @property({ attribute: false }) client?: Pick<LoginClient, 'login'>
  /** Login provider to open at once. Without it the visitor chooses. */
  @property() provider?: LoginProvider | (string & {})
  /** What else `client.login` is given; `provider` wins over its `loginProvider`. */
  @property({ attribute: false }) params?: LoginParams
  /** Makes the button inert. */
  @property({ type: Boolean, reflect: true }) disabled = false
  /** The application's id, for a client of its own. */
  @property({ attribute: 'client-id' }) clientId?: string
  /** How that client shows the login screen; `redirect` by default. */
  @property({ attribute: 'ux-mode' }) uxMode?: LoginClientOptions['uxMode']
  /** Which deployment of the wallet that client uses. */
  @property({ attribute: 'build-env' }) buildEnv: BuildEnv = 'production'
  /** Where that wallet app is served; wins over what is configured for `buildEnv`. */
  @property({ attribute: 'wallet-url' }) walletUrl?: string

  @state() private busy = false
  /** Back from the login window, while nobody can tell whether that is still there. */
  @state() private isBack = false
  @state() private failure = ''
  /** Its own client, once that has started. */
  @state() private own: LoginClient | undefined
  #starting: LoginClient | undefined
  /** The latest login; who presses again gives an earlier one up. */
  #latest: object | undefined
  #missing: ReturnType<typeof setTimeout> | undefined
  /** It ended without a result, which may still come. */
  #isGivenUp = false
  /** Held: WebKit forgets what is in one that it collected as garbage. */
  readonly #states = this.attachInternals().states

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#missing)
    window.removeEventListener('focus', this.#onFocus)
    this.#dropOwn()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    window.addEventListener('focus', this.#onFocus)
    this.#missing = setTimeout(() => {
      if (this.client || this.clientId) return
      console.warn('login-button: stays disabled without client-id, or the property client.')
    }, CLIENT_WITHIN)
    // After a removal nothing else would ask for a client again.
    this.requestUpdate('clientId')
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const options = ['client', 'clientId', 'uxMode', 'buildEnv', 'walletUrl'] as const
    if (this.isConnected && options.some((name) => changed.has(name))) this.#makeOwn()
  }

  protected override updated(): void {
    this.#states[this.busy ? 'add' : 'delete']('busy')
  }

  protected override render() {
    const { busy } = this
    return html`
      <button part="button" type="button" aria-busy=${busy}
        ?disabled=${this.disabled || !(this.client ?? this.own)} @click=${this.#onClick}>
        <span part="icon" class="icon" ?hidden=${busy}><slot name="icon">${this.#mark()}</slot></span>
        ${busy ? html`<span part="spinner" class="spinner"></span>` : nothing}
        <span part="label"><slot>${this.#label()}</slot></span>
      </button>
      <p class="note" part="waiting" role="status">${busy && this.isBack ? textsFor(this).waiting : nothing}</p>
      <p class="note error" part="error" role="alert">${this.failure}</p>
    `
  }

  /**
   * Logs in as a click does; a login under way is given up for it. Resolves after the outcome event; never
   * rejects.
   */
  async login(): Promise<void> {
    const { provider, params, disabled } = this
    const client = this.client ?? this.own
    if (!client || disabled) return
    const login = {}
    this.#latest = login
    this.busy = true
    this.isBack = this.#isGivenUp = false
    this.failure = ''
    try {
      // No await before this call: browsers open a popup only inside the user's gesture.
      const { privKey } = await client.login({
        ...params,
        ...(provider && { loginProvider: provider }),
      })
      this.dispatchEvent(new LoginSuccessEvent(privKey))
    } catch (error) {
      this.#fail(error)
      if (this.#latest === login) this.#isGivenUp = WalletError.is(error, 'POPUP_CLOSED')
    } finally {
      if (this.#latest === login) this.busy = false
    }
  }

  /** Who clicks twice means one login. */
  #onClick = ({ detail }: MouseEvent): void => {
    if (detail < 2) void this.login()
  }

  #onFocus = (): void => {
    this.isBack = true
  }

  #label(): string {
    const { provider } = this
    const texts = textsFor(this)
    if (!provider) return texts.signIn
    if (provider === 'email_passwordless') return texts.email
    if (provider === 'webauthn') return texts.passkey
    const isKnown = Object.hasOwn(PROVIDER_NAMES, provider)
    const name = isKnown ? PROVIDER_NAMES[provider as keyof typeof PROVIDER_NAMES] : provider
    return texts.continue.replace('{0}', () => name)
  }

  #mark(): TemplateResult | typeof nothing {
    const mark = providerMark(this.provider ?? '')
    if (!mark) return nothing
    return html`<svg viewBox="-1 -1 26 26" aria-hidden="true">${mark.map(
      ({ d, color }) => svg`<path d=${d} fill=${color ?? 'currentColor'} />`,
    )}</svg>`
  }

  #makeOwn(): void {
    this.#dropOwn()
    const { client, clientId, uxMode, buildEnv, walletUrl } = this
    if (client || !clientId) return
    try {
      if (!isSecureContext) throw new WalletError('LOAD_FAILED', 'The page needs https.')
      const own = new LoginClient({
        clientId,
        buildEnv,
        ...(uxMode && { uxMode }),
        ...(walletUrl && { walletUrls: { [buildEnv]: walletUrl } }),
      })
      void this.#start(own)
    } catch (error) {
      this.#fail(error)
    }
  }

  async #start(client: LoginClient): Promise<void> {
    this.#starting = client
    client.on('error', (error) => this.#fail(error))
    client.on('login', () => {
      if (!this.#isGivenUp) return
      this.#isGivenUp = false
      this.dispatchEvent(new LoginSuccessEvent(client.privKey))
    })
    try {
      await client.init()
      this.own = client
      if (client.isLoggedIn) this.dispatchEvent(new LoginSuccessEvent(client.privKey))
    } catch (error) {
      // Another may have taken its place.
      if (this.#starting === client) this.#fail(error)
    }
  }

  #dropOwn(): void {
    this.#starting?.removeAllListeners()
    this.#starting?.cleanUp()
    this.#starting = this.own = undefined
  }

  #fail(cause: unknown): void {
    const error = WalletError.from(cause)
    if (error.code === 'POPUP_BLOCKED') {
      this.failure = textsFor(this).blocked
    } else if (!SILENT.includes(error.code)) {
      this.failure = textsFor(this).failed
      console.error(`login-button: ${error.message} See ${error.docsUrl}.`)
    }
    this.dispatchEvent(new LoginErrorEvent(error))
  }
}
