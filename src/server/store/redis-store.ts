/**
 * A store that several copies of a service share, in Redis 6.2 or Valkey. While it is unreachable, requests that need
 * it fail within two seconds, and each copy counts limits alone but for the strict ones; it reconnects by itself. Boxes
 * are bounded as in memory, so that none of them can fill Redis for the others.
 */
import { EventEmitter, once } from 'node:events'

import Redis, { type Command, type RedisOptions } from 'ioredis'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
} from 'rate-limiter-flexible'

import { WalletError } from '../../shared/errors.js'
import type { Box } from './box.js'
import type { Source } from './networks.js'
import type { Quota, Quotas } from './quotas.js'
import { Connector } from './redis-connector.js'
import { COUNT, GIVE_BACK_QUOTAS, PUT, TAKE, TAKE_QUOTAS } from './redis-scripts.js'
import { readRedisUrl } from './redis-url.js'
import { type Room, sharesOf, takenOf } from './room.js'
import { type Limited, type Store, USUAL_ROOM } from './store.js'

/** Milliseconds for an answer, a lost connection included: a restart of Redis goes unnoticed in it. */
const COMMAND_TIMEOUT = 2_000
/** Milliseconds of silence after a question until the connection counts as dead. */
const SOCKET_TIMEOUT = 5_000
/** Milliseconds between attempts to connect, at most. */
const MAX_RETRY = 1_000
const PREFIX = 'wallet-embed'
/** Announces arrived letters to requests that wait at a different copy. */
const BELL = `${PREFIX}:bell`

export interface RedisStoreOptions {
  /** What `readRedisUrl` reads, with user and password if need be. */
  url: string
  /** Hears when the connection is lost, and when it is there again. */
  onChange?: ((isUp: boolean) => void) | undefined
  /** Called at the start with faults of the server's settings. */
  onFault?: ((fault: string) => void) | undefined
}

/**
 * @throws {WalletError} `INVALID_ARGUMENT` if the URL is invalid; `SERVICE_UNAVAILABLE` if the server does not answer.
 */
export async function connectRedis({ url, onChange, onFault }: RedisStoreOptions): Promise<Store> {
  const place = readRedisUrl(url)
  const options = {
    commandTimeout: COMMAND_TIMEOUT,
    socketTimeout: SOCKET_TIMEOUT,
    connectTimeout: COMMAND_TIMEOUT,
    // Each request has a deadline. A command under way when the connection broke may have been run: it is not repeated.
    maxRetriesPerRequest: null,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    retryStrategy: (times) => Math.min(50 * times, MAX_RETRY),
  } satisfies RedisOptions
  const redis =
    'url' in place
      ? new Redis(place.url, { ...options, Connector })
      : new Redis({ ...options, ...place.options })
  const listener = redis.duplicate()
  const store = new RedisStore(redis, listener)
  try {
    // Errors without a listener would end the process; a lost connection is told by `close`.
    for (const one of [redis, listener]) {
      dropLate(one)
      one.on('error', () => {})
    }
    await Promise.all([redis.ping(), listener.subscribe(BELL)])
  } catch (cause) {
    await store.close()
    throw new WalletError('SERVICE_UNAVAILABLE', 'Redis gives no answer.', { cause })
  }
  const fault = faultOf(await redis.info('memory').catch(() => ''))
  if (fault) onFault?.(fault)
  redis.on('close', () => onChange?.(false))
  redis.on('ready', () => onChange?.(true))
  return store
}

/**
 * Drops commands that were given up while they waited for a connection. ioredis would send them when it is back: a
 * letter would be taken for a request that has long failed.
 */
function dropLate(redis: Redis): void {
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (command: Command, stream) =>
    command.isSettled ? command.promise : send(command, stream)
}

/** @param info - What Redis says of its memory; nothing if it does not. */
function faultOf(info: string): string | undefined {
  const value = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim()
  const [limit, policy] = [Number(value('maxmemory')), value('maxmemory_policy')]
  if (!policy)
    return 'Redis does not say what it does when it is full: see to maxmemory-policy noeviction'
  if (!limit) return 'Redis has no maxmemory: it grows until the machine has no memory left'
  if (policy === 'noeviction') return undefined
  return `Redis has maxmemory-policy ${policy}: when it is full, used codes and limits vanish. Set noeviction`
}

class RedisStore implements Store {
  readonly #redis: Redis
  readonly #listener: Redis
  readonly #bell = new EventEmitter().setMaxListeners(0)
  readonly #boxes = new Map<string, RedisBox>()

