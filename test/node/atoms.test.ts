import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isQuantity, toQuantity } from '../../src/chain/rpc/quantity.js'
import { readAtom, signedAtom } from '../../src/chain/values/atoms.js'

const ADDRESS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const hex = (bytes: number) => `0x${'ab'.repeat(bytes)}`
const isRead = (type: string, data: unknown) => readAtom(type, data) !== undefined

describe('a quantity of JSON-RPC', () => {
  it('is hexadecimal, of 1 to 64 digits', () => {
    for (const good of ['0x0', '0x00', '0xfF', `0x${'f'.repeat(64)}`]) {
      assert.equal(isQuantity(good), true, good)
    }
    for (const bad of ['0x', 'ff', '10', '0xg', ' 0x1', '0x1 ', '', `0x${'f'.repeat(65)}`]) {
      assert.equal(isQuantity(bad), false, bad)
    }
    for (const bad of [1, 1n, null, undefined, {}, ['0x1']]) assert.equal(isQuantity(bad), false)
  })

  it('is written without leading zeros', () => {
    assert.deepEqual([toQuantity(0), toQuantity(255n)], ['0x0', '0xff'])
  })
})

describe('a value of an elementary type', () => {
  it('is an integer within its bits, and no further', () => {
    for (const bits of [8, 16, 128, 256]) {
      const above = 1n << BigInt(bits)
      assert.deepEqual(
        [-1n, 0n, above - 1n, above].map((value) => isRead(`uint${bits}`, String(value))),
        [false, true, true, false],
      )
      const half = above / 2n
      assert.deepEqual(
        [-half - 1n, -half, half - 1n, half].map((value) => isRead(`int${bits}`, String(value))),
        [false, true, true, false],
      )
    }
    assert.equal(readAtom('uint', String(2n ** 256n - 1n)), 2n ** 256n - 1n)
    assert.equal(isRead('uint', String(2n ** 256n)), false)
  })

  it('has a size that Solidity has', () => {
    for (const type of [
      'uint7',
      'uint9',
      'uint264',
      'int0',
      'uint08',
      'float',
      'bytes33',
      'bytes0',
    ])
      assert.equal(isRead(type, type.startsWith('bytes') ? hex(33) : '0'), false, type)
  })

  it('is bytes of its length, or of any', () => {
    for (const size of [1, 19, 20, 32]) {
      assert.deepEqual(
        [size - 1, size, size + 1].map((length) => isRead(`bytes${size}`, hex(length))),
        [false, true, false],
      )
    }
    for (const length of [0, 1, 33]) assert.equal(isRead('bytes', hex(length)), true)
    for (const bad of ['0xabc', 'abcd', 7, null]) assert.equal(isRead('bytes', bad), false)
  })

  it('is an address of 20 bytes, a text, a yes or no', () => {
    assert.deepEqual(
      [19, 20, 21].map((length) => isRead('address', hex(length))),
      [false, true, false],
    )
    assert.deepEqual([readAtom('string', ''), readAtom('string', 7)], ['', undefined])
    assert.deepEqual(
      [readAtom('bool', false), readAtom('bool', 'true'), readAtom('bool', 1)],
      [false, undefined, undefined],
    )
  })

  it('is signed as it is; an address of capitals alone in small letters', () => {
    const capitals = `0x${ADDRESS.slice(2).toUpperCase()}`
    assert.equal(signedAtom('address', capitals), capitals.toLowerCase())
    const mixed = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    assert.equal(signedAtom('address', mixed), mixed)
    assert.equal(signedAtom('string', capitals), capitals)
  })
})
