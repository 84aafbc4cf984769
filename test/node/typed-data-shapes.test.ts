/** What typed data is not, though its fields have the names of what the wallet knows. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { placeOf } from '../../src/chain/clear-signing/typed-data.js'
import { addressesIn, readMeaning, risksOf } from '../../src/chain/explain/explain-typed-data.js'
import { parseTypedData, type ShownTypedData } from '../../src/chain/requests/typed-data.js'
import { fields, TYPES } from '../support/typed-data-types.js'
import { APP, ME, SOON, TOKEN } from './support/signed-calls.js'

/** Domains of Cosmos chains that have an EVM. */
const COSMOS = fields('string name, string version, uint256 chainId, string verifyingContract')
const domain = { name: 'Cosmos Web3', version: '1.0.0', chainId: 1 }

const read = (primaryType: string, message: object, verifyingContract: string, types: object) => {
  const data = { types, primaryType, domain: { ...domain, verifyingContract }, message }
  return parseTypedData([ME, data], ME, 1)
}
function judged(data: ShownTypedData) {
  const meaning = readMeaning(data, ME)
  const scene = { account: ME, facts: () => undefined, now: new Date(SOON * 1000) }
  const risks = risksOf(data, meaning, scene).map(({ severity, code }) => `${severity}: ${code}`)
  return { meaning, asked: addressesIn(data, meaning), risks }
}

describe('a contract that a domain names as text', () => {
  for (const named of ['cosmos', TOKEN]) {
    const types = { ...TYPES, EIP712Domain: COSMOS }

    it(`is none, and is shown as it is: ${named}`, () => {
      const data = read('Vote', { text: 'Yes', choice: 1 }, named, types)
      assert.deepEqual(data.domain[3], { name: 'verifyingContract', type: 'string', value: named })
      assert.deepEqual(judged(data).asked, [])
      assert.deepEqual(judged(data).risks, ['note: noContractNamed'])
      assert.equal(placeOf(data).to, undefined)
    })

    it(`is no token of a permit, and that is a danger: ${named}`, () => {
      const message = { owner: ME, spender: APP, value: 5, nonce: 0, deadline: SOON }
      const { asked, risks } = judged(read('Permit', message, named, types))
      assert.deepEqual(asked, [])
      assert.ok(risks.includes('danger: noContractNamed'), risks.join())
    })
  }
})

describe('a number that the data has as something else', () => {
  for (const [type, value] of [
    ['string', 'hello'],
    ['bool', true],
    ['bytes', '0x12'],
  ] as const) {
    it(`is none: ${type}`, () => {
      const types = { Mail: [{ name: 'value', type }] }
      assert.equal(readMeaning(read('Mail', { value }, TOKEN, types), ME), undefined)
    })
  }

  it('is none in a domain either', () => {
    const types = { ...TYPES, EIP712Domain: fields('string chainId, string verifyingContract') }
    const data = { types, primaryType: 'Vote', message: { text: 'Yes', choice: 1 } }
    const cosmos = { chainId: 'cosmos_9001-2', verifyingContract: 'cosmos' }
    const asked = parseTypedData([ME, { ...data, domain: cosmos }], ME, 1)
    assert.deepEqual(judged(asked).risks, ['note: noContractNamed'])
  })
})

describe('a permission for no token at all', () => {
  const witness = { witness: { text: 'Hello' } }
  for (const [type, message] of [
    ['PermitBatch', { details: [], spender: APP, sigDeadline: SOON }],
    [
      'PermitBatchWitnessTransferFrom',
      { permitted: [], spender: APP, nonce: 0, deadline: SOON, ...witness },
    ],
  ] as const) {
    it(`takes nothing back, and is none: ${type}`, () => {
      assert.equal(readMeaning(read(type, message, TOKEN, TYPES), ME), undefined)
    })
  }
})
