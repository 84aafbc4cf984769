/** Who a person is, as bytes: what the key nodes evaluate and what the wallet app finishes with. */
import { utf8 } from '../shared/encoding.js'
import { WalletError } from '../shared/errors.js'

const LABEL = 'wallet-embed/identity/v1'
/** Characters: long enough for any e-mail address or subject (OpenID Connect Core, section 2). */
const MAX_ID = 512
const HALF = /\p{Surrogate}/u

/** How a verifier names people: two fields of its registry entry. */
export interface IdentityRule {
  verifierIdField: string
  isVerifierIdCaseSensitive: boolean
}

/**
 * Reads the verifierId from an ID token's claims. Node and wallet app must agree on it, so both call this.
 *
 * @throws {WalletError} `TOKEN_CLAIM` if it is missing, no text, or an e-mail address nobody verified.
 */
export function verifierIdOf(
  claims: Readonly<Record<string, unknown>>,
  rule: IdentityRule,
): string {
  const { verifierIdField: field, isVerifierIdCaseSensitive } = rule
  const value = Object.hasOwn(claims, field) ? claims[field] : undefined
  // Half of a character has no bytes: as bytes, all halves are one.
  if (typeof value !== 'string' || !value || value.length > MAX_ID || HALF.test(value)) {
    throw new WalletError('TOKEN_CLAIM', `${field}: expected 1 to ${MAX_ID} characters.`)
  }
  // Some providers do not say; some say it as text.
  const { email_verified: isVerified = true } = claims
  if (field === 'email' && isVerified !== true && isVerified !== 'true') {
    throw new WalletError('TOKEN_CLAIM', 'email_verified: the address is not verified.')
  }
  return isVerifierIdCaseSensitive ? value : value.toLowerCase()
}

/**
 * The function's input for one person: a label, then each field behind its length in two bytes, so
 * that no two identities give the same bytes.
 */
export function identityInput(verifier: string, verifierId: string): Uint8Array {
  const fields = [verifier, verifierId].map(utf8)
  return new Uint8Array([
    ...utf8(LABEL),
    ...fields.flatMap((field) => [field.length >> 8, field.length & 0xff, ...field]),
  ])
}
