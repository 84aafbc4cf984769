/** The login service between a real HTTP client and a real token endpoint. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import type { FastifyInstance } from 'fastify'

import type { ClientSecrets } from '../../src/server/login/client-secrets.js'
import { createLoginService } from '../../src/server/login/login-service.js'
import { randomId } from '../../src/shared/encoding.js'
import { CLIENT_ID, type Issuer, registryFor, SECRET, startIssuer } from './support/issuer.js'
import { createLog, post, refusal, start } from './support/services.js'

const WALLET = 'http://localhost:4050'
const request = {
  verifier: 'google',
  code: 'the code',
  codeVerifier: 'v'.repeat(43),
  redirectUri: `${WALLET}/login`,
}
const log = createLog()

let issuer: Issuer
let url: string
const services: FastifyInstance[] = []

const serve = (secrets: ClientSecrets) => {
  const registry = registryFor(issuer.url)
  const service = createLoginService({ registry, secrets, walletOrigin: WALLET, log })
  services.push(service)
  return start(service)
}

before(async () => {
  issuer = await startIssuer()
  url = await serve({ google: SECRET })
})
beforeEach(() => {
  // A code is taken once.
  request.code = randomId(16)
  issuer.exchanges.length = 0
  issuer.answer = {
    status: 200,
    body: JSON.stringify({ id_token: 'the.id.token', access_token: 'x' }),
  }
})
after(async () => {
  await Promise.all(services.map((service) => service.close()))
  issuer.close()
})

describe('POST /token', () => {
  it('exchanges the code with the client secret, and passes on the ID token alone', async () => {
    const response = await post(`${url}/token`, request)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(response.headers.get('access-control-allow-origin'), WALLET)
    assert.deepEqual(await response.json(), { idToken: 'the.id.token' })
    const [{ authorization, form }] = issuer.exchanges as [Issuer['exchanges'][number]]
    // RFC 6749, section 2.3.1: each half is form-encoded before they are joined.
    const [id, secret] = Buffer.from(authorization!.slice('Basic '.length), 'base64')
      .toString()
      .split(':')
      .map((half) => decodeURIComponent(half.replaceAll('+', ' ')))
    assert.deepEqual([id, secret], [CLIENT_ID, SECRET])
    assert.deepEqual(Object.fromEntries(form), {
      grant_type: 'authorization_code',
      code: request.code,
      code_verifier: request.codeVerifier,
      redirect_uri: request.redirectUri,
    })
  })

  it('sends the secret in the body to a provider that wants it there', async () => {
    const other = await serve({ google: { secret: SECRET, method: 'post' } })
    await post(`${other}/token`, request)
    const [{ authorization, form }] = issuer.exchanges as [Issuer['exchanges'][number]]
    assert.equal(authorization, undefined)
    assert.deepEqual([form.get('client_id'), form.get('client_secret')], [CLIENT_ID, SECRET])
  })

  it('sends the client id alone where there is no secret', async () => {
    await post(`${url}/token`, { ...request, verifier: 'github' })
    const [{ authorization, form }] = issuer.exchanges as [Issuer['exchanges'][number]]
    assert.equal(authorization, undefined)
    assert.deepEqual([form.get('client_id'), form.has('client_secret')], [CLIENT_ID, false])
  })

  for (const redirectUri of [
    'http://localhost:4050/login/',
    'http://localhost:4050/frame',
    'http://evil.example/login',
  ]) {
    it(`refuses the redirect target ${redirectUri}, and asks nobody`, async () => {
      const response = await post(`${url}/token`, { ...request, redirectUri })
      assert.deepEqual(await refusal(response), [403, 'REDIRECT_NOT_ALLOWED'])
      assert.equal(issuer.exchanges.length, 0)
    })
  }

  it('refuses an unknown verifier and a request of the wrong form', async () => {
    const unknown = await post(`${url}/token`, { ...request, verifier: 'constructor' })
    assert.deepEqual(await refusal(unknown), [404, 'UNKNOWN_VERIFIER'])
    for (const changes of [{ code: '' }, { codeVerifier: 'short' }, { redirectUri: 'x' }]) {
      const response = await post(`${url}/token`, { ...request, ...changes })
      assert.deepEqual(await refusal(response), [400, 'INVALID_REQUEST'])
    }
    assert.equal(issuer.exchanges.length, 0)
  })

  it("tells the provider's error code, and nothing else that it said", async () => {
    const body = { error: 'invalid_grant', error_description: 'the code is the code' }
    issuer.answer = { status: 400, body: JSON.stringify(body) }
    const response = await post(`${url}/token`, request)
    assert.equal(response.status, 401)
    assert.deepEqual(await response.json(), {
      error: { code: 'LOGIN_FAILED', detail: 'invalid_grant' },
    })
  })

  for (const [name, body, expected] of [
    ['no ID token', '{"access_token":"x"}', [401, 'LOGIN_FAILED']],
    ['an ID token beyond 16 kB', `{"id_token":"${'a'.repeat(16_385)}"}`, [401, 'LOGIN_FAILED']],
    ['an error code that is a novel', `{"error":"${'a'.repeat(201)}"}`, [401, 'LOGIN_FAILED']],
    ['a page', '<html>', [503, 'SERVICE_UNAVAILABLE']],
  ] as const) {
    it(`answers ${expected[1]} if the provider sends ${name}`, async () => {
      issuer.answer = { status: 200, body }
      assert.deepEqual(await refusal(await post(`${url}/token`, request)), expected)
    })
  }

  it('says that an ID token is too long, and not that there was none', async () => {
    issuer.answer = { status: 200, body: `{"id_token":"${'a'.repeat(16_385)}"}` }
    const { error } = (await (await post(`${url}/token`, request)).json()) as { error: object }
    const detail = "The provider's ID token has more than 16384 characters."
    assert.deepEqual(error, { code: 'LOGIN_FAILED', detail })
  })

  it('answers what is no URL, or too long, as it answers other faults', async () => {
    for (const path of ['%E0%A4%A', 'a'.repeat(513)]) {
      const response = await fetch(`${url}/applications/${path}`)
      assert.deepEqual(await refusal(response), [404, 'INVALID_REQUEST'])
      const { headers } = response
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.match(headers.get('x-request-id') ?? '', /^[\w-]+$/)
    }
  })

  it('logs no code, no verifier, no secret and no token', async () => {
    log.lines.length = 0
    await post(`${url}/token`, request)
    await post(`${url}/token`, { ...request, redirectUri: 'https://evil.example/login?code=leak' })
    const text = log.lines.join('')
    assert.match(text, /"code":"REDIRECT_NOT_ALLOWED"/)
    for (const secret of [request.code, request.codeVerifier, SECRET, 'the.id.token', 'leak']) {
      assert.equal(text.includes(secret), false)
    }
  })
})

describe('GET /applications/<clientId>', () => {
  it('answers with what the registry says', async () => {
    const response = await fetch(`${url}/applications/demo`)
    assert.deepEqual(await response.json(), {
      name: 'Demo',
      origins: ['http://localhost:4040'],
      redirectUrls: [],
      permissions: [],
    })
  })

  for (const clientId of ['nobody', '__proto__', 'constructor', 'a'.repeat(512)]) {
    it(`answers UNKNOWN_CLIENT to ${clientId.slice(0, 20)}`, async () => {
      const response = await fetch(`${url}/applications/${clientId}`)
      assert.deepEqual(await refusal(response), [404, 'UNKNOWN_CLIENT'])
    })
  }
})
