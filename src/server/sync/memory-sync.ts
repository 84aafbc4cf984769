import type { SyncEntry, SyncStore, SyncUsage } from './sync-store.js'

/** Blobs in memory: for tests, and for a single copy of a service that may lose data. */
export class MemorySync implements SyncStore {
  readonly #entries = new Map<string, SyncEntry>()

  async read(locator: string): Promise<SyncEntry | null> {
    return this.#entries.get(locator) ?? null
  }

  async write(locator: string, base: number, entry: SyncEntry): Promise<boolean> {
    if ((this.#entries.get(locator)?.version ?? 0) !== base) return false
    this.#entries.set(locator, entry)
    return true
  }

  async forget(locator: string, version: number): Promise<boolean> {
    return this.#entries.get(locator)?.version === version && this.#entries.delete(locator)
  }

  async usage(): Promise<SyncUsage> {
    let bytes = 0
    for (const { blob } of this.#entries.values()) bytes += blob.length
    return { persons: this.#entries.size, bytes }
  }

  async *locators(): AsyncGenerator<string> {
    yield* this.#entries.keys()
  }

  async close(): Promise<void> {
    // Nothing is open.
  }
}
