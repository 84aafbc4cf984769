/** A list that the storage refused for a while, and a different tab that changed the stored one meanwhile. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'

import * as z from 'zod/mini'

type Module = typeof import('../../src/app/stores/kept-list.js')

const items = new Map<string, string>()
let hasRoom = true
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => items.get(key) ?? null,
    removeItem: (key: string) => items.delete(key),
    setItem(key: string, value: string) {
      if (!hasRoom) throw new DOMException('', 'QuotaExceededError')
      items.set(key, value)
    },
  },
})

/** Two documents: each has the module for itself. */
const [one, two] = (await Promise.all(
  ['one', 'two'].map((tab) => import(`../../src/app/stores/kept-list.js?${tab}`)),
)) as [Module, Module]
const listIn = ({ KeptList }: Module) => new KeptList('things', '0x1', z.string())
const [here, there] = [listIn(one), listIn(two)]

describe('a refused list', () => {
  beforeEach(() => {
    items.clear()
    here.keep(['old', 'older'])
    hasRoom = false
    here.keep(['old', 'of here'])
    hasRoom = true
  })

  it('is what this tab has, and is stored when there is room again', () => {
    assert.deepEqual(here.all, ['old', 'of here'])
    assert.deepEqual(there.all, ['old', 'older'])
    assert.equal(one.storeRefused(), true)
    assert.deepEqual(there.all, ['old', 'of here'])
  })

  it('does not undo what a different tab stored since', () => {
    there.keep(['older', 'of there'])
    assert.deepEqual(here.all, ['of there', 'of here'])
    one.storeRefused()
    assert.deepEqual(there.all, ['of there', 'of here'])
  })

  it('may be changed again before it is stored, also what the other tab added', () => {
    there.keep(['old', 'of there'])
    hasRoom = false
    here.keep(here.all!.filter((entry) => entry !== 'of there'))
    assert.equal(one.storeRefused(), false)
    hasRoom = true
    assert.deepEqual(here.all, ['old', 'of here'])
    assert.equal(one.storeRefused(), true)
    assert.deepEqual(there.all, ['old', 'of here'])
  })
})
