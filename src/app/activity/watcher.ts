/** Checks pending transactions while this tab is visible. */

/** Milliseconds between looks; the second value after many looks. */
const PERIOD = 1_500
const LONG_PERIOD = 12_000
/** Looks before the longer period. */
const QUICK_LOOKS = 60

export class Watcher {
  readonly #look: () => Promise<boolean>
  #timer: ReturnType<typeof setTimeout> | undefined
  #looks = 0
  #ending = new AbortController()
  #isLooking = false

  /** @param look - Tells whether there is something left to look after. Does not throw. */
  constructor(look: () => Promise<boolean>) {
    this.#look = look
  }

  /** Begins, or begins to hurry again. */
  start(): void {
    this.stop()
    this.#ending = new AbortController()
    const { signal } = this.#ending
    document.addEventListener('visibilitychange', this.#now, { signal })
    addEventListener('online', this.#now, { signal })
    this.#looks = 0
    this.#now()
  }

  stop(): void {
    this.#ending.abort()
    clearTimeout(this.#timer)
  }

  #now = (): void => {
    clearTimeout(this.#timer)
    if (!document.hidden) void this.#round()
  }

  async #round(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    const isMore = await this.#look()
    this.#isLooking = false
    if (!isMore) this.stop()
    else if (!this.#ending.signal.aborted) {
      const period = ++this.#looks > QUICK_LOOKS ? LONG_PERIOD : PERIOD
      this.#timer = setTimeout(this.#now, period)
    }
  }
}
