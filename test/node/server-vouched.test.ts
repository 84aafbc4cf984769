/** The login service where a provider signs nothing: it asks who it is, and signs that itself. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import type { FastifyInstance } from 'fastify'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { createLoginService } from '../../src/server/login/login-service.js'
import { checkRegistry } from '../../src/server/registry/registry.js'
import { createIdTokenSigner, makeSigningKeys } from '../../src/server/tokens/self-issued-tokens.js'
import { randomId } from '../../src/shared/encoding.js'
import { type FakeProvider, startProvider } from './support/provider.js'
import { post, refusal, start } from './support/services.js'

const WALLET = 'http://localhost:4050'
const LOGIN = 'http://localhost:4051'
const NONCE = 'n'.repeat(43)
const request = {
  verifier: 'club',
  code: 'the code',
  codeVerifier: 'v'.repeat(43),
  redirectUri: `${WALLET}/login`,
  nonce: NONCE,
}
const PROFILE = {
  id: 42,
  user: { mail: 'sample.one@example.test', is_sure: true, nick: 'Sample One' },
  avatar: 'a1',
}

let provider: FakeProvider
let app: FastifyInstance
let url: string

/** A provider with as many oddities as there are. */
const club = (changes: Record<string, unknown> = {}) => ({
  typeOfLogin: 'weibo',
  name: 'The club',
  protocol: 'oauth2',
  clientId: 'our club',
  authorizationEndpoint: `${provider.url}/authorize`,
  tokenEndpoint: `${provider.url}/token`,
  userInfo: {
    endpoint: `${provider.url}/me`,
    claims: {
      sub: 'id',
      email: 'user.mail',
      email_verified: 'user.is_sure',
      name: ['user.full', 'user.nick'],
      picture: 'https://cdn.example.test/{id}/{avatar}.png',
    },
  },
  errors: ['error', 'fault.code'],
  ...changes,
})

const registryWith = (verifiers: Record<string, unknown>) =>
  checkRegistry({ loginService: LOGIN, applications: {}, verifiers })

async function serve(verifier: Record<string, unknown>): Promise<string> {
  await app?.close()
  const signer = await createIdTokenSigner(await makeSigningKeys(), LOGIN)
  const registry = registryWith({ club: verifier })
  app = createLoginService({ registry, secrets: { club: 'shh' }, signer, walletOrigin: WALLET })
  url = await start(app)
  return url
}

async function claims() {
  const response = await post(`${url}/token`, request)
  const { idToken } = (await response.json()) as { idToken: string }
  const keys = createRemoteJWKSet(new URL(`${url}/jwks.json`))
  const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
    issuer: LOGIN,
    audience: 'our club',
    algorithms: ['ES256'],
  })
  const { iat, exp, ...rest } = payload
  return { lifetime: exp! - iat!, kid: protectedHeader.kid, rest }
}

before(async () => {
  provider = await startProvider()
  await serve(club())
})
beforeEach(() => {
  // A code is taken once.
  request.code = randomId(16)
  provider.asked.length = 0
  provider.says['/token'] = { body: { access_token: 'access', token_type: 'bearer' } }
  provider.says['/me'] = { body: PROFILE }
})
after(async () => {
  await app.close()
  provider.close()
})

