/** What a service remembers for a while. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { MemoryBox, MemoryStore } from '../../src/server/store.js'

const MINUTES = 60_000
const gone = AbortSignal.abort()
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error) => error.code as string,
  )

describe('a box in memory', () => {
  let now = 0
  const open = (limits = { values: 9, bytes: 99 }) => {
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

  it('is full at so many values, bytes or counts, until some are taken or too old', async () => {
    const box = open({ values: 2, bytes: 10 })
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

  it('takes nothing for those who gave up', async () => {
    const box = open()
    const leaving = new AbortController()
    const waiting = box.takeWhenThere('one', leaving.signal)
    await Promise.resolve()
    leaving.abort()
    assert.equal(await waiting, null)
    await box.put('one', 'a')
    assert.equal(await box.takeWhenThere('one', gone), 'a')
  })
})

describe('a store', () => {
  it('lets the first value under an id count, shows it, and hands it out once', async () => {
    const box = new MemoryStore().box('letters', MINUTES)
    assert.deepEqual([await box.put('one', 'a'), await box.put('one', 'b')], [true, false])
    assert.equal(await box.read('one'), 'a')
    assert.deepEqual(await Promise.all([box.take('one'), box.take('one')]), ['a', null])
    assert.equal(await box.put('one', 'c'), true)
  })

  it('keeps the boxes of each name apart, and the same box under the same name', async () => {
    const store = new MemoryStore()
    await store.box('letters', MINUTES).put('one', 'a')
    assert.equal(await store.box('codes', MINUTES).take('one'), null)
    assert.equal(await store.box('letters', MINUTES).take('one'), 'a')
  })

  it('counts by id', async () => {
    const box = new MemoryStore().box('codes', MINUTES)
    assert.deepEqual(
      await Promise.all(['a', 'a', 'b', 'a'].map((id) => box.count(id))),
      [1, 2, 1, 3],
    )
  })
})
