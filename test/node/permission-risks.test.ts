/** A permission is as dangerous in whatever way it is asked for. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { Call } from '../../src/chain/clear-signing/calldata.js'
import type { RiskCode } from '../../src/chain/risks/risk.js'
import { encodeCall } from '../support/contracts.js'
import { dangersIn } from '../support/typed-data-types.js'
import {
  ALL,
  APP,
  DEAD,
  type Hex,
  ME,
  PERMIT2,
  type Signed,
  SOON,
  TOKEN,
  WORD,
} from './support/signed-calls.js'
import {
  callOf,
  callRisks,
  PERSON,
  SIGNED_WAYS,
  typedDataRisks,
  UNKNOWN,
  WAYS,
} from './support/ways.js'

const THIEF: Hex = '0x2222222222222222222222222222222222222200'
const LATER = 4_000_000_000n

/** What is a danger, with whom it is about. */
const dangersOf = (calls: Call[]): string[] => dangersIn(callRisks(calls))
const dangersInTypedData = (signed: Signed, supply = 0n): string[] =>
  dangersIn(typedDataRisks(signed, { supply }))

const FUNCTIONS: [RiskCode, signature: string, args: unknown[]][] = [
  ['unlimitedApproval', 'approve(address,uint256)', [THIEF, ALL]],
  ['unlimitedApproval', 'increaseAllowance(address,uint256)', [THIEF, ALL]],
  ['unlimitedApproval', 'increaseApproval(address,uint256)', [THIEF, ALL]],
  ['unlimitedApproval', 'approveAndCall(address,uint256)', [THIEF, ALL]],
  ['unlimitedApproval', 'approveAndCall(address,uint256,bytes)', [THIEF, ALL, '0x12']],
  [
    'unlimitedApproval',
    'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
    [ME, THIEF, ALL, LATER, 27, WORD, WORD],
  ],
  [
    'unlimitedApproval',
    'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
    [ME, THIEF, 0n, LATER, true, 27, WORD, WORD],
  ],
  ['approvalForAll', 'setApprovalForAll(address,bool)', [THIEF, true]],
  ['operator', 'setOperator(address,bool)', [THIEF, true]],
  ['operator', 'authorizeOperator(address)', [THIEF]],
  ['operator', 'allow(address,bool)', [THIEF, true]],
  ['operator', 'setAuthorization(address,bool)', [THIEF, true]],
  ['operator', 'hope(address)', [THIEF]],
  ['operator', 'setAccountOperator(address,address,bool)', [ME, THIEF, true]],
  ['operator', 'setOperators((address,bool)[])', [[[THIEF, true]]]],
  ['operator', 'approve(address,bool)', [THIEF, true]],
  ['operator', 'setUserPositionManager(address,bool)', [THIEF, true]],
  ['operator', 'cdpAllow(uint256,address,uint256)', [7n, THIEF, 1n]],
  ['borrowing', 'approveDelegation(address,uint256)', [THIEF, 5n]],
  ['fullControl', 'enableModule(address)', [THIEF]],
  ['fullControl', 'installModule(uint256,address,bytes)', [1n, THIEF, '0x']],
  ['ownership', 'addOwnerWithThreshold(address,uint256)', [THIEF, 1n]],
  ['ownership', 'changeThreshold(uint256)', [1n]],
  ['ownership', 'transferOwnership(address)', [THIEF]],
  ['ownership', 'setOwner(address)', [THIEF]],
  ['ownership', 'renounceOwnership()', []],
  ['ownership', 'grantRole(bytes32,address)', [WORD, THIEF]],
  ['upgrade', 'upgradeTo(address)', [THIEF]],
  ['upgrade', 'setFallbackHandler(address)', [THIEF]],
  ['upgrade', 'diamondCut((address,uint8,bytes4[])[],address,bytes)', [[], THIEF, '0x']],
  ['spenderIsPerson', 'approve(address,uint256)', [PERSON, 5n]],
  ['unknownAddress', 'approve(address,uint256)', [UNKNOWN, 5n]],
  ['toDeadEnd', 'transfer(address,uint256)', [DEAD, 5n]],
  ['toTokenContract', 'transfer(address,uint256)', [TOKEN, 5n]],
]
/** The address that it is about, where that is not the thief. */
const WHOM: Partial<Record<RiskCode, Hex>> = {
  ownership: TOKEN,
  upgrade: TOKEN,
  spenderIsPerson: PERSON,
  unknownAddress: UNKNOWN,
  toDeadEnd: DEAD,
  toTokenContract: TOKEN,
}

