import { LoginClient } from '../../src/login-client.js'
import { WalletError } from '../../src/shared/errors.js'
import { MORE_MARKS } from '../../src/shared/marks/more-provider-marks.js'
import { PERSON, providerMark } from '../../src/shared/marks/provider-marks.js'
import type {
  BuildEnv,
  LoginClientOptions,
  LoginParams,
  LoginProvider,
} from '../../src/shared/options.js'
import { LoginErrorEvent, LoginSuccessEvent } from '../events.js'
import { Drawing } from './drawing.js'
import { labelsFor, loadNotes, notesFor } from './texts.js'

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
/** Importing it in Node does nothing; there is no base class there. */
const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement)
/** Properties that are attributes, and nothing else. */
const ATTRIBUTES = {
  provider: 'provider',
  clientId: 'client-id',
  uxMode: 'ux-mode',
  buildEnv: 'build-env',
  walletUrl: 'wallet-url',
} as const
/** Milliseconds in which a page that has a client gives it. */
const CLIENT_WITHIN = 5_000
/** Outcomes that the visitor chose need no text. */
const SILENT = ['POPUP_CLOSED', 'USER_REJECTED', 'ABORTED']

/**
 * Logs the visitor in and reports the outcome as an event. It uses `client`, or else makes a client from `client-id`.
 * Without both it is disabled, so that markup may come before the script.
 *
 * @summary Sign-in button.
 * @tag login-button
 * @slot - Label; "Continue with" the provider if empty, in the language of the page around it.
 * @slot icon - Before the label; the provider's mark, or a person's, if empty.
 * @attr {string} provider - Property `provider`.
 * @attr {boolean} disabled - Property `disabled`.
 * @attr {string} client-id - Property `clientId`.
 * @attr {'popup' | 'redirect'} ux-mode - Property `uxMode`.
 * @attr {string} build-env - Property `buildEnv`.
 * @attr {string} wallet-url - Property `walletUrl`.
 * @fires {LoginSuccessEvent} login-success - Logged in. A client that the button made also reports an earlier login, and one from a window that was given up. Read `event.privKey`.
 * @fires {LoginErrorEvent} login-error - Not logged in; switch on `event.error.code`.
 * @csspart button - The native button.
 * @csspart icon - Around the mark.
 * @csspart label - Around the label.
 * @csspart spinner - In the mark's place while a login is under way.
 * @csspart waiting - Text for a visitor back from the window, which may still be open.
 * @csspart error - The error, in words.
 * @cssprop [--login-button-background=#fff] - Background; dark in dark mode.
 * @cssprop [--login-button-border=#747775] - Colour of the border.
 * @cssprop [--login-button-color=#1f1f1f] - Colour of the label.
 * @cssprop [--login-button-focus=#0364ff] - Colour of the focus ring.
 * @cssprop [--login-button-font=system-ui] - Font family.
 * @cssprop [--login-button-radius=8px] - Corner radius.
 * @cssstate busy - A login is under way.
 */
export class LoginButton extends Base {
  static readonly observedAttributes = [...Object.values(ATTRIBUTES), 'disabled']

  /** Login provider to open at once. Without it the visitor chooses. */
  declare provider: LoginProvider | (string & {}) | undefined
  /** The application's id, for a client that the button makes. */
  declare clientId: string | undefined
  /** How that client shows the login screen; `redirect` by default. */
  declare uxMode: LoginClientOptions['uxMode']
  /** Which deployment of the wallet that client uses; `production` by default. */
  declare buildEnv: BuildEnv | undefined
  /** Where that wallet app is served; wins over the configured URL of `buildEnv`. */
  declare walletUrl: string | undefined
  /** Does the login; its `init` is the owner's to call. */
  declare client: Pick<LoginClient, 'login'> | undefined
  /** What else `client.login` is given; `provider` wins over its `loginProvider`. */
  declare params: LoginParams | undefined
  /** Makes the button inert. */
  declare disabled: boolean

