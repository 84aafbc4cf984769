/** The stores of people's blobs, by one contract: in memory, LMDB from two processes' view, PostgreSQL from two copies. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

import pg from 'pg'
import { copySync } from '../../src/server/sync/copy.js'
import { hasSyncPassword, openSyncStore } from '../../src/server/sync/open.js'
import { answered, type SyncStore } from '../../src/server/sync/sync-store.js'
import { until } from '../support/until.js'
import { NO_POSTGRES, type PostgresServer, startPostgres } from './support/postgres.js'

const WRITERS = 24
const LARGEST = 256 * 1024

const newLocator = () => randomBytes(32).toString('base64url')
const entry = (version: number, size = 64) => ({ version, blob: randomBytes(size) })
const open = (place: string) => openSyncStore(place, 'sync')
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error) => error.code as string,
  )
const contentOf = async (store: SyncStore, locator: string) => {
  const kept = await store.read(locator)
  return kept && [kept.version, Buffer.from(kept.blob).toString('hex')]
}
const same = ({ version, blob }: { version: number; blob: Buffer }) => [
  version,
  blob.toString('hex'),
]

interface Opened {
  /** The same store twice. */
  stores: readonly [SyncStore, SyncStore]
  end(): Promise<void>
}

const inMemory = async (): Promise<Opened> => {
  const store = await open('memory')
  return { stores: [store, store], end: () => store.close() }
}
const inLmdb = async (): Promise<Opened> => {
  const dir = await mkdtemp(join(tmpdir(), 'wallet-embed-lmdb-'))
  const store = await open(`lmdb:${dir}/a.folder/sync`)
  // LMDB may be opened once in a process: test/programs/server-sync.test.ts has two.
  const end = async () => {
    await store.close()
    await rm(dir, { recursive: true })
  }
  return { stores: [store, store], end }
}
const inPostgres = async (): Promise<Opened> => {
  const server = await startPostgres()
  // Both make the table.
  const stores = await Promise.all([open(server.url), open(server.url)])
  const end = async () => {
    await Promise.all(stores.map((store) => store.close()))
    await server.end()
  }
  return { stores, end }
}

