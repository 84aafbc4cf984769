import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'

import { createUsedCodes } from '../../src/server/login/used-codes.js'
import { sourceOf } from '../../src/server/store/networks.js'
import { MemoryStore } from '../../src/server/store/store.js'

describe('an authorization code', () => {
  const source = sourceOf('192.0.2.1')
  beforeEach(() => mock.timers.enable({ apis: ['Date'], now: 1_000_000 }))
  afterEach(() => mock.timers.reset())

  it('gives one token in twenty minutes, by each verifier', async () => {
    const use = createUsedCodes(new MemoryStore())
    await use('club', 'code', source)
    await use('other', 'code', source)
    await use('club', 'other', source)
    mock.timers.tick(1_199_999)
    await assert.rejects(use('club', 'code', source), { code: 'LOGIN_FAILED' })
    mock.timers.tick(1)
    await use('club', 'code', source)
  })

  it('is refused where there is no room to note it, of which a network has the fiftieth part', async () => {
    const store = new MemoryStore()
    const use = createUsedCodes(store, 100)
    await use('club', 'one', source)
    await use('club', 'two', source)
    await assert.rejects(use('club', 'three', source), { code: 'LIMIT_EXCEEDED' })
    await use('club', 'three', sourceOf('198.51.100.1'))
    assert.deepEqual([...(await store.taken())], [['used-codes', 0.03]])
  })
})
