/** What the element's properties say to the wallet, at its start and while it runs. */
import type { InitParams, LiveParams } from '../../src/protocol/messages.js'
import { WalletError } from '../../src/shared/errors.js'
import { PARAMETER_NAMES, PARAMETERS, type ParameterName } from './parameters.js'
import type { WalletEmbedProperties } from './wallet-embed-base.js'
import { wholeOf } from './whole.js'

type LiveName = keyof LiveParams & ParameterName
/** What the wallet takes in while it runs. */
const LIVE = PARAMETER_NAMES.filter((name) => PARAMETERS[name].live === name) as LiveName[]

export interface SettingsOptions {
  values: WalletEmbedProperties
  /** Resolves when the wallet is there. */
  ready(): Promise<unknown>
  send(live: LiveParams): Promise<unknown>
  /** The wallet refused a change. */
  onRefused(error: WalletError): void
}

/**
 * Keeps the wallet in step with the properties: one request for all that is set in a task, one request at a time. A
 * refused value is not sent again until it is set again, so that it does not spoil later changes.
 */
export class Settings {
  readonly #options: SettingsOptions
  /** What the wallet has. */
  #held: Partial<LiveParams> = {}
  /** Why the wallet refused them, by the names of the properties. */
  readonly #refused = new Map<LiveName, WalletError>()
  #isBehind = false
  /** The network was set, even if to the same value. */
  #isNetworkAsked = false
  #busy: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  constructor(options: SettingsOptions) {
    this.#options = options
  }

  /** A start begins with the properties as they are. */
  reset(): void {
    this.#refused.clear()
  }

  /** What a frame starts with. */
  initial(): InitParams {
    const { buildEnv, useLocalStorage, hideButton } = this.#options.values
    this.#isNetworkAsked = false
    this.#held = this.#current()
    return { ...this.#held, buildEnv, useLocalStorage, showWalletButton: !hideButton }
  }

  /** A property was set. */
  changed(name: ParameterName): void {
    const [whole] = (PARAMETERS[name].live?.split('.') ?? []) as LiveName[]
    if (!whole) return
    this.#refused.delete(whole)
    this.#isBehind = true
    this.#isNetworkAsked ||= whole === 'network'
    this.apply().catch(() => {})
  }

  /**
   * Resolves when the wallet has taken in all that was set.
   *
   * @param name - Of the property that counts; absent: all do.
   * @throws {WalletError} Why it refused.
   */
  async apply(name?: LiveName): Promise<void> {
    if (!this.#next) {
      this.#next = this.#busy.then(() => this.#flush())
      this.#busy = this.#next.catch(() => {})
    }
    try {
      await this.#next
    } catch (error) {
      if (!name) throw error
    }
    const refusal = name && this.#refused.get(name)
    if (refusal) throw refusal
  }

  async #flush(): Promise<void> {
    try {
      await this.#options.ready()
    } catch {
      // Not started, or in vain: the next start takes in everything.
      this.#isBehind = false
    }
    this.#next = undefined
    if (!this.#isBehind) return
    const live = this.#current()
    try {
      await this.#options.send(live)
      this.#held = live
    } catch (cause) {
      const error = WalletError.from(cause)
      // The next frame starts with all of it.
      if (error.code === 'DISCONNECTED') return
      const names = LIVE.filter(
        (name) => JSON.stringify(live[name]) !== JSON.stringify(this.#held[name]),
      )
      // Of values that are the wallet's already, it looks at a network alone again.
      if (!names[0]) names.push('network')
      for (const name of names) this.#refused.set(name, error)
      if (!names[1]) {
        this.#options.onRefused(error)
        throw error
      }
      // The wallet takes all or nothing. So each goes again by itself.
      let refusal: unknown
      for (const name of names) {
        this.#refused.delete(name)
        this.#isBehind = true
        await this.#flush().catch((reason) => (refusal = reason))
      }
      if (refusal) throw refusal
    }
  }

  #current(): LiveParams {
    const { values } = this.#options
    const { buildEnv = 'production' } = values
    const whole = wholeOf(values)
    const live: LiveParams = {
      ...Object.fromEntries(LIVE.map((name) => [name, whole[name]])),
      enableLogging: values.enableLogging ?? buildEnv !== 'production',
      ...(this.#isNetworkAsked && { isNetworkAsked: true }),
    }
    this.#isBehind = this.#isNetworkAsked = false
    for (const name of this.#refused.keys()) live[name] = this.#held[name] as never
    return live
  }
}
