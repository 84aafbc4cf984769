import { html, LitElement, type PropertyValues } from 'lit'
import { property, state } from 'lit/decorators.js'

import { LoginClient } from '../../src/login-client.js'
import { WalletError } from '../../src/shared/errors.js'
import type { BuildEnv, LoginClientOptions, LoginProvider } from '../../src/shared/options.js'
import { LoginErrorEvent, LoginSuccessEvent } from '../events.js'
import { styles } from './login-button.styles.js'

/** As they write themselves. */
const PROVIDER_NAMES: Record<LoginProvider, string> = {
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
  email_passwordless: 'email',
  webauthn: 'a passkey',
}
/** What a person did on purpose needs no words. */
const SILENT = ['POPUP_CLOSED', 'USER_REJECTED', 'ABORTED']

/**
 * Logs the visitor in and reports the outcome as an event. The work is `client`'s; without one the
 * button makes its own from `client-id`. Until there is either it is disabled, so that markup may come
 * before the script.
 *
 * @summary Sign-in button.
 * @tag login-button
 * @slot - Label; "Continue with" the provider if empty.
 * @slot icon - Before the label.
 * @fires {LoginSuccessEvent} login-success - Logged in, here or, with a client of its own, before; read `event.privKey`.
 * @fires {LoginErrorEvent} login-error - Not logged in; switch on `event.error.code`.
 * @csspart button - The native button.
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
  static override shadowRootOptions = { ...LitElement.shadowRootOptions, delegatesFocus: true }

  /** Does the login; its `init` is the owner's to call. */
  @property({ attribute: false }) client?: Pick<LoginClient, 'login'>
  /** Login provider to open at once. Without it the visitor chooses. */
  @property() provider?: LoginProvider | (string & {})
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
  @state() private failure = ''
  /** Its own client, once that has started. */
  @state() private own: LoginClient | undefined
  #starting: LoginClient | undefined
  readonly #internals = this.attachInternals()

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#dropOwn()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    // After a removal nothing else would ask for a client again.
    this.requestUpdate('clientId')
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const options = ['client', 'clientId', 'uxMode', 'buildEnv', 'walletUrl'] as const
    if (this.isConnected && options.some((name) => changed.has(name))) this.#makeOwn()
  }

  protected override updated(): void {
    this.#internals.states[this.busy ? 'add' : 'delete']('busy')
  }

  protected override render() {
    const { provider } = this
    const name = PROVIDER_NAMES[provider as LoginProvider] ?? provider
    return html`
      <button part="button" type="button" aria-disabled=${this.busy}
        ?disabled=${this.disabled || !(this.client ?? this.own)} @click=${this.login}>
        <slot name="icon"></slot>
        <slot>${name ? `Continue with ${name}` : 'Sign in'}</slot>
      </button>
      <p class="error" part="error" role="alert">${this.failure}</p>
    `
  }

  /** Logs in as a click does. Resolves after the outcome event; never rejects. */
  async login(): Promise<void> {
    const { provider, busy, disabled } = this
    const client = this.client ?? this.own
    if (!client || busy || disabled) return
    this.busy = true
    this.failure = ''
    try {
      // No await before this call: browsers open a popup only inside the user's gesture.
      const { privKey } = await client.login(provider ? { loginProvider: provider } : {})
      this.dispatchEvent(new LoginSuccessEvent(privKey))
    } catch (error) {
      this.#fail(error)
    } finally {
      this.busy = false
    }
  }

  #makeOwn(): void {
    this.#dropOwn()
    const { client, clientId, uxMode, buildEnv, walletUrl } = this
    if (client || !clientId) return
    try {
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
      this.failure = 'Your browser blocked the login window. Allow it, then try again.'
    } else if (!SILENT.includes(error.code)) {
      this.failure = 'The login did not work. Please try again.'
    }
    this.dispatchEvent(new LoginErrorEvent(error))
  }
}
