/** Ends the session when the wallet was unused for the time that the person set. Off by default. */
import { loadPreference, savePreference } from '../support/preferences.js'

/** Milliseconds between two notes of the same use: every key would be too many. */
const STEP = 5_000
/** Minutes that can be chosen; 0: never. */
export const LOCK_TIMES = [0, 1, 5, 15, 60] as const

export class AutoLock {
  readonly #lock: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Unix time in milliseconds, in this document. */
  #used = 0

  /** @param lock - Ends the session. */
  constructor(lock: () => void) {
    this.#lock = lock
  }

  /** A different tab may have set it. */
  get minutes(): number {
    return Number(loadPreference('auto-lock')) || 0
  }

  /** @param minutes - 0: never. */
  choose(minutes: number): void {
    savePreference('auto-lock', String(minutes))
    this.note()
  }

  /** Listens for the person's activity, as long as the document lives. */
  follow(): void {
    this.#look()
    addEventListener('storage', () => this.#wait())
    for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, this.use)
    this.#wait()
  }

  /** The person acts in the wallet, here or in a window of it. */
  use = (): void => {
    if (Math.abs(Date.now() - this.#used) < STEP) return
    // No timer runs while the computer sleeps, so it may be too late already.
    this.#look()
    this.note()
  }

  /** @returns Whether it was time to lock. */
  #look(): boolean {
    const isDue = this.minutes > 0 && this.#since >= this.minutes * 60_000
    if (isDue) this.#lock()
    return isDue
  }

  /** The wallet is in use: also when a person signs in by the page's button. */
  note(): void {
    this.#used = Date.now()
    savePreference('last-use', String(this.#used))
    this.#wait()
  }

  #wait(): void {
    clearTimeout(this.#timer)
    if (!this.minutes) return
    // Other tabs with this storage may have been used more recently.
    const left = this.minutes * 60_000 - this.#since
    this.#timer = setTimeout(() => this.#look() || this.#wait(), Math.max(left, 0))
  }

  /** Milliseconds since the wallet was used, in any tab. A clock that was set back counts as time. */
  get #since(): number {
    const used = Math.max(this.#used, Number(loadPreference('last-use')) || 0)
    return used ? Math.abs(Date.now() - used) : 0
  }
}
