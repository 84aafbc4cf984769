/** Requests that are small and mean much work: they neither hang the wallet nor take its memory. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { decodeCall, flatten } from '../../src/chain/decode/decode.js'
import { encodeCall } from '../support/contracts.js'
import { fields } from '../support/typed-data-types.js'
import { ALL, APP, type Hex, TOKEN } from './support/signed-calls.js'
import { callOf, callRisks, typedDataRisks } from './support/ways.js'

/** Milliseconds: many times what it takes, and much less than it took. */
const SOON = 3_000

const word = (value: number): string => value.toString(16).padStart(64, '0')

/** A list of bytes that are all the same ones: each place in it points to them. */
function shared(count: number, bytes: string): Hex {
  const [size, padded] = [bytes.length / 2, bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')]
  const places = word(count * 32).repeat(count)
  return `0x${word(32)}${word(count)}${places}${word(size)}${padded}`
}

/** A multicall of such a list. */
const folded = (count: number, call: string): Hex => `0xac9650d8${shared(count, call).slice(2)}`

const inTime = <T>(work: () => T): T => {
  const start = performance.now()
  const result = work()
  const took = performance.now() - start
  assert.ok(took < SOON, `${Math.round(took)} ms`)
  return result
}

describe('calls that share their bytes', () => {
  const approval = encodeCall('approve(address,uint256)', [APP, ALL]).slice(2)

  it('are not read, and are a danger', () => {
    const data = folded(20, approval)
    assert.equal(flatten(decodeCall(callOf(data))).length, 1)
    const codes = callRisks([callOf(data)]).map(({ code }) => code)
    assert.ok(codes.includes('cut'), codes.join())
  })

  it('do not multiply where they are in each other', () => {
    const inner = folded(900, 'ff'.repeat(30_000)).slice(2)
    inTime(() => decodeCall(callOf(folded(100, inner))))
  })

  it('do not multiply in a list of batches', () => {
    const mode: Hex = `0x01000000000078210002${'0'.repeat(44)}`
    const call = `${word(1)}${word(0)}${word(96)}${word(30_000)}${'ff'.repeat(30_000)}`
    const batch = `${word(32)}${word(900)}${word(900 * 32).repeat(900)}${call}`
    const data = encodeCall('execute(bytes32,bytes)', [mode, shared(1900, batch)])
    inTime(() => decodeCall(callOf(data)))
  })

  it('are read where each has its own', () => {
    const data = encodeCall('multicall(bytes[])', [Array(20).fill(`0x${approval}`)])
    assert.equal(flatten(decodeCall(callOf(data))).length, 21)
  })
})

describe('typed data', () => {
  const risksOf = (types: Record<string, object[]>, message: object) =>
    typedDataRisks({ type: 'Consent', contract: TOKEN, message }, { types })

  it('with many fields and many structs is read in time', () => {
    const names = Array.from({ length: 900 }, (_, at) => `f${at}`)
    const text = [...names.map((name) => `uint8 ${name}`), 'One[] list'].join(', ')
    const values = Object.fromEntries(names.map((name) => [name, 1]))
    const list = Array(540).fill({ value: 1 })
    const types = { Consent: fields(text), One: fields('uint8 value') }
    inTime(() => risksOf(types, { ...values, list }))
  })
})
