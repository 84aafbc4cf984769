/** A real issuer of ID tokens on a port of its own: keys over HTTP, tokens signed by jose. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

import type { Registry } from '../../../src/protocol/registry.js'

export interface Issuer {
  url: string
  /** Good claims for a person and a nonce, with changes; `undefined` takes a claim out. */
  claims(nonce: string, changes?: JWTPayload): JWTPayload
  /** A token with the issuer's signature. */
  sign(claims: JWTPayload): Promise<string>
  /** What the token endpoint was sent: Authorization header and form. */
  exchanges: { authorization: string | undefined; form: URLSearchParams }[]
  /** What the token endpoint answers next. */
  answer: { status: number; body: string }
  close(): void
}

export const CLIENT_ID = 'our client'
export const SECRET = 'client secret/with:signs'
const KID = 'one'

export async function startIssuer(): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: KID, alg: 'RS256', use: 'sig' }
  const exchanges: Issuer['exchanges'] = []
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/jwks') {
      response.end(JSON.stringify({ keys: [jwk] }))
      return
    }
    if (request.url === '/.well-known/openid-configuration') {
      response.end(JSON.stringify(discoveryOf(url)))
      return
    }
    const form = new URLSearchParams(await read(request))
    exchanges.push({ authorization: request.headers.authorization, form })
    response.writeHead(issuer.answer.status).end(issuer.answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`

  const issuer: Issuer = {
    url,
    exchanges,
    answer: { status: 200, body: '{}' },
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: KID }).sign(privateKey),
    claims: (nonce, changes) => {
      const iat = now()
      const claims = { iss: url, aud: CLIENT_ID, sub: 'Person-1', iat, exp: iat + 300, nonce }
      return { ...claims, email: 'Sample.One@example.test', email_verified: true, ...changes }
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return issuer
}

const discoveryOf = (url: string) => ({
  issuer: url,
  authorization_endpoint: `${url}/auth`,
  token_endpoint: `${url}/token`,
  jwks_uri: `${url}/jwks`,
  id_token_signing_alg_values_supported: ['RS256'],
})

/** Seconds since 1970. */
export const now = (): number => Math.floor(Date.now() / 1000)

/** A registry with this issuer as `google` (by e-mail, case folded) and `github` (by subject). */
export function registryFor(url: string): Registry {
  const verifier = {
    protocol: 'oidc' as const,
    issuer: url,
    clientId: CLIENT_ID,
    authorizationEndpoint: `${url}/auth`,
    tokenEndpoint: `${url}/token`,
    jwksUri: `${url}/jwks`,
    scope: 'openid email',
    algorithms: ['RS256' as const, 'ES256' as const],
    leeway: 60,
  }
  const application = { name: 'Demo', origins: ['http://localhost:4040'] }
  return {
    embedders: ['https://site.example'],
    applications: { demo: { ...application, redirectUrls: [], permissions: [] } },
    verifiers: {
      google: {
        ...verifier,
        typeOfLogin: 'google',
        name: 'Google',
        verifierIdField: 'email',
        isVerifierIdCaseSensitive: false,
      },
      github: {
        ...verifier,
        typeOfLogin: 'github',
        name: 'GitHub',
        verifierIdField: 'sub',
        isVerifierIdCaseSensitive: true,
      },
    },
  }
}

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
