/** Who may begin, read, replace and delete a person's blob at the login service, and what the service says of it. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import type { FastifyInstance } from 'fastify'

import { SYNC_SIZES } from '../../src/protocol/login-service/sync.js'
import { createLoginService } from '../../src/server/login/login-service.js'
import { MemoryStore } from '../../src/server/store/store.js'
import { MemorySync } from '../../src/server/sync/memory-sync.js'
import { WRITE_LIMIT } from '../../src/server/sync/routes.js'
import type { SyncEntry } from '../../src/server/sync/sync-store.js'
import { WalletError } from '../../src/shared/errors.js'
import { type Issuer, registryFor, startIssuer } from './support/issuer.js'
import { createLog } from './support/services.js'
import {
  type Ask,
  randomBlob,
  SMALLEST,
  type SyncAnswer,
  SyncPerson,
  ticketOf,
  ticketRequest,
} from './support/sync-person.js'

const WALLET = 'http://localhost:4050'
const EMAIL = 'sample.one@example.test'
const ROUTES = ['/sync/ticket', '/sync/read', '/sync/write', '/sync/forget']

/** Fails once, before or after it has written. */
class FaultySync extends MemorySync {
  fault: 'before' | 'after' | undefined

  override async write(locator: string, base: number, entry: SyncEntry): Promise<boolean> {
    const fault = this.fault
    this.fault = undefined
    if (fault === 'before') throw new WalletError('SERVICE_UNAVAILABLE')
    const isSaved = await super.write(locator, base, entry)
    if (fault) throw new WalletError('SERVICE_UNAVAILABLE')
    return isSaved
  }
}

let issuer: Issuer
let app: FastifyInstance
let sync: FaultySync
let log: ReturnType<typeof createLog>
let person: SyncPerson
let ask: Ask
let ticket: () => Promise<string>

const refused = ({ status, body }: { status: number; body: SyncAnswer }) => [
  status,
  body.error?.code,
]
const UNAUTHORIZED = [401, 'UNAUTHORIZED']
const flip = (text: string, at = 0) =>
  text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)

async function serve(syncRoom?: number) {
  await app?.close()
  sync = new FaultySync()
  log = createLog()
  app = createLoginService({
    ...{ registry: registryFor(issuer.url), secrets: {}, walletOrigin: WALLET, log },
    ...{ sync, syncRoom, rateLimit: 100_000 },
  })
  ask = async (url, body) => {
    const { statusCode, payload } = await app.inject({
      ...{ method: 'POST', url, payload: JSON.stringify(body) },
      headers: { 'content-type': 'application/json' },
    })
    return { status: statusCode, body: JSON.parse(payload) }
  }
}

/** A person whose version 1 is kept. */
async function begun() {
  const blob = randomBlob()
  const written = await ask('/sync/write', await person.write(0, 1, blob, await ticket()))
  assert.deepEqual(written.body, { isSaved: true })
  return blob
}

const read = async (locator = person.locator) => (await ask('/sync/read', { locator })).body
const kept = async () => (await read()).version

before(async () => {
  issuer = await startIssuer()
})
beforeEach(async () => {
  await serve()
  person = new SyncPerson()
  let count = 0
  // A different person each time.
  ticket = () => ticketOf(ask, issuer, `sample.${count++}@example.test`)
})
after(async () => {
  await app.close()
  issuer.close()
})

