/** The development registry's verifiers: the real providers' shapes, at the local one. */
import type { Verifier } from '../../src/protocol/registry.js'
import { shapeOf } from '../../src/server/registry/providers/catalogue.js'
import type { Shape } from '../../src/server/registry/providers/shape.js'
import {
  ALL_PROVIDER_IDS,
  OWN_VERIFIER_IDS,
  OWN_VERIFIERS,
  type OwnVerifier,
  type Provider,
} from './providers.js'

type Entry = Record<string, unknown>

/** @param idp - URL of the local identity provider. */
export function verifierEntries(
  idp: string,
  changes: Partial<Record<Provider | OwnVerifier, Partial<Verifier>>> = {},
): Record<string, Entry> {
  const made: [Provider | OwnVerifier, Entry][] = [
    ...ALL_PROVIDER_IDS.map((id): [Provider, Entry] => [id, entryOf(id, idp)]),
    ...OWN_VERIFIER_IDS.map((id): [OwnVerifier, Entry] => [
      id,
      { ...OWN_VERIFIERS[id], ...openIdAt(idp), clientId: id, isShown: false },
    ]),
  ]
  return Object.fromEntries(made.map(([id, entry]) => [id, { ...entry, ...changes[id] }]))
}

function entryOf(id: Provider, idp: string): Entry {
  const entry = { provider: id, clientId: id }
  // Identify people by e-mail address, so that tests can choose who they are.
  if (id === 'google') {
    const naming = { verifierIdField: 'email', isVerifierIdCaseSensitive: false }
    const anew = { prompt: 'login', max_age: '0' }
    // The local provider follows the standard.
    return { ...entry, ...openIdAt(idp), ...naming, authorization: { anew } }
  }
  return {
    ...entry,
    ...moved(shapeOf(id)!, `${idp}/as/${id}`),
    ...(id === 'discord' && pictures(idp)),
  }
}

const openIdAt = (issuer: string) => ({
  issuer,
  authorizationEndpoint: `${issuer}/auth`,
  tokenEndpoint: `${issuer}/token`,
  jwksUri: `${issuer}/jwks`,
  algorithms: ['RS256'],
})

/** Moves a provider's endpoints below `base`, keeping host and path. */
function moved(shape: Shape, base: string): Entry {
  const to = (url: string | undefined) => url?.replace('https://', `${base}/`)
  const { authorizationEndpoint, tokenEndpoint, issuer, jwksUri, authorization, userInfo } = shape
  return {
    authorizationEndpoint: to(authorizationEndpoint),
    tokenEndpoint: to(tokenEndpoint),
    ...(issuer && { issuer: to(issuer), jwksUri: to(jwksUri) }),
    ...(authorization?.iss && { authorization: { iss: to(authorization.iss) } }),
    ...(userInfo && {
      userInfo: {
        endpoint: to(userInfo.endpoint),
        ...(userInfo.emailsEndpoint && { emailsEndpoint: to(userInfo.emailsEndpoint) }),
      },
    }),
  }
}

/** Pictures come from the local provider. */
const pictures = (idp: string): Entry => ({
  userInfo: {
    endpoint: `${idp}/as/discord/discord.com/api/v10/users/@me`,
    claims: { picture: `${idp}/picture/{avatar}.svg` },
  },
})