for (const [kind, begin, skip] of [
  ['memory', inMemory, false],
  ['LMDB', inLmdb, false],
  ['PostgreSQL, from two copies', inPostgres, NO_POSTGRES],
] as const) {
  describe(`a sync store in ${kind}`, { skip }, () => {
    let one: SyncStore
    let other: SyncStore
    let opened: Opened
    before(async () => {
      opened = await begin()
      ;[one, other] = opened.stores
    })
    after(() => opened.end())

    it('keeps what is written where nothing was, and shows it everywhere', async () => {
      const [locator, first] = [newLocator(), entry(7, LARGEST)]
      assert.equal(await other.read(locator), null)
      assert.equal(await one.write(locator, 0, first), true)
      assert.deepEqual(await contentOf(other, locator), same(first))
    })

    it('replaces the version that it is told, and no other', async () => {
      const [locator, first, second] = [newLocator(), entry(1), entry(5)]
      assert.equal(await one.write(locator, 1, first), false)
      assert.equal(await one.read(locator), null)
      await one.write(locator, 0, first)
      for (const base of [0, 2, 5]) assert.equal(await other.write(locator, base, second), false)
      assert.deepEqual(await contentOf(one, locator), same(first))
      assert.equal(await other.write(locator, 1, second), true)
      assert.deepEqual(await contentOf(one, locator), same(second))
    })

    it('has versions as large as a number can be exactly', async () => {
      const [locator, large] = [newLocator(), entry(Number.MAX_SAFE_INTEGER)]
      await one.write(locator, 0, entry(Number.MAX_SAFE_INTEGER - 1))
      assert.equal(await other.write(locator, Number.MAX_SAFE_INTEGER - 1, large), true)
      assert.deepEqual(await contentOf(one, locator), same(large))
    })

    it('lets one of all who write at once win, each time', async () => {
      const locator = newLocator()
      let base = 0
      for (let round = 0; round < 5; round += 1) {
        const tried = Array.from({ length: WRITERS }, (_, i) => entry(base + 1 + i))
        const won = await Promise.all(
          tried.map((each, i) => (i % 2 ? one : other).write(locator, base, each)),
        )
        assert.equal(won.filter(Boolean).length, 1)
        const winner = tried[won.indexOf(true)]!
        assert.deepEqual(await contentOf(one, locator), same(winner))
        base = winner.version
      }
    })

    it('deletes the version that it is told, once', async () => {
      const locator = newLocator()
      await one.write(locator, 0, entry(3))
      assert.equal(await other.forget(locator, 2), false)
      const forgot = await Promise.all([one.forget(locator, 3), other.forget(locator, 3)])
      assert.deepEqual(forgot.toSorted(), [false, true])
      assert.equal(await one.read(locator), null)
      assert.equal(await one.write(locator, 3, entry(4)), false)
      assert.equal(await one.write(locator, 0, entry(4)), true)
    })

    it('counts people and bytes, and lists all locators', async () => {
      const found = async () => {
        const all: string[] = []
        for await (const locator of other.locators()) all.push(locator)
        return all
      }
      const [before, listed] = [await one.usage(), await found()]
      const added = Array.from({ length: 3 }, newLocator)
      for (const locator of added) await one.write(locator, 0, entry(1, LARGEST))
      const now = await other.usage()
      assert.equal(now.persons, before.persons + added.length)
      assert.ok(now.bytes - before.bytes >= added.length * LARGEST, `${now.bytes}`)
      assert.deepEqual((await found()).toSorted(), [...listed, ...added].toSorted())
    })

    it('can be copied to a different one, again and again', async () => {
      const to = await open('memory')
      const { seen } = await copySync(one, to)
      assert.equal(seen, (await one.usage()).persons)
      const locator = newLocator()
      const [first, second] = [entry(2), entry(3)]
      await one.write(locator, 0, first)
      assert.deepEqual(await copySync(one, to), { seen: seen + 1, written: 1 })
      await one.write(locator, 2, second)
      assert.deepEqual(await copySync(one, to), { seen: seen + 1, written: 1 })
      assert.deepEqual(await contentOf(to, locator), same(second))
      const later = entry(9)
      await to.write(locator, 3, later)
      assert.deepEqual(await copySync(one, to), { seen: seen + 1, written: 0 })
      assert.deepEqual(await contentOf(to, locator), same(later))
      assert.ok((await copySync(to, one)).written >= 1)
      assert.deepEqual(await contentOf(one, locator), same(later))
    })
  })
}

describe('a sync store', () => {
  it('that does not answer is given up in time', async () => {
    assert.equal(await code(answered(new Promise(() => {}), 20)), 'SERVICE_UNAVAILABLE')
    assert.equal(await code(answered(Promise.reject(new Error()))), 'SERVICE_UNAVAILABLE')
  })

  it('is not opened by a text that names none, or by a folder that is a file', async () => {
    for (const place of ['', 'lmdb:', 'redis://localhost', 'postgres:', 'elsewhere']) {
      assert.equal(await code(open(place)), 'INVALID_ARGUMENT', place)
    }
    const dir = await mkdtemp(join(tmpdir(), 'wallet-embed-lmdb-'))
    await writeFile(join(dir, 'file'), '')
    assert.equal(await code(open(`lmdb:${dir}/file`)), 'INVALID_ARGUMENT')
    await rm(dir, { recursive: true })
  })

  it('may have a password in its URL, which is seen', () => {
    assert.equal(hasSyncPassword('postgres://wallet:secret@db.example/wallet'), true)
    for (const place of ['', 'memory', 'lmdb:/a:b@c', 'postgres://wallet@db.example/wallet'])
      assert.equal(hasSyncPassword(place), false)
  })
})

