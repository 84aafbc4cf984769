/** Ends the session when the wallet was unused for the time that the person set. Off by default. */
import { loadPreference, savePreference } from '../support/preferences.js'

/** Milliseconds between two notes of the same use: every key would be too many. */
const STEP = 5_000
/** Minutes that can be chosen; 0: never. */
export const LOCK_TIMES = [0, 1, 5, 15, 60] as const

export class AutoLock {
  readonly #lock: () => void
  #minutes = Number(loadPreference('auto-lock')) || 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Unix time in milliseconds, in this document. */
  #used = 0

  /** @param lock - Ends the session. */
  constructor(lock: () => void) {
    this.#lock = lock
  }

  get minutes(): number {
    return this.#minutes
  }

  /** @param minutes - 0: never. */
  choose(minutes: number): void {
    this.#minutes = minutes
    savePreference('auto-lock', String(minutes))
    this.note()
  }

  /** Listens for the person's activity, as long as the document lives. */
  follow(): void {
    this.#look()
    for (const type of ['pointerdown', 'keydown']) {
      document.addEventListener(type, () => {
        if (Date.now() - this.#used < STEP) return
        // No timer runs while the computer sleeps, so it may be too late already.
        this.#look()
        this.note()
      })
    }
    this.#wait()
  }

  #look(): void {
    if (this.#minutes && this.#since >= this.#minutes * 60_000) this.#lock()
  }

  /** The wallet is in use: also when a person signs in by the page's button. */
  note(): void {
    this.#used = Date.now()
    savePreference('last-use', String(this.#used))
    this.#wait()
  }

  #wait(): void {
    clearTimeout(this.#timer)
    if (!this.#minutes) return
    // Other tabs with this storage may have been used more recently.
    const left = this.#minutes * 60_000 - this.#since
    this.#timer = setTimeout(() => this.#due(), Math.max(left, 0))
  }

  #due(): void {
    if (this.#since < this.#minutes * 60_000) this.#wait()
    else this.#lock()
  }

  /** Milliseconds since the wallet was used, in any tab. */
  get #since(): number {
    const used = Math.max(this.#used, Number(loadPreference('last-use')) || 0)
    return used ? Date.now() - used : 0
  }
}
