import cluster from 'node:cluster'

import type { FastifyReply } from 'fastify'
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRes,
} from 'rate-limiter-flexible'

import { WalletError } from '../shared/errors.js'

/** Seconds. */
const WINDOW = 60
/** Milliseconds for the process that counts to answer. */
const COUNT_TIMEOUT = 5_000

export type Limit = (key: string, reply: FastifyReply) => Promise<void>

/**
 * Limits something to so many times a minute by key. The processes of one node count together.
 *
 * The limit rejects with `LIMIT_EXCEEDED`, and says in `retry-after` when it is over.
 */
export function createLimit(name: string, points: number): Limit {
  const options = { keyPrefix: name, points, duration: WINDOW }
  const limiter: RateLimiterAbstract = cluster.isWorker
    ? new RateLimiterCluster({ ...options, timeoutMs: COUNT_TIMEOUT })
    : new RateLimiterMemory(options)
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
