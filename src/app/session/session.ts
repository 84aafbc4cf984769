/** The stored session: a ciphertext that only this browser can decrypt, and its public data. */
import * as z from 'zod/mini'

import { Address } from '../../protocol/messages.js'
import type { LoginUserInfo } from '../../shared/options.js'
import type { Sealed } from '../signer/contract.js'
import { openStorage, readItem, writeItem } from '../support/storage.js'

const ITEM = 'wallet-embed:session'

export const UserInfo = z.object({
  email: z.string(),
  name: z.string(),
  profileImage: z.string(),
  aggregateVerifier: z.string(),
  verifier: z.string(),
  verifierId: z.string(),
  typeOfLogin: z.string(),
})

export const SealedSession = z.object({
  keyId: z.string(),
  iv: z.string(),
  data: z.string(),
  identity: z.optional(z.string()),
})

const Session = z.object({
  sealed: z.nullable(SealedSession),
  addresses: z.array(Address).check(z.minLength(1)),
  userInfo: UserInfo,
  /** Origins that may see the accounts. */
  connected: z.array(z.string()),
  /** Accounts that an origin may see; an origin without an entry sees the first account. */
  given: z.optional(z.record(z.string(), z.array(Address))),
  /** The account in use; the first where it is not said. */
  chosen: z.optional(Address),
  /** Identifies the session on all sites that it was carried to; absent if an older build stored it. */
  id: z.optional(z.string()),
  /** Unix time in milliseconds. */
  expires: z.number(),
})

export interface Session {
  /** Null where the browser denies storage: the session ends with the page. */
  sealed: Sealed | null
  addresses: `0x${string}`[]
  userInfo: LoginUserInfo
  connected: string[]
  given?: Record<string, `0x${string}`[]> | undefined
  chosen?: `0x${string}` | undefined
  id?: string | undefined
  expires: number
}

/** Keeps one session, as long as the tab (`sessionStorage`) or longer (`localStorage`). */
export class SessionStore {
  readonly #isLasting: boolean

  constructor(isLasting: boolean) {
    this.#isLasting = isLasting
  }

  /** Whether the browser denies it: a session ends with the page. */
  get isDenied(): boolean {
    return !openStorage(this.#isLasting)
  }

  load(): Session | undefined {
    return readItem(ITEM, Session, this.#isLasting)
  }

  /**
   * A session without ciphertext stays in memory, since it could not be restored. So does one that the storage has no
   * room for.
   */
  save(session: Session): void {
    if (session.sealed) writeItem(ITEM, session, this.#isLasting)
  }

  clear(): void {
    writeItem(ITEM, undefined, this.#isLasting)
  }

  /** Listens for other frames or tabs of this storage that begin, change or end a session. */
  onChanged(hear: () => void): void {
    addEventListener('storage', ({ storageArea, key }) => {
      // A null key means that all storage was cleared.
      const isOurs = storageArea === openStorage(this.#isLasting)
      if (isOurs && (key === ITEM || key === null)) hear()
    })
  }
}
