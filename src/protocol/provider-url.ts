/** Builds the URL of a login at a provider: OpenID Connect's authorization code flow with PKCE (RFC 7636). */
import type { AppConfig } from './service.js'

type Provider = Pick<
  AppConfig['verifiers'][string],
  'authorizationEndpoint' | 'authorization' | 'protocol' | 'clientId'
>

interface Asked {
  state: string
  nonce: string
  codeChallenge: string
}

/** Makes an OpenID provider ask for credentials, even within its session. */
const ANEW = { prompt: 'login', max_age: '0' }

/**
 * @param wanted - Parameters of the request, `scope` among them.
 * @param isAnew - Whether the provider must ask for credentials again.
 */
export function providerUrl(
  { authorizationEndpoint, authorization = {}, protocol, clientId }: Provider,
  attempt: Asked,
  redirectUri: string,
  wanted: Readonly<Record<string, string>>,
  isAnew = false,
): string {
  const { clientId: clientIdName = 'client_id', scopeSeparator = ' ', fragment } = authorization
  const anew = authorization.anew ?? (protocol === 'oidc' ? ANEW : {})
  const url = new URL(authorizationEndpoint)
  const scopes = (wanted.scope ?? '').split(' ').filter(Boolean)
  if (protocol === 'oidc' && !scopes.includes('openid')) scopes.unshift('openid')
  const parameters = {
    ...wanted,
    ...authorization.parameters,
    ...(isAnew && anew),
    scope: scopes.join(scopeSeparator),
    response_type: 'code',
    [clientIdName]: clientId,
    redirect_uri: redirectUri,
    state: attempt.state,
    ...(scopes.includes('openid') && { nonce: attempt.nonce }),
    ...(authorization.pkce !== false && {
      code_challenge: attempt.codeChallenge,
      code_challenge_method: 'S256',
    }),
  }
  for (const [name, value] of Object.entries(parameters)) {
    if (value) url.searchParams.set(name, value)
  }
  if (fragment) url.hash = fragment
  return url.href
}
