/** Shares of a known secret, for vectors that fix the secret. Only a test may know the whole. */
import { ristretto255 } from '@noble/curves/ed25519.js'

import { publicKeyOf } from '../../../src/keys/oprf.js'

const { Fn } = ristretto255.Point

export interface KnownShare {
  index: number
  secret: Uint8Array
  publicKey: string
}

/** Shamir's scheme with fixed coefficients: any `threshold` of the `of` shares give `secret`. */
export function split(secret: Uint8Array, threshold: number, of: number): KnownShare[] {
  const coefficients = [Fn.fromBytes(secret)]
  for (let i = 1; i < threshold; i++) coefficients.push(Fn.create(0x5eedn ** BigInt(20 + i)))
  return range(of).map((index) => {
    const value = coefficients.reduceRight((sum, c) => Fn.add(Fn.mul(sum, BigInt(index)), c), 0n)
    const share = Fn.toBytes(value)
    return { index, secret: share, publicKey: publicKeyOf(share) }
  })
}

/** 1 to `n`. */
export const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1)

/** Every way to take `size` of `items`. */
export function subsets<T>(items: readonly T[], size: number): T[][] {
  if (size === 0) return [[]]
  return items.flatMap((item, i) =>
    subsets(items.slice(i + 1), size - 1).map((rest) => [item, ...rest]),
  )
}
