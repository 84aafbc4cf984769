/** How a Redis is set up, and what copies tell each other by it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'

import { Redis } from 'ioredis'

import { connectRedis } from '../../src/server/store/redis-store.js'
import { NO_REDIS, startRedis } from './support/redis.js'

describe('a Redis that copies share', { skip: NO_REDIS }, () => {
  for (const [options, expected] of [
    [['--maxmemory', '50mb', '--maxmemory-policy', 'noeviction'], []],
    [['--maxmemory', '50mb', '--maxmemory-policy', 'allkeys-lru'], [/allkeys-lru.*Set noeviction/]],
    [['--maxmemory', '0'], [/no maxmemory/]],
  ] as const) {
    it(`${expected.length ? 'is complained of' : 'is well'} with ${options.join(' ')}`, async () => {
      const redis = await startRedis(...options)
      const faults: string[] = []
      const store = await connectRedis({ url: redis.url, onFault: (fault) => faults.push(fault) })
      await store.close()
      await redis.kill()
      assert.equal(faults.length, expected.length)
      for (const [i, pattern] of expected.entries()) assert.match(faults[i]!, pattern)
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
})
