/** Parameters that a page may add to an authorization request (`extraLoginOptions`), and forbidden ones. */

/**
 * In lower case. Parameters that the wallet sets, those that could override them (RFC 9101, RFC 9126), and options for
 * the wallet, not the provider.
 */
const RESERVED = new Set([
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'response_mode',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
  'domain',
  'leeway',
  'verifieridfield',
  'isverifieridcasesensitive',
])

/**
 * Texts, numbers and booleans as they are; lists and objects as JSON, as OpenID Connect's `claims` wants
 * it; null is left out, and so is an empty text, which would mean nothing (RFC 6749, section 3.1). Scopes are added to the operator's, since the token has to say who it is.
 */
export function extraParameters(
  extra: Readonly<Record<string, unknown>>,
  scope: string,
): Record<string, string> {
  const asked = Object.entries(extra).flatMap(([name, value]) => {
    const text = RESERVED.has(name.toLowerCase()) ? undefined : textOf(value)
    return text ? [[name, text] as const] : []
  })
  return { ...Object.fromEntries(asked), scope: joinScopes(scope, extra.scope) }
}

function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const joinScopes = (ours: string, theirs: unknown): string =>
  [...new Set(`${ours} ${typeof theirs === 'string' ? theirs : ''}`.match(/\S+/g))].join(' ')
