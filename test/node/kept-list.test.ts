/** A list that the storage refused for a while, and a different tab that changed the stored one meanwhile. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'

import * as z from 'zod/mini'

import { KeptList, storeRefused } from '../../src/app/stores/kept-list.js'

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

const here = new KeptList('things', '0x1', z.string())
const KEY = 'wallet-embed:things:0x1'
/** As a different tab has it: what is stored. */
const stored = (): unknown => JSON.parse(items.get(KEY)!)
const storeThere = (...list: string[]) => items.set(KEY, JSON.stringify(list))

describe('a refused list', () => {
  beforeEach(() => {
    items.clear()
    here.keep(['old', 'older'])
    hasRoom = false
    here.keep(['old', 'of here'])
    hasRoom = true
  })

  it('is what this tab has, and is stored when there is room again', () => {
    assert.deepEqual(here.kept, ['old', 'of here'])
    assert.deepEqual(stored(), ['old', 'older'])
    assert.equal(storeRefused(), true)
    assert.deepEqual(stored(), ['old', 'of here'])
  })

  it('does not undo what a different tab stored since', () => {
    storeThere('older', 'of there')
    assert.deepEqual(here.kept, ['of there', 'of here'])
    storeRefused()
    assert.deepEqual(stored(), ['of there', 'of here'])
  })

  it('may be changed again before it is stored, also what the other tab added', () => {
    storeThere('old', 'of there')
    hasRoom = false
    here.keep(here.kept!.filter((entry) => entry !== 'of there'))
    assert.equal(storeRefused(), false)
    hasRoom = true
    assert.deepEqual(here.kept, ['old', 'of here'])
    assert.equal(storeRefused(), true)
    assert.deepEqual(stored(), ['old', 'of here'])
  })
})

describe('a list in which a later build has stored something', () => {
  beforeEach(() => {
    items.clear()
    items.set(KEY, JSON.stringify(['one', { form: 'later' }, 'two']))
  })

  it('shows all the rest', () => {
    assert.deepEqual(here.kept, ['one', 'two'])
  })

  it('loses nothing when it changes', () => {
    here.keep([...(here.kept ?? []), 'three'])
    assert.deepEqual(here.kept, ['one', 'two', 'three'])
    assert.deepEqual(new Set(stored() as unknown[]).size, 4)
    here.keep([])
    assert.deepEqual([here.kept, stored()], [[], [{ form: 'later' }]])
  })
})
