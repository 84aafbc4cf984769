/** Attacks by typed data, bytes and orders: each is refused, or takes a second step that says what is wrong. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { refuseDisguised } from '../../src/chain/explain/disguised.js'
import { readMeaning, risksOf } from '../../src/chain/explain/explain-typed-data.js'
import { parseTypedData } from '../../src/chain/requests/typed-data.js'
import { encodeCall } from '../support/contracts.js'
import { fields } from '../support/typed-data-types.js'
import { TYPES } from './support/published-types.js'
import {
  ALL,
  APP,
  type Hex,
  ME,
  NOBODY,
  PERMIT2,
  SAFE,
  SOON,
  TOKEN,
  WORD,
} from './support/signed-calls.js'
import { ART, callOf, callRisks, FRIEND, PERSON, POISONED } from './support/ways.js'

const MAX = ALL.toString()
const HALF = (2n ** 160n - 1n).toString()
const approve = (spender: Hex = APP, amount = ALL) =>
  encodeCall('approve(address,uint256)', [spender, amount])
const setAll = encodeCall('setApprovalForAll(address,bool)', [APP, true])
const multicall = (...calls: Hex[]) => encodeCall('multicall(bytes[])', [calls])
const execute = (to: Hex, data: Hex) => encodeCall('execute(address,uint256,bytes)', [to, 0n, data])
const bytes32 = (address: Hex) => `0x${address.slice(2).padStart(64, '0')}`

interface Asked {
  type: string
  types?: Record<string, string>
  domain?: object
  message: object
}

const of = (verifyingContract: Hex = TOKEN) => ({ name: 'Token', chainId: 1, verifyingContract })
const struct = (text: string, message: object, more: Partial<Asked> = {}): Asked => ({
  type: 'Consent',
  message,
  ...more,
  types: { Consent: text, ...more.types },
})

/** `refused`, or the codes of what takes a second step. */
function answerTo({ type, types = {}, domain = of(), message }: Asked): string[] {
  const own = Object.entries(types).map(([name, text]) => [name, fields(text)])
  const asked = {
    types: { ...TYPES, ...Object.fromEntries(own) },
    primaryType: type,
    domain,
    message,
  }
  try {
    const data = parseTypedData([ME, asked], ME, 1)
    refuseDisguised(data, [{ address: ME }])
    const people = [ME, PERSON, NOBODY]
    const facts = (address: string) => {
      const isToken = address.toLowerCase() === TOKEN
      const isContract = !people.includes(address.toLowerCase() as Hex)
      const token = { name: 'Token', symbol: 'TOK', decimals: 18 }
      return { isContract, ...(isToken && token) }
    }
    const scene = { account: ME, facts, now: new Date('2026-03-01T12:00:00Z') }
    const known = { people: { known: [FRIEND] }, ticker: 'ETH' }
    const risks = risksOf(data, readMeaning(data, ME), { ...scene, ...known })
    return risks.flatMap(({ severity, code }) => (severity === 'danger' ? code : []))
  } catch {
    return ['refused']
  }
}

const safeTx = (to: Hex, data: Hex, operation = 0): Asked => ({
  type: 'SafeTx',
  domain: { chainId: 1, verifyingContract: SAFE },
  message: {
    ...{ to, value: 0, data, operation, safeTxGas: 0, baseGas: 0, gasPrice: 0 },
    ...{ gasToken: NOBODY, refundReceiver: NOBODY, nonce: 3 },
  },
})
const userOp = (callData: Hex, more: object = {}): Asked => ({
  type: 'UserOperation',
  domain: of(APP),
  message: { sender: SAFE, nonce: 0, initCode: '0x', callData, ...more },
})
const permits = (bad: object) => ({
  type: 'Many',
  types: {
    Many: 'One[] list',
    One: 'address token, address spender, uint256 value, uint256 deadline',
  },
  message: {
    list: Array.from({ length: 50 }, (_, at) => {
      const good = { token: TOKEN, spender: APP, value: 5, deadline: SOON }
      return at === 37 ? { ...good, ...bad } : good
    }),
  },
})
const order = (own: object): Asked => ({
  type: 'Order',
  domain: of(APP),
  message: {
    ...{ sellToken: TOKEN, buyToken: ART, receiver: ME, sellAmount: '100', buyAmount: '50' },
    ...{ validTo: SOON, appData: WORD, feeAmount: 0, kind: 'sell', partiallyFillable: false },
    ...{ sellTokenBalance: 'erc20', buyTokenBalance: 'erc20', ...own },
  },
})
const trailing = `${approve()}${'00'.repeat(7)}` as Hex

