import { createHash } from 'node:crypto'

import { WalletError } from '../../shared/errors.js'
import { MemoryBox } from '../store/memory-box.js'
import type { Source } from '../store/networks.js'
import type { Store } from '../store/store.js'

/** Milliseconds: longer than any authorization code should live (RFC 6749, section 4.1.2: ten minutes). */
const LIFETIME = 1_200_000
/** Logins within the lifetime: 833 a second in all, 17 a second from one network. */
const ROOM = 1_000_000
/** Milliseconds without the store in which bound logins go on. */
export const GRACE = 60_000
/** Milliseconds in which a restart of the store goes unnoticed. */
const RESTART = 2_000
/** Milliseconds between looks whether the store is there again. */
const HAND_OVER_INTERVAL = 1_000

/** An authorization code that a provider has accepted. */
interface Code {
  verifier: string
  code: string
  source: Source
  /**
   * Whether the provider signs the ID token, with the nonce of the login that asked for it: a second exchange then gives
   * nothing that is of use without the key of the first.
   */
  isBound: boolean
}

/**
 * Checks that an authorization code gives a token once. Providers should refuse used codes themselves; if one does not,
 * an attacker who reads a used code in a log could log in as its owner.
 *
 * While the store is away, bound codes are noted in this process, for a minute, and handed over when it is back.
 */
export class UsedCodes {
  readonly #store: Store
  readonly #used
  /** Codes that the store does not have yet. */
  readonly #meanwhile: MemoryBox
  readonly #waiting = new Map<string, Source>()

  /** @param room - Codes that are kept at a time, in space reserved for them; one network gets a fiftieth. */
  constructor(store: Store, room = ROOM) {
    this.#store = store
    const size = { values: room, length: 0 }
    this.#used = store.box('used-codes', LIFETIME, size)
    this.#meanwhile = new MemoryBox(LIFETIME, size)
  }

  /**
   * Called before the provider is asked: a code that could not be noted afterwards stays unused.
   *
   * @throws {WalletError} `SERVICE_UNAVAILABLE`
   */
  begin(isBound: boolean): void {
    if (this.#store.away() > (isBound ? GRACE : RESTART)) {
      throw new WalletError('SERVICE_UNAVAILABLE', 'The store gives no answer.')
    }
  }

  /**
   * Called only after the provider has accepted the code, so that made-up codes cannot fill the store.
   *
   * @throws {WalletError} `LOGIN_FAILED` for a used code; `LIMIT_EXCEEDED` or `SERVICE_UNAVAILABLE` where it cannot be
   *   noted, since it could then be used again.
   */
  async use({ verifier, code, source, isBound }: Code): Promise<void> {
    const id = createHash('sha256').update(`${verifier}\0${code}`).digest('base64url')
    const isFirst = isBound
      ? await this.#noteBound(id, source)
      : await this.#used.put(id, '', source)
    if (!isFirst) throw new WalletError('LOGIN_FAILED', 'invalid_grant')
  }

  async #noteBound(id: string, source: Source): Promise<boolean> {
    if ((await this.#meanwhile.read(id)) !== null) return false
    if (!this.#store.away()) {
      try {
        return await this.#used.put(id, '', source)
      } catch (error) {
        if (!WalletError.is(error, 'SERVICE_UNAVAILABLE')) throw error
      }
    }
    this.begin(true)
    const isFirst = await this.#meanwhile.put(id, '', source)
    if (isFirst) {
      if (!this.#waiting.size) this.#handOverLater()
      this.#waiting.set(id, source)
    }
    return isFirst
  }

  #handOverLater(): void {
    setTimeout(() => void this.#handOver(), HAND_OVER_INTERVAL).unref()
  }

  /** Writes the codes to the store, so that all copies refuse them. */
  async #handOver(): Promise<void> {
    for (const [id, source] of this.#waiting) {
      if (this.#store.away()) break
      // A full store is asked again until the code is too old to count.
      const isNoted = await this.#used.put(id, '', source).then(
        () => true,
        () => false,
      )
      if (isNoted) await this.#meanwhile.take(id)
      if ((await this.#meanwhile.read(id)) === null) this.#waiting.delete(id)
    }
    if (this.#waiting.size) this.#handOverLater()
  }
}
