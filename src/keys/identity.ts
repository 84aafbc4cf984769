/** Who a person is, as bytes: what the key nodes evaluate and what the wallet app finishes with. */
import { utf8 } from '../shared/encoding.js'
import { WalletError } from '../shared/errors.js'

const LABEL = 'wallet-embed/identity/v1'
/** Characters: long enough for any e-mail address or subject (OpenID Connect Core, section 2). */
const MAX_ID = 512
/**
 * What could be taken for something else. Half of a character has no bytes: as bytes, all halves are one. And
 * the Kelvin sign is the one letter beyond ASCII that is of ASCII in lower case.
 */
const AMBIGUOUS = /[\p{Surrogate}\u212a]/u

/** How a verifier names people: from its registry entry. */
export interface IdentityRule {
  verifierIdField: string
  isVerifierIdCaseSensitive: boolean
  /** The aggregate that it is in: it names people by their verified e-mail, whatever the fields say. */
  aggregate?: string | undefined
}

/**
 * Reads the verifierId from an ID token's claims. Node and wallet app must agree on it, so both call this.
 *
 * @throws {WalletError} `TOKEN_CLAIM` if it is missing, no text, or an e-mail address nobody verified. For an
 *   aggregate, the provider must say that it is verified: there one provider opens another's accounts.
 */
export function verifierIdOf(
  claims: Readonly<Record<string, unknown>>,
  { verifierIdField, isVerifierIdCaseSensitive, aggregate }: IdentityRule,
): string {
  const field = aggregate ? 'email' : verifierIdField
  const value = Object.hasOwn(claims, field) ? claims[field] : undefined
  if (typeof value !== 'string' || !value || value.length > MAX_ID || AMBIGUOUS.test(value)) {
    throw new WalletError('TOKEN_CLAIM', `${field}: expected 1 to ${MAX_ID} characters.`)
  }
  // Some providers do not say; some say it as text.
  const { email_verified: isVerified = !aggregate } = claims
  if (field === 'email' && isVerified !== true && isVerified !== 'true') {
    throw new WalletError('TOKEN_CLAIM', 'email_verified: the address is not verified.')
  }
  return isVerifierIdCaseSensitive && !aggregate ? value : value.toLowerCase()
}

/**
 * The function's input for one person: a label, then each field behind its length in two bytes, so
 * that no two identities give the same bytes.
 *
 * @param realm - Name of the verifier, or of the aggregate that it is in.
 */
export function identityInput(realm: string, verifierId: string): Uint8Array {
  const fields = [realm, verifierId].map(utf8)
  return new Uint8Array([
    ...utf8(LABEL),
    ...fields.flatMap((field) => [field.length >> 8, field.length & 0xff, ...field]),
  ])
}
