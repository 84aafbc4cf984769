/** Two copies of the login service, as processes behind a proxy, which share a real Redis or a real Redis Cluster. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

import { randomId } from '../../src/shared/encoding.js'
import { type Issuer, registryFor, startIssuer } from '../node/support/issuer.js'
import { post, refusal } from '../node/support/services.js'
import { type ReverseProxy, startProxy } from '../support/proxy.js'
import { until } from '../support/until.js'
import { type Running, runCli } from './support/cli.js'
import { NO_CLUSTER, NO_REDIS, type RedisServer, startRedis } from './support/redis.js'
import { startCluster } from './support/redis-cluster.js'

const WALLET = 'http://localhost:4050'
const LISTENING = /listening at (http:\/\/[^"]*:\d+)/
/** Requests a minute from one address. */
const LIMIT = 100

type Shared = Pick<RedisServer, 'url' | 'start' | 'kill'> & { end?: () => Promise<void> }

/** Its nodes start and end together. */
async function startWholeCluster(): Promise<Shared> {
  const { url, members, end } = await startCluster({ masters: 3 })
  const all = (what: 'start' | 'kill') => async () => {
    await Promise.all(members.map((member) => member[what]()))
  }
  return { url, start: all('start'), kill: all('kill'), end }
}

for (const [what, startShared, skip] of [
  ['a Redis', startRedis, NO_REDIS],
  ['a Redis Cluster', startWholeCluster, NO_CLUSTER],
] as const) {
  describe(`two copies of the login service with ${what}`, { skip }, () => {
    let dir: string
    let issuer: Issuer
    let redis: Shared
    let running: Running[] = []
    let copies: string[]
    let proxy: ReverseProxy

    before(async () => {
      dir = await mkdtemp(join(tmpdir(), 'wallet-embed-'))
      ;[issuer, redis] = await Promise.all([startIssuer(), startShared()])
      issuer.answer = { status: 200, body: JSON.stringify({ id_token: 'the.id.token' }) }
      const file = async (name: string, value: unknown) => {
        await writeFile(join(dir, name), JSON.stringify(value))
        return join(dir, name)
      }
      const args = [
        ...['login-service', '--port', '0', '--wallet-origin', WALLET],
        ...['--registry', await file('registry.json', registryFor(issuer.url))],
        ...['--secrets', await file('secrets.json', { google: { env: 'GOOGLE_SECRET' } })],
        ...['--rate-limit', String(LIMIT), '--trust-proxy', '127.0.0.1,::1'],
      ]
      const env = { WALLET_EMBED_REDIS: redis.url, GOOGLE_SECRET: 'from the environment' }
      running = [runCli(args, env), runCli(args, env)]
      copies = await Promise.all(running.map(async (one) => (await one.line(LISTENING))[1]!))
      proxy = await startProxy(copies)
    })

    after(async () => {
      proxy?.close()
      for (const { child } of running) child.kill('SIGTERM')
      const codes = await Promise.all(running.map(async ({ ended }) => (await ended).code))
      await redis?.kill()
      await redis?.end?.()
      issuer?.close()
      await rm(dir, { recursive: true, force: true })
      assert.deepEqual(codes, [0, 0])
    })

    it('have one mailbox', async () => {
      const [one, other] = copies as [string, string]
      const take = async (url: string, id: string) =>
        (await post(`${url}/mailbox/take`, { id })).json()
      const [left, waitedFor] = [randomId(32), randomId(32)]
      await post(`${one}/mailbox`, { id: left, data: 'left at one' })
      assert.deepEqual(await take(other, left), { data: 'left at one' })
      const waiting = [one, other].map((url) => take(url, waitedFor))
      await post(`${other}/mailbox`, { id: waitedFor, data: 'first' })
      // While one lies there, a second one under the same id does not count.
      await Promise.race(waiting)
      await post(`${one}/mailbox`, { id: waitedFor, data: 'second' })
      const got = (await Promise.all(waiting)).map(({ data }) => data)
      assert.deepEqual(got.toSorted(), ['first', 'second'])
    })

    it('have one limit for each address, which a person cannot make up', async () => {
      const ask = (address: string, claimed: string) =>
        statusOf(`${proxy.url}/applications/demo`, address, { 'x-forwarded-for': claimed })
      const statuses = await Promise.all(
        Array.from({ length: LIMIT + 10 }, (_, i) => ask('127.0.0.2', `192.0.2.${i}`)),
      )
      assert.equal(statuses.filter((status) => status === 200).length, LIMIT)
      assert.equal(statuses.filter((status) => status === 429).length, 10)
      assert.equal(await ask('127.0.0.3', '192.0.2.1'), 200)
      assert.ok(proxy.counts.every((count) => count > LIMIT / 3))
    })

    it('take a code once between them', async () => {
      const body = {
        verifier: 'google',
        code: randomId(16),
        codeVerifier: 'v'.repeat(43),
        redirectUri: `${WALLET}/login`,
      }
      const [first, second] = [
        await post(`${copies[0]}/token`, body),
        await post(`${copies[1]}/token`, body),
      ]
      assert.equal(first.status, 200)
      assert.deepEqual(await refusal(second), [401, 'LOGIN_FAILED'])
    })

    it('go on by themselves when Redis was gone', async () => {
      const id = randomId(32)
      const leave = () => post(`${proxy.url}/mailbox`, { id, data: 'late' })
      await redis.kill()
      assert.deepEqual(await refusal(await leave()), [503, 'SERVICE_UNAVAILABLE'])
      // What needs no store goes on.
      assert.equal((await fetch(`${proxy.url}/applications/demo`)).status, 200)
      await Promise.all(running.map((one) => one.line(/Redis is away/)))
      const areReady = async (isAll: boolean) => {
        const answers = await Promise.all(copies.map((url) => fetch(`${url}/readyz`)))
        const texts = await Promise.all(answers.map((answer) => answer.text()))
        return texts.every((text) => (text === '{"ok":true}') === isAll)
      }
      await until('the end of readiness', () => areReady(false))
      await redis.start()
      await Promise.all(running.map((one) => one.line(/Redis is back/)))
      await until('readiness', () => areReady(true))
      assert.equal((await leave()).status, 200)
      const taken = await post(`${proxy.url}/mailbox/take`, { id })
      assert.deepEqual(await taken.json(), { data: 'late' })
    })
  })
}

/** Asks from one of this machine's own addresses. */
function statusOf(url: string, localAddress: string, headers: Record<string, string>) {
  return new Promise<number>((resolve, reject) => {
    const { port, pathname } = new URL(url)
    const options = { host: '127.0.0.1', port, path: pathname, localAddress, headers }
    httpRequest(options, (answer) => {
      answer.resume()
      resolve(answer.statusCode!)
    })
      .once('error', reject)
      .end()
  })
}
