/**
 * A node's half of the function in `src/keys/oprf.ts`: RFC 9497 in its verifiable mode, on libsodium's
 * ristretto255. It runs in constant time, compiled to WebAssembly, and ten times as fast as
 * JavaScript's big integers. Browsers check its proofs with noble: two implementations that must agree.
 */
import { createHash, randomBytes } from 'node:crypto'

import { expand_message_xmd } from '@noble/curves/abstract/hash-to-curve.js'
import { sha512 } from '@noble/hashes/sha2.js'
import sodium from 'libsodium-wrappers-sumo'

import type { ElementAndProof } from '../../keys/oprf.js'
import { toHex, utf8 } from '../../shared/encoding.js'
import { WalletError } from '../../shared/errors.js'

/** RFC 9497, sections 3.1 and 4.1: verifiable mode (0x01). */
const CONTEXT = 'OPRFV1-\x01-ristretto255-SHA512'
const HASH_TO_GROUP = utf8(`HashToGroup-${CONTEXT}`)
const HASH_TO_SCALAR = utf8(`HashToScalar-${CONTEXT}`)
const SEED = utf8(`Seed-${CONTEXT}`)
/** Bytes before reduction, for elements and for scalars: twice the group's size, so nothing is biased. */
const WIDE = 64

export interface Evaluator {
  /** 64 hex digits: the public half of the secret. */
  publicKey: string
  /** Evaluates an input and proves it. */
  evaluate(input: Uint8Array): ElementAndProof
  /**
   * `evaluate` for an element of 32 bytes; `nonce` is the proof's random scalar, and only a test names it.
   *
   * @throws {WalletError} `INVALID_ARGUMENT` if it is no element, or the identity.
   */
  evaluateElement(element: Uint8Array, nonce?: Uint8Array): ElementAndProof
}

/** Resolves when `createEvaluator` may be called: the module has to be compiled first. */
export const curveReady = (): Promise<void> => sodium.ready

/**
 * @param secret - A share: 32 bytes, a scalar other than 0.
 * @throws {WalletError} `INVALID_ARGUMENT` if it is not one.
 */
export function createEvaluator(secret: Uint8Array): Evaluator {
  if (!isScalar(secret)) throw new WalletError('INVALID_ARGUMENT', 'The share is no scalar.')
  const key = sodium.crypto_scalarmult_ristretto255_base(secret)
  // Computed once, since all evaluations share it (section 2.2.1).
  const seed = hash(...prefixed(key), ...prefixed(SEED))

  function evaluateElement(element: Uint8Array, nonce = randomScalar()): ElementAndProof {
    const evaluated = multiply(secret, element)
    const weight = toScalar(
      ...prefixed(seed),
      Uint8Array.of(0, 0),
      ...prefixed(element),
      ...prefixed(evaluated),
      utf8('Composite'),
    )
    const m = multiply(weight, element)
    const transcript = [
      key,
      m,
      multiply(secret, m),
      sodium.crypto_scalarmult_ristretto255_base(nonce),
      multiply(nonce, m),
    ]
    const challenge = toScalar(...transcript.flatMap(prefixed), utf8('Challenge'))
    const masked = sodium.crypto_core_ristretto255_scalar_mul(challenge, secret)
    const response = sodium.crypto_core_ristretto255_scalar_sub(nonce, masked)
    // Together with the proof, either value reveals the share.
    sodium.memzero(nonce)
    sodium.memzero(masked)
    return { element: toHex(evaluated), proof: toHex(challenge) + toHex(response) }
  }

  const evaluate = (input: Uint8Array) => evaluateElement(hashToElement(input))
  return { publicKey: toHex(key), evaluate, evaluateElement }
}

const hashToElement = (input: Uint8Array): Uint8Array =>
  sodium.crypto_core_ristretto255_from_hash(expand_message_xmd(input, HASH_TO_GROUP, WIDE, sha512))

/** libsodium's own fetches its random bytes four at a time, which takes longer than a multiplication. */
const randomScalar = (): Uint8Array =>
  sodium.crypto_core_ristretto255_scalar_reduce(randomBytes(WIDE))

const toScalar = (...parts: Uint8Array[]): Uint8Array =>
  sodium.crypto_core_ristretto255_scalar_reduce(
    expand_message_xmd(Buffer.concat(parts), HASH_TO_SCALAR, WIDE, sha512),
  )

/** libsodium itself refuses non-canonical encodings, and the identity as a result. */
function multiply(scalar: Uint8Array, element: Uint8Array): Uint8Array {
  try {
    return sodium.crypto_scalarmult_ristretto255(scalar, element)
  } catch {
    throw new WalletError('INVALID_ARGUMENT', 'Expected an element of the group, not the identity.')
  }
}

/** Whether the bytes are a canonical scalar other than 0: reducing such a scalar does not change it. */
function isScalar(bytes: Uint8Array): boolean {
  if (bytes.length !== 32 || sodium.is_zero(bytes)) return false
  const wide = new Uint8Array(WIDE)
  wide.set(bytes)
  return sodium.memcmp(sodium.crypto_core_ristretto255_scalar_reduce(wide), bytes)
}

const prefixed = (part: Uint8Array): [Uint8Array, Uint8Array] => [
  Uint8Array.of(part.length >> 8, part.length & 0xff),
  part,
]

const hash = (...parts: Uint8Array[]): Uint8Array =>
  createHash('sha512').update(Buffer.concat(parts)).digest()
