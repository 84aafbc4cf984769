/** In the page: what a login's client computes, by itself and for the first time, as in a login. */
import { account, walletSecret } from '../../src/keys/derive.js'
import {
  combine,
  evaluate,
  identityInput,
  publicKeyOf,
  verifyEvaluation,
} from '../../src/keys/oprf.js'

/** Milliseconds. */
export interface KeyCost {
  /** Two proofs checked, two answers combined. */
  curve: number
  /** From the secret over the phrase to the first account. */
  account: number
}

/** Any two scalars: the work is the same as with shares of one. */
const SHARES = [1, 2].map((index) => {
  const secret = new Uint8Array(32).fill(index + 7)
  secret[31] = 0
  return { index, secret, publicKey: publicKeyOf(secret) }
})
const INPUT = identityInput('google', 'sample.person@example.test')

export function measureKeys(): KeyCost {
  const answers = SHARES.map((share) => ({
    ...share,
    ...evaluate(INPUT, share.secret, share.publicKey),
  }))
  const start = performance.now()
  for (const answer of answers) {
    if (!verifyEvaluation(INPUT, answer.publicKey, answer)) throw new Error('A proof is wrong.')
  }
  const secret = walletSecret(combine(INPUT, answers))
  const middle = performance.now()
  account(secret, 0)
  return { curve: middle - start, account: performance.now() - middle }
}

Object.assign(window, { measureKeys })
