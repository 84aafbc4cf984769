/** Who an ID token speaks of, by its issuer's own signature. */
import { createHash } from 'node:crypto'

import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import type * as z from 'zod/mini'

import { verifierIdOf } from '../keys/identity.js'
import type { PublicKey } from '../protocol/login.js'
import type { Registry, Verifier } from '../protocol/service.js'
import { WalletError, type WalletErrorCode } from '../shared/errors.js'
import { verifierOf } from './registry.js'

/** Milliseconds to wait for a provider's keys. */
const JWKS_TIMEOUT = 5_000
/** Milliseconds between fetches that an unknown key id may cause. */
const JWKS_COOLDOWN = 30_000

type Check = (verifier: string, idToken: string, key: z.infer<typeof PublicKey>) => Promise<string>

/**
 * Makes the check of ID tokens: OpenID Connect Core, section 3.1.3.7, except that the signature is
 * always checked, and that the nonce must be the thumbprint of the key the answer is encrypted to. So
 * a token is of use only to whoever made that key.
 *
 * The check resolves to the verifierId and rejects with a `WalletError`: `UNKNOWN_VERIFIER`, a
 * `TOKEN_` code, or `SERVICE_UNAVAILABLE` if the provider's keys cannot be fetched.
 */
export function createTokenCheck(registry: Registry): Check {
  const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()
  const keySetOf = (jwksUri: string) => {
    const known = keySets.get(jwksUri)
    if (known) return known
    const options = { timeoutDuration: JWKS_TIMEOUT, cooldownDuration: JWKS_COOLDOWN }
    const made = createRemoteJWKSet(new URL(jwksUri), options)
    keySets.set(jwksUri, made)
    return made
  }
  return async (name, idToken, key) => {
    const verifier = verifierOf(registry, name)
    const claims = await verify(idToken, verifier, keySetOf(verifier.jwksUri))
    if (claims.nonce !== thumbprint(key)) throw new WalletError('TOKEN_NONCE')
    return verifierIdOf(claims, verifier)
  }
}

/** RFC 7638, as `thumbprint` of `src/shared/jwe.ts`, without a trip to another thread. */
const thumbprint = ({ crv, kty, x, y }: z.infer<typeof PublicKey>): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')

async function verify(
  idToken: string,
  { algorithms, issuer, clientId, leeway }: Verifier,
  keySet: ReturnType<typeof createRemoteJWKSet>,
): Promise<JWTPayload> {
  let claims: JWTPayload
  try {
    const { payload } = await jwtVerify(idToken, keySet, {
      algorithms,
      issuer,
      audience: clientId,
      clockTolerance: leeway,
      requiredClaims: ['exp', 'iat'],
    })
    claims = payload
  } catch (error) {
    throw new WalletError(codeOf(error))
  }
  if (claims.iat! > Date.now() / 1000 + leeway) throw new WalletError('TOKEN_NOT_YET_VALID')
  const { aud, azp } = claims
  const isShared = Array.isArray(aud) && aud.length > 1
  if ((isShared || azp !== undefined) && azp !== clientId) throw new WalletError('TOKEN_AUDIENCE')
  return claims
}

/** jose's errors carry the token's claims: only the code goes on. */
function codeOf(error: unknown): WalletErrorCode {
  if (error instanceof errors.JWTExpired) return 'TOKEN_EXPIRED'
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'iss') return 'TOKEN_ISSUER'
    if (error.claim === 'aud') return 'TOKEN_AUDIENCE'
    const isEarly = error.claim === 'nbf' && error.reason === 'check_failed'
    return isEarly ? 'TOKEN_NOT_YET_VALID' : 'TOKEN_CLAIM'
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return 'TOKEN_ALGORITHM'
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'TOKEN_SIGNATURE'
  if (error instanceof errors.JWKSNoMatchingKey) return 'TOKEN_SIGNATURE'
  if (error instanceof errors.JWKSMultipleMatchingKeys) return 'TOKEN_SIGNATURE'
  const isMalformed = error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid
  return isMalformed ? 'TOKEN_MALFORMED' : 'SERVICE_UNAVAILABLE'
}
