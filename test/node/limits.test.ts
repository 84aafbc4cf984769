/** What one page may ask of the wallet's frame, and how often. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { RejectionThrottle } from '../../src/app/approval/rejection-throttle.js'
import { checkSize, RateLimit } from '../../src/app/provider/limits.js'
import { WalletError } from '../../src/shared/errors.js'

const code = (work: () => void): string => {
  try {
    work()
    return 'fine'
  } catch (error) {
    return WalletError.from(error).code
  }
}
const nested = (levels: number) => {
  let value: unknown = 'x'
  for (let level = 0; level < levels; level += 1) value = [value]
  return value
}

describe('the rate of a page’s requests', () => {
  it('may burst to two thousand, and is refused beyond', () => {
    const limit = new RateLimit(() => 0)
    for (let count = 0; count < 2_000; count += 1) limit.take()
    assert.equal(
      code(() => limit.take()),
      'LIMIT_EXCEEDED',
    )
  })

  it('may go on at five hundred a second after a burst', () => {
    let now = 0
    const limit = new RateLimit(() => now)
    for (let count = 0; count < 2_000; count += 1) limit.take()
    now = 1_000
    for (let count = 0; count < 500; count += 1) limit.take()
    assert.equal(
      code(() => limit.take()),
      'LIMIT_EXCEEDED',
    )
    now = 3_600_000
    for (let count = 0; count < 2_000; count += 1) limit.take()
    assert.equal(
      code(() => limit.take()),
      'LIMIT_EXCEEDED',
      'no more is saved up than a burst',
    )
  })
})

describe('the parameters of a page’s request', () => {
  const holdsItself: unknown[] = []
  holdsItself.push(holdsItself)
  let doubled: unknown = 'ha'
  for (let level = 0; level < 40; level += 1) doubled = [doubled, doubled]

  for (const [what, params, expected] of [
    ['of half a megabyte', ['x'.repeat(500_000)], 'fine'],
    ['that are absent', undefined, 'fine'],
    ['as clients send them', [{ to: '0x', gas: undefined, n: 1, ok: true, no: null }], 'fine'],
    ['of more than half a megabyte', ['x'.repeat(530_000)], 'LIMIT_EXCEEDED'],
    ['with long names', [{ ['x'.repeat(530_000)]: 1 }], 'LIMIT_EXCEEDED'],
    ['with many small parts', Array.from({ length: 300_000 }, () => []), 'LIMIT_EXCEEDED'],
    ['sixty levels deep', nested(60), 'fine'],
    ['a hundred thousand levels deep', nested(100_000), 'LIMIT_EXCEEDED'],
    ['that hold themselves', holdsItself, 'LIMIT_EXCEEDED'],
    ['that hold one list a trillion times', doubled, 'LIMIT_EXCEEDED'],
    ['with a map', [new Map()], 'INVALID_ARGUMENT'],
    ['with a buffer', [new Uint8Array(2)], 'INVALID_ARGUMENT'],
    ['with a big integer', [1n], 'fine'],
    ['with a date', [new Date(0)], 'INVALID_ARGUMENT'],
  ] as const) {
    it(`${what} are ${expected === 'fine' ? 'taken' : `refused with ${expected}`}`, () => {
      assert.equal(
        code(() => checkSize(params)),
        expected,
      )
    })
  }

  it('named after what every object has are counted as any other', () => {
    const params = JSON.parse('[{"__proto__": {"a": 1}, "constructor": 2, "toString": 3}]')
    assert.equal(
      code(() => checkSize(params)),
      'fine',
    )
    const large = JSON.parse(`[{"__proto__": "${'x'.repeat(530_000)}"}]`)
    assert.equal(
      code(() => checkSize(large)),
      'LIMIT_EXCEEDED',
    )
  })
})

describe('a page that was told no', () => {
  it('three times in a row for one thing waits ten seconds, and twice that after the next', () => {
    let now = 0
    const patience = new RejectionThrottle(() => now)
    const ask = () => code(() => patience.check('message'))
    for (let count = 0; count < 3; count += 1) {
      assert.equal(ask(), 'fine')
      patience.rejected('message')
    }
    assert.equal(ask(), 'LIMIT_EXCEEDED')
    assert.equal(
      code(() => patience.check('connect')),
      'fine',
      'another thing may be asked',
    )
    now = 10_000
    assert.equal(ask(), 'fine')
    patience.rejected('message')
    now = 29_999
    assert.equal(ask(), 'LIMIT_EXCEEDED')
    now = 30_000
    assert.equal(ask(), 'fine')
  })

  it('ten times for all kinds of things waits as well', () => {
    const patience = new RejectionThrottle(() => 0)
    for (let count = 0; count < 10; count += 1) patience.rejected(`kind ${count}`)
    assert.equal(
      code(() => patience.check('one more')),
      'LIMIT_EXCEEDED',
    )
  })

  it('need not wait after a yes, nor for what was a minute ago', () => {
    let now = 0
    const patience = new RejectionThrottle(() => now)
    for (let count = 0; count < 3; count += 1) patience.rejected('message')
    patience.approved()
    assert.equal(
      code(() => patience.check('message')),
      'fine',
    )
    for (let count = 0; count < 8; count += 1) patience.rejected('message')
    now = 60_000
    assert.equal(
      code(() => patience.check('message')),
      'fine',
    )
  })
})

describe('how long a page waits that was told no', () => {
  let now = 0
  let throttle: RejectionThrottle
  const refuse = (times: number, kind = 'message') => {
    for (let i = 0; i < times; i += 1) throttle.rejected(kind)
  }
  const waits = (kind = 'message') => code(() => throttle.check(kind)) === 'LIMIT_EXCEEDED'
  beforeEach(() => {
    now = 100_000
    throttle = new RejectionThrottle(() => now)
  })

  it('is nothing up to two times in a row for one thing, and nine for whatever', () => {
    refuse(2)
    assert.equal(waits(), false)
    for (const kind of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) refuse(1, kind)
    assert.equal(waits('other'), false)
    refuse(1, 'h')
    assert.equal(waits('other'), true)
    assert.equal(waits('message'), true)
  })

  it('is ten seconds, then twenty, forty, and never more than sixty', () => {
    refuse(2)
    for (const seconds of [10, 20, 40]) {
      refuse(1)
      now += seconds * 1_000 - 1
      assert.equal(waits(), true, `${seconds}`)
      now += 1
      assert.equal(waits(), false, `${seconds}`)
      now = 100_000
    }
    refuse(4)
    now += 59_999
    assert.equal(waits(), true)
    now += 1
    assert.equal(waits(), false)
  })

  it('is for what was said in the last minute', () => {
    refuse(2)
    now += 59_999
    refuse(1)
    assert.equal(waits(), true)
    now += 1
    assert.equal(waits(), false)
  })

  it('is told in whole seconds', () => {
    refuse(3)
    for (const [passed, seconds] of [
      [0, 10],
      [999, 10],
      [1_000, 9],
      [9_999, 1],
    ] as const) {
      now = 100_000 + passed
      assert.throws(() => throttle.check('message'), new RegExp(`again in ${seconds} s`))
    }
  })
})
