/** Typed data that names who may act, and not how far: the worst that it could be. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { encodeCall } from '../support/contracts.js'
import { dangersIn, fields } from '../support/typed-data-types.js'
import { ALL, APP, DEAD, type Hex, ME, NOBODY, SOON, TOKEN } from './support/signed-calls.js'
import { FRIEND, PERSON, typedDataRisks } from './support/ways.js'

const ENTRY = { Entry: fields('address account, uint256 amount') }
const one = (text: string, message: object, more: object = {}) => {
  const types = { Consent: fields(text), ...more }
  return dangersIn(typedDataRisks({ type: 'Consent', contract: TOKEN, message }, { types }))
}
const list = (amount: bigint, account: Hex = APP) =>
  one(
    'address token, Entry[] entries',
    { token: TOKEN, entries: [{ account, amount: amount.toString() }] },
    ENTRY,
  )

const CASES: Record<string, [found: string[], expected: string[]]> = {
  'a spender without an amount': [
    one('address spender, uint256 deadline', { spender: APP, deadline: SOON }),
    [`operator ${APP}`],
  ],
  'an operator without a yes': [
    one('address operator, uint256 expiry', { operator: PERSON, expiry: SOON }),
    [`operator ${PERSON}`, `spenderIsPerson ${PERSON}`],
  ],
  'a spender in a struct of its own': [
    one(
      'Who who, uint256 deadline',
      { who: { _Spender: APP }, deadline: SOON },
      {
        Who: fields('address _Spender'),
      },
    ),
    [`operator ${APP}`],
  ],
  'an operator that is taken back': [
    one('address operator, bool approved', { operator: APP, approved: false }),
    [],
  ],
  'a spender of nothing': [one('address spender, uint256 value', { spender: APP, value: 0 }), []],
  'an operator beside a payment': [
    one('address operator, address from, address to, uint256 value', {
      ...{ operator: APP, from: ME, to: FRIEND, value: 5 },
    }),
    [`operator ${APP}`],
  ],
  'a key of a session, for no contract': [
    dangersIn(
      typedDataRisks(
        { type: 'Consent', contract: NOBODY, message: { sessionKey: APP } },
        { types: { Consent: fields('address sessionKey') } },
      ),
    ),
    [`noContract ${NOBODY}`, `operator ${APP}`],
  ],
  'a call with a fee in the chain’s coin': [
    one('address feeToken, bytes data', {
      feeToken: NOBODY,
      data: encodeCall('transfer(address,uint256)', [FRIEND, 5n]),
    }),
    [],
  ],
  'a new owner': [
    one('address newOwner, uint256 nonce', { newOwner: APP, nonce: 0 }),
    [`ownership ${TOKEN}`],
  ],
  'new code': [
    one('address newImplementation, uint256 nonce', { newImplementation: APP, nonce: 0 }),
    [`upgrade ${TOKEN}`],
  ],
  'a collectible for nobody': [
    one('address from, address to, uint256 tokenId', { from: ME, to: DEAD, tokenId: 7 }),
    [`toDeadEnd ${DEAD}`],
  ],
  'a list of payments of all that there can be': [list(ALL), [`unlimitedApproval ${APP}`]],
  'a list of such for a person': [
    list(2n ** 160n - 1n, PERSON),
    [`unlimitedApproval ${PERSON}`, `spenderIsPerson ${PERSON}`],
  ],
  'a list of payments': [list(5n), []],
  'a list of payments, one of them for nobody': [list(5n, NOBODY), [`toDeadEnd ${NOBODY}`]],
}

describe('a right without bounds', () => {
  for (const [what, [found, expected]] of Object.entries(CASES)) {
    it(what, () => assert.deepEqual(found.toSorted(), expected.toSorted()))
  }
})
