/** Shamir's scheme with Feldman's commitments (1987) over ristretto255. Coefficients from the lowest. */
import { randomBytes } from 'node:crypto'

import { ristretto255 } from '@noble/curves/ed25519.js'
import { bytesToNumberLE, hexToBytes } from '@noble/curves/utils.js'

import { toHex } from '../../shared/encoding.js'

const { Point } = ristretto255
const { Fn } = Point

/** A random polynomial with the given value at 0. */
export const polynomial = (constant: bigint, threshold: number): bigint[] => [
  constant,
  ...Array.from({ length: threshold - 1 }, randomScalar),
]

/** Value of the polynomial at an index, as a scalar in 64 hex digits. */
export const valueAt = (coefficients: readonly bigint[], index: number): string =>
  toHex(
    Fn.toBytes(
      coefficients.reduceRight((sum, c) => Fn.add(Fn.mul(sum, BigInt(index)), c), Fn.ZERO),
    ),
  )

/** Public commitments to a polynomial: 64 hex digits for each coefficient. */
export const commit = (coefficients: readonly bigint[]): string[] =>
  coefficients.map((c) => Point.BASE.multiply(c).toHex())

/** The public half of the value at an index, from the commitments. @throws {Error} If one is no point. */
export const commitmentAt = (commitments: readonly string[], index: number): string =>
  commitments
    .map((commitment) => Point.fromHex(commitment))
    .reduceRight((sum, point) => sum.multiplyUnsafe(BigInt(index)).add(point), Point.ZERO)
    .toHex()

/** Adds points, or scalars, in hex. @throws {Error} If one is invalid. */
export const addPoints = (points: readonly string[]): string =>
  points
    .map((point) => Point.fromHex(point))
    .reduce((sum, point) => sum.add(point), Point.ZERO)
    .toHex()

export const addScalars = (scalars: readonly string[]): string =>
  toHex(Fn.toBytes(scalars.map(scalarOf).reduce((sum, scalar) => Fn.add(sum, scalar), Fn.ZERO)))

/** `weight` times a point. */
export const scalePoint = (point: string, weight: bigint): string =>
  Point.fromHex(point).multiplyUnsafe(weight).toHex()

export const scaleScalar = (scalar: string, weight: bigint): bigint =>
  Fn.mul(scalarOf(scalar), weight)

const scalarOf = (hex: string): bigint => Fn.fromBytes(hexToBytes(hex))

/** Reduces 64 random bytes, so that the result has no bias. */
const randomScalar = (): bigint => Fn.create(bytesToNumberLE(new Uint8Array(randomBytes(64))))
