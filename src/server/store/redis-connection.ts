/** What the store needs of a Redis, the same for one server, for the master that Sentinels name, and for a Cluster. */
import type { EventEmitter } from 'node:events'

import type { Cluster, Command, Redis } from 'ioredis'

/** Milliseconds for an answer, a lost connection included: a restart of Redis goes unnoticed in it. */
export const COMMAND_TIMEOUT = 2_000
/**
 * Milliseconds of silence after a command until the connection counts as dead. That command has failed by then; the
 * next ones should not each wait as long for a Redis that hangs.
 */
const SOCKET_TIMEOUT = COMMAND_TIMEOUT
/** Milliseconds between attempts to connect, at most. */
const MAX_RETRY = 1_000
export const PREFIX = 'wallet-embed'
/** Announces arrived letters to requests that wait at a different copy. */
export const BELL = `${PREFIX}:bell`

export interface RedisConnection {
  readonly client: Redis | Cluster
  /** Whether all keys of one operation need the same hash tag. */
  readonly isCluster: boolean
  /** `INFO memory` of each master; the key is the beginning of its fault texts. */
  memory(): Promise<Map<string, string>>
  close(): void
}

export interface Listening {
  /** Emits the key under which a letter arrived. */
  bell: EventEmitter
  /** Hears when the connection is lost, and when it is there again. */
  onChange?: ((isUp: boolean) => void) | undefined
}

/** Milliseconds until the next attempt to connect. */
export const retryIn = (times: number): number => Math.min(50 * times, MAX_RETRY)

/**
 * Each request has a deadline. A command under way when the connection broke may have been run: it is not repeated.
 */
export const DEADLINES = {
  commandTimeout: COMMAND_TIMEOUT,
  socketTimeout: SOCKET_TIMEOUT,
  connectTimeout: COMMAND_TIMEOUT,
  maxRetriesPerRequest: null,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
} as const

/**
 * Drops commands that were given up while they waited for a connection. ioredis would send them when it is back: a
 * letter would be taken for a request that has long failed.
 */
export function dropLate(redis: Redis): void {
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (command: Command, stream) =>
    command.isSettled ? command.promise : send(command, stream)
}

/** `INFO memory`; empty if the server refuses it. */
export const memoryOf = (redis: Redis): Promise<string> =>
  redis.info('memory').catch((error: Error) => {
    if (error.name === 'ReplyError') return ''
    throw error
  })

/** Announcements were missed: all waiting requests look again. */
export function ringAll(bell: EventEmitter): void {
  for (const id of bell.eventNames()) if (id !== 'error') bell.emit(id)
}
