/** The login service with every provider's shape, as the local one plays it; and what becomes of its refusals. */

import assert from 'node:assert/strict'
import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { after, before, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { createRemoteJWKSet, exportJWK, generateKeyPair, type JWTPayload, jwtVerify } from 'jose'
import { serve } from '../../demo/idp/serve.js'
import { STAND_INS } from '../../demo/idp/stand-ins/stand-ins.js'
import { freePorts } from '../../demo/stack/free-ports.js'
import { verifierEntries } from '../../demo/stack/verifiers.js'
import { authorizationUrl } from '../../src/app/sign-in/authorization.js'
import { loginOptions } from '../../src/app/sign-in/login-options.js'
import type { Registry } from '../../src/protocol/registry.js'
import type { ClientSecrets } from '../../src/server/login/client-secrets.js'
import { createLoginService } from '../../src/server/login/login-service.js'
import { CATALOGUE } from '../../src/server/registry/providers/catalogue.js'
import { checkRegistry } from '../../src/server/registry/registry.js'
import { createIdTokenSigner, makeSigningKeys } from '../../src/server/tokens/self-issued-tokens.js'
import { publicPart } from '../../src/server/wallet-app/app-config.js'
import { post, refusal, start } from './support/services.js'

const WALLET = 'http://localhost:1'
const LOGIN = 'http://localhost:2'
const PERSON = 'sample.person@example.test'
const CODE_VERIFIER = 'v'.repeat(43)
const ATTEMPT = {
  state: '0f'.repeat(16),
  nonce: 'n'.repeat(43),
  codeChallenge: createHash('sha256').update(CODE_VERIFIER).digest('base64url'),
}
const NAMES = Object.keys(STAND_INS)
/** What the login service has found out, where it is the one that says it: address, whether verified, name. */
const FOUND: Record<
  string,
  [email: string | undefined, isVerified: boolean | undefined, name: string]
> = {
  discord: [PERSON, true, 'Sample Person'],
  facebook: [PERSON, false, 'Sample Person'],
  github: [PERSON, true, 'Sample Person'],
  line: [PERSON, false, 'Sample Person'],
  linkedin: [PERSON, true, 'Sample Person'],
  reddit: [undefined, undefined, 'Sample_Person'],
  twitter: [PERSON, true, 'Sample Person'],
  wechat: [undefined, undefined, 'Sample Person'],
  weibo: [undefined, undefined, 'Sample Person'],
}

let idp: string
let server: Server
let registry: Registry
let app: FastifyInstance
let url: string
const secrets: ClientSecrets = Object.fromEntries(NAMES.map((name) => [name, `secret_of-${name}`]))

/** What the wallet's request leads to, when the person has chosen; by form or by redirect. */
async function choose(provider: string, fields: Record<string, string>): Promise<URLSearchParams> {
  const option = loginOptions(publicPart(registry).verifiers, {}).find(
    ({ key }) => key === provider,
  )
  const request = new URL(authorizationUrl(option!, ATTEMPT))
  request.hash = ''
  const response = await fetch(request, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
  })
  const target = response.headers.get('location')
  if (target) return new URL(target).searchParams
  const page = await response.text()
  const inputs = page.matchAll(/name="([^"]+)" value="([^"]*)"/g)
  return new URLSearchParams(
    [...inputs].map(([, name, value]) => [name!, value!.replaceAll('&quot;', '"')]),
  )
}

const exchange = (verifier: string, code: string, changes = {}) =>
  post(`${url}/token`, {
    ...{ verifier, code, codeVerifier: CODE_VERIFIER, nonce: ATTEMPT.nonce },
    redirectUri: `${WALLET}/login`,
    ...changes,
  })

/** As a key node checks it. */
async function claimsOf(provider: string, idToken: string): Promise<JWTPayload> {
  const { issuer, jwksUri, clientId, algorithms } = registry.verifiers[provider]!
  const local = issuer === LOGIN ? `${url}/jwks.json` : jwksUri
  const keys = createRemoteJWKSet(new URL(local))
  const { payload } = await jwtVerify(idToken, keys, { issuer, audience: clientId, algorithms })
  return payload
}

