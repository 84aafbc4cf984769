/** A provider whose keys can be changed, and tokens with any bytes in them: what a library would not sign. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { exportJWK } from 'jose'

export interface SigningKey {
  kid: string
  alg: 'RS256' | 'ES256'
  privateKey: KeyObject
  publicKey: KeyObject
}

export function makeKey(kid: string, alg: SigningKey['alg'] = 'RS256'): SigningKey {
  const pair =
    alg === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { kid, alg, ...pair }
}

export interface KeyServer {
  url: string
  /** What it gives: keys, or bytes of its own under a status. */
  gives: SigningKey[] | { status: number; body: string }
  /** What it says of itself, with `URL` for its own; without it, 404. */
  discovery: { status?: number; body: unknown } | undefined
  /** Paths that were asked for. */
  asked: string[]
  close(): void
}

/** How a provider describes itself, with `URL` for its own. */
export const DISCOVERY = {
  issuer: 'URL',
  authorization_endpoint: 'URL/auth',
  token_endpoint: 'URL/token',
  jwks_uri: 'URL/jwks',
  id_token_signing_alg_values_supported: ['RS512', 'ES256', 'RS256'],
}

export async function startKeyServer(...keys: SigningKey[]): Promise<KeyServer> {
  const server = createServer(async ({ url }, response) => {
    keyServer.asked.push(url!)
    const { gives, discovery } = keyServer
    response.setHeader('content-type', 'application/json')
    if (url === '/.well-known/openid-configuration') {
      const body = JSON.stringify(discovery?.body ?? {}).replaceAll('URL', keyServer.url)
      response.writeHead(discovery ? (discovery.status ?? 200) : 404).end(body)
      return
    }
    if (!Array.isArray(gives)) {
      response.writeHead(gives.status).end(gives.body)
      return
    }
    const jwks = gives.map(async ({ kid, publicKey }) => ({
      ...(await exportJWK(publicKey)),
      ...(kid && { kid }),
    }))
    response.end(JSON.stringify({ keys: await Promise.all(jwks) }))
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const keyServer: KeyServer = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    gives: keys,
    discovery: undefined,
    asked: [],
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return keyServer
}

/** base64url of a text or of bytes as they are, or of a value as JSON. */
export const part = (value: unknown): string => {
  const isRaw = typeof value === 'string' || value instanceof Uint8Array
  return Buffer.from(isRaw ? value : JSON.stringify(value)).toString('base64url')
}

/** A token of these very bytes, with a good signature over them. */
export function mint(
  { alg, kid, privateKey }: SigningKey,
  claims: unknown,
  header: unknown = { alg, kid },
  dsaEncoding: 'ieee-p1363' | 'der' = 'ieee-p1363',
): string {
  const signed = `${part(header)}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding })
  return `${signed}.${signature.toString('base64url')}`
}
