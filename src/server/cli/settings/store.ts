import { WalletError } from '../../../shared/errors.js'
import { readKey } from '../../keys/share-file.js'
import { GRACE } from '../../login/used-codes.js'
import type { Metrics } from '../../platform/metrics.js'
import type { RedisFault, RedisStore } from '../../store/redis-store.js'
import { hasPassword } from '../../store/redis-url.js'
import { MemoryStore, type Store } from '../../store/store.js'
import { type Given, logLine, text, wrong } from '../options/options.js'
import { VARIABLES } from '../options/tables.js'
import { watched } from './watched.js'

/** Milliseconds without Redis before logins fail: a restart takes less. */
const PATIENCE = 5_000
/** Given instead of a URL if this is the only copy of the service. */
const NONE = 'none'
const AWAY =
  'Redis is away: for a minute, logins go on whose provider signs ID tokens; codes by e-mail and letters do not.'

export interface OpenStore {
  store: Store
  /**
   * Why no login works; undefined while some do.
   *
   * @param goOn - Whether some logins can go on without Redis for a minute.
   */
  unready(goOn: boolean): string | undefined
  /** What fails although some logins work. */
  degraded(): string | undefined
}

/**
 * Opens a service's store: in Redis if the operator gave a URL, else in memory.
 *
 * @param others - Fill levels of other stores, 0 to 1, by name, for the same metric.
 * @throws {WalletError} `INVALID_ARGUMENT`, or `SERVICE_UNAVAILABLE` if Redis gives no answer.
 */
export async function openStore(
  given: Given,
  metrics?: Metrics,
  others: Record<string, () => number | undefined> = {},
): Promise<OpenStore> {
  const argument = text(given, 'redis')
  if (hasPassword(argument)) {
    const detail = '--redis: every user of this machine can read a password there. '
    throw new WalletError('INVALID_ARGUMENT', `${detail}Use --redis-file or ${VARIABLES.redis}.`)
  }
  const file = text(given, 'redis-file')
  const place = argument || (await readKey(file, VARIABLES.redis))
  // An empty file must not count as `none`: separate copies would then each accept the same code.
  if (file && !place) throw wrong('redis-file', `${file}: expected a URL, or none`)
  const url = place === NONE ? undefined : place
  const measure = (store: Store) => {
    metrics?.gauge(
      'wallet_embed_redis_up',
      'Whether Redis can be reached, where there is one.',
      () => {
        if (!url) return undefined
        return store.away() ? 0 : 1
      },
    )
    metrics?.gauges(
      'wallet_embed_room_taken_ratio',
      'How much of the room for used codes, letters, codes by e-mail and others is taken.',
      'room',
      async () => {
        // Redis may be away, which `wallet_embed_redis_up` says.
        const taken = new Map(await store.taken().catch(() => []))
        for (const [name, read] of Object.entries(others)) {
          const ratio = read()
          if (ratio !== undefined) taken.set(name, ratio)
        }
        return taken
      },
    )
  }
  if (!url) {
    const store = new MemoryStore()
    measure(store)
    return { store, unready: () => undefined, degraded: () => undefined }
  }
  const { connectRedis } = await import('../../store/redis-store.js')
  const onChange = (isUp: boolean) => {
    if (isUp) logLine(30, 'Redis is back')
    else logLine(40, 'Redis is away')
  }
  const store = await connectRedis({ url, onChange })
  measure(store)
  const forgetting = await watchFaults(store)
  return {
    store,
    unready: (goOn) => (store.away() > (goOn ? GRACE : PATIENCE) ? 'Redis is away.' : undefined),
    degraded: () => (store.away() > PATIENCE ? AWAY : forgetting()),
  }
}

/** Logs each fault in the settings of Redis once. @returns A text if Redis may lose data that must be kept. */
async function watchFaults(store: RedisStore): Promise<() => string | undefined> {
  let known: RedisFault[] = []
  const faults = await watched(async () => {
    // If Redis does not answer, keep the last result.
    const now = await store.faults().catch(() => known)
    const isNew = ({ text }: RedisFault) => !known.some((one) => one.text === text)
    for (const { text } of now.filter(isNew)) logLine(40, text)
    known = now
    return now
  })
  return () => {
    const fault = faults().find(({ isForgetful }) => isForgetful)
    return fault && `${fault.text}.`
  }
}
