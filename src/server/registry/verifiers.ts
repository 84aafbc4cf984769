/** Fills in the fields of a verifier that follow from its other fields. */
import type { Verifier } from '../../protocol/registry.js'
import { WalletError } from '../../shared/errors.js'
import { serviceUrl } from '../../shared/service-url.js'
import { CATALOGUE, shapeOf } from './providers/catalogue.js'

type Plain = Record<string, unknown>

/** Fields that each protocol needs. */
const NEEDED: Record<Verifier['protocol'], readonly (keyof Verifier)[]> = {
  oidc: ['authorizationEndpoint', 'tokenEndpoint'],
  oauth2: ['authorizationEndpoint', 'tokenEndpoint', 'userInfo'],
  email: [],
}

/**
 * Expands a verifier's `provider` into its fields, and adds the login service where it is the issuer. Fields of the
 * entry itself win. The result is still unchecked.
 *
 * @throws {WalletError} `INVALID_ARGUMENT` for an unknown provider.
 */
export function completeRegistry(registry: unknown, prefix = ''): unknown {
  if (!isPlain(registry) || !isPlain(registry.verifiers)) return registry
  const { loginService, verifiers } = registry
  const complete = Object.entries(verifiers).map(([name, verifier]) => {
    if (!isPlain(verifier)) return [name, verifier]
    return [name, withIssuer(withShape(verifier, `${prefix}verifiers.${name}`), loginService)]
  })
  return { ...registry, verifiers: Object.fromEntries(complete) }
}

/** Missing or superfluous fields of a verifier, beyond the schema. */
export function faultOf(verifier: Verifier, others: readonly Verifier[]): string | undefined {
  const missing = NEEDED[verifier.protocol].find((field) => !verifier[field])
  if (missing) return `${missing}: needed with protocol ${verifier.protocol}`
  const { authorization: { iss, issParameter } = {} } = verifier
  if (issParameter && !iss && verifier.protocol !== 'oidc') {
    return 'authorization.iss: needed with issParameter, where the login service is the issuer'
  }
  // Our own tokens name the verifier by the client id alone.
  const { protocol, clientId } = verifier
  const isAmbiguous = others.some(
    (other) => other !== verifier && other.protocol !== 'oidc' && other.clientId === clientId,
  )
  return protocol !== 'oidc' && isAmbiguous
    ? 'clientId: another verifier that the login service vouches for has it'
    : undefined
}

function withShape(entry: Plain, where: string): Plain {
  const { provider, ...own } = entry
  if (provider === undefined) return entry
  const shape = typeof provider === 'string' ? shapeOf(provider) : undefined
  if (shape) return merge(shape, own)
  const known = Object.keys(CATALOGUE).join(', ')
  throw new WalletError('INVALID_ARGUMENT', `${where}.provider: expected one of ${known}.`)
}

/** The login service signs if the provider does not. */
function withIssuer(entry: Plain, loginService: unknown): Plain {
  const { protocol } = entry
  if ((protocol !== 'oauth2' && protocol !== 'email') || typeof loginService !== 'string') {
    return entry
  }
  const jwksUri = serviceUrl(loginService, '/jwks.json')
  return { issuer: loginService, jwksUri, algorithms: ['ES256'], ...entry }
}

function merge(base: Readonly<Plain>, own: Plain): Plain {
  const merged: Plain = { ...base }
  for (const [name, value] of Object.entries(own)) {
    const below = base[name]
    merged[name] = isPlain(below) && isPlain(value) ? merge(below, value) : value
  }
  return merged
}

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