describe('a provider without ID tokens', () => {
  it('is asked who it is, and the login service signs that, for the key of the wallet’s request', async () => {
    const { lifetime, kid, rest } = await claims()
    assert.deepEqual(rest, {
      iss: LOGIN,
      aud: 'our club',
      sub: '42',
      nonce: NONCE,
      email: 'sample.one@example.test',
      email_verified: true,
      name: 'Sample One',
      picture: 'https://cdn.example.test/42/a1.png',
    })
    assert.equal(lifetime, 300)
    assert.ok(kid)
    const [token, me] = provider.asked
    assert.equal(token?.form.get('code_verifier'), request.codeVerifier)
    assert.equal(me?.headers.authorization, 'Bearer access')
  })

  it('that does not say whether an address is verified has none that is', async () => {
    provider.says['/me'] = { body: { ...PROFILE, user: { mail: 'sample.one@example.test' } } }
    const { rest } = await claims()
    assert.equal(rest.email_verified, false)
    assert.equal('name' in rest, false)
  })

  it('has nobody’s keys in its key set but public ones', async () => {
    const { keys } = (await (await fetch(`${url}/jwks.json`)).json()) as { keys: object[] }
    assert.deepEqual(
      keys.map((key) => Object.keys(key).sort()),
      [['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']],
    )
  })

  it('is not asked without the nonce that the token is for', async () => {
    const { nonce: _, ...rest } = request
    assert.deepEqual(await refusal(await post(`${url}/token`, rest)), [400, 'INVALID_REQUEST'])
    assert.equal(provider.asked.length, 0)
  })

  const refused = [401, 'LOGIN_FAILED'] as const
  const silent = [503, 'SERVICE_UNAVAILABLE'] as const
  for (const [what, path, said, expected] of [
    ['refuses the code with 200', '/token', { body: { error: 'bad_code' } }, refused],
    ['has errors elsewhere', '/token', { body: { fault: { code: 7 } } }, refused],
    ['sends no access token', '/token', { body: {} }, refused],
    ['sends an odd access token', '/token', { body: { access_token: 'a b\n' } }, refused],
    ['sends a list for tokens', '/token', { body: ['access'] }, refused],
    ['sends a page for tokens', '/token', { body: '<html>' }, silent],
    ['fails at tokens', '/token', { status: 500, body: { error: 'oh' } }, silent],
    ['refuses the access token', '/me', { status: 401, body: { message: 'no' } }, refused],
    ['names nobody', '/me', { body: { user: {} } }, refused],
    ['names somebody by a list', '/me', { body: { id: ['42'] } }, refused],
    [
      'names somebody by a number that lost digits',
      '/me',
      { body: '{"id":9007199254740993}' },
      refused,
    ],
    ['names somebody at length', '/me', { body: { id: 'a'.repeat(513) } }, refused],
    ['sends a page for a person', '/me', { body: '<html>' }, silent],
    ['sends a text for a person', '/me', { body: '"42"' }, silent],
    ['sends half a megabyte', '/me', { body: { id: 1, more: 'a'.repeat(500_000) } }, silent],
    ['fails at the person', '/me', { status: 502, body: 'bad gateway' }, silent],
    ['sends elsewhere', '/me', { status: 302, body: {} }, refused],
  ] as const) {
    it(`that ${what} is answered with ${expected[1]}`, async () => {
      provider.says[path] = said
      assert.deepEqual(await refusal(await post(`${url}/token`, request)), expected)
    })
  }
})

describe('a registry with such a provider', () => {
  for (const [where, verifiers] of [
    ['verifiers.club.userInfo: needed', { club: () => club({ userInfo: undefined }) }],
    ['verifiers.club.tokenEndpoint: needed', { club: () => club({ tokenEndpoint: undefined }) }],
    [
      'verifiers.club.userInfo.endpoint: expected https',
      {
        club: () => club({ userInfo: { endpoint: 'http://club.example/me' } }),
      },
    ],
    ['verifiers.club.clientId: another', { club: () => club(), other: () => club() }],
  ] as const) {
    it(`is refused with "${where}"`, () => {
      const made = Object.entries(verifiers).map(([name, make]) => [name, make()])
      assert.throws(
        () => registryWith(Object.fromEntries(made)),
        ({ code, detail }: { code: string; detail: string }) =>
          code === 'INVALID_ARGUMENT' && detail.startsWith(where),
      )
    })
  }

  it('does not start the login service without a signing key, or with another’s issuer', async () => {
    const registry = registryWith({ club: club() })
    const options = { registry, secrets: {}, walletOrigin: WALLET }
    assert.throws(() => createLoginService(options), {
      detail: 'verifiers.club: needs a signing key.',
    })
    const signer = await createIdTokenSigner(await makeSigningKeys(), 'https://other.example')
    assert.throws(
      () => createLoginService({ ...options, signer }),
      /expected the login service's issuer/,
    )
  })
})
