/** What the operators' dashboard writes: the registry's file, with its provider asked, and who did it. */
import assert from 'node:assert/strict'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, it } from 'node:test'

import { readRegistry } from '../../src/server/registry/registry.js'
import { REGISTRY, type Started, startDashboard } from './support/dashboard.js'
import { registryFor } from './support/issuer.js'
import { DISCOVERY, type KeyServer, makeKey, startKeyServer } from './support/mint.js'

const rsa = makeKey('one')
const line = (who: string, verifier = 'github') =>
  `${JSON.stringify({ time: '2026-01-01T00:00:00.000Z', event: 'token', verifier, outcome: 'ok', who })}\n`

let provider: KeyServer
let dashboard: Started

const ready = async (given: Parameters<typeof startDashboard>[0] = {}) => {
  dashboard = await startDashboard(given)
  return dashboard.editing()
}
beforeEach(async () => {
  provider = await startKeyServer(rsa)
  provider.discovery = { body: DISCOVERY }
})
afterEach(async () => {
  provider.close()
  await dashboard.close()
})

describe('an application', () => {
  it('is added at the end, and its pages get the wallet', async () => {
    const headers = await ready()
    const given = {
      ...{ id: 'new', name: 'New', logo: 'https://cdn.example/logo.png' },
      origins: ['https://new.example', 'http://localhost:*'],
      redirectUrls: ['https://new.example/back'],
      permissions: ['walletKey'],
      approvals: { 'https://new.example': 'window' },
    }
    const answer = await dashboard.ask('POST', '/api/applications', given, headers)
    assert.equal(answer.status, 200, answer.text)
    const { applications, embedders } = await readRegistry(dashboard.registry)
    const { id, approvals: _, ...expected } = given
    assert.deepEqual(applications[id], expected)
    assert.deepEqual(embedders.at(-1), { origin: 'https://new.example', approvals: 'window' })
    const text = await dashboard.read()
    assert.ok(text.includes('      "note":   "ours",\n      "name": "Shop",'))
    assert.equal(answer.headers.etag, await dashboard.version(headers))
  })

  it('is changed field by field: all else in the file stays as a person wrote it', async () => {
    const headers = await ready()
    const given = {
      ...{ name: 'Big shop', origins: ['https://shop.example'], permissions: ['walletKey'] },
      approvals: { 'https://shop.example': 'page' },
    }
    const answer = await dashboard.ask('PUT', '/api/applications/shop', given, headers)
    assert.equal(answer.status, 200, answer.text)
    const expected = REGISTRY.replace('"name": "Shop"', '"name": "Big shop"').replace(
      '"origins": ["https://shop.example"]\n',
      '"origins": ["https://shop.example"],\n      "permissions": [\n        "walletKey"\n      ]\n',
    )
    assert.equal(await dashboard.read(), expected)
  })

  it('takes its pages along when it moves or goes, unless a different one has them, too', async () => {
    const shared = REGISTRY.replace(
      '["https://shop.example"]\n',
      '["https://shop.example", "https://b.example"]\n',
    )
    const headers = await ready({ text: shared })
    const answer = await dashboard.ask('DELETE', '/api/applications/shop', undefined, headers)
    assert.equal(answer.status, 200, answer.text)
    const { applications, embedders } = await readRegistry(dashboard.registry)
    assert.deepEqual(Object.keys(applications), ['constructor-of-nothing'])
    assert.deepEqual(embedders, [{ origin: 'https://b.example', approvals: 'window' }])
  })

  it('leaves no page that it gave up among those that show the wallet, whatever is said of that', async () => {
    const headers = await ready({ text: REGISTRY })
    const origin = 'https://next.example'
    const approvals = { 'https://shop.example': 'page', [origin]: 'page' }
    const given = { name: 'Shop', origins: [origin], redirectUrls: [], permissions: [], approvals }
    const answer = await dashboard.ask('PUT', '/api/applications/shop', given, headers)
    assert.equal(answer.status, 200, answer.text)
    const { embedders } = await readRegistry(dashboard.registry)
    const origins = embedders.map((one) => (typeof one === 'string' ? one : one.origin))
    assert.deepEqual(
      [origins.includes('https://shop.example'), origins.includes(origin)],
      [false, true],
    )
  })

  it('leaves a page that shows the wallet without an application as it was', async () => {
    const embedders = ['https://a.example', 'https://b.example']
    const applications = { shop: { name: 'Shop', origins: ['https://c.example'] } }
    const text = JSON.stringify({ embedders, applications, verifiers: {} })
    const headers = await ready({ text })
    const added = { id: 'new', name: 'New', origins: ['https://a.example'] }
    const answer = await dashboard.ask('POST', '/api/applications', added, headers)
    assert.equal(answer.status, 200, answer.text)
    const given = { name: 'Shop', origins: ['https://b.example'] }
    const now = { ...headers, 'if-match': await dashboard.version(headers) }
    const changed = await dashboard.ask('PUT', '/api/applications/shop', given, now)
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual((await readRegistry(dashboard.registry)).embedders, embedders)
  })

  it('is not changed where the file is not UTF-8: other bytes would be lost', async () => {
    const headers = await ready({ text: REGISTRY })
    const bytes = Buffer.from(REGISTRY.replace('"name": "Shop"', '"name": "Sh\u00f6p"'), 'latin1')
    await writeFile(dashboard.registry, bytes)
    const answer = await dashboard.ask('DELETE', '/api/applications/shop', undefined, headers)
    assert.notEqual(answer.status, 200)
    assert.deepEqual(await readFile(dashboard.registry), bytes)
  })

  it('gets the wallet for its pages where no page had it', async () => {
    const headers = await ready({ text: '{"applications":{},"verifiers":{}}' })
    const approvals = { 'https://shop.example': 'page' }
    const given = { id: 'shop', name: 'Shop', origins: ['https://shop.example'], approvals }
    const answer = await dashboard.ask('POST', '/api/applications', given, headers)
    assert.equal(answer.status, 200, answer.text)
    const { embedders } = await readRegistry(dashboard.registry)
    assert.deepEqual(embedders, ['https://shop.example'])
  })

  it('takes all of its pages along, wherever they are in the list', async () => {
    const text = JSON.stringify({
      embedders: ['https://a.example', 'https://b.example', 'https://c.example'],
      applications: { shop: { name: 'Shop', origins: ['https://a.example', 'https://b.example'] } },
      verifiers: {},
    })
    const headers = await ready({ text })
    await dashboard.ask('DELETE', '/api/applications/shop', undefined, headers)
    const { embedders } = await readRegistry(dashboard.registry)
    assert.deepEqual(embedders, ['https://c.example'])
  })

  it('loses what was left out, and nothing that we do not know', async () => {
    const own = { note: 'ours', name: 'Shop', logo: 'https://cdn.example/a.png' }
    const rights = { origins: ['https://shop.example'], permissions: ['walletKey'] }
    const applications = { shop: { ...own, ...rights } }
    const headers = await ready({ text: JSON.stringify({ applications, verifiers: {} }, null, 2) })
    const given = { name: 'Shop', origins: ['https://shop.example'] }
    const path = '/api/applications/shop'
    const odd = await dashboard.ask('PUT', path, { ...given, note: 'theirs' }, headers)
    assert.equal(odd.status, 400)
    assert.equal((await dashboard.ask('PUT', path, given, headers)).status, 200)
    const written = JSON.parse(await dashboard.read()) as { applications: object }
    assert.deepEqual(written.applications, { shop: { note: 'ours', ...given } })
  })

  it('is noted in both logs: who, when and what', async () => {
    const headers = await ready()
    await dashboard.ask('DELETE', '/api/applications/shop', undefined, headers)
    const session = await dashboard.ask('GET', '/api/session', undefined, headers)
    const by = (session.json() as { name: string }).name
    const logged = dashboard.log.lines.map((text) => JSON.parse(text)).find(({ change }) => change)
    const expected = {
      event: 'registry.application.remove',
      application: 'shop',
      outcome: 'ok',
      by,
      fields: [],
    }
    assert.deepEqual(logged.change, expected)
    await dashboard.changes.close()
    const { time, ...noted } = JSON.parse(await readFile(dashboard.audit, 'utf8'))
    assert.deepEqual(noted, expected)
    assert.ok(Date.parse(time))
    const search = await dashboard.ask('GET', '/api/audit?application=shop', undefined, headers)
    assert.deepEqual(search.json(), { entries: [{ time, ...expected }] })
  })
})

