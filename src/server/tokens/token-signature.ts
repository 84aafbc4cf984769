/**
 * The signature of an ID token (RFC 7515). It is checked on this thread: WebCrypto takes a different one for each, which
 * costs a key node more than the check itself.
 */
import { constants, KeyObject, verify } from 'node:crypto'

import type { CryptoKey } from 'jose'

import type { ALGORITHMS } from '../../protocol/service.js'

type Algorithm = (typeof ALGORITHMS)[number]

interface Scheme {
  /** The key's required type, so that a key verifies only signatures of its own scheme. */
  type: 'rsa' | 'ec' | 'ed25519'
  hash: 'sha256' | null
  options?: Omit<Parameters<typeof verify>[2] & object, 'key'>
}

const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING, RSA_PSS_SALTLEN_DIGEST } = constants

/** RFC 7518, section 3.1, and RFC 8037. */
const SCHEMES: Record<Algorithm, Scheme> = {
  RS256: { type: 'rsa', hash: 'sha256', options: { padding: RSA_PKCS1_PADDING } },
  PS256: {
    type: 'rsa',
    hash: 'sha256',
    options: { padding: RSA_PKCS1_PSS_PADDING, saltLength: RSA_PSS_SALTLEN_DIGEST },
  },
  ES256: { type: 'ec', hash: 'sha256', options: { dsaEncoding: 'ieee-p1363' } },
  EdDSA: { type: 'ed25519', hash: null },
}

/** @param idToken - A compact JWS with canonical parts. */
export function isSignedBy(cryptoKey: CryptoKey, algorithm: Algorithm, idToken: string): boolean {
  const { type, hash, options } = SCHEMES[algorithm]
  const key = KeyObject.from(cryptoKey)
  if (key.type !== 'public' || key.asymmetricKeyType !== type) return false
  const end = idToken.lastIndexOf('.')
  const signed = Buffer.from(idToken.slice(0, end))
  const signature = Buffer.from(idToken.slice(end + 1), 'base64url')
  return verify(hash, signed, { ...options, key }, signature)
}