describe('a blob', () => {
  it('is begun with a ticket, read by its locator, replaced and deleted', async () => {
    assert.deepEqual(await read(), { version: 0, blob: null })
    const first = await begun()
    assert.deepEqual(await read(), { version: 1, blob: first.toString('base64url') })
    const second = randomBlob(SYNC_SIZES.at(-1))
    const written = await ask('/sync/write', await person.write(1, 7, second))
    assert.deepEqual(written, { status: 200, body: { isSaved: true } })
    assert.deepEqual(await read(), { version: 7, blob: second.toString('base64url') })
    const forgotten = await ask('/sync/forget', await person.forget(7))
    assert.deepEqual(forgotten.body, { isForgotten: true })
    assert.deepEqual(await read(), { version: 0, blob: null })
  })

  it('is replaced by one of all that write at once', async () => {
    await begun()
    const all = await Promise.all(
      Array.from({ length: 16 }, (_, i) => person.write(1, 2 + i, randomBlob())),
    )
    const answers = await Promise.all(all.map((body) => ask('/sync/write', body)))
    const won = answers.flatMap(({ body }, i) => (body.isSaved ? [all[i]!] : []))
    assert.equal(won.length, 1)
    assert.deepEqual(await read(), { version: won[0]!.version, blob: won[0]!.blob })
  })

  it('stays where a write or a deletion comes again', async () => {
    await begun()
    const body = await person.write(1, 2, randomBlob())
    assert.equal((await ask('/sync/write', body)).body.isSaved, true)
    assert.equal((await ask('/sync/write', body)).body.isSaved, false)
    await ask('/sync/write', await person.write(2, 3, randomBlob()))
    assert.equal((await ask('/sync/write', body)).body.isSaved, false)
    const forget = await person.forget(3)
    assert.equal((await ask('/sync/forget', forget)).body.isForgotten, true)
    await ask('/sync/write', await person.write(0, 4, randomBlob(), await ticket()))
    assert.equal((await ask('/sync/forget', forget)).body.isForgotten, false)
    assert.equal(await kept(), 4)
  })

  it('is not changed by what its key did not sign', async () => {
    await begun()
    const good = await person.write(1, 2, randomBlob())
    const other = new SyncPerson()
    const foreign = await other.write(1, 2, randomBlob())
    for (const wrong of [
      { ...good, blob: flip(good.blob) },
      { ...good, blob: flip(good.blob, good.blob.length - 3) },
      { ...good, signature: flip(good.signature) },
      { ...good, signature: flip(good.signature, 80) },
      { ...good, version: 3 },
      { ...good, base: 0 },
      { ...foreign, locator: person.locator },
      { ...good, locator: other.locator },
      { ...good, signature: (await person.forget(2)).signature },
    ]) {
      assert.deepEqual(refused(await ask('/sync/write', wrong)), UNAUTHORIZED)
    }
    const forget = await person.forget(1)
    for (const wrong of [
      { ...forget, version: 2 },
      { ...forget, signature: flip(forget.signature) },
      { ...(await other.forget(1)), locator: person.locator },
    ]) {
      assert.deepEqual(refused(await ask('/sync/forget', wrong)), UNAUTHORIZED)
    }
    assert.equal(await kept(), 1)
    assert.equal((await ask('/sync/write', good)).body.isSaved, true)
  })

  it('has one locator: other spellings of its key are refused', async () => {
    const last = person.locator.at(-1)!
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const same = letters[letters.indexOf(last) + 1]!
    const body = await person.write(0, 1, randomBlob(), await ticket())
    const locator = person.locator.slice(0, -1) + same
    assert.deepEqual(Buffer.from(locator, 'base64url'), Buffer.from(person.locator, 'base64url'))
    assert.deepEqual(refused(await ask('/sync/write', { ...body, locator })), UNAUTHORIZED)
    assert.equal((await ask('/sync/write', body)).body.isSaved, true)
  })

  it('has one of four sizes, and a version above the one before', async () => {
    await begun()
    for (const size of [0, 1, SMALLEST - 1, SMALLEST + 1, 2 * SMALLEST, SYNC_SIZES.at(-1)! - 1]) {
      const answer = await ask('/sync/write', await person.write(1, 2, randomBlob(size)))
      assert.deepEqual(refused(answer), [400, 'INVALID_REQUEST'], `${size}`)
    }
    const large = await ask('/sync/write', {
      ...(await person.write(1, 2, randomBlob())),
      blob: 'A'.repeat(WRITE_LIMIT),
    })
    assert.deepEqual(refused(large), [413, 'LIMIT_EXCEEDED'])
    assert.match(large.body.error.detail!, new RegExp(`${WRITE_LIMIT}`))
    for (const version of [1, 2]) {
      const answer = await ask('/sync/write', await person.write(2, version, randomBlob()))
      assert.deepEqual(refused(answer), [400, 'INVALID_REQUEST'])
    }
    for (const size of SYNC_SIZES) {
      const now = await kept()
      const answer = await ask('/sync/write', await person.write(now, now + 1, randomBlob(size)))
      assert.equal(answer.body.isSaved, true)
    }
    const elsewhere = await ask('/sync/read', { locator: person.locator, more: 'A'.repeat(40_000) })
    assert.deepEqual(refused(elsewhere), [413, 'LIMIT_EXCEEDED'])
  })
})

