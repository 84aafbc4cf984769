import { WalletError } from '../../../shared/errors.js'
import { readKey } from '../../keys/share-file.js'
import type { Metrics } from '../../platform/metrics.js'
import { hasSyncPassword, openSyncStore } from '../../sync/open.js'
import type { SyncStore, SyncUsage } from '../../sync/sync-store.js'
import { type Given, integer, logLine, text, wrong } from '../options/options.js'
import { VARIABLES } from '../options/tables.js'
import { watched } from './watched.js'

export interface OpenSync {
  sync: SyncStore
  syncRoom: number
  /** Why sync fails; undefined while it works. */
  degraded(): string | undefined
  /** How much of the room is taken, from 0 to 1; nothing while the store is away. */
  taken(): number | undefined
}

/**
 * Opens the store of people's blobs, if the operator named one.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, or `SERVICE_UNAVAILABLE` if it gives no answer.
 */
export async function openSync(given: Given, metrics?: Metrics): Promise<OpenSync | undefined> {
  const sync = await storeOf(given, 'sync', VARIABLES.sync)
  if (!sync) return undefined
  const syncRoom = integer(given, 'sync-room')
  if (syncRoom < 1) throw wrong('sync-room', 'expected 1 or more')
  const usage = await watched(askUsage(sync))
  metrics?.gauge('wallet_embed_sync_up', 'Whether the sync store answers.', () => (usage() ? 1 : 0))
  metrics?.gauge(
    'wallet_embed_sync_persons',
    'People of whom the sync store keeps a blob.',
    () => usage()?.persons,
  )
  metrics?.gauge(
    'wallet_embed_sync_bytes',
    'Bytes of the blobs in the sync store, with what it needs for them.',
    () => usage()?.bytes,
  )
  return {
    ...{ sync, syncRoom },
    degraded: () => (usage() ? undefined : 'The sync store gives no answer.'),
    taken: () => {
      const now = usage()
      return now && now.persons / syncRoom
    },
  }
}

/** Asks a store what it keeps, and logs why it is away, which nothing else tells: answers say only that it is. */
function askUsage(sync: SyncStore): () => Promise<SyncUsage | undefined> {
  let isAway = false
  return async () => {
    try {
      const usage = await sync.usage()
      if (isAway) logLine(30, 'the sync store is back')
      isAway = false
      return usage
    } catch (error) {
      const { message, code } = (error as Error).cause as NodeJS.ErrnoException
      // A name with several addresses, none of which answers, has only a code.
      if (!isAway) logLine(40, `the sync store is away: ${message || code}`)
      isAway = true
      return undefined
    }
  }
}

/**
 * The store that an option names, or the first line of the file that the option `<name>-file` names.
 *
 * @param variable - Of the environment, where both are absent.
 * @throws {WalletError} As `openSync`.
 */
export async function storeOf(
  given: Given,
  name: string,
  variable: string,
): Promise<SyncStore | undefined> {
  const argument = text(given, name)
  if (hasSyncPassword(argument)) {
    const detail = `--${name}: every user of this machine can read a password there. `
    throw new WalletError('INVALID_ARGUMENT', `${detail}Use --${name}-file or ${variable}.`)
  }
  const file = text(given, `${name}-file`)
  const place = argument || (await readKey(file, variable))
  // An empty file must not count as no store: people's devices would go on without it.
  if (file && !place) throw wrong(`${name}-file`, `${file}: expected a place as of --${name}`)
  return place ? openSyncStore(place, name) : undefined
}
