import { WalletError } from '../../../shared/errors.js'
import { readKey } from '../../keys/share-file.js'
import type { Metrics } from '../../platform/metrics.js'
import { hasPassword } from '../../store/redis-url.js'
import { MemoryStore, type Store } from '../../store/store.js'
import { type Given, logLine, text } from '../options/options.js'
import { VARIABLES } from '../options/tables.js'

/** Milliseconds without Redis in which a restart of it is over: until then logins wait. */
const PATIENCE = 5_000

export interface OpenStore {
  store: Store
  /** Why logins fail; nothing while they work. */
  unready(): string | undefined
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
  const url = argument || (await readKey(text(given, 'redis-file'), VARIABLES.redis))
  let awaySince: number | undefined
  metrics?.gauge(
    'wallet_embed_redis_up',
    'Whether Redis can be reached, where there is one.',
    () => {
      if (!url) return undefined
      return awaySince === undefined ? 1 : 0
    },
  )
  const tellRoom = (store: Store) =>
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
  if (!url) {
    const store = new MemoryStore()
    tellRoom(store)
    return { store, unready: () => undefined }
  }
  const onChange = (isUp: boolean) => {
    if (isUp) logLine(30, 'Redis is back')
    else if (awaySince === undefined) logLine(40, 'Redis is away')
    awaySince = isUp ? undefined : (awaySince ?? performance.now())
  }
  const { connectRedis } = await import('../../store/redis-store.js')
  const store = await connectRedis({ url, onChange, onFault: (fault) => logLine(40, fault) })
  tellRoom(store)
  const isAway = () => awaySince !== undefined && performance.now() - awaySince > PATIENCE
  return { store, unready: () => (isAway() ? 'Redis is away.' : undefined) }
}
