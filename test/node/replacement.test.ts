/** The fees of a transaction that replaces a pending one. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { Sent } from '../../src/app/activity/record.js'
import { replacementOf } from '../../src/app/activity/replacement.js'
import type { Fees } from '../../src/chain/requests/transaction.js'
import { ME } from './support/signed-calls.js'

const pending = (fees: Fees): Sent => ({
  ...{ account: ME, chainId: 1, value: 0n, data: '0x', gas: 21_000n, nonce: 7n, site: null },
  ...{ status: 'pending', isKnown: true, misses: 0 },
  attempts: [{ hash: `0x${'ab'.repeat(32)}`, raw: '0x02', kind: 'first', time: 0, fees }],
})
const dynamic = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint): Fees => ({
  ...{ type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas },
})
const legacy = (gasPrice: bigint): Fees => ({ type: 'legacy', gasPrice })

describe('the fees of a replacement', () => {
  for (const [what, old, market, expected] of [
    ['an eighth more', dynamic(800n, 80n), dynamic(900n, 8n), dynamic(901n, 91n)],
    [
      'those of the network where these are more',
      dynamic(8n, 8n),
      dynamic(99n, 33n),
      dynamic(99n, 33n),
    ],
    ['more where there was no tip', dynamic(800n, 0n), dynamic(800n, 0n), dynamic(901n, 1n)],
    ['more where there was no price', legacy(0n), legacy(0n), legacy(1n)],
    ['a tip of at most the price', dynamic(8n, 8n), dynamic(1n, 99n), dynamic(10n, 10n)],
  ] as const) {
    it(`are ${what}`, () => {
      assert.deepEqual(replacementOf(pending(old), 'cancel', market).fees, expected)
    })
  }
})