describe('a sync store in PostgreSQL', { skip: NO_POSTGRES }, () => {
  let server: PostgresServer
  before(async () => {
    server = await startPostgres()
  })
  after(() => server.end())

  it('fails in time while it is gone, loses nothing that it acknowledged, and comes back by itself', async () => {
    const store = await open(server.url)
    const acknowledged = new Map<string, number>()
    let isOver = false
    const writers = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const locator = newLocator()
        const isSaved = await store.write(locator, 0, entry(1, 4096)).catch(() => false)
        if (isSaved) acknowledged.set(locator, 1)
      }
    })
    await until('some writes', () => acknowledged.size > 200)
    await server.kill()
    isOver = true
    await Promise.all(writers)
    const from = performance.now()
    const failed = [store.read('a'), store.write('a', 0, entry(1)), store.forget('a', 1)]
    const codes = await Promise.all([...failed, store.usage()].map(code))
    assert.deepEqual(new Set(codes), new Set(['SERVICE_UNAVAILABLE']))
    assert.ok(performance.now() - from < 3_000)
    await server.start()
    await until('an answer', async () => (await code(store.read('a'))) === 'no error')
    const lost: string[] = []
    for (const locator of acknowledged.keys()) if (!(await store.read(locator))) lost.push(locator)
    assert.deepEqual(lost, [])
    await store.close()
  })

  it('gives up what waits for others, and goes on afterwards', async () => {
    const store = await open(server.url)
    const holder = new pg.Client({ connectionString: server.url })
    await holder.connect()
    await holder.query('begin; lock table wallet_embed_sync in access exclusive mode')
    const from = performance.now()
    // More than it has connections.
    const codes = await Promise.all(Array.from({ length: 30 }, () => code(store.read('a'))))
    assert.deepEqual(new Set(codes), new Set(['SERVICE_UNAVAILABLE']))
    assert.ok(performance.now() - from < 3_000)
    // PostgreSQL gives up, too, though the lock is still held.
    const waiting = "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
    await until('nothing waits', async () => (await server.query(waiting))[0]?.count === '0')
    await holder.query('rollback')
    await holder.end()
    await until('an answer', async () => (await code(store.read('a'))) === 'no error')
    await store.close()
  })

  it('is away, and not wrong, while it has no connection left or takes no writes', async () => {
    await server.query('create role crowded login connection limit 0')
    await server.query('create role reader login superuser')
    await server.query('alter role reader set default_transaction_read_only to on')
    for (const role of ['crowded', 'reader']) {
      const place = server.url.replace('//wallet@', `//${role}@`)
      assert.equal(await code(open(place)), 'SERVICE_UNAVAILABLE', role)
    }
  })

  it('is wrong where a pooler refuses who comes, by a code of a class that is otherwise of connections', async () => {
    const told = Buffer.from('SFATAL\0C08P01\0Mno such user: a\0\0')
    const length = Buffer.alloc(4)
    length.writeInt32BE(told.length + length.length)
    const pooler = createServer((socket) => {
      socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, told])))
    }).listen(0, '127.0.0.1')
    await once(pooler, 'listening')
    const { port } = pooler.address() as { port: number }
    await assert.rejects(open(`postgres://a@127.0.0.1:${port}/a`), {
      code: 'INVALID_ARGUMENT',
      detail: 'PostgreSQL: no such user: a.',
    })
    pooler.close()
  })

  it('is not begun where nothing answers, with what it refuses, or beside a later version', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as { port: number }
    const from = performance.now()
    assert.equal(await code(open(`postgres://a@127.0.0.1:${port}/a`)), 'SERVICE_UNAVAILABLE')
    assert.ok(performance.now() - from < 3_000)
    silent.close()
    assert.equal(await code(open('postgres://a@127.0.0.1:1/a')), 'SERVICE_UNAVAILABLE')
    assert.equal(await code(open(server.url.replace(/postgres$/, 'none'))), 'INVALID_ARGUMENT')
    await server.query('update wallet_embed_sync_version set version = 99')
    assert.equal(await code(open(server.url)), 'INVALID_ARGUMENT')
  })
})