before(async () => {
  Object.assign(globalThis, { location: new URL(WALLET) })
  const [port] = (await freePorts(1)) as [number]
  idp = `http://localhost:${port}`
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const publicKey = createPublicKey(pair.privateKey).export({ type: 'spki', format: 'pem' })
  secrets.apple = { teamId: 'TEAM', keyId: 'KEY', privateKey }
  const signing = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(signing.privateKey)), alg: 'RS256', use: 'sig', kid: 'k' }
  server = await serve({
    port,
    issuer: idp,
    redirectUris: [`${WALLET}/login`],
    clients: NAMES.map((id) => ({
      id,
      name: id,
      secret: `secret_of-${id}`,
      ...(id === 'apple' && { publicKey: publicKey.toString() }),
    })),
    jwks: { keys: [jwk] },
    cookieKeys: ['key'],
  })
  registry = checkRegistry({
    loginService: LOGIN,
    applications: {},
    verifiers: verifierEntries(idp),
  })
  const signer = await createIdTokenSigner(await makeSigningKeys(), LOGIN)
  app = createLoginService({ registry, secrets, signer, walletOrigin: WALLET })
  url = await start(app)
})
after(async () => {
  await app.close()
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
})

describe('a provider in its own shape', () => {
  it('is every one of the catalogue but Google, which is OpenID Connect by the book', () => {
    assert.deepEqual([...NAMES, 'google'].sort(), Object.keys(CATALOGUE).sort())
  })

  for (const provider of NAMES) {
    it(`gives for a code a token that names the person and the wallet's nonce: ${provider}`, async () => {
      const answer = await choose(provider, { email: PERSON })
      assert.equal(answer.get('state'), ATTEMPT.state)
      const response = await exchange(provider, answer.get('code')!)
      const { idToken, error } = (await response.json()) as Record<string, string>
      assert.equal(error, undefined)
      const claims = await claimsOf(provider, idToken!)
      const { sub, nonce } = claims
      if (registry.verifiers[provider]?.protocol === 'oauth2') {
        const { email, email_verified, name, picture } = claims
        assert.deepEqual([email, email_verified, name], FOUND[provider])
        assert.match(String(picture), /\/picture\/[0-9a-f]{24}\.svg/)
      }
      assert.equal(nonce, ATTEMPT.nonce)
      assert.match(sub!, /^\w{8,}$/)
      const again = await exchange(provider, answer.get('code')!)
      assert.deepEqual(await refusal(again), [401, 'LOGIN_FAILED'])
    })
  }

  it('is told its own errors by their codes, wherever it has them', async () => {
    const refused = await Promise.all(
      NAMES.map(async (provider) => {
        const response = await exchange(provider, 'no such code')
        const { error } = (await response.json()) as { error: { detail: string } }
        return [provider, error.detail]
      }),
    )
    assert.deepEqual(Object.fromEntries(refused), {
      apple: 'invalid_grant',
      kakao: 'KOE320',
      twitch: 'The provider answers 400.',
      discord: 'invalid_grant',
      facebook: 'OAuthException',
      github: 'bad_verification_code',
      linkedin: 'invalid_grant',
      reddit: 'invalid_grant',
      twitter: 'invalid_grant',
      line: 'invalid_grant',
      wechat: '40029',
      weibo: 'invalid_grant',
    })
  })

  it('that knows PKCE gives nothing for a code with another verifier', async () => {
    const known = NAMES.filter((name) => STAND_INS[name]?.pkce)
    assert.deepEqual(known.sort(), ['discord', 'facebook', 'github', 'kakao', 'line', 'twitter'])
    for (const provider of known) {
      const code = (await choose(provider, { email: PERSON })).get('code')!
      const response = await exchange(provider, code, { codeVerifier: 'w'.repeat(43) })
      assert.deepEqual(await refusal(response), [401, 'LOGIN_FAILED'], provider)
    }
  })

  it('that checks the nonce itself refuses another', async () => {
    const code = (await choose('line', { email: PERSON })).get('code')!
    const response = await exchange('line', code, { nonce: 'o'.repeat(43) })
    assert.deepEqual(await refusal(response), [401, 'LOGIN_FAILED'])
  })

  it('gives nothing for the code of another provider', async () => {
    const code = (await choose('github', { email: PERSON })).get('code')!
    for (const other of NAMES.filter((name) => name !== 'github')) {
      assert.deepEqual(await refusal(await exchange(other, code)), [401, 'LOGIN_FAILED'], other)
    }
  })
})
