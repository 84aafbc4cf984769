/** What a service remembers for a while: in memory, and in a real Redis that copies share. */
import assert from 'node:assert/strict'
import { after, before, describe, it, mock } from 'node:test'

import { Redis } from 'ioredis'
import { RateLimiterRes } from 'rate-limiter-flexible'
import type { Box } from '../../src/server/store/box.js'
import { MemoryBox } from '../../src/server/store/memory-box.js'
import { sourceOf } from '../../src/server/store/networks.js'
import { MemoryQuotas } from '../../src/server/store/quotas.js'
import { connectRedis } from '../../src/server/store/redis-store.js'
import { MemoryStore, type Store } from '../../src/server/store/store.js'
import { until } from '../support/until.js'
import { NO_CLUSTER, NO_REDIS, startRedis } from './support/redis.js'
import { startCluster } from './support/redis-cluster.js'

const MINUTES = 60_000
const never = new AbortController().signal
const gone = AbortSignal.abort()
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error) => error.code as string,
  )

describe('a box in memory', () => {
  let now = 0
  const open = (limits = { values: 9, length: 99 }) => {
    now = 0
    return new MemoryBox(10 * MINUTES, limits, () => now)
  }

  it('keeps a value, and a count, for its lifetime', async () => {
    const box = open()
    await box.put('one', 'a')
    await box.put('two', 'b')
    await box.count('one')
    now = 10 * MINUTES - 1
    assert.equal(await box.take('one'), 'a')
    assert.equal(await box.count('one'), 2)
    now = 10 * MINUTES
    assert.equal(await box.read('two'), null)
    assert.equal(await box.count('one'), 1)
  })

  it('is full at so many values, characters or counts, until some are taken or too old', async () => {
    const box = open({ values: 2, length: 10 })
    await box.put('one', '12345')
    assert.equal(await code(box.put('large', '123456')), 'LIMIT_EXCEEDED')
    await box.put('two', '12345')
    assert.equal(await code(box.put('three', '')), 'LIMIT_EXCEEDED')
    await box.take('one')
    assert.equal(await code(box.put('three', '12345')), 'no error')
    now = 10 * MINUTES
    assert.equal(await code(box.put('four', '1234567890')), 'no error')
    await box.count('one')
    await box.count('two')
    assert.equal(await code(box.count('three')), 'LIMIT_EXCEEDED')
  })

  it('ends in time, as quotas do, though the clock of the machine was set back', async () => {
    const box = new MemoryBox(1, { values: 1, length: 99 })
    const quotas = new MemoryQuotas()
    const take = () => quotas.take([{ key: 'one', points: 1, seconds: 0.001 }])
    const ahead = mock.method(Date, 'now', () => Number.MAX_SAFE_INTEGER)
    await box.put('one', 'a')
    await take()
    ahead.mock.restore()
    await until('the value is too old', async () => (await box.read('one')) === null)
    await until('the count is too old', take)
  })
})

const memory = async () => {
  const store = new MemoryStore()
  return { stores: [store, store] as const, end: async () => {} }
}
const shared = async (url: string, stop: () => Promise<void>) => {
  const connect = () => connectRedis({ url })
  const stores = [await connect(), await connect()] as const
  const end = async () => {
    await Promise.all(stores.map((store) => store.close()))
    await stop()
  }
  return { stores, end }
}
const redis = async () => {
  const server = await startRedis()
  return shared(server.url, server.kill)
}
const cluster = async () => {
  const { url, end } = await startCluster({ masters: 3 })
  return shared(url, end)
}

