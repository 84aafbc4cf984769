/** Verifies an ID token, and finds the person in it. */
import { createHash } from 'node:crypto'

import { type CryptoKey, createLocalJWKSet, errors, type JSONWebKeySet } from 'jose'
import type * as z from 'zod/mini'

import { identityInput, verifiedEmailOf, verifierIdOf } from '../../keys/identity.js'
import type { PublicKey } from '../../protocol/login.js'
import type { Registry, Verifier } from '../../protocol/registry.js'
import { WalletError, type WalletErrorCode } from '../../shared/errors.js'
import { createProviderKeys, type ProviderKeys } from '../registry/provider-keys.js'
import { aggregateOf, verifierOf } from '../registry/registry.js'
import { checkTokenForm, type TokenForm } from './token-form.js'
import { isSignedBy } from './token-signature.js'
import { readTokenText } from './token-text.js'

type Keys = Pick<ProviderKeys, 'coolingDown' | 'reload'> &
  ((header: { alg: string; kid?: string }) => Promise<CryptoKey>)

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
    const text = readTokenText(idToken)
    const form = checkTokenForm(text)
    await checkSignature(idToken, form.header, verifier, keysOf(verifier))
    checkClaims(form.claims, verifier)
    if (form.claims.nonce !== thumbprint(key)) throw new WalletError('TOKEN_NONCE')
    const rule = { ...verifier, aggregate: aggregateOf(registry, name) }
    const verifierId = verifierIdOf(text.claims, rule)
    return { realm: rule.aggregate ?? name, verifierId, email: verifiedEmailOf(text.claims, rule) }
  }
}

/** Own keys never change while the service runs. */
const UNCHANGING = { coolingDown: true, reload: async () => {} }

/** RFC 7638, as `thumbprint` of `src/shared/jwe.ts`, without a trip to another thread. */
const thumbprint = ({ crv, kty, x, y }: z.infer<typeof PublicKey>): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')

function checkClaims(
  { iss, aud, azp, exp, iat, nbf }: TokenForm['claims'],
  { issuer, clientId, leeway }: Verifier,
): void {
  const now = Math.floor(Date.now() / 1000)
  const audiences = [aud].flat()
  if (iss !== issuer) throw new WalletError('TOKEN_ISSUER')
  if (!audiences.includes(clientId)) throw new WalletError('TOKEN_AUDIENCE')
  if (nbf !== undefined && nbf > now + leeway) throw new WalletError('TOKEN_NOT_YET_VALID')
  if (exp <= now - leeway) throw new WalletError('TOKEN_EXPIRED')
  if (iat > Date.now() / 1000 + leeway) throw new WalletError('TOKEN_NOT_YET_VALID')
  const isShared = Array.isArray(aud) && aud.length > 1
  if ((isShared || azp !== undefined) && azp !== clientId) throw new WalletError('TOKEN_AUDIENCE')
}

/** @throws {WalletError} If no key of the provider's signed it, by an algorithm of the verifier's. */
async function checkSignature(
  idToken: string,
  { alg, kid }: TokenForm['header'],
  { algorithms }: Verifier,
  keys: Keys,
): Promise<void> {
  const algorithm = algorithms.find((one) => one === alg)
  if (!algorithm) throw new WalletError('TOKEN_ALGORITHM')
  const header = { alg: algorithm, ...(kid !== undefined && { kid }) }
  try {
    if (isSignedBy(await keys(header), algorithm, idToken)) return
    // A key without an id, or with a reused id, is found out only by its signature.
    if (keys.coolingDown) throw new WalletError('TOKEN_SIGNATURE')
    await keys.reload()
    if (!isSignedBy(await keys(header), algorithm, idToken))
      throw new WalletError('TOKEN_SIGNATURE')
  } catch (error) {
    throw WalletError.is(error) ? error : new WalletError(codeOf(error))
  }
}

/** The code for a failed key lookup. jose's error is dropped, since it contains the token's header. */
function codeOf(error: unknown): WalletErrorCode {
  if (error instanceof errors.JWKSNoMatchingKey) return 'TOKEN_SIGNATURE'
  if (error instanceof errors.JWKSMultipleMatchingKeys) return 'TOKEN_SIGNATURE'
  return error instanceof errors.JOSENotSupported ? 'TOKEN_MALFORMED' : 'SERVICE_UNAVAILABLE'
}
