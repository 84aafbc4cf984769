/** Providers that send junk, errors or nothing: whichever it is, nobody is logged in, and nothing waits for ever. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'

import type { FastifyInstance } from 'fastify'

import { verifierEntries } from '../../demo/stack/verifiers.js'
import type { Registry } from '../../src/protocol/registry.js'
import { createLoginService } from '../../src/server/login/login-service.js'
import { CATALOGUE } from '../../src/server/registry/providers/catalogue.js'
import { checkRegistry } from '../../src/server/registry/registry.js'
import { createIdTokenSigner, makeSigningKeys } from '../../src/server/tokens/self-issued-tokens.js'
import { type FakeProvider, type Said, startProvider } from './support/provider.js'
import { post, refusal, start } from './support/services.js'

const WALLET = 'http://localhost:1'
const LOGIN = 'http://localhost:2'
const NAMES = Object.keys(CATALOGUE)
/** As much as any of them needs to ask on. */
const TOKENS = { access_token: 'a', token_type: 'bearer', openid: 'o', uid: '1', id_token: 'x' }

let provider: FakeProvider
let registry: Registry
let app: FastifyInstance
let url: string

const pathOf = (endpoint: string) => new URL(endpoint).pathname
const isAsked = (name: string) => registry.verifiers[name]!.protocol === 'oauth2'

/** What the wallet is told, by provider. */
const outcomes = (names: string[]) =>
  Promise.all(
    names.map(async (verifier) => {
      const response = await post(`${url}/token`, {
        ...{ verifier, code: 'c', codeVerifier: 'v'.repeat(43), nonce: 'n'.repeat(43) },
        redirectUri: `${WALLET}/login`,
      })
      return [verifier, ...(await refusal(response))] as const
    }),
  )

const assertAll = (found: (readonly [string, number, string])[], codes: string[]) => {
  for (const [name, , code] of found) assert.equal(codes.includes(code), true, `${name}: ${code}`)
}

before(async () => {
  provider = await startProvider()
  const verifiers = verifierEntries(provider.url)
  registry = checkRegistry({ loginService: LOGIN, applications: {}, verifiers })
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const secrets = { apple: { teamId: 'T', keyId: 'K', privateKey: pem } }
  const signer = await createIdTokenSigner(await makeSigningKeys(), LOGIN)
  app = createLoginService({ registry, secrets, signer, walletOrigin: WALLET })
  url = await start(app)
})
after(async () => {
  await app.close()
  provider.close()
})
beforeEach(() => {
  for (const path of Object.keys(provider.says)) delete provider.says[path]
})

const sayForTokens = (said: Said | 'hang') => {
  for (const name of NAMES) provider.says[pathOf(registry.verifiers[name]!.tokenEndpoint)] = said
}
const sayForPeople = (said: Said | 'hang') => {
  sayForTokens({ body: TOKENS })
  for (const name of NAMES.filter(isAsked)) {
    provider.says[pathOf(registry.verifiers[name]!.userInfo!.endpoint)] = said
  }
}

describe('for a code, every provider that', () => {
  for (const [what, said, codes] of [
    ['sends a page', { body: '<html>' }, ['SERVICE_UNAVAILABLE']],
    ['sends nothing', { body: '' }, ['SERVICE_UNAVAILABLE']],
    ['sends null', { body: 'null' }, ['SERVICE_UNAVAILABLE']],
    ['fails', { status: 503, body: { error: 'busy' } }, ['SERVICE_UNAVAILABLE']],
    ['sends a list', { body: [TOKENS] }, ['LOGIN_FAILED']],
    ['sends other types', { body: { access_token: 7, id_token: ['x'] } }, ['LOGIN_FAILED']],
    ['refuses', { status: 400, body: { error: 'invalid_grant' } }, ['LOGIN_FAILED']],
    ['sends one elsewhere', { status: 302, body: {} }, ['LOGIN_FAILED']],
  ] as const) {
    it(`${what} logs nobody in`, async () => {
      sayForTokens(said)
      assertAll(await outcomes(NAMES), [...codes])
    })
  }
})

describe('asked who it is, every provider that', () => {
  for (const [what, said, codes] of [
    ['sends a page', { body: '<html>' }, ['SERVICE_UNAVAILABLE']],
    ['fails', { status: 500, body: {} }, ['SERVICE_UNAVAILABLE']],
    ['names nobody', { body: {} }, ['LOGIN_FAILED']],
    [
      'names somebody by other types',
      { body: { id: {}, sub: [1], idstr: 1.5, unionid: true, data: { id: null } } },
      ['LOGIN_FAILED'],
    ],
    ['sends its own deep inside', { body: { data: { data: { id: '1' } } } }, ['LOGIN_FAILED']],
    ['refuses', { status: 401, body: { message: 'no' } }, ['LOGIN_FAILED']],
  ] as const) {
    it(`${what} logs nobody in`, async () => {
      sayForPeople(said)
      assertAll(await outcomes(NAMES.filter(isAsked)), [...codes])
    })
  }
})

describe('a provider that hangs', () => {
  it('is given up within 8 seconds, whichever it is and wherever it hangs', async () => {
    sayForPeople('hang')
    const signing = NAMES.filter((name) => !isAsked(name))
    for (const name of signing) {
      provider.says[pathOf(registry.verifiers[name]!.tokenEndpoint)] = 'hang'
    }
    const began = performance.now()
    assertAll(await outcomes(NAMES), ['SERVICE_UNAVAILABLE'])
    assert.ok(performance.now() - began < 20_000)
  })
})