for (const [kind, open, skip] of [
  ['in memory', memory, false],
  ['in Redis, from two copies', redis, NO_REDIS],
  ['in a Redis Cluster, from two copies', cluster, NO_CLUSTER],
] as const) {
  describe(`a store ${kind}`, { skip }, () => {
    let one: Store
    let other: Store
    let end: () => Promise<void>
    before(async () => {
      const opened = await open()
      ;[one, other] = opened.stores
      end = opened.end
    })
    after(() => end())

    it('lets the first value under an id count, shows it, and hands it out once', async () => {
      const [here, there] = [one.box('letters', MINUTES), other.box('letters', MINUTES)]
      assert.deepEqual([await here.put('one', 'a'), await there.put('one', 'b')], [true, false])
      assert.equal(await there.read('one'), 'a')
      const taken = await Promise.all([here.take('one'), there.take('one')])
      assert.deepEqual(taken.toSorted(), ['a', null])
      assert.equal(await here.put('one', 'c'), true)
    })

    it('hands a value to one of those who wait for it', async () => {
      const [here, there] = [one.box('letters', MINUTES), other.box('letters', MINUTES)]
      const waiting = [here, there].map((box) => box.takeWhenThere('two', never))
      await here.put('two', 'a')
      const first = await Promise.race(waiting)
      await here.put('two', 'b')
      assert.equal(first, 'a')
      assert.deepEqual((await Promise.all(waiting)).toSorted(), ['a', 'b'])
      assert.equal(await there.read('two'), null)
    })

    it('takes nothing for those who gave up', async () => {
      const [here, there] = [one.box('letters', MINUTES), other.box('letters', MINUTES)]
      const leaving = new AbortController()
      const waiting = there.takeWhenThere('three', leaving.signal)
      leaving.abort()
      assert.equal(await waiting, null)
      await here.put('three', 'a')
      assert.equal(await there.takeWhenThere('three', gone), null)
      assert.equal(await there.take('three'), 'a')
    })

    it('keeps the boxes of each name apart', async () => {
      await one.box('letters', MINUTES).put('four', 'a')
      assert.equal(await other.box('codes', MINUTES).take('four'), null)
      assert.equal(await other.box('letters', MINUTES).take('four'), 'a')
    })

    it('counts by id, and limits by key', async () => {
      const [here, there] = [one.box('codes', MINUTES), other.box('codes', MINUTES)]
      const counted = await Promise.all([
        ...['a', 'b', 'a'].map((id) => here.count(id)),
        there.count('a'),
      ])
      assert.deepEqual(counted.toSorted(), [1, 1, 2, 3])
      const limit = { points: 2, seconds: 60 }
      const [first, second] = [one, other].map((store) => store.limiter('tries', limit))
      await first!.consume('x')
      await second!.consume('x')
      await first!.consume('y')
      await assert.rejects(second!.consume('x'), (refused) => refused instanceof RateLimiterRes)
    })

    it('gives a network the fiftieth part of a box and a site the tenth, and takes back what is taken', async () => {
      const room = { values: 100, length: 1_000 }
      const [here, there] = [one, other].map((store) => store.box('small', MINUTES, room)) as [
        Box,
        Box,
      ]
      const put = (id: string, from: string, value = '') =>
        code(there.put(id, value, sourceOf(from)))
      assert.equal(await put('1', '2001:db8:1:1::1'), 'no error')
      assert.equal(await put('2', '2001:db8:1:1::2'), 'no error')
      assert.equal(await put('3', '2001:db8:1:1::3'), 'LIMIT_EXCEEDED')
      await here.take('1')
      assert.equal(await put('3', '2001:db8:1:1::3'), 'no error')
      for (let i = 2; i < 6; i += 1) {
        assert.equal(await put(`${i} a`, `2001:db8:1:${i}::1`), 'no error')
        assert.equal(await put(`${i} b`, `2001:db8:1:${i}::1`), 'no error')
      }
      assert.equal(await put('site', '2001:db8:1:6::1'), 'LIMIT_EXCEEDED')
      assert.equal(await put('large', '192.0.2.1', 'x'.repeat(21)), 'LIMIT_EXCEEDED')
      // Bytes, and not characters.
      assert.equal(await put('large', '192.0.2.1', 'é'.repeat(11)), 'LIMIT_EXCEEDED')
      assert.equal(await put('large', '192.0.2.1', 'é'.repeat(10)), 'no error')
      for (let i = 0; i < 89; i += 1) assert.equal(await put(`s${i}`, `198.51.${i}.1`), 'no error')
      assert.equal(await put('last', '203.0.113.1'), 'LIMIT_EXCEEDED')
      assert.equal((await other.taken()).get('small'), 1)
      await here.take('s0')
      assert.equal((await other.taken()).get('small'), 0.99)
      assert.equal(await put('last', '203.0.113.1'), 'no error')
    })

    it('gives room back when what is there becomes too old', async () => {
      const box = one.box('brief', 30, { values: 1, length: 10 })
      await box.put('first', 'a')
      await until('room', async () => (await code(box.put('second', 'a'))) === 'no error')
      assert.equal(await code(box.put('third', 'a')), 'LIMIT_EXCEEDED')
    })

    it('takes one of all quotas, or none, and gives them back', async () => {
      const [here, there] = [one.quotas('test'), other.quotas('test')]
      const wide = { key: 'wide', points: 3, seconds: 60 }
      const narrow = { key: 'narrow', points: 2, seconds: 3_600 }
      const both = [wide, narrow]
      const taken = await Promise.all([here.take(both), there.take(both), here.take(both)])
      // Whichever comes last, over two connections, takes none of the wide ones.
      assert.deepEqual(taken.toSorted(), [false, true, true])
      assert.equal(await there.take([wide]), true)
      assert.equal(await there.take([wide]), false)
      await here.giveBack([narrow])
      assert.equal(await there.take([{ ...narrow, isKept: true }]), true)
      assert.equal(await there.take([narrow]), true)
      assert.equal(await there.take([narrow]), false)
    })

    it('forgets what is too old', async () => {
      const box = one.box('short', 20)
      assert.equal(await box.count('five'), 1)
      await box.put('five', 'a')
      const there = other.box('short', 20)
      await until('the end of the value', async () => (await there.read('five')) === null)
      assert.equal(await box.count('five'), 1)
    })
  })
}

