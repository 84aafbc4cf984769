import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { formatAmount, formatExact, parseAmount } from '../../src/chain/values/units.js'

const ETHER = 10n ** 18n

describe('an amount', () => {
  for (const [value, locale, text] of [
    [0n, 'en', '0'],
    [ETHER, 'en', '1'],
    [1_234_567n * ETHER + ETHER / 2n, 'en', '1,234,567.5'],
    [1_234_567n * ETHER + ETHER / 2n, 'de', '1.234.567,5'],
    [749_958_999_999_999_999n, 'en', '0.749958'],
    [999_999_999_999_999_999n, 'en', '0.999999'],
    [1n, 'en', '< 0.000001'],
    [-(ETHER / 4n), 'en', '-0.25'],
    [-1n, 'en', '> -0.000001'],
  ] as const) {
    it(`of ${value} wei reads ${text} in ${locale}: cut off, never rounded up`, () => {
      assert.equal(formatAmount(value, locale), text)
    })
  }

  it('shows every digit where it matters', () => {
    assert.equal(formatExact(1_000_000_000_000_000_001n, 'en'), '1.000000000000000001')
    assert.equal(formatExact(-1_500_000_000_000_000_000n, 'en'), '-1.5')
    assert.equal(formatExact(-1n, 'en'), '-0.000000000000000001')
  })

  for (const [text, value] of [
    ['1', ETHER],
    [' 0.5 ', ETHER / 2n],
    ['0,5', ETHER / 2n],
    ['.5', ETHER / 2n],
    ['5.', 5n * ETHER],
    ['0.000000000000000001', 1n],
    ['', undefined],
    ['.', undefined],
    ['1e3', undefined],
    ['-1', undefined],
    ['1,000.5', undefined],
    ['0.0000000000000000001', undefined],
  ] as const) {
    it(`typed as ${JSON.stringify(text)} is ${value} wei`, () => {
      assert.equal(parseAmount(text), value)
    })
  }
})
