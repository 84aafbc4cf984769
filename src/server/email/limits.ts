/**
 * How many codes there are. With five tries each, these numbers are the chance of somebody who asks for codes
 * to a foreign address and guesses: 60 of a million in a day.
 */
import { createHash } from 'node:crypto'

import type { FastifyReply } from 'fastify'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'

import { WalletError } from '../../shared/errors.js'
import type { Store } from '../store.js'

const QUARTER = 900
const DAY = 86_400
/** Codes for one address that one client address may ask for. */
const OWN = { points: 5, seconds: QUARTER }
/** Codes that one client address may ask for: many people may share one. */
const CLIENT = { points: 60, seconds: QUARTER }
/** Tries of one client address. */
const TRIES = { points: 120, seconds: QUARTER }
/** Codes for one address, whoever asks. */
const ADDRESS = { points: 12, seconds: DAY }

export interface EmailLimits {
  /**
   * A code is asked for.
   *
   * @returns Whether the mail may go out. Who asks is not told: it would tell what others did.
   * @throws {WalletError} `LIMIT_EXCEEDED` for what this client did itself.
   */
  start(client: string, email: string, reply: FastifyReply): Promise<boolean>
  /** A code is tried. @throws {WalletError} `LIMIT_EXCEEDED` */
  verify(client: string, reply: FastifyReply): Promise<void>
}

export function createEmailLimits(store: Store): EmailLimits {
  const own = store.limiter('email-own', OWN)
  const client = store.limiter('email-client', CLIENT)
  const tries = store.limiter('email-tries', TRIES)
  const address = store.limiter('email-address', ADDRESS)
  return {
    async start(ip, email, reply) {
      await told(client, ip, reply)
      await told(own, hash(`${ip} ${email}`), reply)
      return (await take(address, hash(email))) === undefined
    },
    verify: (ip, reply) => told(tries, ip, reply),
  }
}

async function told(limiter: RateLimiterAbstract, key: string, reply: FastifyReply): Promise<void> {
  const over = await take(limiter, key)
  if (over === undefined) return
  reply.header('retry-after', Math.ceil(over / 1000))
  throw new WalletError('LIMIT_EXCEEDED', 'Codes by e-mail.')
}

/** @returns Milliseconds until there is more, if there is no more. */
async function take(limiter: RateLimiterAbstract, key: string): Promise<number | undefined> {
  try {
    await limiter.consume(key)
    return undefined
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return refused.msBeforeNext
    throw new WalletError('SERVICE_UNAVAILABLE', 'Nobody counts requests.', { cause: refused })
  }
}

/** Who asked for what is nobody's business: the store has no addresses of people. */
const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')
