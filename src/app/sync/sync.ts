/** When a wallet exchanges what belongs to the person with the login service, and how that went. */
import { WalletError } from '../../shared/errors.js'
import { syncService } from './bring.js'
import { loadCopy, newCopy, saveCopy } from './device-copy.js'
import { forget, hasNews, runRound, type SyncPlace } from './round.js'

/** Milliseconds from a change until it is told, so that several go together. */
const GATHER = 2_000
/** Milliseconds after which other devices' changes are read again, while the page is visible. */
const READ_AGAIN = 60_000

export type SyncState =
  /** The operator keeps nothing for other devices. */
  | 'none'
  /** All is saved. */
  | 'saved'
  /** Something is not saved yet. */
  | 'waiting'
  /** Nothing is kept yet: that begins at the next sign-in. */
  | 'next-sign-in'
  /** More than fits. */
  | 'full'
  /** The person deleted what was saved. */
  | 'off'

export interface SyncOptions {
  /** The session's phrase; nothing while signed out. */
  current(): Omit<SyncPlace, 'loginService'> | undefined
  /** A round ended: there may be other values, and another state. */
  onRound(): void
}

export class Sync {
  readonly #options: SyncOptions
  #service: string | undefined
  /** How the last round went, and whose it was. */
  #last: { first: string; state: SyncState; at: number } | undefined
  #running: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: SyncOptions) {
    this.#options = options
    document.addEventListener('visibilitychange', () => this.look(0))
    void syncService().then((service) => {
      this.#service = service
      this.look(0)
    })
  }

  get state(): SyncState {
    const place = this.#place
    if (!place) return 'none'
    if (loadCopy(place.first)?.isOff) return 'off'
    const state = this.#last?.first === place.first ? this.#last.state : 'waiting'
    return state === 'saved' && hasNews(place.first) ? 'waiting' : state
  }

  /** Something may have changed here. @param ms - Milliseconds until it is looked at. */
  look(ms = GATHER): void {
    if (this.#timer && ms) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#isDue) this.#running ??= this.#round().finally(() => (this.#running = undefined))
    }, ms)
  }

  /**
   * Deletes what is saved. This browser sends nothing from then on.
   *
   * @throws {WalletError} `NOT_LOGGED_IN`; of the service.
   */
  async forget(): Promise<void> {
    const place = this.#place
    if (!place) throw new WalletError('NOT_LOGGED_IN')
    await this.#running
    await forget(place)
    this.#options.onRound()
  }

  /** Saves again after `forget`. */
  begin(): void {
    const place = this.#place
    if (!place) return
    const { isOff: _, ...copy } = loadCopy(place.first) ?? newCopy()
    saveCopy(place.first, copy)
    this.#last = undefined
    this.look(0)
  }

  get #place(): SyncPlace | undefined {
    const current = this.#options.current()
    return current && this.#service ? { ...current, loginService: this.#service } : undefined
  }

  get #isDue(): boolean {
    const place = this.#place
    const { state } = this
    if (!place || state === 'off' || state === 'next-sign-in') return false
    const { first = '', at = 0 } = this.#last ?? {}
    const isOld = performance.now() - at > READ_AGAIN && document.visibilityState === 'visible'
    return isOld || first !== place.first || hasNews(place.first)
  }

  async #round(): Promise<void> {
    const place = this.#place!
    const state = await runRound(place).then(
      () => 'saved' as const,
      (error) => stateAfter(WalletError.from(error)),
    )
    this.#last = { first: place.first, state, at: performance.now() }
    this.#options.onRound()
  }
}

function stateAfter({ code }: WalletError): SyncState {
  if (code === 'UNAUTHORIZED') return 'next-sign-in'
  return code === 'LIMIT_EXCEEDED' ? 'full' : 'waiting'
}
