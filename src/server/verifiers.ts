/** What a verifier of the registry need not say, since it follows from the rest. */
import type { Verifier } from '../protocol/registry.js'

type Plain = Record<string, unknown>

/** What each protocol cannot do without. */
const NEEDED: Record<Verifier['protocol'], readonly (keyof Verifier)[]> = {
  oidc: ['authorizationEndpoint', 'tokenEndpoint'],
  oauth2: ['authorizationEndpoint', 'tokenEndpoint', 'userInfo'],
  email: [],
}

/** Fills in, before the registry is checked; what has another form than a registry stays as it is. */
export function completeRegistry(registry: unknown): unknown {
  if (!isPlain(registry) || !isPlain(registry.verifiers)) return registry
  const { loginService, verifiers } = registry
  const complete = Object.entries(verifiers).map(([name, verifier]) => {
    return [name, isPlain(verifier) ? withIssuer(verifier, loginService) : verifier]
  })
  return { ...registry, verifiers: Object.fromEntries(complete) }
}

/** What a verifier lacks or has too much, beyond its fields' own form. */
export function faultOf(verifier: Verifier, others: readonly Verifier[]): string | undefined {
  const missing = NEEDED[verifier.protocol].find((field) => !verifier[field])
  if (missing) return `${missing}: needed with protocol ${verifier.protocol}`
  // A token of ours says for whom it is by the client id alone.
  const { protocol, clientId } = verifier
  const isAmbiguous = others.some(
    (other) => other !== verifier && other.protocol !== 'oidc' && other.clientId === clientId,
  )
  return protocol !== 'oidc' && isAmbiguous
    ? `clientId: another verifier that the login service vouches for has it`
    : undefined
}

/** The login service signs where no provider does. */
function withIssuer(verifier: Plain, loginService: unknown): Plain {
  const { protocol } = verifier
  if ((protocol !== 'oauth2' && protocol !== 'email') || typeof loginService !== 'string') {
    return verifier
  }
  const jwksUri = `${loginService.replace(/\/$/, '')}/jwks.json`
  return { issuer: loginService, jwksUri, algorithms: ['ES256'], ...verifier }
}

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
