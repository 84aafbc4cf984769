/**
 * An ID token as text, held to one reading. JSON and base64url leave parsers room: of two members with one name some
 * take the first and some the last, and padding or loose last bits give one token many texts. Ambiguous tokens are
 * refused before they are read.
 */
import { WalletError } from '../../shared/errors.js'
import { ambiguityOf } from '../platform/json-text.js'

/** Levels of objects and arrays: a claim as deep as any provider's (`address`, `amr`), and some more. */
const MAX_DEPTH = 8
/** RFC 7515, section 7.1. The signature may be missing: unsigned tokens have a separate error. */
const COMPACT = /^(?<header>[\w-]+)\.(?<claims>[\w-]+)\.(?<signature>[\w-]*)$/

/** Header and claims of a token, unchecked. */
export interface TokenText {
  header: object
  claims: Readonly<Record<string, unknown>>
}

/**
 * Reads a token that has one reading; its claims stay unchecked.
 *
 * @throws {WalletError} `TOKEN_MALFORMED`, naming the fault.
 */
export function readTokenText(idToken: string): TokenText {
  const { header, claims, signature } = idToken.match(COMPACT)?.groups ?? {}
  if (signature === undefined) throw malformed('No compact JWS.')
  if (!isCanonical(signature)) throw malformed('signature: more than one spelling.')
  return { header: readObject(header!, 'header'), claims: readObject(claims!, 'claims') }
}

function readObject(part: string, name: string): Record<string, unknown> {
  if (!isCanonical(part)) throw malformed(`${name}: more than one spelling.`)
  let text: string
  let value: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(part, 'base64url'),
    )
    value = JSON.parse(text)
  } catch {
    throw malformed(`${name}: no JSON.`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed(`${name}: no object.`)
  }
  const ambiguity = ambiguityOf(text, MAX_DEPTH)
  if (ambiguity) throw malformed(`${name}: ${ambiguity}.`)
  return value as Record<string, unknown>
}

/** Without padding, and with zeros for the last bits (RFC 4648, section 3.5). */
const isCanonical = (part: string): boolean =>
  Buffer.from(part, 'base64url').toString('base64url') === part

const malformed = (detail: string): WalletError => new WalletError('TOKEN_MALFORMED', detail)
