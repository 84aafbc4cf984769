import type { Source } from './networks.js'

/** Every method rejects with `SERVICE_UNAVAILABLE` within two seconds if the store cannot be reached. */
export interface Box {
  /**
   * Stores a value. The first value under an id stays until it is taken or expires.
   *
   * @param source - The value counts towards this source's share of the room.
   * @returns Whether the value was stored.
   * @throws {WalletError} `LIMIT_EXCEEDED` if there is no room.
   */
  put(id: string, value: string, source?: Source): Promise<boolean>
  /** Looks without taking. */
  read(id: string): Promise<string | null>
  /** Takes a value out. Of several callers, only one gets it. */
  take(id: string): Promise<string | null>
  /** Takes a value out, and waits for it until the signal aborts; then gives null. */
  takeWhenThere(id: string, signal: AbortSignal): Promise<string | null>
  /** How many times this was called with the id, within a lifetime of the first. */
  count(id: string): Promise<number>
}
