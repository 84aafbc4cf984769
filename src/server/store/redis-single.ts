/** One Redis, or the master that Sentinels name. */
import Redis, { type RedisOptions, type StandaloneConnectionOptions } from 'ioredis'
import { StandaloneConnector } from 'ioredis/built/connectors/index.js'

import { WalletError } from '../../shared/errors.js'
import {
  BELL,
  DEADLINES,
  dropLate,
  type Listening,
  memoryOf,
  type RedisConnection,
  retryIn,
  ringAll,
} from './redis-connection.js'
import type { RedisPlace } from './redis-url.js'

/**
 * ioredis listens for one error of a connection. A TLS handshake can fail twice (the certificate, then the peer's
 * answer to that), and an unhandled error event ends the process.
 */
export class Connector extends StandaloneConnector {
  // ioredis passes its options untyped.
  constructor(options: unknown) {
    super(options as StandaloneConnectionOptions)
  }

  override async connect(...args: Parameters<StandaloneConnector['connect']>) {
    const stream = await super.connect(...args)
    // ioredis has its own listener for the first error only.
    stream.on('error', () => {})
    return stream
  }
}

/** A single node of a Cluster would answer most commands with a redirection. */
const partOfCluster = () =>
  new WalletError(
    'INVALID_ARGUMENT',
    '--redis: this Redis is part of a Cluster: write redis-cluster://host:port,host:port.',
  )

const isReplica = () =>
  new WalletError('SERVICE_UNAVAILABLE', 'Redis is a replica, and takes no writes.')

/** Rejects if it does not answer, or takes no writes. */
export async function openSingle(
  place: Exclude<RedisPlace, { nodes: unknown }>,
  { bell, onChange }: Listening,
): Promise<RedisConnection> {
  const options = {
    ...DEADLINES,
    retryStrategy: retryIn,
    // A demoted master still answers: reconnect, to find the new one by its name. Redis 6 puts the script's name before.
    reconnectOnError: ({ message }) => message.includes('READONLY'),
  } satisfies RedisOptions
  const client =
    'url' in place
      ? new Redis(place.url, { ...options, Connector })
      : new Redis({ ...options, ...place.options })
  const listener = client.duplicate()
  const close = () => {
    client.disconnect()
    listener.disconnect()
  }
  for (const one of [client, listener]) {
    dropLate(one)
    // An error without a listener would end the process. A lost connection is noticed by `close`.
    one.on('error', () => {})
  }
  listener.on('message', (_, id: string) => bell.emit(id))
  listener.on('ready', async () => {
    await listener.subscribe(BELL).catch(() => {})
    ringAll(bell)
  })
  try {
    await Promise.all([client.ping(), listener.subscribe(BELL)])
    const info = await client.info('cluster').catch(() => '')
    if (info.includes('cluster_enabled:1')) throw partOfCluster()
    const replication = await client.info('replication').catch(() => '')
    if (replication.includes('slave_read_only:1')) throw isReplica()
  } catch (cause) {
    close()
    throw cause
  }
  client.on('close', () => {
    // It gets no refusal that tells it of a demoted master.
    listener.disconnect(true)
    onChange?.(false)
  })
  client.on('ready', () => onChange?.(true))
  return {
    client,
    isCluster: false,
    memory: async () => new Map([['Redis', await memoryOf(client)]]),
    close,
  }
}