const ATTACKS: Record<string, [asked: Asked, code: string]> = {
  'a cap three multicalls deep': [
    safeTx(TOKEN, multicall(multicall(multicall(approve())))),
    'unlimitedApproval',
  ],
  'a cap deeper than is read': [
    safeTx(TOKEN, multicall(multicall(multicall(multicall(multicall(approve())))))),
    'unreadable',
  ],
  'a collection in a multicall in an operation in a transaction of a Safe': [
    safeTx(APP, execute(ART, multicall(setAll))),
    'approvalForAll',
  ],
  'other code in an operation': [
    userOp(encodeCall('executeBatch((address,uint256,bytes)[])', [[[TOKEN, 0n, approve()]]])),
    'unlimitedApproval',
  ],
  'a permit with its fields in reverse and renamed': [
    struct('uint256 expires, uint256 allowance, address grantee, address holder', {
      ...{ expires: SOON, allowance: MAX, grantee: APP, holder: ME },
    }),
    'unlimitedApproval',
  ],
  'a permit whose spender is called delegate': [
    struct('address owner, address delegate, uint256 amount, uint256 deadline', {
      ...{ owner: ME, delegate: APP, amount: MAX, deadline: SOON },
    }),
    'unlimitedApproval',
  ],
  'a permit with names in capitals and underscores': [
    struct('address Owner, address _spender, uint256 Value_, uint256 Deadline', {
      ...{ Owner: ME, _spender: APP, Value_: MAX, Deadline: SOON },
    }),
    'unlimitedApproval',
  ],

  'a cap of 160 bits in a struct of another name': [
    struct('address token, address spender, uint160 amount, uint48 expiration', {
      ...{ token: TOKEN, spender: APP, amount: HALF, expiration: SOON },
    }),
    'unlimitedApproval',
  ],
  'a cap of 96 bits': [
    struct('address spender, uint96 amount', { spender: APP, amount: (2n ** 96n - 1n).toString() }),
    'unlimitedApproval',
  ],
  'a cap as a signed integer': [
    struct('address spender, int256 value', { spender: APP, value: (2n ** 255n - 1n).toString() }),
    'unlimitedApproval',
  ],

  'a cap in hex with zeros in front': [
    struct('address spender, uint256 value', { spender: APP, value: `0x${'f'.repeat(64)}` }),
    'unlimitedApproval',
  ],
  'a loan with names in capitals and underscores': [
    struct('address _Delegatee, uint256 value_', { _Delegatee: APP, value_: 5 }),
    'borrowing',
  ],
  'a number above what fits': [
    struct('address spender, uint256 value', { spender: APP, value: (ALL + 6n).toString() }),
    'refused',
  ],
  'a spender as 32 bytes': [
    struct('bytes32 spender, uint256 value', { spender: bytes32(PERSON), value: MAX }),
    'unlimitedApproval',
  ],
  'a spender as a number': [
    struct('uint256 spender, uint256 value', { spender: BigInt(APP).toString(), value: MAX }),
    'unlimitedApproval',
  ],
  'a spender as a text': [
    struct('string spender, uint256 value', { spender: APP, value: MAX }),
    'unlimitedApproval',
  ],
  'a yes as a number': [
    struct('address operator, uint8 approved', { operator: APP, approved: 1 }),
    'approvalForAll',
  ],
  'an operator for all': [
    struct('address operator, bool isApprovedForAll', { operator: APP, isApprovedForAll: true }),
    'approvalForAll',
  ],
  'an approval with bytes behind it': [
    struct('address target, bytes payload', { target: TOKEN, payload: trailing }),
    'unlimitedApproval',
  ],
  'an approval with bytes before it': [
    struct('address target, bytes payload', {
      target: TOKEN,
      payload: `0x${'00'.repeat(12)}${approve().slice(2)}`,
    }),
    'unlimitedApproval',
  ],
  'an approval as text': [
    struct('address target, string payload', { target: TOKEN, payload: approve() }),
    'unlimitedApproval',
  ],
  'an approval in pieces of 32 bytes': [
    struct('address target, bytes32[] words', {
      target: TOKEN,
      words: [
        `0x${approve().slice(2, 66)}`,
        `0x${approve().slice(66, 130)}`,
        `0x${approve().slice(130).padEnd(64, '0')}`,
      ],
    }),
    'unlimitedApproval',
  ],
  'a function by its selector, with arguments beside it': [
    struct('address target, bytes4 selector, bytes args', {
      ...{ target: TOKEN, selector: approve().slice(0, 10), args: `0x${approve().slice(10)}` },
    }),
    'unlimitedApproval',
  ],
  'a function by its signature, with arguments beside it': [
    struct('address target, string signature, bytes args', {
      ...{ target: TOKEN, signature: 'approve(address,uint256)', args: `0x${approve().slice(10)}` },
    }),
    'unlimitedApproval',
  ],
  'one of fifty permits for a person': [permits({ spender: PERSON }), 'spenderIsPerson'],
  'one of fifty permits for all': [permits({ value: MAX }), 'unlimitedApproval'],
  'one of fifty permits for a look-alike': [permits({ spender: POISONED }), 'lookAlikeAddress'],
  'a permit without a chain or a contract': [
    {
      type: 'Permit',
      domain: { name: 'Token' },
      message: { owner: ME, spender: APP, value: 5, nonce: 0, deadline: SOON },
    },
    'nowhere',
  ],
  'a permit under letters that look alike': [
    { type: 'Pеrmit', types: { Pеrmit: 'address spender' }, message: { spender: APP } },
    'refused',
  ],
  'an authorization of EIP-7702': [
    struct(
      'uint256 chainId, address address, uint64 nonce',
      { chainId: 1, address: APP, nonce: 0 },
      {
        type: 'Authorization',
        types: { Authorization: 'uint256 chainId, address address, uint64 nonce' },
      },
    ),
    'refused',
  ],
  'code for the own account': [
    struct('address account, address implementation, uint256 nonce', {
      account: ME,
      implementation: APP,
      nonce: 0,
    }),
    'refused',
  ],
  'a delegation of the own account': [
    struct('address delegator, address delegate, uint256 salt', {
      delegator: ME,
      delegate: APP,
      salt: 1,
    }),
    'refused',
  ],
  'other code in place of a Safe’s, by a contract that is unknown': [
    safeTx(APP, '0x12345678', 1),
    'fullControl',
  ],
  'a Safe’s new module': [safeTx(SAFE, encodeCall('enableModule(address)', [APP])), 'fullControl'],
  'a Safe’s new owner': [
    safeTx(SAFE, encodeCall('addOwnerWithThreshold(address,uint256)', [APP, 1n])),
    'ownership',
  ],
  'a Safe’s new guard': [safeTx(SAFE, encodeCall('setGuard(address)', [APP])), 'upgrade'],

  'a payment to the token': [
    {
      type: 'TransferWithAuthorization',
      message: { from: ME, to: TOKEN, value: 5, validAfter: 0, validBefore: SOON, nonce: WORD },
    },
    'toTokenContract',
  ],
  'a payment to nobody': [
    struct('address from, address to, uint256 value', { from: ME, to: NOBODY, value: 5 }),
    'toDeadEnd',
  ],
  'an order for a stranger': [order({ receiver: PERSON }), 'givesForNothing'],
  'an order with a fee of all': [order({ feeAmount: MAX, buyAmount: 0 }), 'givesForNothing'],
  'an order whose fee is in a field that is unknown': [
    {
      ...order({ feeBps: 10_000 }),
      types: {
        Order:
          'address sellToken, address buyToken, address receiver, uint256 sellAmount, uint256 buyAmount, uint32 validTo, uint256 feeBps',
      },
    },
    'openOrder',
  ],
  'a signer of Vertex': [
    {
      type: 'LinkSigner',
      domain: of(APP),
      message: { sender: `${ME}${'0'.repeat(24)}`, signer: `${PERSON}${'0'.repeat(24)}`, nonce: 0 },
    },
    'operator',
  ],
  'a transfer on Vertex to a look-alike': [
    {
      type: 'TransferQuote',
      domain: of(APP),
      message: {
        sender: `${ME}${'0'.repeat(24)}`,
        recipient: `${POISONED}${'0'.repeat(24)}`,
        amount: 5,
        nonce: 0,
      },
    },
    'lookAlikeAddress',
  ],
  'a look-alike in 32 bytes': [
    struct('bytes32 recipient, uint256 amount', { recipient: bytes32(POISONED), amount: 5 }),
    'lookAlikeAddress',
  ],
  'a look-alike as a number': [
    struct('uint256 recipient, uint256 amount', {
      recipient: BigInt(POISONED).toString(),
      amount: 5,
    }),
    'lookAlikeAddress',
  ],
  'a lockdown that allows': [
    {
      type: 'PermitBatch',
      domain: of(PERMIT2),
      message: {
        details: [
          { token: TOKEN, amount: 0, expiration: SOON, nonce: 0 },
          { token: ART, amount: HALF, expiration: SOON, nonce: 0 },
        ],
        spender: PERSON,
        sigDeadline: SOON,
      },
    },
    'unlimitedApproval',
  ],
}

