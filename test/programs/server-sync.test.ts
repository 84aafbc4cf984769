/** People's blobs at real copies of the login service on one machine, which share LMDB: kill -9, moving, and what operators see. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

import pg from 'pg'
import { SYNC_SIZES } from '../../src/protocol/login-service/sync.js'
import { type Issuer, registryFor, startIssuer } from '../node/support/issuer.js'
import { post } from '../node/support/services.js'
import {
  type Ask,
  randomBlob,
  type SyncAnswer,
  SyncPerson,
  ticketOf,
} from '../node/support/sync-person.js'
import { until } from '../support/until.js'
import { type Running, runCli } from './support/cli.js'
import { NO_POSTGRES, startPostgres } from './support/postgres.js'

const LISTENING = /listening at (http:\/\/[^"]*:\d+)/
const METRICS = /metrics at (http:\/\/[^"]*:\d+)/

const LARGEST = SYNC_SIZES.at(-1)!
const NO_PRLIMIT =
  spawnSync('prlimit', ['--version']).status === 0 ? false : 'prlimit is not installed'

interface Copy {
  running: Running
  ask: Ask
  ready(): Promise<unknown>
  metrics(): Promise<string>
}

let dir: string
let issuer: Issuer
let count = 0
const copies: Copy[] = []

const place = (name: string) => `lmdb:${join(dir, name)}`

async function startCopy(sync: string[], env: Record<string, string> = {}): Promise<Copy> {
  const args = [
    ...['login-service', '--port', '0', '--wallet-origin', 'http://localhost:4050'],
    ...['--registry', join(dir, 'registry.json'), '--secrets', join(dir, 'secrets.json')],
    ...['--rate-limit', '1000000', '--metrics', 'localhost:0', ...sync],
  ]
  const running = runCli(args, env)
  const url = (await running.line(LISTENING))[1]!
  const metricsUrl = (await running.line(METRICS))[1]!
  const copy: Copy = {
    running,
    ask: async (path, body) => {
      const response = await post(url + path, body)
      return { status: response.status, body: (await response.json()) as SyncAnswer }
    },
    ready: async () => (await fetch(`${url}/readyz`)).json(),
    metrics: async () => (await fetch(`${metricsUrl}/metrics`)).text(),
  }
  copies.push(copy)
  return copy
}

/** A person whose version 1 is kept. */
async function begun(copy: Copy): Promise<SyncPerson> {
  const person = new SyncPerson()
  count += 1
  const ticket = await ticketOf(copy.ask, issuer, `sample.${count}@example.test`)
  const { body } = await copy.ask('/sync/write', await person.write(0, 1, randomBlob(), ticket))
  assert.deepEqual(body, { isSaved: true })
  return person
}

const versionOf = async (copy: Copy, { locator }: SyncPerson) =>
  (await copy.ask('/sync/read', { locator })).body.version

before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'wallet-embed-sync-'))
  issuer = await startIssuer()
  await writeFile(join(dir, 'registry.json'), JSON.stringify(registryFor(issuer.url)))
  await writeFile(join(dir, 'secrets.json'), '{}')
})
after(async () => {
  for (const { running } of copies) running.child.kill('SIGKILL')
  await Promise.all(copies.map(({ running }) => running.ended))
  issuer.close()
  await rm(dir, { recursive: true, force: true })
})

