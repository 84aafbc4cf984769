/** What the operators' dashboard refuses, and what it does for an operator. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { after, afterEach, before, beforeEach, describe, it, mock } from 'node:test'

import { readRegistry } from '../../src/server/registry/registry.js'
import {
  type Answer,
  type Headers,
  type Method,
  REGISTRY,
  type Started,
  startDashboard,
} from './support/dashboard.js'

const SHOP = { name: 'Shop', origins: ['https://shop.example'] }
const NEW = { id: 'new', name: 'New', origins: ['https://new.example'] }
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let dashboard: Started

beforeEach(async () => {
  dashboard = await startDashboard()
})
afterEach(() => dashboard.close())

/** Refused, and nothing was written. */
async function assertRefused(answer: Answer, status: number, code: string): Promise<void> {
  assert.deepEqual([answer.status, answer.error.code], [status, code], answer.text)
  assert.equal(await dashboard.read(), REGISTRY)
}

describe('without a session', () => {
  const routes: [Method, string, unknown?][] = [
    ['GET', '/api/session'],
    ['GET', '/api/registry'],
    ['GET', '/api/nodes'],
    ['GET', '/api/audit'],
    ['GET', '/api/errors'],
    ['GET', '/api/openapi.json'],
    ['POST', '/api/applications', NEW],
    ['PUT', '/api/applications/shop', SHOP],
    ['DELETE', '/api/applications/shop'],
    ['POST', '/api/verifiers', { id: 'a', clientId: 'b' }],
    ['PATCH', '/api/verifiers/a', {}],
    ['DELETE', '/api/verifiers/a', {}],
    ['DELETE', '/api/session'],
  ]
  for (const [method, path, body] of routes) {
    it(`${method} ${path} is refused`, async () => {
      await assertRefused(await dashboard.ask(method, path, body), 401, 'UNAUTHORIZED')
    })
  }

  it('a cookie that was made up, or is there twice, is none', async () => {
    const { cookie } = await dashboard.enter()
    for (const made of ['wallet-embed-dashboard=x', `${cookie}; ${cookie}`, `__Host-${cookie}`]) {
      const answer = await dashboard.ask('GET', '/api/registry', undefined, { cookie: made })
      await assertRefused(answer, 401, 'UNAUTHORIZED')
    }
  })
})

describe('the token', () => {
  const use = (token: unknown, headers: Headers = {}) =>
    dashboard.ask('POST', '/api/entry', { token }, headers)

  it('opens a session whose cookie no script reads, for eight hours', async ({ mock }) => {
    const now = Date.now()
    mock.method(Date, 'now', () => now)
    const { status, headers } = await use(dashboard.issueToken())
    assert.equal(status, 200)
    assert.match(
      String(headers['set-cookie']),
      /^wallet-embed-dashboard=[\w-]{43}; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict$/,
    )
  })

  it('works once', async () => {
    const token = dashboard.issueToken()
    assert.equal((await use(token)).status, 200)
    await assertRefused(await use(token), 401, 'UNAUTHORIZED')
  })

  it('works no more when there is a newer one', async () => {
    const token = dashboard.issueToken()
    dashboard.issueToken()
    await assertRefused(await use(token), 401, 'UNAUTHORIZED')
  })

  it('cannot be guessed at length', async () => {
    dashboard.issueToken()
    for (let guess = 0; guess < 10; guess++) {
      await assertRefused(await use(`guess-${guess}`), 401, 'UNAUTHORIZED')
    }
    const answer = await use('guess')
    await assertRefused(answer, 429, 'LIMIT_EXCEEDED')
    assert.ok(Number(answer.headers['retry-after']) > 0)
  })

  it('is a text, and comes in JSON, not in the query', async () => {
    const token = dashboard.issueToken()
    for (const odd of [['x'], { length: 43 }, '', null]) {
      await assertRefused(await use(odd), 400, 'INVALID_ARGUMENT')
    }
    const inQuery = await dashboard.ask('POST', `/api/entry?token=${token}`, {})
    await assertRefused(inQuery, 400, 'INVALID_ARGUMENT')
  })

  it('is in no log, nor is the secret of the session', async () => {
    const token = dashboard.issueToken()
    const { headers } = await use(token)
    const [, secret] = /=([\w-]{43})/.exec(String(headers['set-cookie']))!
    const text = dashboard.log.lines.join('')
    assert.match(text, /session opened/)
    assert.ok(!text.includes(token) && !text.includes(secret!))
  })
})

