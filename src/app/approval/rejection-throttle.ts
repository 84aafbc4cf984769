/** Counts rejections, so that a page cannot wear the person down with questions. */
import { WalletError } from '../../shared/errors.js'

/** Rejections in a row of one kind of question. */
const SAME_KIND = 3
/** Rejections in a row of any kind. */
const ANY_KIND = 10
/** Milliseconds for which a rejection counts. */
const WINDOW = 60_000
/** Milliseconds that the page has to wait after the last rejection; doubled with each further one. */
const WAIT = 10_000
const MAX_WAIT = 60_000

interface Refusal {
  kind: string
  at: number
}

/** Makes a page wait that asks again and again. An approval of anything wipes the slate. */
export class RejectionThrottle {
  readonly #now: () => number
  #refusals: Refusal[] = []

  /** @param now - Milliseconds, never going back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** @throws {WalletError} `LIMIT_EXCEEDED` while the page has to wait. */
  check(kind: string): void {
    const now = this.#now()
    this.#refusals = this.#refusals.filter(({ at }) => now - at < WINDOW)
    const same = this.#refusals.filter((refusal) => refusal.kind === kind).length
    const over = Math.max(same - SAME_KIND, this.#refusals.length - ANY_KIND)
    const last = this.#refusals.at(-1)
    if (over < 0 || !last) return
    const left = last.at + Math.min(WAIT * 2 ** over, MAX_WAIT) - now
    if (left <= 0) return
    const seconds = Math.ceil(left / 1000)
    throw new WalletError(
      'LIMIT_EXCEEDED',
      `The person said no several times; ask again in ${seconds} s.`,
    )
  }

  rejected(kind: string): void {
    this.#refusals.push({ kind, at: this.#now() })
  }

  approved(): void {
    this.#refusals = []
  }
}
