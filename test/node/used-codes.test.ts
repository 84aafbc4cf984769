import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'

import { GRACE, UsedCodes } from '../../src/server/login/used-codes.js'
import type { Box } from '../../src/server/store/box.js'
import { sourceOf } from '../../src/server/store/networks.js'
import { MemoryStore } from '../../src/server/store/store.js'
import { WalletError } from '../../src/shared/errors.js'

const source = sourceOf('192.0.2.1')
const unbound = { verifier: 'club', code: 'code', source, isBound: false }
const bound = { verifier: 'google', code: 'code', source, isBound: true }

describe('an authorization code', () => {
  let time = 0
  beforeEach(() => mock.method(performance, 'now', () => time))
  afterEach(() => mock.reset())

  it('gives one token in twenty minutes, by each verifier', async () => {
    const codes = new UsedCodes(new MemoryStore())
    for (const first of [unbound, bound, { ...unbound, code: 'other' }]) await codes.use(first)
    time = 1_199_999
    for (const again of [unbound, bound]) {
      await assert.rejects(codes.use(again), { code: 'LOGIN_FAILED' })
    }
    time += 1
    await codes.use(unbound)
  })

  it('is refused where there is no room to note it, of which a network has the fiftieth part', async () => {
    const store = new MemoryStore()
    const codes = new UsedCodes(store, 100)
    await codes.use({ ...unbound, code: 'one' })
    await codes.use({ ...unbound, code: 'two' })
    const third = { ...unbound, code: 'three' }
    await assert.rejects(codes.use(third), { code: 'LIMIT_EXCEEDED' })
    await codes.use({ ...third, source: sourceOf('198.51.100.1') })
    assert.deepEqual([...(await store.taken())], [['used-codes', 0.03]])
  })
})

/** One that can be lost, and says for how long it was. */
class LosableStore extends MemoryStore {
  lost = 0
  /** Does not answer, though the connection is there. */
  hangs = false

  override away(): number {
    return this.lost
  }

  override box(...args: Parameters<MemoryStore['box']>): Box {
    const box = super.box(...args)
    const put: Box['put'] = async (...given) => {
      if (this.lost || this.hangs) throw new WalletError('SERVICE_UNAVAILABLE')
      return box.put(...given)
    }
    return Object.assign(Object.create(box), { put, take: box.take.bind(box) })
  }
}

describe('an authorization code while the store is away', () => {
  let store: LosableStore
  let here: UsedCodes
  let there: UsedCodes
  beforeEach(() => {
    mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_000_000 })
    store = new LosableStore()
    here = new UsedCodes(store, 100)
    there = new UsedCodes(store, 100)
  })
  afterEach(() => mock.timers.reset())

  for (const [what, state] of [
    ['is lost', { lost: 1 }],
    ['hangs', { hangs: true }],
  ] as const) {
    it(`counts for a minute where it is bound, once, and never where it is not: the store ${what}`, async () => {
      Object.assign(store, state)
      here.begin(true)
      await here.use(bound)
      await assert.rejects(here.use(bound), { code: 'LOGIN_FAILED' })
      await assert.rejects(here.use(unbound), { code: 'SERVICE_UNAVAILABLE' })
      store.lost = GRACE + 1
      const late = { ...bound, code: 'late' }
      assert.throws(() => here.begin(true), { code: 'SERVICE_UNAVAILABLE' })
      await assert.rejects(here.use(late), { code: 'SERVICE_UNAVAILABLE' })
      store.lost = 0
      store.hangs = false
      await here.use(late)
      await assert.rejects(here.use(bound), { code: 'LOGIN_FAILED' })
    })
  }

  it('is handed over when the store is back, so that other copies refuse it', async () => {
    store.lost = 1
    await here.use(bound)
    mock.timers.tick(1_000)
    await settled()
    store.lost = 0
    mock.timers.tick(1_000)
    await settled()
    for (const copy of [here, there]) {
      await assert.rejects(copy.use(bound), { code: 'LOGIN_FAILED' })
    }
    assert.deepEqual([...(await store.taken())], [['used-codes', 0.01]])
  })

  it('leaves a network the fiftieth part of the room', async () => {
    store.lost = 1
    for (const code of ['one', 'two']) await here.use({ ...bound, code })
    await assert.rejects(here.use({ ...bound, code: 'three' }), { code: 'LIMIT_EXCEEDED' })
    await here.use({ ...bound, code: 'three', source: sourceOf('198.51.100.1') })
  })

  it('is kept from a provider that would take it for nothing', () => {
    store.lost = 1_000
    here.begin(false)
    store.lost = 3_000
    assert.throws(() => here.begin(false), { code: 'SERVICE_UNAVAILABLE' })
    here.begin(true)
  })
})

/** What a timer began has ended: all of it is in memory. */
const settled = () => new Promise((resolve) => setImmediate(resolve))
