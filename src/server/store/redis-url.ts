/**
 * Where a Redis is: `redis:` and `rediss:` as ioredis reads them, the master that Sentinels know, and the nodes of a
 * Cluster.
 */
import type { RedisOptions } from 'ioredis'

import { WalletError } from '../../shared/errors.js'
import { retryIn } from './redis-connection.js'

const SEVERAL =
  /^(?<scheme>rediss?)-(?<kind>sentinel|cluster):\/\/(?:(?<user>[^:@/#]*)(?::(?<password>[^@/#]*))?@)?(?<hosts>[^@/#]*)(?:\/(?<db>[^@#]*))?(?:#(?<name>[^@]*))?$/
const HOST = /^(?<host>\[[\da-fA-F:.]+\]|[^:[\]\s?]+)(?::(?<port>\d{1,5}))?$/
const PORTS = { sentinel: 26379, cluster: 6379 }

interface Host {
  host: string
  port: number
}

export interface ClusterPlace {
  /** Some nodes of the Cluster; they know the others. */
  nodes: Host[]
  /** For every node. */
  user: { username?: string; password?: string }
  isTls: boolean
}

/** The URL as given, or ioredis options for it. */
export type RedisPlace =
  | { url: string }
  | { options: Omit<RedisOptions, 'replyMapping'> }
  | ClusterPlace

/**
 * Reads `redis://host:port`, `rediss://…` (TLS), and as other clients write several hosts:
 * `redis-sentinel://user:password@host:port,host:port/db#name`, whose user and password are for Redis itself, and
 * `redis-cluster://user:password@host:port,host:port`.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`
 */
export function readRedisUrl(url: string): RedisPlace {
  const isOne = /^rediss?:\/\//.test(url)
  if (isOne && URL.canParse(url) && !new URL(url).host.includes(',')) return { url }
  const { scheme, kind, user, password, hosts, db, name } = SEVERAL.exec(url)?.groups ?? {}
  if (kind !== 'sentinel' && kind !== 'cluster') throw unreadable(url)
  const nodes = hosts!.split(',').map((text) => hostOf(text, PORTS[kind]))
  const isTls = scheme === 'rediss'
  const login = {
    ...(user && { username: decoded(user) }),
    ...(password && { password: decoded(password) }),
  }
  if (kind === 'cluster') {
    if (name !== undefined) throw invalid('a Cluster has no name: leave # and what follows out.')
    if (db && db !== '0') throw invalid('a Cluster has no databases: leave / and what follows out.')
    return { nodes, user: login, isTls }
  }
  if (!name) throw invalid('after the Sentinels the name of their master is missing: #name.')
  if (db && !/^\d+$/.test(db)) throw invalid('after / a database is expected, such as 0.')
  return {
    options: {
      sentinels: nodes,
      name: decoded(name),
      ...login,
      db: Number(db || 0),
      ...(isTls && { tls: {}, enableTLSForSentinelMode: true, sentinelTLS: {} }),
      sentinelRetryStrategy: retryIn,
    },
  }
}

/** Whether it names a password. */
export const hasPassword = (url: string): boolean =>
  URL.canParse(url) ? !!new URL(url).password : !!SEVERAL.exec(url)?.groups?.password

function hostOf(text: string, usual: number): Host {
  const { host, port } = HOST.exec(text)?.groups ?? {}
  if (!host || Number(port ?? usual) > 65_535) {
    throw invalid(`“${text}” is expected to be host:port; several are parted by commas.`)
  }
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? usual) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalid('a % stands for itself as %25.')
  }
}

function unreadable(url: string): WalletError {
  if (/^rediss?:\/\/.*,/.test(url)) {
    return invalid('several hosts are redis-cluster://… or, of Sentinels, redis-sentinel://…#name.')
  }
  return invalid(
    'expected redis://host:port, rediss://… for TLS, redis-sentinel://host:port,host:port#name or redis-cluster://host:port,host:port; in a user or password / # @ are written %2F %23 %40.',
  )
}

const invalid = (detail: string) => new WalletError('INVALID_ARGUMENT', `--redis: ${detail}`)
