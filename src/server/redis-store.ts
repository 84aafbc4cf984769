/**
 * A store that several copies of a service share, in Redis 6.2 or Valkey. While it cannot be reached, what
 * needs it fails within two seconds, and each copy counts limits for itself; it comes back by itself.
 */
import { EventEmitter, once } from 'node:events'

import type { Redis, RedisOptions } from 'ioredis'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
} from 'rate-limiter-flexible'

import { WalletError } from '../shared/errors.js'
import type { Box, Store } from './store.js'

/** Milliseconds for an answer, a lost connection included: a restart of Redis goes unnoticed in it. */
const COMMAND_TIMEOUT = 2_000
/** Milliseconds of silence after a question until the connection counts as dead. */
const SOCKET_TIMEOUT = 5_000
/** Milliseconds between attempts to connect, at most. */
const MAX_RETRY = 1_000
const PREFIX = 'wallet-embed'
/** Which letters arrived, for those who wait for them at another copy. */
const BELL = `${PREFIX}:bell`

/** Counts up; what is counted for the first time gets a lifetime. As a script, since both or neither must happen. */
const COUNT = `local n = redis.call('incr', KEYS[1])
if n == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
return n`

export interface RedisStoreOptions {
  /** `redis:` or `rediss:` (TLS), with user and password if need be. */
  url: string
  /** Hears when the connection is lost, and when it is there again. */
  onChange?: ((isUp: boolean) => void) | undefined
}

/** @throws {WalletError} `INVALID_ARGUMENT` if the URL is none; `SERVICE_UNAVAILABLE` if nobody answers there. */
export async function connectRedis({ url, onChange }: RedisStoreOptions): Promise<Store> {
  if (!/^rediss?:\/\//.test(url) || !URL.canParse(url)) {
    throw new WalletError('INVALID_ARGUMENT', 'Redis: expected redis://host:port or rediss://….')
  }
  const { Redis } = await import('ioredis')
  const options = {
    commandTimeout: COMMAND_TIMEOUT,
    socketTimeout: SOCKET_TIMEOUT,
    connectTimeout: COMMAND_TIMEOUT,
    // Each question has its own deadline. What was under way when the connection broke may have been
    // done: it is not asked again.
    maxRetriesPerRequest: null,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    retryStrategy: (times) => Math.min(50 * times, MAX_RETRY),
  } satisfies RedisOptions
  const redis = new Redis(url, options)
  const listener = redis.duplicate()
  const store = new RedisStore(redis, listener)
  try {
    // Errors without a listener would end the process; a lost connection is told by `close`.
    for (const one of [redis, listener]) one.on('error', () => {})
    await Promise.all([redis.ping(), listener.subscribe(BELL)])
  } catch (cause) {
    await store.close()
    throw new WalletError('SERVICE_UNAVAILABLE', 'Redis gives no answer.', { cause })
  }
  redis.on('close', () => onChange?.(false))
  redis.on('ready', () => onChange?.(true))
  return store
}

class RedisStore implements Store {
  readonly #redis: Redis
  readonly #listener: Redis
  readonly #bell = new EventEmitter().setMaxListeners(0)

  constructor(redis: Redis, listener: Redis) {
    this.#redis = redis
    this.#listener = listener
    listener.on('message', (_, id: string) => this.#bell.emit(id))
    listener.on('ready', async () => {
      await listener.subscribe(BELL).catch(() => {})
      // What came while nobody listened: everybody looks again.
      for (const id of this.#bell.eventNames()) if (id !== 'error') this.#bell.emit(id)
    })
  }

  box(name: string, lifetime: number): Box {
    return new RedisBox(this.#redis, this.#bell, name, lifetime)
  }

  limiter(
    name: string,
    { points, seconds }: { points: number; seconds: number },
  ): RateLimiterAbstract {
    const options = { keyPrefix: `${PREFIX}:limit:${name}`, points, duration: seconds }
    return new RateLimiterRedis({
      ...options,
      storeClient: this.#redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(options),
    })
  }

  async close(): Promise<void> {
    this.#redis.disconnect()
    this.#listener.disconnect()
  }
}

class RedisBox implements Box {
  readonly #redis: Redis
  readonly #bell: EventEmitter
  readonly #prefix: string
  readonly #lifetime: number

  constructor(redis: Redis, bell: EventEmitter, name: string, lifetime: number) {
    this.#redis = redis
    this.#bell = bell
    this.#prefix = `${PREFIX}:${name}`
    this.#lifetime = lifetime
  }

  async put(id: string, value: string): Promise<boolean> {
    const key = this.#key(id)
    const [kept] = await this.#ask(() =>
      Promise.all([
        this.#redis.set(key, value, 'PX', this.#lifetime, 'NX'),
        this.#redis.publish(BELL, key),
      ]),
    )
    return kept !== null
  }

  read(id: string): Promise<string | null> {
    return this.#ask(() => this.#redis.get(this.#key(id)))
  }

  take(id: string): Promise<string | null> {
    return this.#ask(() => this.#redis.getdel(this.#key(id)))
  }

  async takeWhenThere(id: string, signal: AbortSignal): Promise<string | null> {
    if (signal.aborted) return null
    const found = new AbortController()
    const over = AbortSignal.any([signal, found.signal])
    try {
      for (;;) {
        // Listen first: it may come while we look.
        const rung = once(this.#bell, this.#key(id), { signal: over }).catch(() => {})
        const value = await this.take(id)
        if (value !== null && !signal.aborted) return value
        // Whoever asked is gone: it is the next one's.
        if (value !== null) await this.put(id, value)
        if (signal.aborted) return null
        await rung
      }
    } finally {
      found.abort()
    }
  }

  count(id: string): Promise<number> {
    const key = `${this.#prefix}:count:${id}`
    return this.#ask(async () => Number(await this.#redis.eval(COUNT, 1, key, this.#lifetime)))
  }

  #key(id: string): string {
    return `${this.#prefix}:value:${id}`
  }

  async #ask<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await question()
    } catch (cause) {
      if ((cause as Error).message.startsWith('OOM')) {
        throw new WalletError('LIMIT_EXCEEDED', 'There is no room left.', { cause })
      }
      throw new WalletError('SERVICE_UNAVAILABLE', 'The store gives no answer.', { cause })
    }
  }
}
