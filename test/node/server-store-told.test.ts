/** What the login service tells its store: all that a reader of the Redis of several copies can know. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'

import { fromRoot } from '../../scripts/vite/shared.js'
import { MemorySync } from '../../src/server/sync/memory-sync.js'
import { randomId } from '../../src/shared/encoding.js'
import { EmailService, nonceOf, wrongOf } from './support/email-service.js'
import { randomBlob, SyncPerson, ticketRequest } from './support/sync-person.js'
import { ToldStore } from './support/told-store.js'

const NETWORK = '198.51.100.7'
const SITE = '198.51.100.0/24'
const EMAIL = 'sample.person@example.test'
const OTHER_EMAIL = 'other.person@example.test'
/** How SECURITY.md says for how long a network is seen. */
const WORDS = new Map([
  [60, 'the last minute'],
  [600, 'ten minutes'],
  [900, 'a quarter of an hour'],
  [1_200, 'twenty minutes'],
  [3_600, 'an hour'],
  [90_000, '25 hours'],
  [30 * 86_400, '30 days'],
])

describe('who reads the store of the login service', () => {
  const service = new EmailService()
  const store = new ToldStore()
  const secrets = { authorization: randomId(32), session: randomId(32) }
  const person = new SyncPerson()
  let code: string
  let ticket: string

  before(async () => {
    await service.start()
    await service.renewWith(store, { sync: new MemorySync() })
    const login = { email: EMAIL, nonce: nonceOf('a-nonce'), from: NETWORK }
    await service.ask(login)
    code = service.codeOf(EMAIL)
    assert.equal(await service.signsIn(login, wrongOf(code)), false)
    assert.ok(await service.signsIn(login, code))
    const asked = await ticketRequest(service.issuer, OTHER_EMAIL)
    const ticketed = await service.post('/sync/ticket', asked.body, NETWORK)
    ticket = await asked.open(String(ticketed.body.answer))
    const write = await person.write(0, 1, randomBlob(), ticket)
    for (const { status } of [
      ticketed,
      await service.post('/sync/write', write, NETWORK),
      await service.exchange(secrets.authorization, NETWORK),
      await service.post('/mailbox', { id: randomId(32), data: 'ciphertext' }, NETWORK),
      await service.post('/sessions/end', { id: secrets.session }, NETWORK),
    ]) {
      assert.equal(status, 200)
    }
  })
  after(() => service.end())

  it('finds neither addresses nor codes, nonces, names of sessions, tickets or locators', () => {
    const all = store.told.map(({ text }) => text.toLowerCase()).join('\n')
    for (const secret of [
      EMAIL,
      OTHER_EMAIL,
      ticket,
      person.locator,
      code,
      nonceOf('a-nonce'),
      secrets.authorization,
      secrets.session,
    ]) {
      assert.equal(all.includes(secret.toLowerCase()), false, secret)
    }
  })

  it('sees networks in these places, and for as long as SECURITY.md says', async () => {
    const seen = store.told.filter(({ text }) => text.includes(NETWORK) || text.includes(SITE))
    const places = new Set(seen.map(({ where, seconds }) => `${where}: ${WORDS.get(seconds)}`))
    assert.deepEqual([...places].toSorted(), [
      'box email-codes: ten minutes',
      'box email-known: 30 days',
      'box ended-sessions: 25 hours',
      'box letters: ten minutes',
      'box sync-tickets: an hour',
      'box used-codes: twenty minutes',
      'limit address-site: the last minute',
      'limit address: the last minute',
      'limit email-client-site: a quarter of an hour',
      'limit email-client: a quarter of an hour',
      'limit email-tries-site: a quarter of an hour',
      'limit email-tries: a quarter of an hour',
      'limit letters-site: the last minute',
      'limit letters: the last minute',
      'limit session-ends-site: the last minute',
      'limit session-ends: the last minute',
      'limit sync-site: the last minute',
      'limit sync-tickets-site: the last minute',
      'limit sync-tickets: the last minute',
      'limit sync: the last minute',
      'quota email: an hour',
    ])
    const security = await readFile(fromRoot('SECURITY.md'), 'utf8')
    const row = security.split('\n').find((line) => line.startsWith('| who reads the Redis'))
    for (const { seconds } of seen)
      assert.ok(row?.includes(WORDS.get(seconds)!), WORDS.get(seconds))
  })
})