describe('a permission is a danger in', () => {
  for (const [code, signature, args] of FUNCTIONS) {
    const whom = WHOM[code] ?? THIEF
    for (const [way, carry] of Object.entries(WAYS)) {
      it(`${way}: ${signature}`, () => {
        assert.deepEqual(dangersOf(carry(encodeCall(signature, args))), [`${code} ${whom}`])
      })
    }
    for (const [way, sign] of Object.entries(SIGNED_WAYS)) {
      it(`${way}: ${signature}`, () => {
        assert.deepEqual(dangersInTypedData(sign(encodeCall(signature, args))), [`${code} ${whom}`])
      })
    }
  }

  for (const [signature, args] of [
    ['setOperator(address,bool)', [THIEF, false]],
    ['setAccountOperator(address,address,bool)', [ME, THIEF, false]],
    ['approve(address,bool)', [THIEF, false]],
    ['setUserPositionManager(address,bool)', [THIEF, false]],
    ['approve(address,uint256,uint256)', [PERSON, 7n, 0n]],
    ['cdpAllow(uint256,address,uint256)', [7n, THIEF, 0n]],
    ['nope(address)', [THIEF]],
    ['disableModule(address,address)', [APP, THIEF]],
    ['allow(address,bool)', [THIEF, false]],
    ['setAuthorization(address,bool)', [THIEF, false]],
    ['approveDelegation(address,uint256)', [THIEF, 0n]],
    [
      'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
      [ME, THIEF, 0n, LATER, false, 27, WORD, WORD],
    ],
  ] as const) {
    it(`nothing that takes it back: ${signature}`, () => {
      assert.deepEqual(dangersOf([callOf(encodeCall(signature, args))]), [])
    })
  }
})

const SWAP_ARGS = [TOKEN, APP, 500n]

describe('what goes to the contract itself, or to addresses 1 and 2, is lost', () => {
  const dangers = (signature: string, args: unknown[]) =>
    dangersOf([callOf(encodeCall(signature, args))])
  const [ONE, TWO] = [1, 2].map((last): Hex => `0x${'0'.repeat(39)}${last}`) as [Hex, Hex]

  for (const to of [TOKEN, ONE, TWO]) {
    for (const [signature, args] of [
      ['deposit(uint256,address)', [5n, to]],
      ['redeem(uint256,address,address)', [5n, to, ME]],
      ['withdrawTo(address,uint256)', [to, 5n]],
      ['unwrapWETH9(uint256,address)', [5n, to]],
      ['swapExactETHForTokens(uint256,address[],address,uint256)', [5n, [TOKEN, APP], to, SOON]],
    ] as const) {
      it(`${signature} to ${to}`, () => {
        assert.deepEqual(dangers(signature, [...args]), [`othersGet ${to}`])
      })
    }
  }

  it('a swap of a router that reads the zero address as itself, and these as they are', () => {
    const first =
      'exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))'
    const to = (address: Hex) => dangers(first, [[...SWAP_ARGS, address, SOON, 5n, 5n, 0n]])
    assert.deepEqual(to(ONE), [`othersGet ${ONE}`])
    assert.deepEqual(to(`0x${'0'.repeat(40)}`), [])
  })

  describe('and what a contract for calls of anyone gets for itself, anyone can take', () => {
    const deposit = encodeCall('deposit(uint256,address)', [5n, TOKEN])
    const execute = 'execute(address,uint256,bytes)'
    for (const [carrier, args] of [
      ['aggregate((address,bytes)[])', [[[APP, deposit]]]],
      ['tryAggregate(bool,(address,bytes)[])', [true, [[APP, deposit]]]],
      ['aggregate3((address,bool,bytes)[])', [[[APP, true, deposit]]]],
      ['aggregate3Value((address,bool,uint256,bytes)[])', [[[APP, true, 5n, deposit]]]],
    ] as const) {
      it(carrier, () => assert.deepEqual(dangers(carrier, [...args]), [`othersGet ${TOKEN}`]))
    }
    it(`not ${execute}, which an account of the person has`, () => {
      assert.deepEqual(dangers(execute, [APP, 5n, deposit]), [])
    })
  })

  it('except where a router reads them as the caller and itself', () => {
    const second = 'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))'
    for (const to of [TOKEN, ONE, TWO]) {
      assert.deepEqual(dangers(second, [[...SWAP_ARGS, to, 5n, 5n, 0n]]), [])
    }
  })
})

/** Whether typed data is said to give all. */
const isAllInTypedData = (signed: Signed): boolean =>
  dangersInTypedData(signed).some((danger) => danger.startsWith('unlimitedApproval '))
