/**
 * A store for several copies of a service, in Redis 6.2 or Valkey. While Redis is unreachable, requests that need it
 * fail within two seconds, and each copy counts its limits alone, except the strict ones; it reconnects by itself.
 * Boxes have limits as in memory, so that no box can fill Redis for the others.
 */
import { EventEmitter, once } from 'node:events'

import type { Cluster, Redis } from 'ioredis'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
} from 'rate-limiter-flexible'

import { WalletError } from '../../shared/errors.js'
import type { Box } from './box.js'
import type { Source } from './networks.js'
import type { Quota, Quotas } from './quotas.js'
import { openCluster } from './redis-cluster.js'
import { BELL, PREFIX, type RedisConnection } from './redis-connection.js'
import { COUNT, GIVE_BACK_QUOTAS, PUT, TAKE, TAKE_QUOTAS } from './redis-scripts.js'
import { openSingle } from './redis-single.js'
import { readRedisUrl } from './redis-url.js'
import { type Room, sharesOf, takenOf } from './room.js'
import { type Limited, type Store, USUAL_ROOM } from './store.js'

export interface RedisStoreOptions {
  /** As `readRedisUrl` reads it, including user and password. */
  url: string
  /** Hears when the connection is lost, and when it is there again. */
  onChange?: ((isUp: boolean) => void) | undefined
}

/** Something wrong with the settings of a server. */
export interface RedisFault {
  text: string
  /** Whether data may be lost before its time. */
  isForgetful: boolean
}

/**
 * @throws {WalletError} `INVALID_ARGUMENT` if the URL is invalid; `SERVICE_UNAVAILABLE` if the server does not answer.
 */
export async function connectRedis({ url, onChange }: RedisStoreOptions): Promise<RedisStore> {
  const place = readRedisUrl(url)
  const bell = new EventEmitter().setMaxListeners(0)
  let lostAt: number | undefined
  const listening = {
    bell,
    onChange(isUp: boolean) {
      if (isUp === (lostAt === undefined)) return
      lostAt = isUp ? undefined : performance.now()
      onChange?.(isUp)
    },
  }
  const opening = 'nodes' in place ? openCluster(place, listening) : openSingle(place, listening)
  const connection = await opening.catch((cause) => {
    if (WalletError.is(cause) && cause.code !== 'TIMEOUT') throw cause
    throw new WalletError('SERVICE_UNAVAILABLE', 'Redis gives no answer.', { cause })
  })
  const away = () => (lostAt === undefined ? 0 : performance.now() - lostAt)
  return new RedisStore(connection, bell, away)
}

/** @param info - What Redis says of its memory; nothing if it does not. */
function faultOf(name: string, info: string): RedisFault | undefined {
  const value = (field: string) => new RegExp(`^${field}:(.*)$`, 'm').exec(info)?.[1]?.trim()
  const [limit, policy] = [Number(value('maxmemory')), value('maxmemory_policy')]
  const warning = (text: string) => ({ text: `${name} ${text}`, isForgetful: false })
  if (!policy)
    return warning('does not say what it does when it is full: see to maxmemory-policy noeviction')
  if (!limit) return warning('has no maxmemory: it grows until the machine has no memory left')
  if (policy === 'noeviction') return undefined
  const text = `${name} has maxmemory-policy ${policy}: when it is full, used codes and limits vanish. Set noeviction`
  return { text, isForgetful: true }
}

export class RedisStore implements Store {
  readonly away: () => number
  readonly #redis: Redis | Cluster
  readonly #connection: RedisConnection
  readonly #bell: EventEmitter
  readonly #boxes = new Map<string, RedisBox>()

  constructor(connection: RedisConnection, bell: EventEmitter, away: () => number) {
    this.away = away
    this.#redis = connection.client
    this.#connection = connection
    this.#bell = bell
  }

  box(name: string, lifetime: number, room = USUAL_ROOM): Box {
    const prefix = `${PREFIX}:${this.#tag(name)}`
    const box = new RedisBox(this.#redis, this.#bell, { prefix, lifetime, room })
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
    const keyOf = ({ key }: Quota) => `${PREFIX}:quota:${this.#tag(name)}:${key}`
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

  /** Rejects if a server does not answer. */
  async faults(): Promise<RedisFault[]> {
    const told = [...(await this.#connection.memory())]
    return told.map(([name, info]) => faultOf(name, info)).filter((fault) => !!fault)
  }

  async close(): Promise<void> {
    this.#connection.close()
  }

  /**
   * In a Cluster, all keys of one operation must be in the same slot, which the part in braces decides. Elsewhere keys
   * have no braces, for compatibility.
   */
  #tag(name: string): string {
    return this.#connection.isCluster ? `{${name}}` : name
  }
}

class RedisBox implements Box {
  readonly #redis: Redis | Cluster
  readonly #bell: EventEmitter
  readonly #prefix: string
  readonly #lifetime: number
  readonly #room: Room

  constructor(
    redis: Redis | Cluster,
    bell: EventEmitter,
    { prefix, lifetime, room }: { prefix: string; lifetime: number; room: Room },
  ) {
    this.#redis = redis
    this.#bell = bell
    this.#prefix = prefix
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
    const over = new AbortController()
    const end = () => over.abort()
    signal.addEventListener('abort', end)
    try {
      for (;;) {
        // Listen first: it may come while we look.
        const rung = once(this.#bell, this.#keys(id)[0], { signal: over.signal }).catch(() => {})
        const kept = await this.#take(id)
        if (kept && !signal.aborted) return kept[0]
        // The request was aborted, so put the letter back into the room that it had.
        if (kept) await this.#put(id, ...kept, [])
        if (signal.aborted) return null
        await rung
      }
    } finally {
      signal.removeEventListener('abort', end)
      end()
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
    // No request waits for an empty value, so other copies need no signal.
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
    // Redis 6 puts the script's name before this message.
    if ((cause as Error).message.includes('OOM command not allowed')) throw full(cause)
    throw new WalletError('SERVICE_UNAVAILABLE', 'The store gives no answer.', { cause })
  }
}

const full = (cause?: unknown) =>
  new WalletError('LIMIT_EXCEEDED', 'There is no room left.', { cause })
