import type { FastifyReply } from 'fastify'
import { RateLimiterRes } from 'rate-limiter-flexible'

import { WalletError } from '../shared/errors.js'
import type { Store } from './store.js'

/** Seconds. */
const WINDOW = 60

export type Limit = (key: string, reply: FastifyReply) => Promise<void>

/**
 * Limits something to so many times a minute by key. All who share the store count together.
 *
 * The limit rejects with `LIMIT_EXCEEDED`, and says in `retry-after` when it is over.
 *
 * @param name - Of its own: limits of one name are one limit.
 */
export function createLimit(store: Store, name: string, points: number): Limit {
  const limiter = store.limiter(name, { points, seconds: WINDOW })
  return async (key, reply) => {
    try {
      await limiter.consume(key)
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) {
        throw new WalletError('SERVICE_UNAVAILABLE', 'Nobody counts requests.', { cause: refused })
      }
      reply.header('retry-after', Math.ceil(refused.msBeforeNext / 1000))
      throw new WalletError('LIMIT_EXCEEDED', 'Requests a minute.')
    }
  }
}
