/** Whether a provider's public key is one that may check signatures. */
import { createPublicKey, type JsonWebKey } from 'node:crypto'

import * as z from 'zod/mini'

/** Bits of an RSA modulus: fewer can be factored (RFC 7518, section 3.3), more only cost our time. */
const RSA_BITS = { least: 2048, most: 8192 }
/** With exponent 1, anyone can forge signatures. Very large exponents only cost time. */
const RSA_EXPONENT = { least: 3n, most: 2n ** 32n - 1n }

const Key = z.looseObject({
  kty: z.enum(['RSA', 'EC', 'OKP']),
  kid: z.optional(z.string()),
  /** The private part. A published private key is compromised. */
  d: z.optional(z.never()),
})

/**
 * Finds the fault of a key in a set.
 *
 * @param key - Unchecked; should be a JWK.
 * @returns The fault in words for the operator; undefined for a usable key.
 */
export function faultOfKey(key: unknown): string | undefined {
  const parsed = Key.safeParse(key)
  if (!parsed.success) return 'one that is no public key of RSA, EC or OKP'
  const name = JSON.stringify(parsed.data.kid?.slice(0, 64) ?? '')
  try {
    const { asymmetricKeyDetails: details } = createPublicKey({
      key: key as JsonWebKey,
      format: 'jwk',
    })
    if (parsed.data.kty !== 'RSA') return undefined
    const { modulusLength: bits = 0, publicExponent = 0n } = details ?? {}
    const isSized = bits >= RSA_BITS.least && bits <= RSA_BITS.most
    const isSafe =
      publicExponent >= RSA_EXPONENT.least &&
      publicExponent <= RSA_EXPONENT.most &&
      publicExponent % 2n === 1n
    if (isSized && isSafe) return undefined
    return isSized ? `${name}, RSA with exponent ${publicExponent}` : `${name}, RSA of ${bits} bits`
  } catch {
    return `${name}, which is broken`
  }
}
