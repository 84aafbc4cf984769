/** Which store an operator means. */
import { WalletError } from '../../shared/errors.js'
import { MemorySync } from './memory-sync.js'
import type { SyncStore } from './sync-store.js'

const LMDB = 'lmdb:'
const POSTGRES = /^postgres(ql)?:\/\//

/**
 * @param place - `memory`, `lmdb:FOLDER` or `postgres://user:password@host/database`.
 * @param option - Its name, for the error message.
 * @throws {WalletError} `INVALID_ARGUMENT` for a different text, or a place that cannot be used; `SERVICE_UNAVAILABLE` if
 *   PostgreSQL does not answer.
 */
export async function openSyncStore(place: string, option: string): Promise<SyncStore> {
  if (place === 'memory') return new MemorySync()
  if (place.startsWith(LMDB) && place.length > LMDB.length) {
    return (await import('./lmdb-sync.js')).openLmdb(place.slice(LMDB.length))
  }
  if (POSTGRES.test(place) && URL.canParse(place)) {
    return (await import('./postgres-sync.js')).connectPostgres(place)
  }
  throw new WalletError(
    'INVALID_ARGUMENT',
    `--${option}: expected memory, lmdb:FOLDER or postgres://host/database.`,
  )
}

/** Whether it names a password. */
export const hasSyncPassword = (place: string): boolean =>
  URL.canParse(place) && !!new URL(place).password
