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

/** Milliseconds without Redis in which a restart of it is over: until then logins wait. */
const PATIENCE = 5_000
/** In the place of a URL: this copy is the only one. */
const NONE = 'none'
const AWAY =
  'Redis is away: for a minute, logins go on whose provider signs ID tokens; codes by e-mail and letters do not.'

export interface OpenStore {
  store: Store
  /**
   * Why no login works; nothing while some do.
   *
   * @param goOn - Whether some go on without Redis for a minute.
   */
  unready(goOn: boolean): string | undefined
  /** What does not work while some logins do. */
  degraded(): string | undefined
}

/**
 * Opens a service's store: Redis if the operator named one, else this process's memory.
 *
 * @param others - How much of other rooms is taken, from 0 to 1, by their names: they are measured along.
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
  // Copies that share nothing, for a file that was emptied, would accept a code once each.
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

/** Logs what is wrong with the settings of Redis, once. @returns Why it may forget what it should keep, if it may. */
async function watchFaults(store: RedisStore): Promise<() => string | undefined> {
  let known: RedisFault[] = []
  const faults = await watched(async () => {
    // Of one that gives no answer, what it said last counts.
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
