/** Where blobs are kept, each under its locator, until they are replaced or deleted. They never expire. */
import { deadline } from '../../shared/deadline.js'
import { WalletError } from '../../shared/errors.js'

/** Milliseconds for an answer of a store. */
const TIMEOUT = 2_000

export interface SyncEntry {
  /** 1 or more. */
  version: number
  blob: Uint8Array
}

export interface SyncUsage {
  /** Blobs that are kept. PostgreSQL estimates many. */
  persons: number
  /** Bytes of the blobs, including the store's overhead. */
  bytes: number
}

/**
 * Every method rejects with `SERVICE_UNAVAILABLE` within two seconds if the store does not answer. The change may have
 * happened anyway.
 */
export interface SyncStore {
  read(locator: string): Promise<SyncEntry | null>
  /**
   * Compare-and-swap: of all writes that replace the same version, one succeeds. Resolves when the blob is on disk, if
   * the store has one.
   *
   * @param locator - 32 bytes as base64url.
   * @param base - The version to replace; 0 if there must be none.
   * @returns Whether it was replaced.
   */
  write(locator: string, base: number, entry: SyncEntry): Promise<boolean>
  /** Deletes this version. @returns Whether it was kept. */
  forget(locator: string, version: number): Promise<boolean>
  usage(): Promise<SyncUsage>
  /** Locators in the store's order. Changes in the meantime may or may not be included. */
  locators(): AsyncIterable<string>
  close(): Promise<void>
}

/** Gives a store's work its deadline. @throws {WalletError} `SERVICE_UNAVAILABLE` */
export async function answered<T>(work: Promise<T>, timeout = TIMEOUT): Promise<T> {
  try {
    return await deadline(work, timeout, 'sync store')
  } catch (cause) {
    throw new WalletError('SERVICE_UNAVAILABLE', 'The sync store gives no answer.', { cause })
  }
}
