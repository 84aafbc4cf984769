import { WalletError } from '../../shared/errors.js'
import type { Source } from '../store/networks.js'
import { sharesOf } from '../store/room.js'

/** What a process does at a time: one source has its share of the places, as of a room. */
export class Places {
  readonly #count: number
  readonly #taken = new Map<string, number>()

  constructor(count: number) {
    this.#count = count
  }

  /** @returns What gives the place back. @throws {WalletError} `LIMIT_EXCEEDED` */
  take(source: Source): () => void {
    const shares = sharesOf({ values: this.#count, length: 0 }, source)
    for (const [name, { values }] of shares) {
      if ((this.#taken.get(name) ?? 0) >= values) {
        throw new WalletError('LIMIT_EXCEEDED', 'Too many at a time.')
      }
    }
    for (const [name] of shares) this.#add(name, 1)
    return () => {
      for (const [name] of shares) this.#add(name, -1)
    }
  }

  #add(name: string, change: number): void {
    const taken = (this.#taken.get(name) ?? 0) + change
    if (taken) this.#taken.set(name, taken)
    else this.#taken.delete(name)
  }
}
