/** A contract is free to do more than a function of a standard says: what leaves is held against what the call says. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { encodeCall } from '../support/contracts.js'
import {
  ART,
  boxesOf,
  type Change,
  E,
  FRIEND,
  judge,
  M,
  NOTHING,
  type Sent,
  type Signed,
  STETH,
  USDC,
} from './support/judged.js'
import { DISPERSE, of, safeTx, sent } from './support/requests.js'
import { APP, DEAD, type Hex } from './support/signed-calls.js'

const TRANSFER = 'transfer(address,uint256)'
const FROM = 'transferFrom(address,address,uint256)'
const MOVED = encodeCall(TRANSFER, [FRIEND, 5n * M])
const gift = (to: Hex, amount: bigint, changes: Change[], value = 0n) =>
  sent(to, TRANSFER, [FRIEND, amount], changes, value)
const paying = (to: Hex, data: Hex): Signed => {
  const { message, ...rest } = safeTx(to, data)
  return { ...rest, message: { ...message, value: E.toString() } }
}
const textOf = (asked: Sent | Signed) => judge(asked).gist.replace(/[\u2060\u2066-\u2069]/g, '')

describe('a transfer', () => {
  for (const [what, asked, gist] of [
    ['takes coins with it', gift(APP, 5n, [[-10n * E]], 10n * E), '−10 ETH'],
    ['takes other tokens', gift(APP, 5n, [[-100n * M, USDC]]), '−100 USDC'],
    ['takes more than it says', gift(USDC, 5n * M, [[-100n * M, USDC]]), '−100 USDC'],
    ['takes a collectible', gift(USDC, 5n * M, [[-1n, ART, 7n]]), '−ART #7'],
    ['is burning, and takes coins', sent(APP, 'burn(uint256)', [5n], [[-E]], E), '−1 ETH'],
    [
      'is a payment beside one that takes more coins',
      {
        calls: [
          { to: FRIEND, value: 1n },
          { to: APP, data: MOVED, value: E },
        ],
        changes: [[-E - 1n]],
      },
      '−1.000000000000000001 ETH',
    ],
  ] satisfies [string, Sent, string][]) {
    it(`is no gift where it ${what}`, () => {
      assert.deepEqual(boxesOf(judge(asked)), ['givesForNothing'], NOTHING)
      assert.equal(textOf(asked), gist)
    })
  }

  /** Of 5 USDC to a friend, by a contract that takes lists. */
  const listed = (to: Hex, amount: bigint) =>
    sent(
      to,
      'disperseToken(address,address[],uint256[])',
      [USDC, [FRIEND], [5n * M]],
      [[-amount, USDC]],
    )

  it('in a list is a gift where a known contract makes it', () => {
    assert.deepEqual(boxesOf(judge(listed(DISPERSE, 5n * M))), [])
    assert.deepEqual(boxesOf(judge(listed(DISPERSE, 6n * M))), ['givesForNothing'], NOTHING)
    assert.deepEqual(boxesOf(judge(listed(APP, 5n * M))), ['givesForNothing'], NOTHING)
  })

  for (const [what, asked, gist] of [
    ['of all that it says', gift(USDC, 5n * M, [[-5n * M, USDC]]), '5 USDC to Sample Friend'],
    [
      'of a token that rounds',
      gift(STETH, E, [[-E - 1n, STETH]]),
      '1.000000000000000001 stETH to Sample Friend',
    ],
    [
      'of a token that is the chain’s coin as well',
      gift(USDC, 5n * M, [[-5n * E], [-5n * M, USDC]]),
      '−5 ETH, −5 USDC',
    ],
    [
      'of a collectible',
      sent(ART, FROM, [APP, FRIEND, 7n], [[-1n, ART, 7n]]),
      'ART #7 to Sample Friend',
    ],
    [
      'of coins and tokens',
      {
        calls: [
          { to: FRIEND, value: E },
          { to: USDC, data: MOVED },
        ],
        changes: [[-E], [-5n * M, USDC]],
      },
      '−1 ETH, −5 USDC',
    ],
  ] satisfies [string, Sent, string][]) {
    it(`is a gift ${what}`, () => {
      assert.deepEqual(boxesOf(judge(asked)), [])
      assert.equal(textOf(asked), gist)
    })
  }

  it('that takes coins with it cannot be read where it was not played', () => {
    const asked = gift(APP, 5n, [], 10n * E)
    assert.deepEqual(boxesOf(judge(asked, 'cannot play')), ['unreadable'])
    assert.deepEqual(boxesOf(judge(paying(APP, MOVED))), ['unreadable'])
  })
})

describe('what a call pays is on the button', () => {
  it('of a function whose words do not say it', () => {
    const accepted = encodeCall('acceptOwnership()', [])
    assert.equal(textOf(paying(APP, accepted)), '1 ETH to 0x5555…5500')
    const approved = encodeCall('approve(address,uint256)', [APP, 5n * M])
    assert.equal(textOf(paying(USDC, approved)), '5 USDC for 0x5555…5500, 1 ETH to 0xA0b8…eB48')
  })

  it('of an account that is told to pay', () => {
    const paid = encodeCall('execute(address,uint256,bytes)', [FRIEND, E, '0x'])
    assert.equal(textOf(safeTx(APP, paid)), '1 ETH to 0x7777…Ab00')
  })

  it('of a list of calls in a struct that is not known', () => {
    const list = (target: Hex, callData: Hex): Signed => ({
      type: 'Execute(Call[] calls)Call(address target,uint256 value,bytes callData)' as never,
      domain: of(APP),
      message: { calls: [{ target, value: E.toString(), callData }] },
    })
    assert.equal(textOf(list(FRIEND, '0x')), '1 ETH to 0x7777…ab00')
    assert.equal(textOf(list(APP, encodeCall('acceptOwnership()', []))), '1 ETH to 0x5555…5500')
    assert.deepEqual(boxesOf(judge(list(DEAD, '0x'))), ['toDeadEnd'])
    assert.deepEqual(boxesOf(judge(list(APP, MOVED))), ['unreadable'])
  })
})