  constructor(redis: Redis, listener: Redis) {
    this.#redis = redis
    this.#listener = listener
    listener.on('message', (_, id: string) => this.#bell.emit(id))
    listener.on('ready', async () => {
      await listener.subscribe(BELL).catch(() => {})
      // Announcements were missed while offline: all waiting requests look again.
      for (const id of this.#bell.eventNames()) if (id !== 'error') this.#bell.emit(id)
    })
  }

  box(name: string, lifetime: number, room = USUAL_ROOM): Box {
    const box = new RedisBox(this.#redis, this.#bell, { name, lifetime, room })
    this.#boxes.set(name, box)
    return box
  }

  limiter(name: string, { points, seconds, isStrict }: Limited): RateLimiterAbstract {
    const options = { keyPrefix: `${PREFIX}:limit:${name}`, points, duration: seconds }
    return new RateLimiterRedis({
      ...options,
      storeClient: this.#redis,
      rejectIfRedisNotReady: true,
      ...(!isStrict && { insuranceLimiter: new RateLimiterMemory(options) }),
    })
  }

  quotas(name: string): Quotas {
    const keyOf = ({ key }: Quota) => `${PREFIX}:quota:${name}:${key}`
    return {
      take: async (quotas) => {
        const keys = quotas.map(keyOf)
        const limits = quotas.flatMap(({ points, seconds, isKept }) => [
          points,
          seconds,
          isKept ? 0 : 1,
        ])
        const given = () => this.#redis.eval(TAKE_QUOTAS, keys.length, ...keys, ...limits)
        return (await ask(given)) === 1
      },
      giveBack: async (quotas) => {
        const keys = quotas.filter(({ isKept }) => !isKept).map(keyOf)
        await ask(() => this.#redis.eval(GIVE_BACK_QUOTAS, keys.length, ...keys))
      },
    }
  }

  async taken(): Promise<ReadonlyMap<string, number>> {
    const boxes = [...this.#boxes].map(async ([name, box]) => [name, await box.taken()] as const)
    return new Map(await Promise.all(boxes))
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
  readonly #room: Room

  constructor(
    redis: Redis,
    bell: EventEmitter,
    { name, lifetime, room }: { name: string; lifetime: number; room: Room },
  ) {
    this.#redis = redis
    this.#bell = bell
    this.#prefix = `${PREFIX}:${name}`
    this.#lifetime = lifetime
    this.#room = room
  }

  put(id: string, value: string, source?: Source): Promise<boolean> {
    const shares = sharesOf(this.#room, source)
    const size = `${Buffer.byteLength(value)} ${shares.map(([name]) => name).join(' ')}`
    const limits = shares.flatMap(([name, { values, length }]) => [name, values, length])
    return this.#put(id, value, size, limits)
  }

  read(id: string): Promise<string | null> {
    return ask(() => this.#redis.get(this.#keys(id)[0]))
  }

  async take(id: string): Promise<string | null> {
    return (await this.#take(id))?.[0] ?? null
  }

  async takeWhenThere(id: string, signal: AbortSignal): Promise<string | null> {
    if (signal.aborted) return null
    const found = new AbortController()
    const over = AbortSignal.any([signal, found.signal])
    try {
      for (;;) {
        // Listen first: it may come while we look.
        const rung = once(this.#bell, this.#keys(id)[0], { signal: over }).catch(() => {})
        const kept = await this.#take(id)
        if (kept && !signal.aborted) return kept[0]
        // The request was dropped meanwhile: put the letter back, into the room it had.
        if (kept) await this.#put(id, ...kept, [])
        if (signal.aborted) return null
        await rung
      }
    } finally {
      found.abort()
    }
  }

  count(id: string): Promise<number> {
    const key = `${this.#prefix}:count:${id}`
    return ask(async () => Number(await this.#redis.eval(COUNT, 1, key, this.#lifetime)))
  }

  /** From 0 to 1; expired values count until the next value comes. */
  async taken(): Promise<number> {
    const fields = ['all values', 'all length']
    const [values, length] = await ask(() => this.#redis.hmget(this.#keys('')[2], ...fields))
    return takenOf({ values: Number(values), length: Number(length) }, this.#room)
  }

  /** @param size - Bytes, and the names of the quotas they count for. */
  async #put(
    id: string,
    value: string,
    size: string,
    limits: (string | number)[],
  ): Promise<boolean> {
    // Empty values are never awaited: no copy has to hear of them.
    const bell = value ? BELL : ''
    const args = [...this.#keys(id), id, this.#lifetime, size, value, bell, ...limits]
    const outcome = await ask(() => this.#redis.eval(PUT, 3, ...args))
    if (outcome === -1) throw full()
    return outcome === 1
  }

  async #take(id: string): Promise<[value: string, size: string] | null> {
    const args = [...this.#keys(id), id]
    return ask(async () => (await this.#redis.eval(TAKE, 3, ...args)) as [string, string] | null)
  }

  /** Keys of the value, the order and the used space. */
  #keys(id: string): [value: string, order: string, used: string] {
    return [`${this.#prefix}:value:${id}`, `${this.#prefix}:order`, `${this.#prefix}:used`]
  }
}

async function ask<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (cause) {
    // Of Redis 6 with the name of the script before it.
    if ((cause as Error).message.includes('OOM command not allowed')) throw full(cause)
    throw new WalletError('SERVICE_UNAVAILABLE', 'The store gives no answer.', { cause })
  }
}

const full = (cause?: unknown) =>
  new WalletError('LIMIT_EXCEEDED', 'There is no room left.', { cause })
