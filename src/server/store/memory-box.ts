import { WalletError } from '../../shared/errors.js'
import type { Box } from './box.js'
import type { Source } from './networks.js'
import { type Room, sharesOf, takenOf } from './room.js'

interface Entry<T> {
  value: T
  /** Milliseconds since the process began: the clock may be set meanwhile. */
  expires: number
}

interface Kept {
  text: string
  /** Bytes. */
  length: number
  /** Under which names its room is counted. */
  names: string[]
}

/** Values in this process's memory. */
export class MemoryBox implements Box {
  readonly #lifetime: number
  readonly #room: Room
  readonly #now: () => number
  /** Both in the order in which they expire. */
  readonly #values = new Map<string, Entry<Kept>>()
  readonly #counts = new Map<string, Entry<number>>()
  readonly #waiting = new Map<string, Set<(value: string) => void>>()
  /** Space in use, by the name of each quota. */
  readonly #used = new Map<string, Room>()

  constructor(lifetime: number, room: Room, now = () => performance.now()) {
    this.#lifetime = lifetime
    this.#room = room
    this.#now = now
  }

  async put(id: string, value: string, source?: Source): Promise<boolean> {
    this.#dropExpired()
    if (this.#values.has(id)) return false
    const [hand] = this.#waiting.get(id) ?? []
    if (hand) {
      hand(value)
      return true
    }
    const length = Buffer.byteLength(value)
    const kept = { text: value, length, names: this.#takeRoom(length, source) }
    this.#values.set(id, { value: kept, expires: this.#now() + this.#lifetime })
    return true
  }

  async read(id: string): Promise<string | null> {
    this.#dropExpired()
    return this.#values.get(id)?.value.text ?? null
  }

  async take(id: string): Promise<string | null> {
    return this.#take(id)
  }

  async takeWhenThere(id: string, signal: AbortSignal): Promise<string | null> {
    if (signal.aborted) return null
    const there = this.#take(id)
    if (there !== null) return there
    return new Promise((resolve) => {
      const hands = this.#waiting.get(id) ?? new Set()
      this.#waiting.set(id, hands)
      const end = (value: string | null) => {
        signal.removeEventListener('abort', onAbort)
        hands.delete(end)
        if (hands.size === 0) this.#waiting.delete(id)
        resolve(value)
      }
      const onAbort = () => end(null)
      signal.addEventListener('abort', onAbort)
      hands.add(end)
    })
  }

  async count(id: string): Promise<number> {
    this.#dropExpired()
    const counted = this.#counts.get(id)
    if (counted) {
      counted.value += 1
      return counted.value
    }
    if (this.#counts.size >= this.#room.values) throw full()
    this.#counts.set(id, { value: 1, expires: this.#now() + this.#lifetime })
    return 1
  }

  /** From 0 to 1. */
  get taken(): number {
    this.#dropExpired()
    return takenOf(this.#used.get('all') ?? { values: 0, length: 0 }, this.#room)
  }

  #take(id: string): string | null {
    this.#dropExpired()
    const entry = this.#values.get(id)
    if (!entry) return null
    this.#drop(id, entry)
    return entry.value.text
  }

  #takeRoom(length: number, source?: Source): string[] {
    const shares = sharesOf(this.#room, source)
    for (const [name, most] of shares) {
      const used = this.#used.get(name)
      if (used && (used.values >= most.values || used.length + length > most.length)) throw full()
      if (length > most.length) throw full()
    }
    const names = shares.map(([name]) => name)
    for (const name of names) this.#use(name, 1, length)
    return names
  }

  #use(name: string, values: number, length: number): void {
    const used = this.#used.get(name) ?? { values: 0, length: 0 }
    used.values += values
    used.length += length
    if (used.values > 0) this.#used.set(name, used)
    else this.#used.delete(name)
  }

  #dropExpired(): void {
    const now = this.#now()
    for (const [id, { expires }] of this.#counts) {
      if (expires > now) break
      this.#counts.delete(id)
    }
    for (const [id, entry] of this.#values) {
      if (entry.expires > now) break
      this.#drop(id, entry)
    }
  }

  #drop(id: string, { value: { length, names } }: Entry<Kept>): void {
    this.#values.delete(id)
    for (const name of names) this.#use(name, -1, -length)
  }
}

const full = () => new WalletError('LIMIT_EXCEEDED', 'There is no room left.')