describe('copies of the login service that share LMDB', () => {
  it('let one of all that write at once win', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => startCopy(['--sync', place('shared')])))
    const person = await begun(one!)
    assert.equal(await versionOf(other!, person), 1)
    let base = 1
    for (let round = 0; round < 10; round += 1) {
      const bodies = await Promise.all(
        Array.from({ length: 8 }, (_, i) => person.write(base, base + 1 + i, randomBlob())),
      )
      const answers = await Promise.all(
        bodies.map((body, i) => (i % 2 ? one! : other!).ask('/sync/write', body)),
      )
      const won = bodies.filter((_, i) => answers[i]!.body.isSaved)
      assert.equal(won.length, 1)
      base = won[0]!.version
      assert.equal(await versionOf(one!, person), base)
    }
  })

  it('lose no write that they acknowledged when one of them is killed', async () => {
    const sync = ['--sync', place('killed')]
    const [victim, witness] = await Promise.all([startCopy(sync), startCopy(sync)])
    const people = await Promise.all(Array.from({ length: 8 }, () => begun(victim!)))
    const acknowledged = new Map(people.map((person) => [person, 1]))
    const writers = people.map(async (person) => {
      while (!victim!.running.child.killed) {
        const base = acknowledged.get(person)!
        const body = await person.write(base, base + 1, randomBlob())
        const { body: answer } = await victim!.ask('/sync/write', body)
        if (!answer.isSaved) throw new Error('Refused.')
        acknowledged.set(person, base + 1)
      }
    })
    const ends = Promise.allSettled(writers)
    await until('some writes', () => [...acknowledged.values()].every((version) => version > 20))
    victim!.running.child.kill('SIGKILL')
    await victim!.running.ended
    await ends
    const next = await startCopy(sync)
    for (const copy of [witness!, next]) {
      for (const [person, version] of acknowledged) {
        // One more may have been written whose answer was lost.
        const kept = await versionOf(copy, person)
        assert.ok(kept === version || kept === version + 1, `${version}, and ${kept} is kept`)
      }
    }
    const [person] = people as [SyncPerson]
    const base = await versionOf(witness!, person)
    const body = await person.write(base, base + 1, randomBlob())
    assert.deepEqual((await witness!.ask('/sync/write', body)).body, { isSaved: true })
  })

  it('refuse writes while the disk is full, and go on', { skip: NO_PRLIMIT }, async () => {
    const copy = await startCopy(['--sync', place('full')])
    const person = await begun(copy)
    const largest = async (base: number) => {
      const body = await person.write(base, base + 1, randomBlob(LARGEST))
      return (await copy.ask('/sync/write', body)).status
    }
    // A file larger than this cannot be written, which is like a full disk.
    const limit = (bytes: string) => {
      const { pid } = copy.running.child
      const { status } = spawnSync('prlimit', ['--pid', `${pid}`, `--fsize=${bytes}:`])
      assert.equal(status, 0)
    }
    limit('100000')
    for (let i = 0; i < 5; i += 1) assert.equal(await largest(1), 503)
    const many = await Promise.all(Array.from({ length: 20 }, () => largest(1)))
    assert.deepEqual(new Set(many), new Set([503]))
    assert.equal(await versionOf(copy, person), 1)
    limit('unlimited')
    assert.equal(await largest(1), 200)
    assert.equal(await versionOf(copy, person), 2)
  })

  it('write neither locators nor blobs into their logs', async () => {
    const copy = await startCopy(['--sync', place('logged')])
    const person = await begun(copy)
    const body = await person.write(1, 2, randomBlob())
    await copy.ask('/sync/write', body)
    await copy.ask('/sync/write', { ...body, version: 3 })
    await copy.ask('/sync/forget', await person.forget(2))
    await until('a line each', () => copy.running.stdoutNow().includes('/sync/forget'))
    const log = copy.running.stdoutNow()
    for (const secret of [body.locator, body.blob.slice(0, 40), body.signature.slice(0, 40)])
      assert.equal(log.includes(secret), false)
  })

  it('say how many people they keep something of, and how much of the room is taken', async () => {
    const copy = await startCopy(['--sync', place('counted'), '--sync-room', '4'])
    for (let i = 0; i < 3; i += 1) await begun(copy)
    const has = (line: string) => async () => (await copy.metrics()).includes(`\n${line}\n`)
    await until('three people', has('wallet_embed_sync_persons 3'))
    assert.ok(await has('wallet_embed_sync_up 1')())
    await until('the ratio', has('wallet_embed_room_taken_ratio{room="sync"} 0.75'))
    const bytes = /^wallet_embed_sync_bytes (\d+)$/m.exec(await copy.metrics())
    assert.ok(Number(bytes?.[1]) >= 3 * 4096)
    assert.deepEqual(await copy.ready(), { ok: true })
  })
})

