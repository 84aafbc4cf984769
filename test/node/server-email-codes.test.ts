import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { CODE_LIFETIME, Codes, type Guard } from '../../src/server/login/email/codes.js'
import { MemoryBox } from '../../src/server/store/memory-box.js'
import { ASKED, EMAIL, NONCE, WRONG } from './support/email-code.js'

const KEY = new Uint8Array(32).fill(7)
describe('a code', () => {
  let time: number
  let box: MemoryBox
  let codes: Codes
  /** Failures of the mailbox, and whether it may have more. */
  let counted: number
  let isAllowed: boolean
  const guard: Guard = {
    begin: async (isReal) => {
      if (isReal) counted += 1
      return isAllowed
    },
    undo: async () => {
      counted -= 1
    },
  }
  const check = (code: string, changes: object = {}) =>
    codes.check({ ...ASKED, ...changes }, code, guard)
  beforeEach(() => {
    counted = 0
    isAllowed = true
    time = 1_000_000
    box = new MemoryBox(CODE_LIFETIME, { values: 100, length: 100_000 }, () => time)
    codes = new Codes(box, KEY)
  })

  it('has six digits, and works once', async () => {
    const code = await codes.issue(ASKED)
    assert.match(code, /^\d{6}$/)
    assert.equal(await check(code), true)
    assert.equal(await check(code), false)
  })

  it('has the fifth try, too', async () => {
    const code = await codes.issue(ASKED)
    for (let i = 0; i < 4; i += 1) await check(WRONG(code))
    assert.equal(await check(code), true)
  })

  it('counts five tries towards its mailbox, also when more come at once, and a right one not', async () => {
    const code = await codes.issue(ASKED)
    await Promise.all(Array.from({ length: 20 }, () => check(WRONG(code))))
    assert.equal(counted, 5)
    await check('000000', { nonce: 'o'.repeat(43) })
    assert.equal(counted, 5)
    await check(await codes.issue(ASKED))
    assert.equal(counted, 5)
  })

  it('is not taken when its mailbox has failed too often', async () => {
    const code = await codes.issue(ASKED)
    isAllowed = false
    assert.equal(await check(code), false)
    isAllowed = true
    assert.equal(await check(code), true)
  })

  it('works at its last moment, and not after ten minutes', async () => {
    const code = await codes.issue(ASKED)
    time += CODE_LIFETIME - 1
    assert.equal(await check(code), true)
    const late = await codes.issue(ASKED)
    time += CODE_LIFETIME
    assert.equal(await check(late), false)
  })

  it('is of no use for another login, another address or another verifier', async () => {
    const code = await codes.issue(ASKED)
    assert.equal(await check(code, { nonce: 'o'.repeat(43) }), false)
    assert.equal(await check(code, { verifier: 'other' }), false)
    assert.equal(await check(code, { email: 'other.person@example.test' }), false)
    assert.equal(await check(code), true)
  })

  it('ends the one before it, and has tries of its own', async () => {
    const first = await codes.issue(ASKED)
    for (let i = 0; i < 5; i += 1) await check(WRONG(first))
    const second = await codes.issue(ASKED)
    if (first !== second) assert.equal(await check(first), false)
    assert.equal(await check(second), true)
  })

  it('is worth nothing once it is withdrawn, and the one after it stays', async () => {
    const first = await codes.issue(ASKED)
    await codes.withdraw(ASKED, first)
    assert.equal(await check(first), false)
    const second = await codes.issue(ASKED)
    if (first !== second) await codes.withdraw(ASKED, first)
    assert.equal(await check(second), true)
  })

  it('is not in the store, and neither is the address', async () => {
    const kept: string[] = []
    const put = box.put.bind(box)
    box.put = (id, value) => {
      kept.push(id, value)
      return put(id, value)
    }
    const code = await codes.issue(ASKED)
    const text = kept.join(' ')
    assert.ok(text.length > 50)
    assert.deepEqual(
      [text.includes(code), text.includes(EMAIL), text.includes(NONCE)],
      [false, false, false],
    )
    // A hash without a key could be tried out.
    const other = new Codes(box, new Uint8Array(32))
    assert.equal(await other.check(ASKED, code, guard), false)
  })
})
