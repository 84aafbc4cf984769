/** When a wallet exchanges what belongs to the person with the login service, and how that went. */
import { WalletError } from '../../shared/errors.js'
import { syncService } from './bring.js'
import { loadCopy } from './device-copy.js'
import { forget, hasNews, type RoundEnd, runRound, type SyncPlace, switchOn } from './round.js'

/** Milliseconds from a change until it is sent, so that several changes go together. */
const GATHER = 2_000
/** Milliseconds after which a wallet in use asks again for changes of other devices. */
const READ_AGAIN = 60_000
/** Milliseconds after a failure; twice as long after each further one. */
const RETRY = 4_000
const RETRY_MOST = 300_000

export type SyncState =
  | RoundEnd
  /** The operator does not offer sync. */
  | 'none'
  /** Something is not saved yet. */
  | 'waiting'
  /** Nothing is saved yet; saving begins at the next sign-in. */
  | 'next-sign-in'

export interface SyncOptions {
  /** The session's phrase; undefined while signed out. */
  current(): Omit<SyncPlace, 'loginService'> | undefined
  /** A round ended: values and the state may differ. */
  onRound(): void
}

export class Sync {
  readonly #options: SyncOptions
  #service: string | undefined
  /** State of the last round, with its account and time. */
  #last: { first: string; state: SyncState; at: number } | undefined
  /** In a row. */
  #failures = 0
  /** Time of `performance.now()` before which no round is tried. */
  #notBefore = 0
  #running: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: SyncOptions) {
    this.#options = options
    document.addEventListener('visibilitychange', () => this.look(0))
    addEventListener('online', () => {
      this.#notBefore = 0
      this.look(0)
    })
    this.look(0)
  }

  get state(): SyncState {
    const place = this.#place
    if (!place) return 'none'
    if (loadCopy(place.first)?.isOff) return 'off'
    const state = this.#last?.first === place.first ? this.#last.state : 'waiting'
    return state === 'saved' && hasNews(place.first) ? 'waiting' : state
  }

  /** Plans a round, since something may have changed. @param ms - Milliseconds until the round. */
  look(ms = GATHER): void {
    // Forget the state of the last account: the next sign-in starts fresh.
    if (!this.#options.current()) this.#last = undefined
    if (this.#timer && ms) return
    clearTimeout(this.#timer)
    const wait = Math.max(ms, this.#notBefore - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#running ??= this.#round().finally(() => (this.#running = undefined))
    }, wait)
  }

  /**
   * Deletes what is saved. This browser sends nothing from then on.
   *
   * @throws {WalletError} `NOT_LOGGED_IN`; of the service.
   */
  async forget(): Promise<void> {
    const place = this.#place
    if (!place) throw new WalletError('NOT_LOGGED_IN')
    await forget(place)
    this.#options.onRound()
  }

  /** Saves again after `forget`. */
  begin(): void {
    const place = this.#place
    if (!place) return
    switchOn(place.first)
    this.#last = undefined
    this.look(0)
  }

  get #place(): SyncPlace | undefined {
    const current = this.#options.current()
    return current && this.#service ? { ...current, loginService: this.#service } : undefined
  }

  /** A hidden page sends its changes but does not poll. */
  #isDue({ first }: SyncPlace): boolean {
    if (this.state === 'off') return false
    const { first: before = '', at = 0 } = this.#last ?? {}
    const isOld = performance.now() - at > READ_AGAIN || this.#failures > 0
    const isSeen = document.visibilityState === 'visible'
    return (isOld && isSeen) || before !== first || hasNews(first)
  }

  /** Never rejects; `state` has the outcome. */
  async #round(): Promise<void> {
    this.#service ??= await syncService()
    const place = this.#place
    if (!place || !this.#isDue(place)) return
    const state = await runRound(place).catch((error) => stateAfter(WalletError.from(error)))
    this.#last = { first: place.first, state, at: performance.now() }
    const isDone = state === 'saved' || state === 'off'
    this.#failures = isDone ? 0 : this.#failures + 1
    const most = Math.min(RETRY * 2 ** (this.#failures - 1), RETRY_MOST)
    // Random, so that not all wallets come at once when a service is back.
    this.#notBefore = isDone ? 0 : performance.now() + most * (0.5 + Math.random() / 2)
    this.#options.onRound()
    if (!isDone && document.visibilityState === 'visible') this.look()
  }
}

const stateAfter = ({ code }: WalletError): SyncState =>
  code === 'UNAUTHORIZED' ? 'next-sign-in' : 'waiting'
