/**
 * Short-lived data of a service: letters, one-time codes, request counts. In memory for a single copy of a service;
 * several copies share a Redis (`redis-store.ts`).
 */
import cluster from 'node:cluster'

import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
} from 'rate-limiter-flexible'
import type { Box } from './box.js'
import { MemoryBox } from './memory-box.js'
import { MemoryQuotas, type Quotas } from './quotas.js'
import type { Room } from './room.js'

/** Milliseconds for the process that counts to answer. */
const COUNT_TIMEOUT = 5_000
/** Default room of a box. */
export const USUAL_ROOM: Room = { values: 10_000, length: 64 * 2 ** 20 }

export interface Store {
  /**
   * A box for values of one kind. Boxes of the same name are the same box, and need the same lifetime.
   *
   * @param lifetime - Milliseconds for values and counts.
   * @param room - By default 10,000 values of 64 MiB together.
   */
  box(name: string, lifetime: number, room?: Room): Box
  /**
   * Counts towards a limit; its `consume` rejects with a `RateLimiterRes` when that is reached. Limits of the
   * same name are the same limit.
   */
  limiter(name: string, limit: Limited): RateLimiterAbstract
  /** Counts for limits that come together. Quotas of the same name are the same. */
  quotas(name: string): Quotas
  /** How much of each box is taken, from 0 to 1, by its name. Rejects as a box does. */
  taken(): Promise<ReadonlyMap<string, number>>
  /** Milliseconds since the connection was lost; 0 while it works. */
  away(): number
  /** Ends every connection. Waiting requests get no answer. */
  close(): Promise<void>
}

export interface Limited {
  points: number
  seconds: number
  /**
   * Refuses all requests while the store is unreachable. Limits without this are then counted by each copy alone, since
   * refusing everything would be the very outage that limits should prevent.
   */
  isStrict?: boolean
}

/** Keeps everything in this process; the processes of one node count limits together. */
export class MemoryStore implements Store {
  readonly #boxes = new Map<string, MemoryBox>()
  readonly #limiters = new Map<string, RateLimiterAbstract>()
  readonly #quotas = new Map<string, MemoryQuotas>()

  box(name: string, lifetime: number, room = USUAL_ROOM): Box {
    const box = this.#boxes.get(name) ?? new MemoryBox(lifetime, room)
    this.#boxes.set(name, box)
    return box
  }

  limiter(name: string, { points, seconds }: Limited): RateLimiterAbstract {
    const options = { keyPrefix: name, points, duration: seconds }
    const limiter =
      this.#limiters.get(name) ??
      (cluster.isWorker
        ? new RateLimiterCluster({ ...options, timeoutMs: COUNT_TIMEOUT })
        : new RateLimiterMemory(options))
    this.#limiters.set(name, limiter)
    return limiter
  }

  quotas(name: string): Quotas {
    const quotas = this.#quotas.get(name) ?? new MemoryQuotas()
    this.#quotas.set(name, quotas)
    return quotas
  }

  async taken(): Promise<ReadonlyMap<string, number>> {
    return new Map([...this.#boxes].map(([name, box]) => [name, box.taken]))
  }

  away(): number {
    return 0
  }

  async close(): Promise<void> {
    // Nothing is open.
  }
}
