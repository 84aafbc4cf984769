import type { FastifyReply } from 'fastify'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'

import { WalletError } from '../../shared/errors.js'
import { type Source, sourceOf } from '../store/networks.js'
import { sharesOf } from '../store/room.js'
import type { Store } from '../store/store.js'

/** Seconds. */
const WINDOW = 60
/**
 * A site may be one customer, and gets as much as this many networks. A /48 is one customer in some places and the
 * phones of a whole town in others, so it gets more than one network.
 */
const SITE_FACTOR = 8

export type Limit = (key: string, reply: FastifyReply) => Promise<void>

/**
 * Limits requests a minute by key. All copies that share the store count together.
 *
 * The limit rejects with `LIMIT_EXCEEDED`, and says in `retry-after` when it is over.
 *
 * @param name - Unique: limits with the same name share one count.
 */
export function createLimit(store: Store, name: string, points: number): Limit {
  const limiter = store.limiter(name, { points, seconds: WINDOW })
  return (key, reply) => consume(limiter, key, reply, 'Requests a minute.')
}

/** Rejects as `Limit`, and gives who asked. */
export type SourceCheck = (address: string | undefined, reply: FastifyReply) => Promise<Source>

export interface SourceLimit {
  points: number
  seconds?: number
  /** As in `Limited`. */
  isStrict?: boolean
}

/**
 * Limits requests by origin: `points` for each network, and `SITE_FACTOR` times as many for all networks of a site.
 * Requests beyond a network's limit do not count for its site.
 */
export function createSourceLimit(
  store: Store,
  name: string,
  { points, seconds = WINDOW, isStrict = false }: SourceLimit,
): SourceCheck {
  const own = store.limiter(name, { points, seconds, isStrict })
  const all = store.limiter(`${name}-site`, { points: points * SITE_FACTOR, seconds, isStrict })
  return async (address, reply) => {
    const source = sourceOf(address)
    await consume(own, source.network, reply, 'Requests of one network.')
    await consume(all, source.site, reply, 'Requests of one network.')
    return source
  }
}

/** @throws {WalletError} `LIMIT_EXCEEDED`; `SERVICE_UNAVAILABLE` if the counter is unreachable. */
export async function consume(
  limiter: RateLimiterAbstract,
  key: string,
  reply: FastifyReply,
  detail: string,
): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) {
      throw new WalletError('SERVICE_UNAVAILABLE', 'Nobody counts requests.', { cause: refused })
    }
    reply.header('retry-after', Math.ceil(refused.msBeforeNext / 1000))
    throw new WalletError('LIMIT_EXCEEDED', detail)
  }
}

/** Places for parallel work. Each source may take only its share, as in a room. */
export class Places {
  readonly #count: number
  readonly #taken = new Map<string, number>()

  constructor(count: number) {
    this.#count = count
  }

  /** @returns Gives the place back. @throws {WalletError} `LIMIT_EXCEEDED` */
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
