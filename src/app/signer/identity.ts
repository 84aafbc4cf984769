/** Reads the person's identity from an ID token. The key nodes verify the token. */
import { type IdentityRule, verifierIdOf } from '../../keys/identity.js'
import { fromBase64Url } from '../../shared/encoding.js'
import { WalletError } from '../../shared/errors.js'
import type { LoginUserInfo } from '../../shared/options.js'

/** The parts of a verifier that decide who a person is. */
export interface IdentitySource extends IdentityRule {
  /** Its name in the registry. */
  verifier: string
  typeOfLogin: string
}

/** The fields that decide a person's identity. */
export const namingOf = <T extends IdentityRule>(entry: T): IdentityRule => {
  const { verifierIdField, isVerifierIdCaseSensitive, isVerifierIdVerified, aggregate } = entry
  return { verifierIdField, isVerifierIdCaseSensitive, isVerifierIdVerified, aggregate }
}

/**
 * Reads the person's profile from an ID token.
 *
 * @throws {WalletError} `TOKEN_MALFORMED`, `TOKEN_CLAIM`.
 */
export function readIdentity(idToken: string, source: IdentitySource): LoginUserInfo {
  const claims = readClaims(idToken)
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '')
  return {
    email: text('email'),
    // Not every provider sends `name`.
    name: text('name') || text('preferred_username') || text('nickname'),
    profileImage: text('picture'),
    aggregateVerifier: source.aggregate ?? '',
    verifier: source.verifier,
    verifierId: verifierIdOf(claims, source),
    typeOfLogin: source.typeOfLogin,
  }
}

/** A token's claims, unchecked. @throws {WalletError} `TOKEN_MALFORMED` */
export function readClaims(idToken: string): Record<string, unknown> {
  try {
    const claims = JSON.parse(new TextDecoder().decode(fromBase64Url(idToken.split('.')[1] ?? '')))
    if (typeof claims === 'object' && claims !== null) return claims
  } catch {
    // Told below.
  }
  throw new WalletError('TOKEN_MALFORMED')
}
