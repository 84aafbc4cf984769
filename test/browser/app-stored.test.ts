import { expect } from '@open-wc/testing'
import * as z from 'zod/mini'

import { readItem, takeItem, writeItem } from '../../src/app/support/storage.js'

const NAME = 'wallet-embed:test'
const Form = z.object({ count: z.int() })

/** The mere mention of it throws, as in a frame whose browser denies storage. */
function deny(): () => void {
  const own = Object.getOwnPropertyDescriptor(window, 'localStorage')!
  Object.defineProperty(window, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('', 'SecurityError')
    },
  })
  return () => Object.defineProperty(window, 'localStorage', own)
}

describe('what is kept in the browser', () => {
  afterEach(() => {
    localStorage.removeItem(NAME)
    sessionStorage.removeItem(NAME)
  })

  it('is there as long as asked: in the tab, or longer', () => {
    expect(writeItem(NAME, { count: 1 })).to.equal(true)
    expect(writeItem(NAME, { count: 2 }, false)).to.equal(true)
    expect(readItem(NAME, Form)).to.deep.equal({ count: 1 })
    expect(readItem(NAME, Form, false)).to.deep.equal({ count: 2 })
    expect(writeItem(NAME, undefined)).to.equal(true)
    expect(localStorage.getItem(NAME)).to.equal(null)
    expect(readItem(NAME, Form)).to.equal(undefined)
  })

  for (const text of ['{"count":"1"}', '{', '', '[]', 'null']) {
    it(`is nothing where it reads ${JSON.stringify(text)}`, () => {
      localStorage.setItem(NAME, text)
      expect(readItem(NAME, Form)).to.equal(undefined)
    })
  }

  it('is taken once, and gone even if it has another form', () => {
    writeItem(NAME, { count: 1 }, false)
    expect(takeItem(NAME, Form, false)).to.deep.equal({ count: 1 })
    expect(takeItem(NAME, Form, false)).to.equal(undefined)
    writeItem(NAME, { other: 1 }, false)
    expect(takeItem(NAME, Form, false)).to.equal(undefined)
    expect(sessionStorage.getItem(NAME)).to.equal(null)
  })

  it('is nothing where the browser denies storage, and whoever keeps it is told', () => {
    localStorage.setItem(NAME, '{"count":1}')
    const allow = deny()
    try {
      expect(readItem(NAME, Form)).to.equal(undefined)
      expect(takeItem(NAME, Form)).to.equal(undefined)
      expect(writeItem(NAME, { count: 2 })).to.equal(false)
    } finally {
      allow()
    }
    expect(readItem(NAME, Form)).to.deep.equal({ count: 1 })
  })

  it('is told if there is no room for it', () => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = () => {
      throw new DOMException('', 'QuotaExceededError')
    }
    try {
      expect(writeItem(NAME, { count: 1 })).to.equal(false)
    } finally {
      Storage.prototype.setItem = setItem
    }
  })
})
