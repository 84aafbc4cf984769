/** Who an ID token speaks of, by its issuer's own signature. */
import { createHash } from 'node:crypto'

import {
  createLocalJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  type JWTVerifyResult,
  jwtVerify,
} from 'jose'
import type * as z from 'zod/mini'

import { identityInput, verifiedEmailOf, verifierIdOf } from '../../keys/identity.js'
import type { PublicKey } from '../../protocol/login.js'
import type { Registry, Verifier } from '../../protocol/registry.js'
import { WalletError, type WalletErrorCode } from '../../shared/errors.js'
import { createProviderKeys, type ProviderKeys } from '../registry/provider-keys.js'
import { aggregateOf, verifierOf } from '../registry/registry.js'
import { checkTokenForm } from './token-form.js'
import { readTokenText } from './token-text.js'

const MALFORMED = [errors.JWSInvalid, errors.JWTInvalid, errors.JOSENotSupported]

type Keys = JWTVerifyGetKey & Pick<ProviderKeys, 'coolingDown' | 'reload'>

/** Keys of providers, by their `jwksUri`. */
export type KnownKeys = Map<string, Keys>

/** The person that a checked ID token names. */
export interface CheckedPerson {
  /** The verifier, or the aggregate that it is in. */
  realm: string
  verifierId: string
  /** The address that is verified to be theirs. */
  email: string | undefined
}

type Check<T> = (verifier: string, idToken: string, key: z.infer<typeof PublicKey>) => Promise<T>

/** `createPersonCheck`, for the person as bytes (`identityInput`). */
export function createTokenCheck(registry: Registry, known?: KnownKeys): Check<Uint8Array> {
  const check = createPersonCheck(registry, undefined, known)
  return async (...asked) => {
    const { realm, verifierId } = await check(...asked)
    return identityInput(realm, verifierId)
  }
}

/**
 * Makes the check of ID tokens: OpenID Connect Core, section 3.1.3.7, except that the signature is always checked, and
 * that the nonce must be the thumbprint of the key the answer is encrypted to. So a stolen token is useless without
 * that key.
 *
 * The check rejects with a `WalletError`: `UNKNOWN_VERIFIER`, a `TOKEN_` code, or `SERVICE_UNAVAILABLE` if the
 * provider's keys cannot be fetched.
 *
 * @param own - The caller's own signing keys, which need no fetch.
 * @param known - Fetched keys, reused when the registry is reloaded.
 */
export function createPersonCheck(
  registry: Registry,
  own?: { issuer: string; jwks: JSONWebKeySet },
  known: KnownKeys = new Map(),
): Check<CheckedPerson> {
  const local = own && Object.assign(createLocalJWKSet(own.jwks), UNCHANGING)
  const keysOf = ({ issuer, jwksUri }: Verifier) => {
    if (local && issuer === own.issuer) return local
    const keys = known.get(jwksUri) ?? createProviderKeys(jwksUri)
    known.set(jwksUri, keys)
    return keys
  }
  return async (name, idToken, key) => {
    const verifier = verifierOf(registry, name)
    checkTokenForm(readTokenText(idToken))
    const claims = await verify(idToken, verifier, keysOf(verifier))
    if (claims.nonce !== thumbprint(key)) throw new WalletError('TOKEN_NONCE')
    const rule = { ...verifier, aggregate: aggregateOf(registry, name) }
    const verifierId = verifierIdOf(claims, rule)
    return { realm: rule.aggregate ?? name, verifierId, email: verifiedEmailOf(claims, rule) }
  }
}

/** They change with a restart. */
const UNCHANGING = { coolingDown: true, reload: async () => {} }

/** RFC 7638, as `thumbprint` of `src/shared/jwe.ts`, without a trip to another thread. */
const thumbprint = ({ crv, kty, x, y }: z.infer<typeof PublicKey>): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')

async function verify(
  idToken: string,
  { algorithms, issuer, clientId, leeway }: Verifier,
  keys: Keys,
): Promise<JWTPayload> {
  const { payload: claims } = await verifySignature(idToken, keys, {
    algorithms,
    issuer,
    audience: clientId,
    clockTolerance: leeway,
    requiredClaims: ['sub', 'exp', 'iat'],
  }).catch((error) => {
    throw WalletError.is(error) ? error : new WalletError(codeOf(error))
  })
  const { aud, azp, iat } = claims
  if (iat! > Date.now() / 1000 + leeway) throw new WalletError('TOKEN_NOT_YET_VALID')
  const isShared = Array.isArray(aud) && aud.length > 1
  if ((isShared || azp !== undefined) && azp !== clientId) throw new WalletError('TOKEN_AUDIENCE')
  return claims
}

/** A key without an id, or with a reused id, is found out only by its signature. */
async function verifySignature(
  idToken: string,
  keys: Keys,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(idToken, keys, options)
  } catch (error) {
    if (!(error instanceof errors.JWSSignatureVerificationFailed) || keys.coolingDown) throw error
    await keys.reload()
    return jwtVerify(idToken, keys, options)
  }
}

/** jose's errors carry the token's claims, so only the code is passed on. */
function codeOf(error: unknown): WalletErrorCode {
  if (error instanceof errors.JWTExpired) return 'TOKEN_EXPIRED'
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'iss') return 'TOKEN_ISSUER'
    if (error.claim === 'aud') return 'TOKEN_AUDIENCE'
    return error.claim === 'nbf' ? 'TOKEN_NOT_YET_VALID' : 'TOKEN_CLAIM'
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return 'TOKEN_ALGORITHM'
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'TOKEN_SIGNATURE'
  if (error instanceof errors.JWKSNoMatchingKey) return 'TOKEN_SIGNATURE'
  if (error instanceof errors.JWKSMultipleMatchingKeys) return 'TOKEN_SIGNATURE'
  const isMalformed = MALFORMED.some((kind) => error instanceof kind)
  return isMalformed ? 'TOKEN_MALFORMED' : 'SERVICE_UNAVAILABLE'
}
