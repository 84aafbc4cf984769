/**
 * One-time codes for a sign-in by e-mail: six digits, five tries, ten minutes, one use. A code counts only for the
 * login that requested it, named by the nonce of its ID token: an attacker who talks a person out of a code still needs
 * the key behind that nonce.
 */
import { createHmac, hash as oneShot, randomInt, timingSafeEqual } from 'node:crypto'

import * as z from 'zod/mini'

import { CODE_TRIES } from '../../../protocol/login-service/email.js'
import { randomId } from '../../../shared/encoding.js'
import { WalletError } from '../../../shared/errors.js'
import type { Box } from '../../store/box.js'
import type { Source } from '../../store/networks.js'

/** Milliseconds. */
export const CODE_LIFETIME = 600_000
export const DIGITS = 6
/** Attempts to store a code, in case several requests for the same login come at once: the last one wins. */
const PUT_ATTEMPTS = 5

/** The login that a code is for. */
export interface Asked {
  verifier: string
  /** In lower case. */
  email: string
  /** Nonce for the ID token. */
  nonce: string
}

/** Counts the wrong tries at all codes of a mailbox. */
export interface Guard {
  /** @returns Whether a further try may be made. `isReal`: a code exists, so the try counts. */
  begin(isReal: boolean): Promise<boolean>
  /** The try was right, and does not count. */
  undo(): Promise<void>
}

/** The stored form of a code: hashed, without the address. */
const Kept = z.object({
  /** Id under which tries are counted. */ id: z.string(),
  hash: z.string(),
})
/** Stands in for a missing code, so that the same work is done. No code has this hash. */
const NONE = { id: 'none', hash: Buffer.alloc(32).toString('base64url') }

export class Codes {
  readonly #box: Box
  readonly #key: Uint8Array
  readonly #digits: number

  /**
   * @param box - With `CODE_LIFETIME`.
   * @param key - 32 secret bytes. Without them, a reader of the store could try out all million codes.
   * @param digits - Of a code. Fewer than six for simulations only.
   */
  constructor(box: Box, key: Uint8Array, digits = DIGITS) {
    this.#box = box
    this.#key = key
    this.#digits = digits
  }

  /**
   * Makes a code. An earlier code for the same login and address becomes invalid.
   *
   * @param source - Who asked for it, and whose share of the room it takes.
   */
  async issue(asked: Asked, source?: Source): Promise<string> {
    const code = String(randomInt(10 ** this.#digits)).padStart(this.#digits, '0')
    const hash = this.#hash(asked, code).toString('base64url')
    const name = nameOf(asked)
    for (let attempt = 0; attempt < PUT_ATTEMPTS; attempt += 1) {
      await this.#box.take(name)
      if (await this.#box.put(name, JSON.stringify({ id: randomId(), hash }), source)) return code
    }
    throw new WalletError('LIMIT_EXCEEDED', 'Codes of one login.')
  }

  /** Invalidates a code that could not be sent; a later one stays valid. */
  async withdraw(asked: Asked, code: string): Promise<void> {
    const name = nameOf(asked)
    const text = await this.#box.read(name)
    if (text === null) return
    const { hash } = Kept.parse(JSON.parse(text))
    if (timingSafeEqual(this.#hash(asked, code), Buffer.from(hash, 'base64url'))) {
      await this.#box.take(name)
    }
  }

  /**
   * Uses up a code, if it is right.
   *
   * Neither the answer nor its timing may show whether a code exists, since that would show what other people did. So
   * the store gets the same requests either way.
   *
   * @returns Whether the code was right.
   */
  async check(asked: Asked, code: string, guard: Guard): Promise<boolean> {
    const name = nameOf(asked)
    const text = await this.#box.read(name)
    const { id, hash } = text === null ? NONE : Kept.parse(JSON.parse(text))
    // Count before comparing, so that parallel tries get no extra chance. A code with too many tries counts as missing:
    // otherwise wrong tries at one code could use up all failures allowed for its mailbox.
    const isReal = (await this.#box.count(id)) <= CODE_TRIES && text !== null
    const mayTry = await guard.begin(isReal)
    const isRight = timingSafeEqual(this.#hash(asked, code), Buffer.from(hash, 'base64url'))
    if (!isReal || !mayTry || !isRight) return false
    await guard.undo()
    return (await this.#box.take(name)) === text
  }

  /** Covers the address: a code for one address is wrong for a different one. */
  #hash({ verifier, email, nonce }: Asked, code: string): Buffer {
    const text = JSON.stringify([verifier, email, nonce, code])
    return createHmac('sha256', this.#key).update(text).digest()
  }
}

/**
 * Includes the address: otherwise an attacker's code for their own address would share the failure count of a victim's.
 */
const nameOf = ({ verifier, email, nonce }: Asked): string =>
  oneShot('sha256', JSON.stringify([verifier, email, nonce]), 'base64url')