describe('a ticket', () => {
  it('begins one blob', async () => {
    const one = await ticket()
    const others = [person, new SyncPerson(), new SyncPerson()]
    const bodies = await Promise.all(others.map((each) => each.write(0, 1, randomBlob(), one)))
    const answers = await Promise.all(bodies.map((body) => ask('/sync/write', body)))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401, 401])
    assert.equal((await sync.usage()).persons, 1)
  })

  it('is needed where nothing is kept, and only there', async () => {
    for (const wrong of [undefined, 'a'.repeat(43)]) {
      const answer = await ask('/sync/write', await person.write(0, 1, randomBlob(), wrong))
      assert.deepEqual(refused(answer), UNAUTHORIZED)
    }
    await begun()
    // Where a different device was first, this one is to read.
    const late = await ask('/sync/write', await person.write(0, 1, randomBlob()))
    assert.deepEqual(late.body, { isSaved: false })
    assert.equal((await ask('/sync/write', await person.write(1, 2, randomBlob()))).status, 200)
  })

  it('is not used up by a write that changes nothing', async () => {
    await begun()
    const one = await ticket()
    const late = await ask('/sync/write', await person.write(0, 9, randomBlob(), one))
    assert.deepEqual(late.body, { isSaved: false })
    const next = new SyncPerson()
    sync.fault = 'before'
    const body = await next.write(0, 1, randomBlob(), one)
    assert.deepEqual(refused(await ask('/sync/write', body)), [503, 'SERVICE_UNAVAILABLE'])
    assert.deepEqual((await ask('/sync/write', body)).body, { isSaved: true })
  })

  it('does no harm where the write is done and its answer is lost', async () => {
    const body = await person.write(0, 1, randomBlob(), await ticket())
    sync.fault = 'after'
    assert.deepEqual(refused(await ask('/sync/write', body)), [503, 'SERVICE_UNAVAILABLE'])
    assert.deepEqual((await ask('/sync/write', body)).body, { isSaved: false })
    assert.deepEqual(await read(), { version: 1, blob: body.blob })
  })

  it('is for those who sign in, twenty a day', async () => {
    const { body } = await ticketRequest(issuer, EMAIL)
    const stolen = await ticketRequest(issuer, EMAIL)
    const wrong = await ask('/sync/ticket', { ...body, key: stolen.body.key })
    assert.deepEqual(refused(wrong), [401, 'TOKEN_NONCE'])
    const mine = () => ticketRequest(issuer, EMAIL).then(({ body }) => ask('/sync/ticket', body))
    for (let i = 0; i < 20; i += 1) assert.equal((await mine()).status, 200)
    assert.deepEqual(refused(await mine()), [429, 'LIMIT_EXCEEDED'])
    assert.ok(await ticket())
  })
})

describe('the login service', () => {
  it('begins no blob when its room is full, and goes on with the others', async () => {
    await serve(2)
    await begun()
    const other = new SyncPerson()
    await ask('/sync/write', await other.write(0, 1, randomBlob(), await ticket()))
    const late = await new SyncPerson().write(0, 1, randomBlob(), await ticket())
    assert.deepEqual(refused(await ask('/sync/write', late)), [429, 'LIMIT_EXCEEDED'])
    assert.equal((await ask('/sync/write', await person.write(1, 2, randomBlob()))).status, 200)
    await ask('/sync/forget', await other.forget(1))
    // Its ticket is good for it still.
    assert.deepEqual((await ask('/sync/write', late)).body, { isSaved: true })
  })

  it('writes neither locators nor blobs, signatures or tickets into its log', async () => {
    const one = await ticket()
    const body = await person.write(0, 1, randomBlob(), one)
    await ask('/sync/write', body)
    await ask('/sync/write', { ...body, signature: flip(body.signature) })
    await ask('/sync/write', { ...body, locator: `${body.locator}!` })
    await ask('/sync/write', { ...body, blob: `${body.blob}!` })
    sync.fault = 'before'
    await ask('/sync/write', await person.write(1, 2, randomBlob()))
    await read()
    await ask('/sync/forget', await person.forget(1))
    const all = log.lines.join('')
    for (const route of ROUTES) assert.ok(all.includes(`"route":"${route}"`), route)
    for (const secret of [body.locator, body.blob.slice(0, 64), body.signature, one]) {
      assert.equal(all.includes(secret.slice(0, 40)), false)
    }
  })

  it('lets only the wallet ask', async () => {
    for (const url of ROUTES) {
      const headers = { 'content-type': 'application/json', origin: 'https://evil.example' }
      const { statusCode, headers: answered } = await app.inject({
        ...{ method: 'POST', url, headers, payload: '{}' },
      })
      assert.equal(statusCode, 403)
      assert.notEqual(answered['access-control-allow-origin'], '*')
    }
  })

  it('has none of it without a store', async () => {
    const without = createLoginService({
      ...{ registry: registryFor(issuer.url), secrets: {}, walletOrigin: WALLET },
      store: new MemoryStore(),
    })
    for (const url of ROUTES) {
      const { statusCode } = await without.inject({ method: 'POST', url, payload: {} })
      assert.equal(statusCode, 404)
    }
    await without.close()
  })

  it('says in /readyz that its store is away, and is ready all the same', async () => {
    await app.close()
    let why: string | undefined
    app = createLoginService({
      ...{ registry: registryFor(issuer.url), secrets: {}, walletOrigin: WALLET, sync },
      degraded: () => why,
    })
    const ready = async () => {
      const { statusCode, payload } = await app.inject('/readyz')
      return [statusCode, JSON.parse(payload)]
    }
    assert.deepEqual(await ready(), [200, { ok: true }])
    why = 'The sync store gives no answer.'
    assert.deepEqual(await ready(), [200, { ok: true, degraded: why }])
  })
})
