/** How a Redis is set up, and what copies tell each other by it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import { Redis } from 'ioredis'

import { connectRedis } from '../../src/server/store/redis-store.js'
import { registryFor } from '../node/support/issuer.js'
import { inTemporaryFolder } from '../node/support/services.js'
import { until } from '../support/until.js'
import { runCli } from './support/cli.js'
import { startLossyProxy } from './support/lossy-proxy.js'
import { NO_REDIS, type RedisServer, startRedis } from './support/redis.js'

describe('a Redis that copies share', { skip: NO_REDIS }, () => {
  for (const [options, expected] of [
    [['--maxmemory', '50mb', '--maxmemory-policy', 'noeviction'], []],
    [['--maxmemory', '50mb', '--maxmemory-policy', 'allkeys-lru'], [/allkeys-lru.*Set noeviction/]],
    [['--maxmemory', '0'], [/no maxmemory/]],
  ] as const) {
    it(`${expected.length ? 'is complained of' : 'is well'} with ${options.join(' ')}`, async () => {
      const redis = await startRedis(...options)
      const store = await connectRedis({ url: redis.url })
      const faults = await store.faults()
      await store.close()
      await redis.kill()
      assert.equal(faults.length, expected.length)
      for (const [i, pattern] of expected.entries()) assert.match(faults[i]!.text, pattern)
    })
  }

  it('has its keys under the names that running installations have', async () => {
    const redis = await startRedis()
    const store = await connectRedis({ url: redis.url })
    const box = store.box('letters', 60_000)
    await box.put('a letter', 'what it says')
    await box.count('tries')
    await store.limiter('asked', { points: 1, seconds: 60 }).consume('192.0.2.1')
    await store.quotas('mails').take([{ key: 'a person', points: 1, seconds: 60 }])
    const operator = new Redis(redis.url)
    const keys = await operator.keys('*')
    assert.deepEqual(keys.toSorted(), [
      'wallet-embed:letters:count:tries',
      'wallet-embed:letters:order',
      'wallet-embed:letters:used',
      'wallet-embed:letters:value:a letter',
      'wallet-embed:limit:asked:192.0.2.1',
      'wallet-embed:quota:mails:a person',
    ])
    operator.disconnect()
    await store.close()
    await redis.kill()
  })

  it('is the one behind its name now, where the one before answers on and takes no writes', async () => {
    const [old, next] = await Promise.all([startRedis(), startRedis()])
    const name = await startLossyProxy()
    const portOf = ({ url }: RedisServer) => Number(new URL(url).port)
    name.target = portOf(old)
    const store = await connectRedis({ url: `redis://127.0.0.1:${name.port}` })
    const box = store.box('letters', 60_000)
    assert.equal(await box.put('before', 'text'), true)
    const operator = new Redis(old.url)
    // Of a master that is not there: nothing comes to it from the next one.
    await operator.replicaof('127.0.0.1', 1)
    name.target = portOf(next)
    await assert.rejects(box.put('during', 'text'), { code: 'SERVICE_UNAVAILABLE' })
    assert.equal(await box.put('after', 'text'), true)
    const other = await connectRedis({ url: next.url })
    const letter = box.takeWhenThere('letter', AbortSignal.timeout(10_000))
    assert.equal(await box.read('letter'), null)
    await other.box('letters', 60_000).put('letter', 'what it says')
    assert.equal(await letter, 'what it says')
    operator.disconnect()
    await Promise.all([store.close(), other.close()])
    name.close()
    await Promise.all([old.kill(), next.kill()])
  })

  it('is not begun with where it takes no writes: every login would fail', async () => {
    const replica = await startRedis('--replicaof', '127.0.0.1 1')
    const asked = connectRedis({ url: replica.url })
    const failure = await asked.then(
      (store) => store.close(),
      (error) => error,
    )
    await replica.kill()
    assert.equal(failure?.code, 'SERVICE_UNAVAILABLE')
    assert.equal(failure.detail, 'Redis is a replica, and takes no writes.')
  })

  it('tells other copies of letters, and not of notes that nobody waits for', async () => {
    const redis = await startRedis()
    const store = await connectRedis({ url: redis.url })
    const listener = new Redis(redis.url)
    await listener.subscribe('wallet-embed:bell')
    const heard: string[] = []
    listener.on('message', (_, id: string) => heard.push(id))
    const rung = once(listener, 'message')
    await store.box('used-codes', 60_000).put('a code', '')
    await store.box('letters', 60_000).put('a letter', 'what it says')
    await rung
    assert.deepEqual(heard, ['wallet-embed:letters:value:a letter'])
    listener.disconnect()
    await store.close()
    await redis.kill()
  })

  it('that drops keys forgets used codes, and the login service says so until that is mended', async () => {
    const redis = await startRedis('--maxmemory', '3mb', '--maxmemory-policy', 'allkeys-lru')
    const operator = new Redis(redis.url)
    await inTemporaryFolder(async (dir) => {
      await writeFile(join(dir, 'registry.json'), JSON.stringify(registryFor('https://a.example')))
      await writeFile(join(dir, 'secrets.json'), '{}')
      const service = runCli(
        [
          ...['login-service', '--registry', 'registry.json', '--secrets', 'secrets.json'],
          ...['--wallet-origin', 'http://localhost:4050', '--port', '0', '--redis', redis.url],
        ],
        {},
        dir,
      )
      await service.line(/"level":40[^\n]*maxmemory-policy allkeys-lru[^\n]*Set noeviction/)
      const [, url] = await service.line(/listening at (http:\/\/[^"]*:\d+)/)
      const ready = async () => (await fetch(`${url}/readyz`)).json()
      const said = (await ready()) as { ok: boolean; degraded?: string }
      assert.equal(said.ok, true)
      assert.match(said.degraded!, /^Redis has maxmemory-policy allkeys-lru: .*Set noeviction\.$/)

      const store = await connectRedis({ url: redis.url })
      const codes = store.box('used-codes', 60_000)
      await codes.put('a used code', '')
      const isForgotten = async () => (await codes.read('a used code')) === null
      for (let i = 0; i < 5_000 && !(await isForgotten()); i += 1) {
        await store.box('letters', 60_000).put(String(i), 'x'.repeat(10_000))
      }
      assert.equal(await isForgotten(), true)
      await store.close()

      await operator.config('SET', 'maxmemory-policy', 'noeviction')
      await until('no word of it', async () => !('degraded' in ((await ready()) as object)))
      service.child.kill('SIGTERM')
      await service.ended
    })
    operator.disconnect()
    await redis.kill()
  })

  it('that does not say its settings is complained of', async () => {
    const rights = ['on', 'nopass', '~*', '&*', '+@all', '-info']
    const redis = await startRedis('--user', 'managed', ...rights)
    const store = await connectRedis({ url: redis.url.replace('//', '//managed:any@') })
    const faults = await store.faults()
    await store.close()
    await redis.kill()
    assert.deepEqual(
      faults.map(({ isForgetful }) => isForgetful),
      [false],
    )
    assert.match(faults[0]!.text, /does not say .* noeviction/)
  })
})
