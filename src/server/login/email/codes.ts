/**
 * One-time codes for a sign-in by e-mail: six digits, five tries, ten minutes, one use. A code counts only
 * for the login that asked for it, which is named by the nonce of its ID token: whoever coaxes a person into
 * giving it away still needs the key behind that nonce.
 */
import { createHmac, hash as oneShot, randomInt, timingSafeEqual } from 'node:crypto'

import * as z from 'zod/mini'

import { CODE_TRIES } from '../../../protocol/email.js'
import { randomId } from '../../../shared/encoding.js'
import { WalletError } from '../../../shared/errors.js'
import type { Box } from '../../store/box.js'
import type { Source } from '../../store/networks.js'

/** Milliseconds. */
export const CODE_LIFETIME = 600_000
export const DIGITS = 6
/** Several logins of one name that ask at once: the last one counts. */
const PUT_ATTEMPTS = 5

/** What a code is for. */
export interface Asked {
  verifier: string
  /** In lower case. */
  email: string
  /** Of the ID token that the code gives. */
  nonce: string
}

/** Counts tries that are not right over all codes of a mailbox. */
export interface Guard {
  /** @returns Whether another try may be made. `isReal`: there is a code, so that it counts. */
  begin(isReal: boolean): Promise<boolean>
  /** The try was right, and does not count. */
  undo(): Promise<void>
}

/** What is kept of a code: no code, no address. */
const Kept = z.object({
  /** Names it where its tries are counted. */ id: z.string(),
  hash: z.string(),
})
/** Where there is no code, the same is done with this. No code has its hash. */
const NONE = { id: 'none', hash: Buffer.alloc(32).toString('base64url') }

export class Codes {
  readonly #box: Box
  readonly #key: Uint8Array
  readonly #digits: number

  /**
   * @param box - With `CODE_LIFETIME`.
   * @param key - 32 secret bytes: whoever reads the store could try out a million codes otherwise.
   * @param digits - Of a code. Fewer than six for simulations only.
   */
  constructor(box: Box, key: Uint8Array, digits = DIGITS) {
    this.#box = box
    this.#key = key
    this.#digits = digits
  }

  /**
   * Makes a code. An earlier one of the same login and address is worth nothing from now on.
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

  /** Makes a code worthless that could not be sent; one that came after it stays. */
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
   * Takes a code. The right one works once.
   *
   * Whether there is a code at all must not show, neither in what is answered nor in how long that takes: who
   * asks would learn whether one was sent, and so what others did. So the same is asked of the store either way.
   *
   * @returns Whether it was right.
   */
  async check(asked: Asked, code: string, guard: Guard): Promise<boolean> {
    const name = nameOf(asked)
    const text = await this.#box.read(name)
    const { id, hash } = text === null ? NONE : Kept.parse(JSON.parse(text))
    // Before the comparison, so that tries at the same time are not more tries. A code that was tried too often is
    // none: else one mail would be enough to use up all failures that its mailbox may have.
    const isReal = (await this.#box.count(id)) <= CODE_TRIES && text !== null
    const mayTry = await guard.begin(isReal)
    const isRight = timingSafeEqual(this.#hash(asked, code), Buffer.from(hash, 'base64url'))
    if (!isReal || !mayTry || !isRight) return false
    await guard.undo()
    return (await this.#box.take(name)) === text
  }

  /** The address is in it: a code for one is none for another. */
  #hash({ verifier, email, nonce }: Asked, code: string): Buffer {
    const text = JSON.stringify([verifier, email, nonce, code])
    return createHmac('sha256', this.#key).update(text).digest()
  }
}

/**
 * By the address, too: a code for one's own address must not count as one that was sent to another, whose failures
 * it would use up.
 */
const nameOf = ({ verifier, email, nonce }: Asked): string =>
  oneShot('sha256', JSON.stringify([verifier, email, nonce]), 'base64url')
