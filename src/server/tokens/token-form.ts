/**
 * The form of an ID token's header and claims, checked before use: a claim in a form other than the standard's is
 * refused by its name.
 */
import * as z from 'zod/mini'

import { WalletError, type WalletErrorCode } from '../../shared/errors.js'
import type { TokenText } from './token-text.js'

/** Characters of `sub` (OpenID Connect Core, section 2). */
const MAX_SUBJECT = 255
/** The last second of the year 9999 (RFC 3339): a time in milliseconds would be beyond it. */
const LAST_SECOND = 253_402_300_799
/**
 * Allowed `typ` of ID tokens, if present (RFC 7519, section 5.1). Tokens of other kinds have other types (RFC 8725,
 * 3.11).
 */
const TYPES = ['jwt', 'application/jwt']

const text = z.string()
const time = z.int().check(z.gte(0), z.lte(LAST_SECOND))

/**
 * Leaves out `jwk`, `jku`, `x5u` and `x5c`: some providers send them, and they are never read. Members that change how
 * the rest is read are refused.
 */
const Header = z.object({
  alg: text,
  kid: z.optional(text),
  typ: z.optional(text.check(z.refine((typ) => TYPES.includes(typ.toLowerCase())))),
  crit: z.optional(z.never()),
  b64: z.optional(z.never()),
  zip: z.optional(z.never()),
  enc: z.optional(z.never()),
  cty: z.optional(z.never()),
})

const Claims = z.object({
  iss: text,
  aud: z.union([text, z.array(text).check(z.minLength(1))]),
  azp: z.optional(text),
  exp: time,
  iat: time,
  nbf: z.optional(time),
  nonce: text,
  sub: text.check(z.minLength(1), z.maxLength(MAX_SUBJECT), z.regex(/^[^\p{Cc}\p{Cs}]*$/u)),
})

/** The members that decide whether a token counts. */
export interface TokenForm {
  header: z.infer<typeof Header>
  claims: z.infer<typeof Claims>
}

/** Error codes by claim; all other claims: `TOKEN_CLAIM`. */
const CODES: Readonly<Record<string, WalletErrorCode>> = {
  iss: 'TOKEN_ISSUER',
  aud: 'TOKEN_AUDIENCE',
  azp: 'TOKEN_AUDIENCE',
  nonce: 'TOKEN_NONCE',
}

/**
 * Checks header and claims; the signature is checked elsewhere.
 *
 * @throws {WalletError} `TOKEN_MALFORMED` for the header; `TOKEN_ISSUER`, `TOKEN_AUDIENCE`, `TOKEN_NONCE` or
 *   `TOKEN_CLAIM` for the first claim that is missing or wrong.
 */
export function checkTokenForm({ header, claims }: TokenText): TokenForm {
  const head = Header.safeParse(header)
  if (!head.success) throw new WalletError('TOKEN_MALFORMED', `header: ${faultIn(head.error)}.`)
  const body = Claims.safeParse(claims)
  if (body.success) return { header: head.data, claims: body.data }
  const claim = faultIn(body.error)
  throw new WalletError(CODES[claim] ?? 'TOKEN_CLAIM', `${claim}: missing, or of another form.`)
}

/** The name of the first member that is not as it should be. */
const faultIn = ({ issues }: z.core.$ZodError): string => String(issues[0]!.path[0])
