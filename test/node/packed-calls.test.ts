/** Calls of smart accounts that ERC-7579 and ERC-7821 take as bytes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as AbiParameters from 'ox/AbiParameters'

import { decodeCall, flatten } from '../../src/chain/decode/decode.js'
import { ZERO } from '../../src/chain/parties/parties.js'
import { encodeCall } from '../support/contracts.js'
import { APP, type Hex, ME, SAFE, TOKEN } from './support/signed-calls.js'

const BATCH = '(address to,uint256 value,bytes data)[] calls'
const send = encodeCall('transfer(address,uint256)', [APP, 5n])

const encoded = (types: string, ...values: unknown[]): Hex =>
  AbiParameters.encode(AbiParameters.from(types) as AbiParameters.AbiParameters, values)
const single = AbiParameters.encodePacked(['address', 'uint256', 'bytes'], [TOKEN, 0n, send])
const sending = { to: TOKEN, value: 0n, data: send }
const two = encoded(BATCH, [sending, { to: APP, value: 9n, data: '0x' }])
const withData = encoded(`${BATCH}, bytes opData`, [sending], '0x1234')
const batches = encoded('bytes[] batches', [two, withData])

const decoded = (mode: string, calls: Hex) => {
  const data = encodeCall('execute(bytes32,bytes)', [`0x${mode.padEnd(64, '0')}`, calls])
  return decodeCall({ chainId: 1, from: ME, to: SAFE, value: 0n, data })
}
const sent = ['Send tokens', TOKEN, SAFE]
const paid = ['payment', APP, SAFE]

describe('the calls of a smart account', () => {
  for (const [what, mode, calls, expected] of [
    ['one', '00', single, [sent]],
    ['a batch', '01', two, [sent, paid]],
    ['a batch of which some may fail', '0101', two, [sent, paid]],
    ['a batch with data for the account', '01000000000078210001', withData, [sent]],
    ['a list of batches', '01000000000078210002', batches, [sent, paid, sent]],
    [
      'one to the account itself, by the zero address',
      '01',
      encoded(BATCH, [{ ...sending, to: ZERO }]),
      [['Send tokens', SAFE, ME]],
    ],
    [
      'a payment that burns',
      '01',
      encoded(BATCH, [{ to: ZERO, value: 9n, data: '0x' }]),
      [['payment', ZERO, SAFE]],
    ],
  ] as const) {
    it(`are each decoded: ${what}`, () => {
      const found = flatten(decoded(mode, calls)).map(({ call, known, kind }) => [
        known?.clear.intent ?? kind,
        call.to?.toLowerCase(),
        call.from.toLowerCase(),
      ])
      const lower = expected.map(([text, ...parties]) => [
        text,
        ...parties.map((one) => one.toLowerCase()),
      ])
      assert.deepEqual(found.slice(1), lower)
    })
  }

  for (const [what, mode, calls] of [
    ['borrowed code', 'ff', AbiParameters.encodePacked(['address', 'bytes'], [APP, send])],
    ['an unknown mode', '02', two],
    ['too few bytes for one', '00', APP],
    ['a batch that is cut off', '01', two.slice(0, -64) as Hex],
    ['a list of batches that is cut off', '01000000000078210002', batches.slice(0, -64) as Hex],
  ] as const) {
    it(`are left out, and the screen says so: ${what}`, () => {
      const { inner, isCut } = decoded(mode, calls)
      assert.deepEqual([inner, isCut], [[], true])
    })
  }
})
