/** Operators who sign in at their own OpenID provider, and those who try to. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'

import type { OidcSettings } from '../../src/server/dashboard/oidc/oidc.js'
import { type Headers, type Started, startDashboard } from './support/dashboard.js'
import { CLIENT_ID, type Issuer, SECRET, startIssuer } from './support/issuer.js'

const BACK = '/api/oidc/back'
const FAILED = '/#sign-in-failed'

let issuer: Issuer
let dashboard: Started

const ready = async (people: Partial<OidcSettings> = { emails: ['sample.one@example.test'] }) => {
  const settings = { subjects: [], emails: [], ...people }
  const oidc = { issuer: issuer.url, clientId: CLIENT_ID, clientSecret: SECRET, ...settings }
  dashboard = await startDashboard({ oidc, trustProxy: ['127.0.0.1'] })
}
beforeEach(async () => {
  issuer = await startIssuer()
})
afterEach(async () => {
  issuer.close()
  await dashboard.close()
})

/** A way to the provider: what it was asked, and the cookie of the browser. */
async function go(): Promise<{ asked: URLSearchParams; cookie: string }> {
  const { status, headers } = await dashboard.ask('GET', '/api/oidc')
  assert.equal(status, 302)
  const set = String(headers['set-cookie'])
  assert.match(set, /^wallet-embed-dashboard-state=.*; Path=\/; .*HttpOnly; SameSite=Lax$/)
  const asked = new URL(String(headers.location)).searchParams
  return { asked, cookie: set.split(';')[0]! }
}

/** What the provider answers at its token endpoint. */
async function gives(claims: Parameters<Issuer['claims']>[1], nonce: string): Promise<void> {
  const id_token = await issuer.sign(issuer.claims(nonce, claims))
  const body = JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token })
  issuer.answer = { status: 200, body }
}

const comeBack = (query: Record<string, string>, headers: Headers) =>
  dashboard.ask('GET', `${BACK}?${new URLSearchParams(query)}`, undefined, headers)

/** The session's cookie, if the way back ended in one. */
function sessionIn({ headers }: { headers: Record<string, unknown> }): string | undefined {
  const cookies = [headers['set-cookie']].flat().map(String)
  const found = cookies.find((one) => one.startsWith('wallet-embed-dashboard='))
  return found?.split(';')[0]
}

describe('signing in at the provider', () => {
  it('asks with PKCE and a nonce, and opens a session by the name of the person', async () => {
    await ready()
    const { asked, cookie } = await go()
    assert.equal(asked.get('code_challenge_method'), 'S256')
    assert.equal(asked.get('redirect_uri'), dashboard.url + BACK)
    await gives({}, asked.get('nonce')!)
    const headers = { cookie, 'sec-fetch-site': 'cross-site' }
    const back = await comeBack({ code: 'c', state: asked.get('state')! }, headers)
    assert.equal(back.headers.location, '/')
    const session = { cookie: sessionIn(back)! }
    const own = await dashboard.ask('GET', '/api/session', undefined, session)
    assert.equal((own.json() as { name: string }).name, 'sample.one@example.test')
    assert.ok(issuer.exchanges[0]!.form.get('code_verifier'))
    const text = dashboard.log.lines.join('')
    assert.ok(!text.includes(asked.get('state')!) && !text.includes(session.cookie.split('=')[1]!))
  })

  it('counts a subject, too', async () => {
    await ready({ subjects: ['Person-1'] })
    const { asked, cookie } = await go()
    await gives({ email: undefined, email_verified: undefined }, asked.get('nonce')!)
    const back = await comeBack({ code: 'c', state: asked.get('state')! }, { cookie })
    assert.ok(sessionIn(back))
  })

  it('is offered where it is there alone', async () => {
    await ready()
    const offered = await dashboard.ask('GET', '/api/entry')
    assert.deepEqual(offered.json(), { hasOidc: true })
    const other = await startDashboard()
    assert.deepEqual((await other.ask('GET', '/api/entry')).json(), { hasOidc: false })
    assert.equal((await other.ask('GET', '/api/oidc')).status, 404)
    await other.close()
  })

  const refused: [what: string, claims: Parameters<Issuer['claims']>[1]][] = [
    ['who is not on the list', { email: 'other@example.test' }],
    ['whose address is not verified', { email_verified: false }],
    ['whose address is said to be verified by a text', { email_verified: 'true' }],
    ['with a token for a different nonce', { nonce: 'other' }],
    ['with a token for a different client', { aud: 'other' }],
    ['with a token of a different issuer', { iss: 'https://other.example' }],
    ['with a token that is over', { exp: 1 }],
    ['with the name of an address as subject', { sub: 'sample.one@example.test', email: 'x@y.z' }],
  ]
  for (const [what, claims] of refused) {
    it(`refuses a person ${what}`, async () => {
      await ready()
      const { asked, cookie } = await go()
      await gives(claims, asked.get('nonce')!)
      const back = await comeBack({ code: 'c', state: asked.get('state')! }, { cookie })
      assert.deepEqual([back.headers.location, sessionIn(back)], [FAILED, undefined])
    })
  }

  it('refuses a token that the provider did not sign', async () => {
    await ready()
    const { asked, cookie } = await go()
    const other = await startIssuer()
    const id_token = await other.sign(issuer.claims(asked.get('nonce')!))
    other.close()
    const body = JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token })
    issuer.answer = { status: 200, body }
    const back = await comeBack({ code: 'c', state: asked.get('state')! }, { cookie })
    assert.deepEqual([back.headers.location, sessionIn(back)], [FAILED, undefined])
  })

  it('refuses an answer in a different browser, of a different state, and the second time', async () => {
    await ready()
    const { asked, cookie } = await go()
    const state = asked.get('state')!
    await gives({}, asked.get('nonce')!)
    const { cookie: strange } = await go()
    for (const [query, headers] of [
      [{ code: 'c', state }, {}],
      [{ code: 'c', state }, { cookie: strange }],
      [{ code: 'c', state }, { cookie: 'wallet-embed-dashboard-state=' }],
    ] as const) {
      const back = await comeBack(query, headers)
      assert.deepEqual([back.headers.location, sessionIn(back)], [FAILED, undefined])
    }
    assert.ok(sessionIn(await comeBack({ code: 'c', state }, { cookie })))
    assert.equal(sessionIn(await comeBack({ code: 'c', state }, { cookie })), undefined)
  })

  it('refuses an answer that comes after five minutes', async () => {
    await ready()
    const { asked, cookie } = await go()
    await gives({}, asked.get('nonce')!)
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 300_000 })
    const back = await comeBack({ code: 'c', state: asked.get('state')! }, { cookie })
    mock.timers.reset()
    assert.equal(sessionIn(back), undefined)
  })

  it('lasts, however many strangers of other networks begin one meanwhile', async () => {
    await ready()
    const { asked, cookie } = await go()
    for (let at = 0; at < 120; at += 1) {
      const from = { 'x-forwarded-for': `198.51.${at % 2}.${at}` }
      const begun = await dashboard.ask('GET', '/api/oidc', undefined, from)
      assert.match(String(begun.headers.location), /state=/)
    }
    await gives({}, asked.get('nonce')!)
    const back = await comeBack({ code: 'c', state: asked.get('state')! }, { cookie })
    assert.equal(back.headers.location, '/')
  })

  it('ends at the page where the provider is away', async () => {
    await ready()
    issuer.close()
    const { headers } = await dashboard.ask('GET', '/api/oidc')
    assert.equal(headers.location, FAILED)
  })
})
