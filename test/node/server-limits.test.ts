/** How often something may be asked: what a limit says at its edge, and when it is over. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'

import type { FastifyReply } from 'fastify'

import { consume, createLimit, createSourceLimit } from '../../src/server/platform/limits.js'
import { MemoryQuotas, type Quota } from '../../src/server/store/quotas.js'
import { type Limited, MemoryStore } from '../../src/server/store/store.js'

/** What a reply was told to say. */
let said: Record<string, unknown>
const reply = {
  header: (name: string, value: unknown) => {
    said[name] = value
  },
} as unknown as FastifyReply

const times = async (count: number, work: () => Promise<unknown>) => {
  for (let i = 0; i < count; i += 1) await work()
}
const refused = { code: 'LIMIT_EXCEEDED' }

beforeEach(() => {
  said = {}
  mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_000_000_000 })
  mock.method(performance, 'now', () => Date.now())
})
afterEach(() => mock.reset())

describe('a limit by key', () => {
  it('lets so many through in a minute, and says when it is over', async () => {
    const limit = createLimit(new MemoryStore(), 'test', 3)
    await times(3, () => limit('one', reply))
    await assert.rejects(limit('one', reply), refused)
    assert.deepEqual(said, { 'retry-after': 60 })
    await limit('other', reply)
    mock.timers.tick(57_999)
    await assert.rejects(limit('one', reply), refused)
    assert.deepEqual(said, { 'retry-after': 3 })
    mock.timers.tick(1)
    await assert.rejects(limit('one', reply), refused)
    assert.deepEqual(said, { 'retry-after': 2 })
    mock.timers.tick(2_000)
    await limit('one', reply)
  })
})

describe('a limit by source', () => {
  it('is one for a network, and eight times that for its site', async () => {
    const limit = createSourceLimit(new MemoryStore(), 'test', { points: 2 })
    for (let network = 0; network < 8; network += 1) {
      const ask = () => limit(`192.0.2.${network}`, reply)
      assert.deepEqual(await ask(), { network: `192.0.2.${network}`, site: '192.0.2.0/24' })
      await ask()
      await assert.rejects(ask(), refused)
    }
    await assert.rejects(limit('192.0.2.9', reply), refused)
    assert.deepEqual(said, { 'retry-after': 60 })
    await limit('198.51.100.1', reply)
  })

  it('may be for longer, and be one that nobody passes uncounted', async () => {
    const asked: Record<string, Limited> = {}
    const store = new (class extends MemoryStore {
      override limiter(name: string, limited: Limited) {
        asked[name] = limited
        return super.limiter(name, limited)
      }
    })()
    createSourceLimit(store, 'usual', { points: 1 })
    createSourceLimit(store, 'strict', { points: 1, seconds: 900, isStrict: true })
    assert.deepEqual(asked, {
      usual: { points: 1, seconds: 60, isStrict: false },
      'usual-site': { points: 8, seconds: 60, isStrict: false },
      strict: { points: 1, seconds: 900, isStrict: true },
      'strict-site': { points: 8, seconds: 900, isStrict: true },
    })
  })

  it('lets nobody through if nobody counts', async () => {
    const limiter = new MemoryStore().limiter('test', { points: 1, seconds: 1 })
    limiter.consume = () => Promise.reject(new Error('gone'))
    const work = consume(limiter, 'one', reply, 'Of one.')
    await assert.rejects(work, { code: 'SERVICE_UNAVAILABLE' })
    assert.deepEqual(said, {})
  })
})

describe('quotas in memory', () => {
  const quota: Quota = { key: 'one', points: 2, seconds: 60 }
  const seen: Quota = { ...quota, isKept: true }

  it('begin anew so many seconds after the first point, and not before', async () => {
    const quotas = new MemoryQuotas()
    assert.equal(await quotas.take([quota]), true)
    mock.timers.tick(30_000)
    assert.equal(await quotas.take([quota]), true)
    mock.timers.tick(29_999)
    assert.equal(await quotas.take([quota]), false)
    mock.timers.tick(1)
    await times(2, async () => assert.equal(await quotas.take([quota]), true))
    assert.equal(await quotas.take([quota]), false)
  })

  it('forget each when its time is over, and no other', async () => {
    const quotas = new MemoryQuotas()
    const other = { ...quota, key: 'other', points: 1 }
    await quotas.take([quota])
    mock.timers.tick(30_000)
    assert.equal(await quotas.take([other]), true)
    mock.timers.tick(30_000)
    assert.equal(await quotas.take([other]), false)
    await times(2, async () => assert.equal(await quotas.take([quota]), true))
  })

  it('are only looked at where nothing is to be taken', async () => {
    const quotas = new MemoryQuotas()
    await times(3, async () => assert.equal(await quotas.take([seen]), true))
    await times(2, () => quotas.take([quota]))
    assert.equal(await quotas.take([seen]), false)
  })

  it('take back what was taken, and no more', async () => {
    const quotas = new MemoryQuotas()
    await quotas.giveBack([quota])
    await quotas.take([quota])
    await quotas.giveBack([quota])
    await times(2, async () => assert.equal(await quotas.take([quota]), true))
    await quotas.giveBack([seen])
    assert.equal(await quotas.take([quota]), false)
    await times(3, () => quotas.giveBack([quota]))
    await times(2, async () => assert.equal(await quotas.take([quota]), true))
    assert.equal(await quotas.take([quota]), false)
  })
})
