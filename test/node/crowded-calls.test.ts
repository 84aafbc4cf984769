/** A danger behind so many calls, tokens or addresses that not all of them are read or looked up. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { encodeCall } from '../support/contracts.js'
import { DAI, FRIEND, STRANGER, USDC } from './support/judged.js'
import { nodeFor, risksBy } from './support/lying-nodes.js'
import { APP, type Hex } from './support/signed-calls.js'

type Inner = [target: Hex, callData: Hex]

const SUPPLY = 10n ** 30n
const many = (count: number): Hex[] =>
  Array.from(
    { length: count },
    (_, at): Hex => `0x${(at + 2 ** 30).toString(16).padStart(40, '5')}`,
  )
const approve = (spender: Hex, amount: bigint) =>
  encodeCall('approve(address,uint256)', [spender, amount])
const transfer = (to: Hex) => encodeCall('transfer(address,uint256)', [to, 5n])
const dangersOf = async (inner: Inner[]) => {
  const calls = inner.map(([target, callData]) => ({ target, allowFailure: false, callData }))
  const data = encodeCall('aggregate3((address target,bool allowFailure,bytes callData)[] calls)', [
    calls,
  ])
  const risks = await risksBy({ calls: [{ to: APP, data }] }, nodeFor([]))
  return risks.filter(({ severity }) => severity === 'danger').map(({ code }) => code)
}
const toMany = (count: number) => many(count).map((to): Inner => [USDC, transfer(to)])

describe('a danger in a crowd', () => {
  for (const [what, inner, code] of [
    [
      'a person who may spend, after sixty payments',
      [...toMany(60), [USDC, approve(STRANGER, 5n)]],
      'spenderIsPerson',
    ],
    [
      'a person who may spend, after more spenders than are looked up',
      [...many(45).map((to): Inner => [USDC, approve(to, 5n)]), [USDC, approve(STRANGER, 5n)]],
      'unknownAddress',
    ],
    [
      'all that there is of a token, after payments in thirty others',
      [...many(30).map((token): Inner => [token, transfer(FRIEND)]), [DAI, approve(APP, SUPPLY)]],
      'unlimitedApproval',
    ],
    [
      'all that there is of a token, after more tokens than are looked up',
      [...many(30).map((token): Inner => [token, approve(APP, 5n)]), [DAI, approve(APP, SUPPLY)]],
      'unreadable',
    ],
    [
      'a person who may spend, after more calls than are read',
      [...Array(700).fill([USDC, approve(APP, 5n)]), [USDC, approve(STRANGER, 5n)]],
      'cut',
    ],
  ] as [string, Inner[], string][]) {
    it(`is found, or what hides it is one: ${what}`, async () => {
      assert.ok((await dangersOf(inner)).some((found) => found === code))
    })
  }

  it('is none where a crowd is paid, and one contract may spend a little', async () => {
    assert.deepEqual(await dangersOf([...toMany(60), [USDC, approve(APP, 5n)]]), [])
  })
})
