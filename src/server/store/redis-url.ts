/** Where a Redis is: `redis:` and `rediss:` as ioredis reads them, and the master that Sentinels know. */
import type { RedisOptions } from 'ioredis'

import { WalletError } from '../../shared/errors.js'

const SENTINELS =
  /^(?<scheme>rediss?)-sentinel:\/\/(?:(?<user>[^:@/#]*)(?::(?<password>[^@/#]*))?@)?(?<hosts>[^@/#]+)(?:\/(?<db>\d+)?)?#(?<name>[^#]+)$/
const HOST = /^(?<host>\[[\da-fA-F:.]+\]|[^:[\]\s]+)(?::(?<port>\d{1,5}))?$/
const SENTINEL_PORT = 26379
/** Milliseconds between rounds of asking all Sentinels, at most. */
const MAX_RETRY = 1_000

/** As its user wrote it, or what ioredis takes in its place. */
export type RedisPlace = { url: string } | { options: Omit<RedisOptions, 'replyMapping'> }

/**
 * Reads `redis://host:port`, `rediss://…` (TLS), and as other clients write Sentinels:
 * `redis-sentinel://user:password@host:port,host:port/db#name`, whose user and password are for Redis itself.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`
 */
export function readRedisUrl(url: string): RedisPlace {
  if (/^rediss?:\/\//.test(url) && URL.canParse(url)) return { url }
  const { scheme, user, password, hosts, db, name } = SENTINELS.exec(url)?.groups ?? {}
  const sentinels = hosts?.split(',').map(sentinel)
  if (!sentinels?.every((one) => one !== undefined)) throw unreadable()
  const isTls = scheme === 'rediss'
  return {
    options: {
      sentinels,
      name: decoded(name!),
      ...(user && { username: decoded(user) }),
      ...(password && { password: decoded(password) }),
      db: Number(db ?? 0),
      ...(isTls && { tls: {}, enableTLSForSentinelMode: true, sentinelTLS: {} }),
      sentinelRetryStrategy: (times) => Math.min(50 * times, MAX_RETRY),
      // A demoted master still answers: reconnect, to find the new one.
      reconnectOnError: ({ message }) => message.startsWith('READONLY'),
    },
  }
}

/** Whether it names a password. */
export const hasPassword = (url: string): boolean =>
  URL.canParse(url) ? !!new URL(url).password : !!SENTINELS.exec(url)?.groups?.password

function sentinel(text: string): { host: string; port: number } | undefined {
  const { host, port } = HOST.exec(text)?.groups ?? {}
  if (!host || Number(port ?? 0) > 65_535) return undefined
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? SENTINEL_PORT) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw unreadable()
  }
}

const unreadable = () =>
  new WalletError(
    'INVALID_ARGUMENT',
    '--redis: expected redis://host:port, rediss://…, or redis-sentinel://host:port,host:port#name.',
  )
