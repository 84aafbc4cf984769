import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { readMeaning } from '../../src/chain/explain/explain-typed-data.js'
import { parseTypedData } from '../../src/chain/requests/typed-data.js'
import { parseTypedDataV1 } from '../../src/chain/requests/typed-data-v1.js'
import { WalletError } from '../../src/shared/errors.js'

const ACCOUNT = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

/** Typed data with a list of so many numbers: the list is a value, too. */
const listOf = (count: number) =>
  parseTypedData(
    [
      ACCOUNT,
      {
        types: { EIP712Domain: [], List: [{ name: 'items', type: 'uint8[]' }] },
        primaryType: 'List',
        domain: {},
        message: { items: Array(count).fill(1) },
      },
    ],
    ACCOUNT,
    1,
  )

const oldListOf = (count: number) =>
  parseTypedDataV1([Array(count).fill({ type: 'bool', name: 'a', value: true }), ACCOUNT], ACCOUNT)

const isRefusal = (text: RegExp) => (error: unknown) =>
  WalletError.is(error, 'INVALID_ARGUMENT') && text.test(error.message)

describe('typed data', () => {
  it('has at most 2,000 values, those that hold others too', () => {
    assert.equal(listOf(1_999).message[0]?.children?.length, 1_999)
    assert.throws(() => listOf(2_000), isRefusal(/message\.items\.1999.*at most 2000 values/))
  })

  it('is read although a text looks like a function whose brackets do not close', () => {
    for (const text of ['a(()', 'x((()', 'f(uint256))']) {
      const types = { Note: [{ name: 'text', type: 'string' }] }
      const note = { types, primaryType: 'Note', domain: {}, message: { text } }
      const data = parseTypedData([ACCOUNT, note], ACCOUNT, 1)
      assert.doesNotThrow(() => readMeaning(data, ACCOUNT))
    }
  })

  it('of the old form has at most 200 values, and at least one', () => {
    assert.equal(oldListOf(200).value.length, 200)
    assert.throws(() => oldListOf(201), isRefusal(/at most 200/))
    assert.equal(oldListOf(1).value.length, 1)
    assert.throws(() => oldListOf(0), isRefusal(/at least one value/))
  })

  it('of the old form has names of 1 to 256 characters, and types of at most 32', () => {
    const field = (name: string, type = 'bool') =>
      parseTypedDataV1([[{ type, name, value: true }], ACCOUNT], ACCOUNT)
    for (const length of [1, 256]) assert.equal(field('n'.repeat(length)).value.length, 1)
    for (const length of [0, 257]) {
      assert.throws(() => field('n'.repeat(length)), isRefusal(/0\.name/))
    }
    // No type has as many; a longer one is not even looked at.
    assert.throws(() => field('a', 't'.repeat(32)), isRefusal(/elementary type/))
    assert.throws(() => field('a', 't'.repeat(33)), isRefusal(/0\.type: expected a type/))
  })
})