describe('a store in Redis', { skip: NO_REDIS }, () => {
  it('fails in time while Redis is gone or hangs, limits on, and comes back by itself', async () => {
    const server = await startRedis()
    const changes: boolean[] = []
    const store = await connectRedis({ url: server.url, onChange: (isUp) => changes.push(isUp) })
    try {
      const box = store.box('letters', MINUTES)
      const limiter = store.limiter('tries', { points: 1, seconds: 60 })
      await server.kill()
      const failed = await Promise.all([box.read('a'), box.take('a'), box.count('a')].map(code))
      assert.deepEqual(new Set(failed), new Set(['SERVICE_UNAVAILABLE']))
      const quotas = store.quotas('mails')
      assert.equal(
        await code(quotas.take([{ key: 'a', points: 9, seconds: 60 }])),
        'SERVICE_UNAVAILABLE',
      )
      // Nobody passes a strict one.
      const strict = store.limiter('strict', { points: 9, seconds: 60, isStrict: true })
      await assert.rejects(strict.consume('x'), (error) => !(error instanceof RateLimiterRes))
      // Counted by this copy alone.
      await limiter.consume('x')
      await assert.rejects(limiter.consume('x'), (refused) => refused instanceof RateLimiterRes)
      await server.start()
      // Within the deadline of one question: it waits for the connection.
      await until('the connection', () => changes.at(-1) === true)
      assert.equal(await box.put('one', 'a'), true)
      assert.equal(await box.take('one'), 'a')
      const letter = box.takeWhenThere('waited for', never)
      await box.put('waited for', 'b')
      assert.equal(await letter, 'b')
      server.pause()
      assert.equal(await code(box.read('one')), 'SERVICE_UNAVAILABLE')
      server.resume()
      await until('an answer', async () => (await code(box.read('one'))) === 'no error')
    } finally {
      await store.close()
      await server.kill()
    }
  })

  it('does not do later what was given up', async () => {
    const server = await startRedis()
    const changes: boolean[] = []
    const store = await connectRedis({ url: server.url, onChange: (isUp) => changes.push(isUp) })
    const operator = new Redis(server.url)
    try {
      const box = store.box('letters', MINUTES)
      await box.put('kept', 'text')
      await operator.call('client', 'kill', 'type', 'normal', 'skipme', 'yes')
      server.pause()
      await until('the end of the connection', () => changes.at(-1) === false)
      // On a new connection, which the machine takes and the server does not.
      assert.equal(await code(box.take('kept')), 'SERVICE_UNAVAILABLE')
      server.resume()
      await until('the connection', () => changes.at(-1) === true)
      assert.equal(await box.read('kept'), 'text')
    } finally {
      operator.disconnect()
      await store.close()
      await server.kill()
    }
  })

  it('says that there is no room when Redis has none', async () => {
    const server = await startRedis('--maxmemory', '2mb', '--maxmemory-policy', 'noeviction')
    const store = await connectRedis({ url: server.url })
    try {
      const box = store.box('letters', MINUTES)
      const large = 'x'.repeat(2 ** 18)
      const codes = new Set<string>()
      for (let i = 0; i < 16; i++) codes.add(await code(box.put(String(i), large)))
      assert.deepEqual([...codes], ['no error', 'LIMIT_EXCEEDED'])
      assert.equal(await box.take('0'), large)
    } finally {
      await store.close()
      await server.kill()
    }
  })

  it('is not begun with a URL that is none, or where nobody answers', async () => {
    assert.equal(await code(connectRedis({ url: 'http://localhost' })), 'INVALID_ARGUMENT')
    assert.equal(await code(connectRedis({ url: 'redis://127.0.0.1:1' })), 'SERVICE_UNAVAILABLE')
  })
})
