import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { readAmount, typedAmount } from '../../src/chain/values/typed-amount.js'

const UNITS = 10n ** 6n

describe('an amount that is typed', () => {
  for (const [typed, locale, value] of [
    ['0,1', 'de', UNITS / 10n],
    ['0.1', 'de', UNITS / 10n],
    ['0.1', 'en', UNITS / 10n],
    ['0,1', 'en', UNITS / 10n],
    ['1,125', 'de', 1_125_000n],
    ['1.125', 'en', 1_125_000n],
    ['0.125', 'de', UNITS / 8n],
    ['0,125', 'en', UNITS / 8n],
    ['1,1250', 'en', 1_125_000n],
    ['1234,567', 'en', 1_234_567_000n],
    ['٠٫٥', 'ar', UNITS / 2n],
    ['۱۲', 'ar', 12n * UNITS],
    ['１２．５', 'ja', 12_500_000n],
  ] as const) {
    it(`as ${typed} in ${locale} is ${value}`, () => {
      assert.deepEqual(readAmount(typed, 6, locale), { value })
    })
  }

  for (const [typed, locale, problem] of [
    ['1,000', 'en', 'unclear'],
    ['1.000', 'de', 'unclear'],
    ['12.345', 'fr', 'unclear'],
    ['1,000.5', 'en', 'none'],
    ['1 000', 'fr', 'none'],
    ['0.0000001', 'en', 'too-fine'],
    ['', 'en', 'none'],
    ['0', 'en', 'none'],
    ['0.0', 'en', 'none'],
    ['-1', 'en', 'none'],
    ['1e3', 'en', 'none'],
    ['0x10', 'en', 'none'],
  ] as const) {
    it(`as ${JSON.stringify(typed)} in ${locale} is no amount: ${problem}`, () => {
      assert.deepEqual(readAmount(typed, 6, locale), { problem })
    })
  }

  it('for all that there is reads back as the same, in every language', () => {
    for (const locale of ['en', 'de', 'es', 'fr', 'ja', 'ko', 'pt', 'tr', 'zh', 'ar']) {
      for (const value of [1n, 999_999n, 1_000_000n, 1_125_000n, 123_456_789_012_345n]) {
        assert.deepEqual(readAmount(typedAmount(value, 6, locale), 6, locale), { value }, locale)
      }
      assert.deepEqual(readAmount(typedAmount(12n, 0, locale), 0, locale), { value: 12n })
    }
  })
})
