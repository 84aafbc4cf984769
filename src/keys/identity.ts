/** Who a person is, as bytes: what the key nodes evaluate and what the wallet app finishes with. */
import { utf8 } from '../shared/encoding.js'
import { WalletError } from '../shared/errors.js'
import { lowerCaseOf } from './letter-case.js'

const LABEL = 'wallet-embed/identity/v1'
/** Characters: long enough for any e-mail address or subject (OpenID Connect Core, section 2). */
const MAX_ID = 512
/** Lone surrogates encode to the same bytes, so they are refused; and names have no control characters. */
const UNFIT = /[\p{Surrogate}\p{Control}]/u

/** How a verifier names people: from its registry entry. */
export interface IdentityRule {
  verifierIdField: string
  isVerifierIdCaseSensitive: boolean
  /** The operator confirms that the provider gives this claim only to its owner. Needed for claims other than `sub`. */
  isVerifierIdVerified?: boolean | undefined
  /** The verifier's aggregate: it names people by their verified e-mail, and ignores the fields above. */
  aggregate?: string | undefined
}

type Claims = Readonly<Record<string, unknown>>

/**
 * Reads the verifierId from an ID token's claims. Nodes and the wallet app must agree, so both use this function.
 *
 * @throws {WalletError} `TOKEN_CLAIM` if it is missing, no text, ambiguous in lower case, or unverified. For an
 *   aggregate, the provider must say that it is verified: there one provider opens a different one's accounts.
 */
export function verifierIdOf(claims: Claims, rule: IdentityRule): string {
  const { verifierIdField, isVerifierIdCaseSensitive, aggregate } = rule
  const field = aggregate ? 'email' : verifierIdField
  const value = own(claims, field)
  if (typeof value !== 'string' || !value || value.length > MAX_ID || UNFIT.test(value)) {
    throw new WalletError('TOKEN_CLAIM', `${field}: expected 1 to ${MAX_ID} characters.`)
  }
  if (!isTheirs(claims, field, value, rule)) {
    throw new WalletError('TOKEN_CLAIM', `${field}: nobody says that it is verified.`)
  }
  if (isVerifierIdCaseSensitive && !aggregate) return value
  const lower = lowerCaseOf(value)
  if (lower === undefined) {
    throw new WalletError('TOKEN_CLAIM', `${field}: ambiguous in lower case.`)
  }
  return lower
}

/** The e-mail address in a token's claims, if the token says that it is verified, or the operator answers for it. */
export function verifiedEmailOf(claims: Claims, rule: IdentityRule): string | undefined {
  const email = own(claims, 'email')
  if (typeof email !== 'string' || !email || email.length > MAX_ID || UNFIT.test(email)) return
  const isAnsweredFor = rule.verifierIdField === 'email' && rule.isVerifierIdVerified
  return isTheirs(claims, 'email', email, { ...rule, isVerifierIdVerified: isAnsweredFor })
    ? email
    : undefined
}

/**
 * Whether a claim identifies one person only. By the standard, only `sub` does (OpenID Connect Core, section 5.7):
 * people may type other claims themselves, or providers may reassign them.
 */
function isTheirs(
  claims: Claims,
  field: string,
  value: string,
  { aggregate, isVerifierIdVerified = false }: IdentityRule,
): boolean {
  if (field === 'sub') return true
  const isNumber = field === 'phone_number'
  const word = own(claims, isNumber ? 'phone_number_verified' : 'email_verified')
  // The token's word is about these claims; it also covers the same address in a differently named claim.
  if (isNumber || field === 'email' || value === own(claims, 'email')) {
    if (word !== undefined || aggregate) return isYes(word)
  }
  // An address that the token calls unverified is not made better by the operator.
  const isDenied = value.includes('@') && word !== undefined && !isYes(word)
  return isVerifierIdVerified && !isDenied
}

/** Some providers say it as text. */
const isYes = (word: unknown): boolean => word === true || word === 'true'

const own = (claims: Claims, name: string): unknown =>
  Object.hasOwn(claims, name) ? claims[name] : undefined

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