describe('a verifier', () => {
  const asked = (changes: object = {}) => ({
    ...{ id: 'work', name: 'Work', issuer: provider.url, clientId: 'our client' },
    ...changes,
  })

  it('is added with what its provider says', async () => {
    const headers = await ready()
    const given = asked({ verifierIdField: 'email', aggregate: 'people' })
    const answer = await dashboard.ask('POST', '/api/verifiers', given, headers)
    assert.equal(answer.status, 200, answer.text)
    const { verifiers, aggregates } = await readRegistry(dashboard.registry)
    const { tokenEndpoint, algorithms } = verifiers.work!
    assert.deepEqual([tokenEndpoint, algorithms], [`${provider.url}/token`, ['RS256', 'ES256']])
    assert.deepEqual(aggregates, { people: { verifiers: ['work'] } })
  })

  const mistakes: [what: string, changes: () => object, field: string, fault: RegExp][] = [
    ['without a name', () => ({ name: undefined }), 'name', /needed without provider/],
    ['with an issuer that is no URL', () => ({ issuer: 'nonsense' }), 'issuer', /URL/],
    [
      'whose provider is not there',
      () => ({ issuer: 'http://localhost:1' }),
      'issuer',
      /cannot be reached/,
    ],
    [
      'whose keys are elsewhere',
      () => ({ jwksUri: `${provider.url}/nowhere.json` }),
      'jwksUri',
      /the provider says/,
    ],
    ['by plain http', () => ({ jwksUri: 'http://keys.example/' }), 'jwksUri', /expected https/],
    ['of an unknown kind', () => ({ typeOfLogin: 'none' }), 'typeOfLogin', /./],
    [
      'by a claim that people can choose',
      () => ({ verifierIdField: 'nickname' }),
      'verifierIdField',
      /verified/,
    ],
    ['of an unknown provider', () => ({ provider: 'none' }), 'provider', /expected one of/],
  ]
  for (const [what, changes, field, fault] of mistakes) {
    it(`${what} is refused at that field`, async () => {
      const headers = await ready()
      const answer = await dashboard.ask('POST', '/api/verifiers', asked(changes()), headers)
      assert.equal(answer.status, 400, answer.text)
      const found = answer.error.fields?.find((one) => one.field === field)
      assert.match(found?.fault ?? answer.text, fault)
      assert.ok(found, answer.text)
      assert.equal(await dashboard.read(), REGISTRY)
    })
  }

  const withPeople = () =>
    ready({
      text: JSON.stringify(registryFor(provider.url), null, 2),
      auditText: line('one') + line('one') + line('two') + line('three', 'google'),
    })

  for (const [what, change] of [
    ['knows its people by a different claim', { verifierIdField: 'email' }],
    ['joins an aggregate', { aggregate: 'people' }],
    ['tells small letters from large ones no more', { isVerifierIdCaseSensitive: false }],
  ] as const) {
    it(`that ${what} takes a second word, which is asked for with their number`, async () => {
      const headers = await withPeople()
      const before = await dashboard.read()
      const path = '/api/verifiers/github'
      const answer = await dashboard.ask('PATCH', path, change, headers)
      assert.deepEqual([answer.status, answer.error.reason], [409, 'moved-addresses'])
      assert.deepEqual(
        answer.error.moves?.map(({ verifier, people }) => [verifier, people]),
        [['github', 2]],
      )
      assert.equal(await dashboard.read(), before)
      const odd = { ...change, accept: ['yes'] }
      assert.equal((await dashboard.ask('PATCH', path, odd, headers)).status, 400)
      const accepted = { ...change, accept: ['moved-addresses'] }
      const done = await dashboard.ask('PATCH', path, accepted, headers)
      assert.equal(done.status, 200, done.text)
      assert.equal((done.json() as { needsSignal: boolean }).needsSignal, true)
    })
  }

  it('of a different version is told of that first', async () => {
    const headers = { ...(await withPeople()), 'if-match': `"${'0'.repeat(64)}"` }
    const change = { verifierIdField: 'email' }
    const answer = await dashboard.ask('PATCH', '/api/verifiers/github', change, headers)
    assert.deepEqual([answer.status, answer.error.moves], [412, undefined])
    assert.deepEqual(provider.asked, [])
  })

  it('goes only with that word: added again it could name its people differently', async () => {
    const headers = await withPeople()
    const path = '/api/verifiers/github'
    const refused = await dashboard.ask('DELETE', path, {}, headers)
    assert.deepEqual([refused.status, refused.error.moves?.[0]?.people], [409, 2])
    const done = await dashboard.ask('DELETE', path, { accept: ['moved-addresses'] }, headers)
    assert.equal(done.status, 200, done.text)
    assert.deepEqual(Object.keys((await readRegistry(dashboard.registry)).verifiers), ['google'])
  })

  it('is asked about a second time also while the audit log is moved away', async () => {
    const headers = await withPeople()
    await rename(dashboard.audit, `${dashboard.audit}.1`)
    const answer = await dashboard.ask('DELETE', '/api/verifiers/github', {}, headers)
    assert.deepEqual([answer.status, answer.error.reason], [409, 'moved-addresses'])
    assert.deepEqual(
      answer.error.moves?.map(({ verifier, people }) => [verifier, people]),
      [['github', undefined]],
    )
  })

  it('leaves its aggregate, which goes with its last member', async () => {
    const registry = {
      ...registryFor(provider.url),
      aggregates: { a: { verifiers: ['google', 'github'] } },
    }
    let headers = await ready({ text: JSON.stringify(registry, null, 2) })
    for (const [id, left] of [
      ['google', { a: { verifiers: ['github'] } }],
      ['github', {}],
    ] as const) {
      const body = { accept: ['moved-addresses'] }
      const done = await dashboard.ask('DELETE', `/api/verifiers/${id}`, body, headers)
      assert.equal(done.status, 200, done.text)
      assert.deepEqual((await readRegistry(dashboard.registry)).aggregates, left)
      headers = { ...headers, 'if-match': String(done.headers.etag) }
    }
  })
})