describe('sync copy', () => {
  const copyOf = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCli(['sync', 'copy', ...args]).ended
    return code === 0 ? stdout : stderr
  }

  it('copies a folder that is in use', async () => {
    const copy = await startCopy(['--sync', place('source')])
    const person = await begun(copy)
    const asked = ['--from', place('source'), '--to', place('backup')]
    assert.match(await copyOf(...asked), /^1 blobs, of which 1 were copied/)
    await copy.ask('/sync/write', await person.write(1, 2, randomBlob()))
    assert.match(await copyOf(...asked), /^1 blobs, of which 1 were copied/)
    assert.match(await copyOf(...asked), /^1 blobs, of which 0 were copied/)
    const restored = await startCopy(['--sync', place('backup')])
    assert.equal(await versionOf(restored, person), 2)
  })

  it('moves everything to PostgreSQL, and says when that is away', {
    skip: NO_POSTGRES,
  }, async () => {
    const before = await startCopy(['--sync', place('moved')])
    const people = await Promise.all(Array.from({ length: 5 }, () => begun(before)))
    const server = await startPostgres()
    try {
      const url = join(dir, 'sync-url')
      await writeFile(url, `${server.url.replace('wallet@', 'wallet:secret@')}\n`)
      const said = await copyOf('--from', place('moved'), '--to-file', url)
      assert.match(said, /^5 blobs, of which 5 were copied/)
      const moved = await startCopy(['--sync-file', url])
      for (const person of people) assert.equal(await versionOf(moved, person), 1)
      // While PostgreSQL hangs, probes are answered at once.
      const holder = new pg.Client({ connectionString: server.url })
      await holder.connect()
      await holder.query('begin; lock table wallet_embed_sync in access exclusive mode')
      const times: number[] = []
      await until('the hanging', async () => {
        const from = performance.now()
        const isDegraded = JSON.stringify(await moved.ready()).includes('degraded')
        times.push(performance.now() - from)
        return isDegraded
      })
      assert.ok(Math.max(...times) < 1_000, `${Math.max(...times)} ms`)
      await holder.end()
      await server.kill()
      const read = await moved.ask('/sync/read', { locator: people[0]!.locator })
      assert.deepEqual([read.status, read.body.error.code], [503, 'SERVICE_UNAVAILABLE'])
      const degraded = { ok: true, degraded: 'The sync store gives no answer.' }
      await until('the news', async () => {
        return JSON.stringify(await moved.ready()) === JSON.stringify(degraded)
      })
      assert.ok((await moved.metrics()).includes('\nwallet_embed_sync_up 0\n'))
      await server.start()
      await until('the end of it', async () => (await moved.metrics()).includes('_sync_up 1\n'))
      const logged = moved.running.stdoutNow().match(/"msg":"the sync store [^"]*"/g)
      const [away, back] = logged?.slice(-2) ?? []
      assert.match(away ?? '', /the sync store is away: \S/)
      assert.equal(back, '"msg":"the sync store is back"')
      assert.equal(await versionOf(moved, people[0]!), 1)
      assert.equal(moved.running.stdoutNow().includes('secret'), false)
    } finally {
      await server.end()
    }
  })

  it('says what is missing or wrong', async () => {
    assert.match(await copyOf('--to', place('x')), /--from: expected it, --from-file or/)
    assert.match(await copyOf('--from', place('x'), '--to', place('y')), /--from: nothing is kept/)
    assert.match(await copyOf('--from', 'memory', '--to', place('y')), /--from: expected lmdb/)
    assert.match(await copyOf('--from', place('shared')), /--to: expected it, --to-file or/)
    const secret = 'postgres://wallet:secret@127.0.0.1/wallet'
    const said = await copyOf('--from', secret, '--to', place('x'))
    assert.match(said, /^wallet-embed: --from: every user .* Use --from-file/)
    assert.equal(said.includes('secret'), false)
  })
})
