/**
 * What a service remembers for a while: letters, one-time codes, who asked how often. In memory for one copy
 * of a service; several copies share a Redis (`redis-store.ts`).
 */
import cluster from 'node:cluster'

import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
} from 'rate-limiter-flexible'

import { WalletError } from '../shared/errors.js'

/** Milliseconds for the process that counts to answer. */
const COUNT_TIMEOUT = 5_000
/** What one box holds in memory, if nothing else is said. */
const MAX_VALUES = 10_000
/** Characters of all values in a box. */
const MAX_LENGTH = 64 * 2 ** 20

export interface Store {
  /**
   * Values of one kind. Boxes of the same name are the same box; give it the same lifetime.
   *
   * @param lifetime - Milliseconds that a value is kept, and that a count lasts.
   * @param maxValues - How many it holds where it is in memory: 10,000 by default.
   */
  box(name: string, lifetime: number, maxValues?: number): Box
  /**
   * Counts towards a limit; its `consume` rejects with a `RateLimiterRes` when that is reached. Limits of the
   * same name are the same limit.
   */
  limiter(name: string, limit: { points: number; seconds: number }): RateLimiterAbstract
  /** Ends every connection. Who waits is told nothing. */
  close(): Promise<void>
}

/** Every method rejects with `SERVICE_UNAVAILABLE` within two seconds if the store cannot be reached. */
export interface Box {
  /**
   * Keeps a value. The first one under an id counts, until it is taken or too old.
   *
   * @returns Whether this was the first.
   * @throws {WalletError} `LIMIT_EXCEEDED` if there is no room.
   */
  put(id: string, value: string): Promise<boolean>
  /** Looks without taking. */
  read(id: string): Promise<string | null>
  /** Takes a value out: of all who ask, one gets it. */
  take(id: string): Promise<string | null>
  /** Takes a value out; waits for it until the signal aborts, then gives null. */
  takeWhenThere(id: string, signal: AbortSignal): Promise<string | null>
  /** How many times this was called with the id, within a lifetime of the first. */
  count(id: string): Promise<number>
}

/** Keeps everything in this process; the processes of one node count limits together. */
export class MemoryStore implements Store {
  readonly #boxes = new Map<string, MemoryBox>()
  readonly #limiters = new Map<string, RateLimiterAbstract>()

  box(name: string, lifetime: number, maxValues = MAX_VALUES): Box {
    const limits = { values: maxValues, length: MAX_LENGTH }
    const box = this.#boxes.get(name) ?? new MemoryBox(lifetime, limits)
    this.#boxes.set(name, box)
    return box
  }

  limiter(
    name: string,
    { points, seconds }: { points: number; seconds: number },
  ): RateLimiterAbstract {
    const options = { keyPrefix: name, points, duration: seconds }
    const limiter =
      this.#limiters.get(name) ??
      (cluster.isWorker
        ? new RateLimiterCluster({ ...options, timeoutMs: COUNT_TIMEOUT })
        : new RateLimiterMemory(options))
    this.#limiters.set(name, limiter)
    return limiter
  }

  async close(): Promise<void> {
    // Nothing is open.
  }
}

interface Entry<T> {
  value: T
  /** Unix time in milliseconds. */
  expires: number
}

/** Values in this process's memory. */
export class MemoryBox implements Box {
  readonly #lifetime: number
  readonly #limits: { values: number; length: number }
  readonly #now: () => number
  /** Both in the order in which they expire. */
  readonly #values = new Map<string, Entry<string>>()
  readonly #counts = new Map<string, Entry<number>>()
  readonly #waiting = new Map<string, Set<(value: string) => void>>()
  #length = 0

  constructor(lifetime: number, limits: { values: number; length: number }, now = Date.now) {
    this.#lifetime = lifetime
    this.#limits = limits
    this.#now = now
  }

  async put(id: string, value: string): Promise<boolean> {
    this.#dropExpired()
    if (this.#values.has(id)) return false
    const [hand] = this.#waiting.get(id) ?? []
    if (hand) {
      hand(value)
      return true
    }
    this.#checkRoom(value.length)
    this.#values.set(id, { value, expires: this.#now() + this.#lifetime })
    this.#length += value.length
    return true
  }

  async read(id: string): Promise<string | null> {
    this.#dropExpired()
    return this.#values.get(id)?.value ?? null
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
    this.#checkRoom(0)
    this.#counts.set(id, { value: 1, expires: this.#now() + this.#lifetime })
    return 1
  }

  #take(id: string): string | null {
    this.#dropExpired()
    const entry = this.#values.get(id)
    if (!entry) return null
    this.#drop(id, entry)
    return entry.value
  }

  #checkRoom(length: number): void {
    const size = Math.max(this.#values.size, this.#counts.size)
    const { values, length: max } = this.#limits
    if (size >= values || this.#length + length > max) {
      throw new WalletError('LIMIT_EXCEEDED', 'There is no room left.')
    }
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

  #drop(id: string, { value }: Entry<string>): void {
    this.#values.delete(id)
    this.#length -= value.length
  }
}
