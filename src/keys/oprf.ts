/**
 * A verifiable pseudorandom function whose key is shared among nodes: RFC 9497 in its verifiable mode
 * on ristretto255 with SHA-512. Each node evaluates under its share; any `threshold` of the results,
 * interpolated in the exponent (Naor, Pinkas, Reingold 1999), equal the evaluation under the whole key.
 *
 * The input is no secret between client and node, so it is not blinded: the blind is the scalar 1.
 * Scalars are 32 bytes, little-endian; elements are 32 bytes (RFC 9496).
 */
import { mulAddUnsafe } from '@noble/curves/abstract/curve.js'
import { ristretto255, ristretto255_hasher, ristretto255_oprf } from '@noble/curves/ed25519.js'
import { hexToBytes } from '@noble/curves/utils.js'

import { toHex, utf8 } from '../shared/encoding.js'
import { WalletError } from '../shared/errors.js'

export { identityInput } from './identity.js'

const { Point } = ristretto255
const { Fn } = Point
const ONE = Fn.toBytes(1n)
/** RFC 9497, section 4.1, in verifiable mode (0x01). */
const HASH_TO_GROUP = { DST: utf8('HashToGroup-OPRFV1-\x01-ristretto255-SHA512') }

/** A node's answer: the element, and the proof that the node used its own share (RFC 9497, section 2.2). */
export interface ElementAndProof {
  /** 64 hex digits. */
  element: string
  /** 128 hex digits: the scalars c and s. */
  proof: string
}

/** A share's contribution: an element or, to check a key network, a public key. */
export interface Part {
  /** Which share: 1 to 255. */
  index: number
  /** 64 hex digits. */
  element: string
}

/** Maps an input to the group. */
export const hashToGroup = (input: Uint8Array): Uint8Array =>
  ristretto255_hasher.hashToCurve(input, HASH_TO_GROUP).toBytes()

/** The public half of a share, 64 hex digits. @param secret - 32 bytes, a scalar other than 0. */
export const publicKeyOf = (secret: Uint8Array): string =>
  toHex(Point.BASE.multiply(Fn.fromBytes(secret)).toBytes())

/**
 * Evaluates an input under one share and proves it.
 *
 * @param secret - The share: 32 bytes.
 * @param publicKey - 64 hex digits: the public half of that share.
 */
export const evaluate = (
  input: Uint8Array,
  secret: Uint8Array,
  publicKey: string,
): ElementAndProof => evaluateElement(hashToGroup(input), secret, publicKey)

/** `evaluate` for an element; `random` gives bytes for the proof, and only a test names it. */
export function evaluateElement(
  element: Uint8Array,
  secret: Uint8Array,
  publicKey: string,
  random?: (size?: number) => Uint8Array<ArrayBuffer>,
): ElementAndProof {
  const key = hexToBytes(publicKey)
  const { evaluated, proof } = ristretto255_oprf.voprf.blindEvaluate(secret, key, element, random)
  return { element: toHex(evaluated), proof: toHex(proof) }
}

/** Whether `answer` is the evaluation of `input` under the share behind `publicKey`. Never throws. */
export const verifyEvaluation = (
  input: Uint8Array,
  publicKey: string,
  answer: ElementAndProof,
): boolean => verifyElement(hashToGroup(input), publicKey, answer)

/** `verifyEvaluation` for an element. */
export function verifyElement(
  element: Uint8Array,
  publicKey: string,
  answer: ElementAndProof,
): boolean {
  try {
    const [key, evaluated, proof] = [publicKey, answer.element, answer.proof].map(hexToBytes)
    // Finalizing checks the proof first, and refuses invalid elements and the identity.
    ristretto255_oprf.voprf.finalize(new Uint8Array(), ONE, evaluated!, element, key!, proof!)
    return true
  } catch {
    return false
  }
}

/**
 * Combines the verified parts of any `threshold` nodes.
 *
 * @returns 64 bytes: what RFC 9497's `Evaluate` gives for the whole key, which exists nowhere.
 * @throws {WalletError} `INVALID_ARGUMENT` if a part is no element or an index is wrong or used twice.
 */
export const combine = (input: Uint8Array, parts: readonly Part[]): Uint8Array =>
  ristretto255_oprf.oprf.finalize(input, ONE, hexToBytes(interpolate(parts)))

/**
 * Lagrange interpolation at 0 in the exponent.
 *
 * @returns 64 hex digits.
 * @throws {WalletError} As `combine`.
 */
export function interpolate(parts: readonly Part[]): string {
  const indexes = parts.map(({ index }) => index)
  const wrong = indexes.some((index) => !Number.isInteger(index) || index < 1 || index > 255)
  if (wrong || !indexes.length || new Set(indexes).size < indexes.length) {
    throw new WalletError('INVALID_ARGUMENT', `Indexes of shares: ${indexes.join(', ') || 'none'}.`)
  }
  const points = parts.map(toPoint)
  const weights = indexes.map((index) => weight(index, indexes))
  // Faster, and in variable time: the weights are public.
  return toHex(mulAddUnsafe(Point, points, weights).toBytes())
}

function toPoint({ index, element }: Part) {
  try {
    const point = Point.fromHex(element)
    if (!point.is0()) return point
  } catch {
    // Reported below: not a point, or not in canonical encoding.
  }
  throw new WalletError(
    'INVALID_ARGUMENT',
    `The part of share ${index} is no element of the group.`,
  )
}

/** Lagrange coefficient at 0 for a share: the product of j / (j - i) over all other indexes j. */
export const weight = (index: number, indexes: readonly number[]): bigint =>
  indexes
    .filter((other) => other !== index)
    .map((other) => Fn.div(Fn.create(BigInt(other)), Fn.create(BigInt(other - index))))
    .reduce((product, factor) => Fn.mul(product, factor), Fn.ONE)