  readonly #drawing: Drawing
  /** Held: WebKit loses the states once the object is collected as garbage. */
  readonly #states = this.attachInternals().states
  #isBusy = false
  /** Back from the login window, which may or may not still be open. */
  #isBack = false
  #failure: 'blocked' | 'failed' | undefined
  /** Its own client, once that has started. */
  #own: LoginClient | undefined
  #starting: LoginClient | undefined
  /** The settings of that client; changed settings need a new client. */
  #made = ''
  /** The latest login; who presses again gives an earlier one up. */
  #latest: object | undefined
  #missing: ReturnType<typeof setTimeout> | undefined
  /** It ended without a result, which may still come. */
  #isGivenUp = false

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    // Who clicks twice means one login.
    this.#drawing = new Drawing(root, ({ detail }) => void (detail < 2 && this.login()))
    this.#defineProperties()
  }

  connectedCallback(): void {
    window.addEventListener('focus', this.#onFocus)
    this.#missing = setTimeout(() => this.#tellMistakes().catch(() => {}), CLIENT_WITHIN)
    this.#changed()
  }

  disconnectedCallback(): void {
    clearTimeout(this.#missing)
    window.removeEventListener('focus', this.#onFocus)
    this.#dropOwn()
  }

  attributeChangedCallback(): void {
    this.#changed()
  }

  /**
   * Logs in as a click does; a login under way is given up for it. Resolves after the outcome event; never
   * rejects.
   */
  async login(): Promise<void> {
    const { provider, params, disabled } = this
    const client = this.client ?? this.#own
    if (!client || disabled) return
    const login = {}
    this.#latest = login
    this.#isBusy = true
    this.#isBack = this.#isGivenUp = false
    this.#failure = undefined
    this.#draw()
    void this.#loadNotes()
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
      if (this.#latest === login) this.#isBusy = false
      this.#draw()
    }
  }

  #onFocus = (): void => {
    this.#isBack = true
    this.#draw()
  }

  /** Keeps properties that were set before the class was defined. */
  #defineProperties(): void {
    const define = (name: keyof this, get: () => unknown, set: (value: never) => void) => {
      const early = Object.getOwnPropertyDescriptor(this, name)
      Object.defineProperty(this, name, { configurable: true, enumerable: true, get, set })
      if (early) set(early.value as never)
    }
    for (const [name, attribute] of Object.entries(ATTRIBUTES)) {
      const get = () => this.getAttribute(attribute) ?? undefined
      const set = (value: string | null | undefined) => {
        if (value == null) this.removeAttribute(attribute)
        else this.setAttribute(attribute, value)
      }
      define(name as keyof this, get, set)
    }
    const setDisabled = (value: boolean) => void this.toggleAttribute('disabled', !!value)
    define('disabled', () => this.hasAttribute('disabled'), setDisabled)
    const objects: Pick<LoginButton, 'client' | 'params'> = { client: undefined, params: undefined }
    for (const name of ['client', 'params'] as const) {
      const set = (value: never) => {
        objects[name] = value
        this.#changed()
      }
      define(name, () => objects[name], set)
    }
  }

  #changed(): void {
    this.#draw()
    // Attributes come one by one.
    queueMicrotask(() => {
      if (this.isConnected) this.#makeOwn()
    })
  }

  #draw(): void {
    const notes = notesFor(this)
    this.#states[this.#isBusy ? 'add' : 'delete']('busy')
    this.#drawing.draw({
      isBusy: this.#isBusy,
      isDisabled: this.disabled || !(this.client ?? this.#own),
      mark: providerMark(this.provider ?? '', MORE_MARKS) ?? PERSON,
      label: this.#label(),
      waiting: (this.#isBusy && this.#isBack && notes?.waiting) || '',
      failure: (this.#failure && notes?.[this.#failure]) || '',
    })
  }

  /** What cannot be loaded is not said: the event has told the page. */
  async #loadNotes(): Promise<void> {
    await loadNotes().catch(() => {})
    this.#draw()
  }

  /** To the page's developer. A tag that says all, and nothing else, loads none of it. */
  async #tellMistakes(): Promise<void> {
    const { observedAttributes: known } = LoginButton
    const isKnown = (name: string) => known.includes(name)
    if ((this.client || this.clientId) && this.getAttributeNames().every(isKnown)) return
    ;(await import('./mistakes.js')).tellMistakes(this, known)
  }

  #label(): string {
    const { provider } = this
    const [known, email, passkey, signIn] = labelsFor(this)
    if (!provider) return signIn
    if (provider === 'email_passwordless') return email
    if (provider === 'webauthn') return passkey
    const isKnown = Object.hasOwn(PROVIDER_NAMES, provider)
    const name = isKnown ? PROVIDER_NAMES[provider as keyof typeof PROVIDER_NAMES] : provider
    return known.replace('{0}', () => name)
  }

  /** Unless it has one, of what the attributes say now. */
  #makeOwn(): void {
    const { client, clientId, uxMode, buildEnv = 'production', walletUrl } = this
    const made = client || !clientId ? '' : JSON.stringify([clientId, uxMode, buildEnv, walletUrl])
    if (made === this.#made) return
    this.#dropOwn()
    this.#made = made
    if (!made) return
    try {
      const own = new LoginClient({
        clientId: clientId!,
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
      this.#own = client
      this.#draw()
      if (client.isLoggedIn) this.dispatchEvent(new LoginSuccessEvent(client.privKey))
    } catch (error) {
      // A new client may have taken its place.
      if (this.#starting === client) this.#fail(error)
    }
  }

  #dropOwn(): void {
    this.#starting?.removeAllListeners()
    this.#starting?.cleanUp()
    this.#starting = this.#own = undefined
    this.#made = ''
    this.#draw()
  }

  #fail(cause: unknown): void {
    const error = WalletError.from(cause)
    if (error.code === 'POPUP_BLOCKED') this.#failure = 'blocked'
    else if (!SILENT.includes(error.code)) {
      this.#failure = 'failed'
      console.error(`login-button: ${error.message} ${error.docsUrl}`)
    }
    this.#draw()
    void this.#loadNotes()
    this.dispatchEvent(new LoginErrorEvent(error))
  }
}
