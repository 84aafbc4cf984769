/** The local identity provider, as the wallet and a person's browser meet it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify } from 'jose'

import { serve } from '../../demo/idp/serve.js'
import { byPort, claimPorts } from '../../demo/stack/ports.js'

const REDIRECT_URI = 'http://localhost:1/login'
/** RFC 7636, Appendix B. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/** A person's browser, as far as redirects and cookies go. */
class Visitor {
  readonly #cookies = new Map<string, string>()

  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(new URL(url, issuer), {
      ...init,
      redirect: 'manual',
      headers: { cookie },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value) this.#cookies.set(name!, value)
      else this.#cookies.delete(name!)
    }
    return response
  }

  /** Follows redirects until a page, or until they lead to the wallet. */
  async open(url: string, init?: RequestInit): Promise<{ page: string; answer: URLSearchParams }> {
    const response = await this.fetch(url, init)
    const target = response.headers.get('location')
    if (!target) return { page: await response.text(), answer: new URLSearchParams() }
    if (!target.startsWith(REDIRECT_URI)) return this.open(target)
    return { page: '', answer: new URL(target).searchParams }
  }

  /** Answers the page that asks who to be. */
  async choose(page: string, fields: Record<string, string>): Promise<URLSearchParams> {
    const action = /<form method="post" action="([^"]+)"/.exec(page)![1]!
    const body = new URLSearchParams(fields)
    return (await this.open(action, { method: 'POST', body })).answer
  }
}

let server: Server
let issuer: string

const authorizeUrl = (extra: Record<string, string> = {}) =>
  `/auth?${new URLSearchParams({
    client_id: 'google',
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: REDIRECT_URI,
    state: 'state-1',
    nonce: 'nonce-1',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...extra,
  })}`

async function idTokenOf(code: string, codeVerifier = VERIFIER): Promise<string | undefined> {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('google:secret')}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: codeVerifier,
    }),
  })
  return ((await response.json()) as { id_token?: string }).id_token
}

describe('the local identity provider', () => {
  before(async () => {
    const { idp: port } = await claimPorts(byPort(() => 0))
    issuer = `http://localhost:${port}`
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    const jwk = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'k' }
    const { warn } = console
    console.warn = () => {}
    server = await serve({
      port,
      issuer,
      redirectUris: [REDIRECT_URI],
      clients: [{ id: 'google', secret: 'secret', name: 'Google' }],
      jwks: { keys: [jwk] },
      cookieKeys: ['key'],
    })
    console.warn = warn
  })
  after(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })

  it('lets one be anybody, and says who in the ID token', async () => {
    const visitor = new Visitor()
    const { page } = await visitor.open(authorizeUrl())
    assert.match(page, /Standing in for Google/)
    const answer = await visitor.choose(page, { email: 'Sample.Person@example.test' })
    assert.equal(answer.get('state'), 'state-1')
    assert.equal(answer.get('iss'), issuer)
    const idToken = await idTokenOf(answer.get('code')!)
    const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`))
    const { payload } = await jwtVerify(idToken!, keys, {
      issuer,
      audience: 'google',
      algorithms: ['RS256'],
    })
    assert.equal(payload.email, 'Sample.Person@example.test')
    assert.equal(payload.email_verified, true)
    assert.equal(payload.name, 'Sample Person')
    assert.equal(payload.nonce, 'nonce-1')
    const picture = await fetch(String(payload.picture))
    assert.match(picture.headers.get('content-type')!, /svg/)
  })

  it('knows a person by the address, however it is written', async () => {
    const subjects = await Promise.all(
      ['one@example.test', 'ONE@example.test', 'two@example.test'].map(async (email) => {
        const visitor = new Visitor()
        const { page } = await visitor.open(authorizeUrl())
        const answer = await visitor.choose(page, { email })
        const idToken = await idTokenOf(answer.get('code')!)
        return JSON.parse(atob(idToken!.split('.')[1]!)).sub
      }),
    )
    assert.equal(subjects[0], subjects[1])
    assert.notEqual(subjects[0], subjects[2])
  })

  it('asks each time, but with prompt=none goes by the last choice', async () => {
    const visitor = new Visitor()
    const first = await visitor.open(authorizeUrl())
    await visitor.choose(first.page, { email: 'one@example.test' })
    assert.match((await visitor.open(authorizeUrl())).page, /Which sample account/)
    assert.match((await visitor.open(authorizeUrl({ prompt: 'login' }))).page, /Which sample/)
    const silent = await visitor.open(authorizeUrl({ prompt: 'none' }))
    assert.ok(silent.answer.get('code'))
    const other = { prompt: 'none', login_hint: 'two@example.test' }
    assert.equal((await visitor.open(authorizeUrl(other))).answer.get('error'), 'login_required')
    const stranger = await new Visitor().open(authorizeUrl({ prompt: 'none' }))
    assert.equal(stranger.answer.get('error'), 'login_required')
  })

  it('answers access_denied to who cancels', async () => {
    const visitor = new Visitor()
    const { page } = await visitor.open(authorizeUrl())
    const answer = await visitor.choose(page, { cancel: '1' })
    assert.equal(answer.get('error'), 'access_denied')
    assert.equal(answer.get('code'), null)
  })

  it('proposes whom the application expects, as text', async () => {
    const sample = await new Visitor().open(authorizeUrl({ login_hint: 'sample.two@example.test' }))
    assert.match(sample.page, /value="sample\.two@example\.test" aria-current="true"/)
    const hostile = await new Visitor().open(authorizeUrl({ login_hint: '"><script>' }))
    assert.match(hostile.page, /value="&quot;&gt;&lt;script&gt;"/)
    assert.doesNotMatch(hostile.page, /<script/)
  })

  it('demands PKCE', async () => {
    const url = authorizeUrl().replace(/&code_challenge[^&]*/g, '')
    assert.equal((await new Visitor().open(url)).answer.get('error'), 'invalid_request')
    const visitor = new Visitor()
    const { page } = await visitor.open(authorizeUrl())
    const answer = await visitor.choose(page, { email: 'one@example.test' })
    assert.equal(await idTokenOf(answer.get('code')!, 'x'.repeat(43)), undefined)
  })

  it('redirects nowhere but to the wallet', async () => {
    const { page } = await new Visitor().open(authorizeUrl({ redirect_uri: 'http://localhost:2' }))
    assert.match(page, /invalid_redirect_uri/)
  })
})
