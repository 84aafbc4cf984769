/**
 * Blobs in a folder, by LMDB: several processes of one machine may share it. A write is on the disk when it resolves.
 * An entry is its version, 8 bytes big-endian, and its blob.
 */
import { open, type RootDatabase } from 'lmdb'

import { WalletError } from '../../shared/errors.js'
import { makeFolder } from '../platform/write-file.js'
import { answered, type SyncEntry, type SyncStore, type SyncUsage } from './sync-store.js'

/** Bytes of the version. */
const HEAD = 8

/** LMDB's own counters, in pages. */
interface Stats {
  entryCount: number
  pageSize: number
  treeBranchPageCount: number
  treeLeafPageCount: number
  overflowPages: number
}

/**
 * @param folder - Is made if it is not there.
 * @throws {WalletError} `INVALID_ARGUMENT` if the folder cannot be used.
 */
export async function openLmdb(folder: string): Promise<SyncStore> {
  try {
    await makeFolder(folder)
    // Without overlapping sync, a commit is written and flushed before readers see it. Without batching by turn, there
    // are no internal promises without a listener, which would end the process if the disk is full.
    const options = {
      encoding: 'binary',
      noSubdir: false,
      overlappingSync: false,
      eventTurnBatching: false,
    } as const
    return new LmdbSync(open<Buffer, string>({ path: folder, ...options }))
  } catch (cause) {
    const { message } = cause as Error
    throw new WalletError('INVALID_ARGUMENT', `lmdb: ${folder}: ${message}.`, { cause })
  }
}

class LmdbSync implements SyncStore {
  readonly #db: RootDatabase<Buffer, string>

  constructor(db: RootDatabase<Buffer, string>) {
    this.#db = db
  }

  async read(locator: string): Promise<SyncEntry | null> {
    const kept = await answered((async () => this.#db.getBinary(locator))())
    return kept ? { version: versionOf(kept), blob: kept.subarray(HEAD) } : null
  }

  write(locator: string, base: number, { version, blob }: SyncEntry): Promise<boolean> {
    const kept = Buffer.alloc(HEAD + blob.length)
    kept.writeBigUInt64BE(BigInt(version))
    kept.set(blob, HEAD)
    return this.#replace(locator, base, () => this.#db.put(locator, kept))
  }

  forget(locator: string, version: number): Promise<boolean> {
    return this.#replace(locator, version, () => this.#db.remove(locator))
  }

  async usage(): Promise<SyncUsage> {
    // The package leaves its form open.
    const stats = await answered((async () => this.#db.getStats() as Stats)())
    const pages = stats.treeBranchPageCount + stats.treeLeafPageCount + stats.overflowPages
    return { persons: stats.entryCount, bytes: pages * stats.pageSize }
  }

  async *locators(): AsyncGenerator<string> {
    // No snapshot: while one is open, LMDB cannot reuse the space of older entries.
    yield* this.#db.getKeys({ snapshot: false })
  }

  async close(): Promise<void> {
    await this.#db.close()
  }

  /** In one transaction, so that no other process writes between check and change. */
  #replace(locator: string, base: number, change: () => unknown): Promise<boolean> {
    const work = this.#db.transaction(() => {
      const kept = this.#db.getBinaryFast(locator)
      if ((kept ? versionOf(kept) : 0) !== base) return false
      change()
      return true
    })
    return answered(work.catch(failed))
  }
}

/** LMDB's error has the reason as a promise, and a rejected promise without a listener would end the process. */
function failed(error: Error & { commitError?: Promise<unknown> }): never {
  error.commitError?.catch(() => {})
  throw error
}

const versionOf = (kept: Buffer): number => Number(kept.readBigUInt64BE())
