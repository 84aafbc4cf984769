import type { SyncStore } from './sync-store.js'

export interface Copied {
  /** Blobs of `from`. */
  seen: number
  /** Blobs that were new to `to`, or had a lower version there. */
  written: number
}

/**
 * Copies blobs to a different store. A blob that `to` has in the same or a higher version stays, so the copy can be
 * repeated to get later changes. Deletions during the copy are not copied.
 *
 * @throws {WalletError} `SERVICE_UNAVAILABLE` if a store does not answer. What was copied by then stays.
 */
export async function copySync(from: SyncStore, to: SyncStore): Promise<Copied> {
  const copied = { seen: 0, written: 0 }
  for await (const locator of from.locators()) {
    const entry = await from.read(locator)
    if (!entry) continue
    copied.seen += 1
    const base = (await to.read(locator))?.version ?? 0
    if (entry.version > base && (await to.write(locator, base, entry))) copied.written += 1
  }
  return copied
}
