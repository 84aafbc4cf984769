import type { AppConfig } from '../protocol/service.js'
import { listen } from '../protocol/windows.js'
import { WalletError } from '../shared/errors.js'
import type { LoginUserInfo } from '../shared/options.js'
import {
  type Attempt,
  authorizationUrl,
  finishLogin,
  prepareAttempt,
  readCallback,
} from './authorization.js'
import type { LoginOption } from './login-options.js'
import type { Unlocked } from './signer/contract.js'
import type { Signer } from './signer/signer.js'

/** Milliseconds. Nothing tells that a window was closed. */
const CLOSED_POLL = 300
/** Milliseconds in which the answer of a closed window may still arrive. */
const CLOSED_GRACE = 1_000
/** CSS pixels. */
const SIZE = { width: 480, height: 680 }

/** Where a login stands. */
export type LoginStatus =
  | { name: 'ready'; error?: WalletError }
  /** The provider's window is open. */
  | { name: 'waiting'; option: LoginOption }
  /** The browser refused to open it: a click of the person's own will do. */
  | { name: 'blocked'; option: LoginOption; loginHint?: string | undefined }
  /** The person is known; the key is on its way. */
  | { name: 'working'; option: LoginOption }

export interface LoginFlowOptions {
  config: AppConfig
  signer: Signer
  onChange: () => void
  onBlocked: () => void
  onSignedIn: (result: Unlocked & { userInfo: LoginUserInfo }) => Promise<void>
}

/** Signs in through a window of the identity provider's, which this window opens and hears. */
export class LoginFlow {
  readonly #options: LoginFlowOptions
  #status: LoginStatus = { name: 'ready' }
  #attempt: Attempt | undefined
  #preparing: Promise<Attempt> | undefined
  /** Ends what the running login has open. */
  #stop: (() => void) | undefined

  constructor(options: LoginFlowOptions) {
    this.#options = options
  }

  get status(): LoginStatus {
    return this.#status
  }

  /** Makes everything ready, so that a click can open the window with its final URL at once. */
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

  /** Opens the provider's window. Call it in the click, with nothing awaited before. */
  start(option: LoginOption, loginHint?: string): void {
    this.#stop?.()
    const extra = loginHint ? { login_hint: loginHint } : {}
    const attempt = this.#attempt
    const url = attempt && authorizationUrl(option, attempt, extra)
    const popup = window.open(url ?? 'about:blank', '', features())
    if (!popup) {
      this.#set({ name: 'blocked', option, loginHint })
      this.#options.onBlocked()
      return
    }
    this.#set({ name: 'waiting', option })
    const abort = new AbortController()
    this.#stop = () => abort.abort()
    void this.#run(option, popup, abort.signal, async () => {
      if (attempt) return attempt
      const late = await this.prepare()
      popup.location.replace(authorizationUrl(option, late, extra))
      return late
    })
  }

  /** Gives the running login up. */
  cancel(): void {
    this.#stop?.()
    this.#set({ name: 'ready' })
  }

  async #run(
    option: LoginOption,
    popup: Window,
    signal: AbortSignal,
    begin: () => Promise<Attempt>,
  ): Promise<void> {
    try {
      const attempt = await begin()
      const code = readCallback(await hear(popup, attempt.state, signal), attempt.state, option)
      this.#set({ name: 'working', option })
      const { config, signer, onSignedIn } = this.#options
      const result = await finishLogin(config, signer, option, attempt, code)
      if (signal.aborted) return
      await onSignedIn(result)
      this.#set({ name: 'ready' })
    } catch (error) {
      if (!signal.aborted) this.#set({ name: 'ready', error: WalletError.from(error) })
    } finally {
      popup.close()
      // Each is used once.
      if (!signal.aborted || this.#status.name === 'ready') this.#renew()
    }
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

/**
 * Waits for the provider's answer. No deadline: a person is at work in that window.
 *
 * @returns The query of the URL that the provider sent the window back to.
 * @throws {WalletError} `POPUP_CLOSED`, `ABORTED`.
 */
function hear(popup: Window, state: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const end = () => {
      stop()
      clearInterval(poll)
      clearTimeout(grace)
      signal.removeEventListener('abort', onAbort)
    }
    const expected = { source: popup, origin: location.origin }
    const stop = listen('callback', expected, (message) => {
      if (message.state !== state) return
      end()
      resolve(message.query)
    })
    const fail = (error: WalletError) => {
      end()
      reject(error)
    }
    let grace: ReturnType<typeof setTimeout> | undefined
    const poll = setInterval(() => {
      if (!popup.closed) return
      clearInterval(poll)
      grace = setTimeout(() => fail(new WalletError('POPUP_CLOSED')), CLOSED_GRACE)
    }, CLOSED_POLL)
    const onAbort = () => fail(new WalletError('ABORTED'))
    signal.addEventListener('abort', onAbort)
  })
}

/** In the middle of the screen's part that the browser has. */
function features(): string {
  const { width, height } = SIZE
  const left = Math.max(0, screenX + (outerWidth - width) / 2)
  const top = Math.max(0, screenY + (outerHeight - height) / 2)
  return `popup,width=${width},height=${height},left=${left | 0},top=${top | 0}`
}