const isAll = (data: Hex, carry: (data: Hex, to?: Hex) => Call[], to?: Hex) =>
  dangersOf(carry(data, to)).some((danger) => danger.startsWith('unlimitedApproval'))

/** Every way to ask for an allowance of this much, and whether it is said to be of all. */
function answers(amount: bigint): Map<string, boolean> {
  const found = new Map<string, boolean>()
  const text = amount.toString()
  const functions: [string, unknown[], Hex?][] = [
    ['approve(address,uint256)', [THIEF, amount]],
    ['increaseAllowance(address,uint256)', [THIEF, amount]],
    ['approveAndCall(address,uint256,bytes)', [THIEF, amount, '0x']],
    [
      'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
      [ME, THIEF, amount, LATER, 27, WORD, WORD],
    ],
  ]
  if (amount < 2n ** 160n) {
    const args = [TOKEN, THIEF, amount, 4_000_000_000]
    functions.push(['approve(address,address,uint160,uint48)', args, PERMIT2])
    const details = { token: TOKEN, amount: text, expiration: 4_000_000_000, nonce: 0 }
    const message = { details, spender: THIEF, sigDeadline: text }
    found.set(
      'PermitSingle',
      isAllInTypedData({ type: 'PermitSingle', contract: PERMIT2, message }),
    )
  }
  for (const [signature, args, to] of functions) {
    for (const [way, carry] of Object.entries(WAYS)) {
      found.set(`${signature} in ${way}`, isAll(encodeCall(signature, args), carry, to))
    }
    for (const [way, sign] of Object.entries(SIGNED_WAYS)) {
      const dangers = dangersInTypedData(sign(encodeCall(signature, args), to))
      const isOfAll = dangers.some((danger) => danger.startsWith('unlimitedApproval'))
      found.set(`${signature} in ${way}`, isOfAll)
    }
  }
  const message = { owner: ME, spender: THIEF, value: text, nonce: 0, deadline: '4000000000' }
  found.set('Permit', isAllInTypedData({ type: 'Permit', contract: TOKEN, message }))
  return found
}

/** Random, but the same each time. */
function* amounts(): Generator<bigint> {
  let state = 0x2545f491
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return BigInt(state >>> 0)
  }
  const edges = [64n, 96n, 127n, 128n, 159n, 160n, 255n, 256n]
  for (const bits of edges) yield* [-1n, 0n, 1n].map((by) => (1n << bits) + by)
  for (let at = 0; at < 100; at++) {
    const bits = next() % 257n
    const raw = Array.from({ length: 8 }, next).reduce((all, part) => (all << 32n) | part, 0n)
    yield raw >> (256n - bits)
  }
}

describe('what is signed and cannot be read', () => {
  for (const [way, sign] of Object.entries(SIGNED_WAYS)) {
    it(`is a danger in ${way}`, () => {
      assert.deepEqual(dangersInTypedData(sign('0x12345678')), ['unreadable undefined'])
      assert.deepEqual(
        dangersInTypedData(sign(encodeCall('transfer(address,uint256)', [APP, 5n]))),
        [],
      )
    })
  }
})

describe('an allowance', () => {
  it('is of all, or is not, in whatever way it is asked for', () => {
    for (const amount of amounts()) {
      if (amount > ALL) continue
      const ways = answers(amount)
      const expected = amount >= 2n ** 128n || amount === 2n ** 96n - 1n
      for (const [way, isOfAll] of ways) assert.equal(isOfAll, expected, `${amount} by ${way}`)
    }
  })
})

describe('as much as there is of a token', () => {
  const SUPPLY = 1000n
  for (const [amount, dangers] of [
    [SUPPLY, ['unlimitedApproval']],
    [SUPPLY - 1n, []],
  ] as const) {
    it(`is all of it in a permit, too: ${amount}`, () => {
      const value = amount.toString()
      const message = { owner: ME, spender: THIEF, value, nonce: 0, deadline: SOON }
      const found = dangersInTypedData({ type: 'Permit', contract: TOKEN, message }, SUPPLY)
      assert.deepEqual(
        found.map((one) => one.split(' ')[0]),
        dangers,
      )
    })

    it(`is all of it in a call that is signed, too: ${amount}`, () => {
      const functionSignature = encodeCall('approve(address,uint256)', [THIEF, amount])
      const message = { nonce: 0, from: ME, functionSignature }
      const found = dangersInTypedData(
        { type: 'MetaTransaction', contract: TOKEN, message },
        SUPPLY,
      )
      assert.deepEqual(found.length, dangers.length)
    })
  }
})