describe('an attack by typed data', () => {
  for (const [what, [asked, code]] of Object.entries(ATTACKS)) {
    it(`is stopped: ${what}`, () => {
      const found = answerTo(asked)
      assert.ok(found.includes(code), `${code}: ${found.join()}`)
    })
  }
})

describe('an attack by a call', () => {
  for (const [what, data, code] of [
    ['a cap with bytes behind it', `${approve()}${'00'.repeat(9)}`, 'unlimitedApproval'],
    [
      'a cap with bits above the address',
      `${approve().slice(0, 10)}ff${approve().slice(12)}`,
      'unlimitedApproval',
    ],
    [
      'a cap three multicalls deep',
      multicall(multicall(multicall(approve()))),
      'unlimitedApproval',
    ],
    [
      'a cap behind nine hundred others',
      multicall(...Array(900).fill(approve(APP, 5n)), approve()),
      'unreadable',
    ],
    [
      'a collection in a multicall of an account',
      execute(ART, multicall(setAll)),
      'approvalForAll',
    ],
  ] as [string, Hex, string][]) {
    it(`is stopped: ${what}`, () => {
      const found = callRisks([callOf(data)], true)
      const codes = found.flatMap((risk) => (risk.severity === 'danger' ? risk.code : []))
      assert.ok(codes.includes(code as never), `${code}: ${codes.join()}`)
    })
  }
})
