/**
 * One-time codes for a sign-in by e-mail: six digits, five tries, ten minutes, one use. A code counts only
 * for the login that asked for it, which is named by the nonce of its ID token: whoever coaxes a person into
 * giving it away still needs the key behind that nonce.
 */
import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto'

import * as z from 'zod/mini'

import { randomId } from '../../shared/encoding.js'
import { WalletError } from '../../shared/errors.js'
import type { Box } from '../store.js'

/** Milliseconds. */
export const CODE_LIFETIME = 600_000
export const TRIES = 5
const DIGITS = 6
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

/** What came of a code that somebody typed. */
export type Outcome =
  | { isRight: true }
  /** `expired`: there is none, or not any more; `spent`: it was tried too often. */
  | { isRight: false; refused: 'wrong' | 'expired' | 'spent'; triesLeft: number }

/** What is kept of a code: no code, no address. */
const Kept = z.object({
  /** Names it where its tries are counted. */ id: z.string(),
  hash: z.string(),
})

const EXPIRED = { isRight: false, refused: 'expired', triesLeft: 0 } as const

export class Codes {
  readonly #box: Box
  readonly #key: Uint8Array

  /**
   * @param box - With `CODE_LIFETIME`.
   * @param key - 32 secret bytes: whoever reads the store could try out a million codes otherwise.
   */
  constructor(box: Box, key: Uint8Array) {
    this.#box = box
    this.#key = key
  }

  /** Makes a code. An earlier one of the same login is worth nothing from now on. */
  async issue(asked: Asked): Promise<string> {
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
    const hash = this.#hash(asked, code).toString('base64url')
    const name = nameOf(asked)
    for (let attempt = 0; attempt < PUT_ATTEMPTS; attempt += 1) {
      await this.#box.take(name)
      if (await this.#box.put(name, JSON.stringify({ id: randomId(), hash }))) return code
    }
    throw new WalletError('LIMIT_EXCEEDED', 'Codes of one login.')
  }

  /** Takes a code. The right one works once. */
  async check(asked: Asked, code: string): Promise<Outcome> {
    const name = nameOf(asked)
    const text = await this.#box.read(name)
    if (text === null) return EXPIRED
    const { id, hash } = Kept.parse(JSON.parse(text))
    // Before the comparison, so that tries at the same time are not more tries.
    const triesLeft = TRIES - (await this.#box.count(id))
    if (triesLeft < 0) return { isRight: false, refused: 'spent', triesLeft: 0 }
    if (timingSafeEqual(this.#hash(asked, code), Buffer.from(hash, 'base64url'))) {
      return (await this.#box.take(name)) === text ? { isRight: true } : EXPIRED
    }
    return { isRight: false, refused: triesLeft ? 'wrong' : 'spent', triesLeft }
  }

  /** The address is in it: a code for one is none for another. */
  #hash({ verifier, email, nonce }: Asked, code: string): Buffer {
    const text = JSON.stringify([verifier, email, nonce, code])
    return createHmac('sha256', this.#key).update(text).digest()
  }
}

/** By the login alone: a change of the address, too, ends the code before. */
const nameOf = ({ verifier, nonce }: Asked): string =>
  createHash('sha256')
    .update(JSON.stringify([verifier, nonce]))
    .digest('base64url')