describe('with time', () => {
  before(() => mock.timers.enable({ apis: ['Date'], now: Date.now() }))
  after(() => mock.timers.reset())

  it('a token is over after ten minutes', async () => {
    const token = dashboard.issueToken()
    mock.timers.tick(10 * MINUTE)
    const answer = await dashboard.ask('POST', '/api/entry', { token })
    await assertRefused(answer, 401, 'UNAUTHORIZED')
  })

  it('a session is over after eight hours', async () => {
    const session = await dashboard.enter()
    mock.timers.tick(8 * HOUR - MINUTE)
    const late = await dashboard.ask('GET', '/api/session', undefined, session)
    assert.equal(late.status, 200)
    mock.timers.tick(MINUTE)
    const later = await dashboard.ask('GET', '/api/session', undefined, session)
    await assertRefused(later, 401, 'UNAUTHORIZED')
  })
})

describe('with a session', () => {
  it('signing out ends it', async () => {
    const session = await dashboard.enter()
    const left = await dashboard.ask('DELETE', '/api/session', undefined, session)
    assert.equal(left.status, 204)
    assert.match(String(left.headers['set-cookie']), /=; .*Max-Age=0/)
    const answer = await dashboard.ask('GET', '/api/registry', undefined, session)
    await assertRefused(answer, 401, 'UNAUTHORIZED')
  })

  const cases: [
    what: string,
    headers: (own: Started) => Headers,
    status?: number,
    code?: string,
    reason?: string,
  ][] = [
    ['of a different origin', () => ({ origin: 'https://evil.example' })],
    ['of no origin', () => ({ origin: '' })],
    ['of a page without an origin', () => ({ origin: 'null' })],
    ['of a different port of this machine', () => ({ origin: 'http://localhost:1' })],
    ['of an origin that begins like its own', ({ url }) => ({ origin: `${url}.evil.example` })],
    [
      'of its address where the page has its name',
      ({ url }) => ({ origin: url.replace('localhost', '127.0.0.1') }),
    ],
    [
      'to a name that was pointed at this machine',
      ({ url }) => ({
        host: new URL(url).host.replace('localhost', 'evil.example'),
        origin: url.replace('localhost', 'evil.example'),
      }),
    ],
    ['to its name without its port', () => ({ host: 'localhost' })],
    ['that the browser calls another site', () => ({ 'sec-fetch-site': 'same-site' })],
    [
      'that is a form',
      () => ({ 'content-type': 'application/x-www-form-urlencoded' }),
      415,
      'INVALID_REQUEST',
    ],
    ['that is plain text', () => ({ 'content-type': 'text/plain' }), 415, 'INVALID_REQUEST'],
    ['without a version', () => ({ 'if-match': '' }), 428, 'INVALID_REQUEST', 'version-missing'],
    ['of any version', () => ({ 'if-match': '*' }), 400, 'INVALID_REQUEST'],
    [
      'of a different version',
      () => ({ 'if-match': `"${'0'.repeat(64)}"` }),
      412,
      'INVALID_REQUEST',
      'version-changed',
    ],
  ]
  for (const [what, headersOf, status = 403, code = 'ORIGIN_NOT_ALLOWED', reason] of cases) {
    it(`a write ${what} is refused`, async () => {
      const headers = { ...(await dashboard.editing()), ...headersOf(dashboard) }
      const answer = await dashboard.ask('POST', '/api/applications', NEW, headers)
      await assertRefused(answer, status, code)
      assert.equal(answer.error.reason, reason)
    })
  }

  it('a read for a different page is refused, also where the browser sends the cookie', async () => {
    const session = await dashboard.enter()
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const answer = await dashboard.ask('GET', '/api/registry', undefined, {
        ...session,
        ...headers,
      })
      await assertRefused(answer, 403, 'ORIGIN_NOT_ALLOWED')
    }
  })

  const bodies: [
    what: string,
    body: unknown,
    field?: string | undefined,
    status?: number,
    code?: string,
  ][] = [
    ['__proto__ as its id', { ...NEW, id: '__proto__' }, 'id'],
    ['constructor as its id', { ...NEW, id: 'constructor' }, 'id'],
    ['.. as its id', { ...NEW, id: '..' }, 'id'],
    ['blanks in its id', { ...NEW, id: 'a b' }, 'id'],
    ['a path as its logo', { ...NEW, logo: '../../etc/passwd' }, 'logo'],
    ['a file as its logo', { ...NEW, logo: 'file:///etc/passwd' }, 'logo'],
    ['a script as its logo', { ...NEW, logo: 'javascript:alert(1)' }, 'logo'],
    ['a path as its origin', { ...NEW, origins: ['https://a.example/b'] }, 'origins.0'],
    [
      'a script as its redirect URL',
      { ...NEW, redirectUrls: ['javascript:alert(1)'] },
      'redirectUrls.0',
    ],
    ['a permission that there is not', { ...NEW, permissions: ['all'] }, 'permissions.0'],
    ['a field that there is not', { ...NEW, registry: '/etc/passwd' }, ''],
    [
      'members of a prototype',
      '{"__proto__":{"id":"a"},"id":"a"}',
      undefined,
      400,
      'INVALID_REQUEST',
    ],
    ['no end', '{"id":', undefined, 400, 'INVALID_REQUEST'],
    ['40 kB', { ...NEW, name: 'x'.repeat(40_000) }, undefined, 413, 'LIMIT_EXCEEDED'],
    ['the id of one that is there', { ...NEW, id: 'shop' }, 'id'],
  ]
  for (const [what, body, field, status = 400, code = 'INVALID_ARGUMENT'] of bodies) {
    it(`an application with ${what} is refused, and the field is named`, async () => {
      const answer = await dashboard.ask(
        'POST',
        '/api/applications',
        body,
        await dashboard.editing(),
      )
      await assertRefused(answer, status, code)
      assert.equal(answer.error.fields?.[0]?.field, field)
    })
  }

  for (const id of [
    'constructor',
    '__proto__',
    'toString',
    'none',
    encodeURIComponent('../shop'),
  ]) {
    it(`there is no application ${id} to change or remove`, async () => {
      const headers = await dashboard.editing()
      const changed = await dashboard.ask('PUT', `/api/applications/${id}`, SHOP, headers)
      await assertRefused(changed, 404, 'UNKNOWN_CLIENT')
      const removed = await dashboard.ask('DELETE', `/api/applications/${id}`, undefined, headers)
      await assertRefused(removed, 404, 'UNKNOWN_CLIENT')
      const verifier = await dashboard.ask('PATCH', `/api/verifiers/${id}`, {}, headers)
      await assertRefused(verifier, 404, 'UNKNOWN_VERIFIER')
    })
  }

  it('of two editors at once the second is refused, and told why', async () => {
    const [one, other] = [await dashboard.editing(), await dashboard.editing()]
    const changed = { ...SHOP, name: 'First' }
    const first = await dashboard.ask('PUT', '/api/applications/shop', changed, one)
    assert.equal(first.status, 200, first.text)
    const second = await dashboard.ask('PUT', '/api/applications/shop', SHOP, other)
    assert.deepEqual([second.status, second.error.reason], [412, 'version-changed'])
    assert.equal((await readRegistry(dashboard.registry)).applications.shop!.name, 'First')
    const again = { ...other, 'if-match': String(first.headers.etag) }
    assert.equal((await dashboard.ask('PUT', '/api/applications/shop', SHOP, again)).status, 200)
  })

  it('of two that ask at the same moment one is refused', async () => {
    const headers = await dashboard.editing()
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((id) =>
        dashboard.ask('POST', '/api/applications', { ...NEW, id }, headers),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412])
  })

  it('a file that is broken is named, but not where it lies', async () => {
    const headers = await dashboard.editing()
    await writeFile(dashboard.registry, '{')
    const { status, error } = await dashboard.ask('GET', '/api/registry', undefined, headers)
    assert.deepEqual([status, error.detail], [400, 'registry: is no JSON, from line 1, column 2.'])
    assert.equal((await dashboard.ask('GET', '/readyz')).status, 503)
  })

  it('HTML is a text like others', async () => {
    const name = '<img src=x onerror=alert(1)>'
    const headers = await dashboard.editing()
    await dashboard.ask('POST', '/api/applications', { ...NEW, name }, headers)
    const answer = await dashboard.ask('GET', '/api/registry', undefined, headers)
    assert.match(String(answer.headers['content-type']), /^application\/json/)
    assert.ok(answer.text.includes(JSON.stringify(name)))
  })

  it('every answer is for the page alone, and kept by nobody', async () => {
    const session = await dashboard.enter()
    for (const headers of [session, {}, { ...session, origin: 'https://evil.example' }]) {
      const answer = await dashboard.ask('GET', '/api/registry', undefined, headers)
      assert.equal(answer.headers['cache-control'], 'no-store')
      assert.equal(answer.headers['x-content-type-options'], 'nosniff')
      assert.equal(answer.headers['cross-origin-resource-policy'], 'same-origin')
      assert.equal(
        answer.headers['content-security-policy'],
        "default-src 'none'; frame-ancestors 'none'",
      )
      assert.equal(answer.headers['access-control-allow-origin'], undefined)
    }
  })

  it('opens for the right token, however many wrong ones were tried', async () => {
    for (let count = 0; count < 12; count++) {
      await dashboard.ask('POST', '/api/entry', { token: 'x'.repeat(43) })
    }
    const wrong = await dashboard.ask('POST', '/api/entry', { token: 'x'.repeat(43) })
    assert.equal(wrong.status, 429)
    const right = await dashboard.ask('POST', '/api/entry', { token: dashboard.issueToken() })
    assert.equal(right.status, 200, right.text)
  })

  it('goes on where strangers ask more often than people would, and they do not', async () => {
    const session = await dashboard.enter()
    const ask = () => dashboard.ask('GET', '/api/entry')
    let last = await ask()
    for (let count = 0; count < 600 && last.status === 200; count++) last = await ask()
    assert.deepEqual([last.status, last.error.code], [429, 'LIMIT_EXCEEDED'])
    assert.equal((await dashboard.ask('GET', '/api/session', undefined, session)).status, 200)
  })
})

describe('behind TLS', () => {
  it('the cookie is for this host and TLS alone, and the proxy has the only name', async () => {
    const proxied = await startDashboard({ origin: 'https://dashboard.example' })
    const own = { host: 'dashboard.example', origin: 'https://dashboard.example' }
    const entry = await proxied.ask('POST', '/api/entry', { token: proxied.issueToken() }, own)
    const cookie = String(entry.headers['set-cookie'])
    assert.match(cookie, /^__Host-wallet-embed-dashboard=.*; Path=\/;.*; Secure$/)
    const session = { ...own, cookie: cookie.split(';')[0]! }
    const seen = await proxied.ask('GET', '/api/session', undefined, session)
    assert.equal(seen.status, 200)
    const direct = await proxied.ask('GET', '/api/session', undefined, { cookie: session.cookie })
    assert.deepEqual([direct.status, direct.error.code], [403, 'ORIGIN_NOT_ALLOWED'])
    await proxied.close()
  })
})
