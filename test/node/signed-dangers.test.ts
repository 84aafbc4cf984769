/** A danger of a call is one of a signature, too, however the data is written. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { addressesIn, readMeaning, risksOf } from '../../src/chain/explain/explain-typed-data.js'
import type { AddressFacts } from '../../src/chain/reads/address-facts.js'
import { parseTypedData } from '../../src/chain/requests/typed-data.js'
import { encodeCall } from '../support/contracts.js'
import { dangersIn, fields, TYPES } from '../support/typed-data-types.js'
import {
  ALL,
  APP,
  DEAD,
  type Hex,
  ME,
  NOBODY,
  PERMIT2,
  SAFE,
  SIGNED,
  SOON,
  TOKEN,
  WORD,
} from './support/signed-calls.js'

const FAKE: Hex = '0x4545454545454545454545454545454545454500'
const ART: Hex = '0x4646464646464646464646464646464646464600'
const SEAPORT: Hex = '0x0000000000000068F116a894984e2DB1123eB395'
const FRIEND: Hex = '0x777777777777777777777777777777777777ab00'
/** Ends as the friend's does. */
const POISONED: Hex = '0x777700000000000000000000000000000000ab00'

const token = (symbol: string): AddressFacts => {
  return { isContract: true, name: 'Token', symbol, decimals: 6, supply: 10n ** 30n }
}
const KNOWN: Record<string, AddressFacts> = {
  [TOKEN]: token('TOK'),
  [FAKE]: token('USDC'),
  [ART]: { isContract: true, name: 'Token', symbol: 'ART' },
}
const PEOPLE = [FRIEND, POISONED, DEAD]

interface Asked {
  type: string
  contract?: Hex
  message: object
  types?: Record<string, ReturnType<typeof fields>>
}

/** What takes a second step, with the address that it is about. @param isSilent - The node answers nothing. */
function dangersOf(
  { type, contract = TOKEN, message, types = {} }: Asked,
  isSilent = false,
): string[] {
  const domain = { name: 'Token', chainId: 1, verifyingContract: contract }
  const data = parseTypedData(
    [ME, { types: { ...TYPES, ...types }, primaryType: type, domain, message }],
    ME,
    1,
  )
  const meaning = readMeaning(data, ME)
  const asked = new Set(addressesIn(data, meaning))
  // As the screen knows them: what was not asked for is unknown.
  const facts = (address: string) => {
    const key = address.toLowerCase() as Hex
    if (!asked.has(key)) return undefined
    if (isSilent) return null
    return KNOWN[key] ?? { isContract: !PEOPLE.includes(key) }
  }
  const people = { known: [FRIEND] }
  const scene = { account: ME, facts, now: new Date('2026-03-01T12:00:00Z'), people, ticker: 'ETH' }
  return dangersIn(risksOf(data, meaning, scene))
}

const permit = (spender: Hex, value: bigint, contract = TOKEN): Asked => {
  const message = { owner: ME, spender, value: value.toString(), nonce: 0, deadline: SOON }
  return { type: 'Permit', contract, message }
}
const payment = (to: Hex, contract = TOKEN): Asked => {
  const message = { from: ME, to, value: 5, validAfter: 0, validBefore: SOON, nonce: WORD }
  return { type: 'TransferWithAuthorization', contract, message }
}
const details = (one: Hex, amount = 5n) => {
  return { token: one, amount: amount.toString(), expiration: SOON, nonce: 0 }
}
const transfer = (to: Hex) => encodeCall('transfer(address,uint256)', [to, 5n])
const approve = (spender: Hex, amount: bigint) =>
  encodeCall('approve(address,uint256)', [spender, amount])

describe('a poisoned address is a danger', () => {
  it('in a payment that somebody else sends', () => {
    assert.deepEqual(dangersOf(payment(POISONED)), [`lookAlikeAddress ${POISONED}`])
    assert.deepEqual(dangersOf(payment(FRIEND)), [])
  })

  it('in a permit', () => {
    assert.deepEqual(dangersOf(permit(POISONED, 5n)), [
      `spenderIsPerson ${POISONED}`,
      `lookAlikeAddress ${POISONED}`,
    ])
  })

  for (const [way, sign] of Object.entries(SIGNED)) {
    it(`in ${way}`, () => {
      assert.deepEqual(dangersOf(sign(transfer(POISONED))), [`lookAlikeAddress ${POISONED}`])
      assert.deepEqual(dangersOf(sign(transfer(FRIEND))), [])
    })
  }
})

describe('a token that passes for another is a danger', () => {
  const danger = [`lookAlikeToken ${FAKE}`]
  it('in a permit, of its own and of Permit2', () => {
    assert.deepEqual(dangersOf(permit(APP, 5n, FAKE)), danger)
    const message = { details: details(FAKE), spender: APP, sigDeadline: SOON }
    assert.deepEqual(dangersOf({ type: 'PermitSingle', contract: PERMIT2, message }), danger)
    // On zkSync, Permit2 has a different address, which is no danger.
    const contract = '0x0000000000225e31D15943971F47aD3022F714Fa'
    assert.deepEqual(dangersOf({ type: 'PermitSingle', contract, message }), danger)
  })

  it('in a payment', () => assert.deepEqual(dangersOf(payment(FRIEND, FAKE)), danger))

  it('in an order that pays with it', () => {
    const item = {
      itemType: 1,
      identifierOrCriteria: 0,
      startAmount: 5_000_000,
      endAmount: 5_000_000,
    }
    const consideration = [{ ...item, token: FAKE, recipient: ME }]
    const order = { offerer: ME, zone: NOBODY, offer: [{ ...item, token: TOKEN }], consideration }
    const rest = { orderType: 0, startTime: 0, endTime: SOON, zoneHash: WORD, salt: 0, counter: 0 }
    const message = { ...order, ...rest, conduitKey: WORD }
    assert.deepEqual(dangersOf({ type: 'OrderComponents', contract: SEAPORT, message }), danger)
  })

  for (const [way, sign] of Object.entries(SIGNED)) {
    it(`in ${way}`, () => assert.deepEqual(dangersOf(sign(transfer(FRIEND), FAKE)), danger))
  }
})

describe('a collectible with the number nought, lent to a person, is a danger', () => {
  const data = approve(FRIEND, 0n)
  for (const [way, sign] of Object.entries(SIGNED)) {
    it(`in ${way}`, () => {
      assert.deepEqual(dangersOf(sign(data, ART)), [`spenderIsPerson ${FRIEND}`])
      assert.deepEqual(dangersOf(sign(data)), [])
    })
  }
})

describe('a Safe is in danger', () => {
  it('of code that acts as itself, also where it is an old one', () => {
    const SafeTx = TYPES.SafeTx.map((field) =>
      field.name === 'baseGas' ? { ...field, name: 'dataGas' } : field,
    )
    const { message } = SIGNED['a transaction of a Safe']!(transfer(FRIEND), APP)
    const old = { ...message, dataGas: 0, operation: 1 }
    assert.deepEqual(
      dangersOf({ type: 'SafeTx', contract: SAFE, message: old, types: { SafeTx } }),
      [`fullControl ${APP}`],
    )
  })

  it('of a call in a batch of a call of an operation', () => {
    const packed = approve(APP, ALL).slice(2)
    const head = `00${TOKEN.slice(2)}${'0'.repeat(64)}${(packed.length / 2).toString(16).padStart(64, '0')}`
    const batch = encodeCall('multiSend(bytes)', [`0x${head}${packed}`])
    const data = encodeCall(
      'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
      [APP, 0n, batch, 0, 0n, 0n, 0n, NOBODY, NOBODY, '0x'],
    )
    const found = dangersOf(SIGNED['an operation of another account']!(data, SAFE))
    assert.deepEqual(found, [`unlimitedApproval ${APP}`])
  })

  it('of a message that stands for anything, and not of one that can be read', () => {
    const types = { SafeMessage: fields('bytes message') }
    const sign = (message: Hex) =>
      dangersOf({ type: 'SafeMessage', contract: SAFE, message: { message }, types })
    assert.deepEqual(sign(`0x${'9f'.repeat(32)}`), ['unreadable undefined'])
    assert.deepEqual(sign('0x48656c6c6f'), [])
  })
})

describe('where the node says nothing, a danger is', () => {
  const single = { details: details(TOKEN), spender: APP, sigDeadline: SOON }
  const asked: Record<string, Asked> = {
    'a permit': permit(APP, 5n),
    'a permit of Permit2': { type: 'PermitSingle', contract: PERMIT2, message: single },
    'a payment': payment(FRIEND),
    'a right under another name': {
      type: 'Authorization',
      types: { Authorization: fields('address authorizer, address authorized, bool isAuthorized') },
      message: { authorizer: ME, authorized: APP, isAuthorized: true },
    },
  }
  for (const [way, sign] of Object.entries(SIGNED)) {
    asked[`a permission in ${way}`] = sign(approve(APP, 5n))
  }
  for (const [what, one] of Object.entries(asked)) {
    it(what, () => {
      const found = dangersOf(one, true)
      assert.ok(
        found.some((danger) => danger.startsWith('unknownAddress 0x')),
        `${found}`,
      )
      assert.ok(!dangersOf(one).some((danger) => danger.startsWith('unknown')))
    })
  }

  it('nothing that gives nothing: a permission taken back, a vote', () => {
    assert.deepEqual(dangersOf(permit(APP, 0n), true), [])
    assert.deepEqual(dangersOf({ type: 'Vote', message: { text: 'yes', choice: 1 } }, true), [])
  })
})

describe('what would be lost is a danger', () => {
  it('in a payment to a token, and to nobody', () => {
    assert.deepEqual(dangersOf(payment(TOKEN)), [`toTokenContract ${TOKEN}`])
    assert.deepEqual(dangersOf(payment(DEAD)), [`toDeadEnd ${DEAD}`])
  })
})

describe('what comes behind many other things is a danger', () => {
  const few = Array.from(
    { length: 45 },
    (_, at) => `0x${(0xabc000 + at).toString(16).padStart(40, '8')}` as Hex,
  )
  const PARTS = {
    Grants: fields('Grant[] grants'),
    Grant: fields('address spender, uint256 value'),
  }

  it('a right in a list of rights', () => {
    const grants = [
      ...few.map((spender) => ({ spender, value: 0 })),
      { spender: APP, value: ALL.toString() },
    ]
    const found = dangersOf({ type: 'Grants', message: { grants }, types: PARTS })
    assert.deepEqual(found.toSorted(), [`unlimitedApproval ${APP}`, 'unreadable undefined'])
  })

  it('a call beside many addresses', () => {
    const names = few.map((_, at) => `address a${at}`).join(', ')
    const message = Object.fromEntries(few.map((one, at) => [`a${at}`, one]))
    const types = { Many: fields(`${names}, bytes data`) }
    const found = dangersOf({
      type: 'Many',
      message: { ...message, data: approve(FRIEND, 5n) },
      types,
    })
    assert.ok(found.includes('unreadable undefined'), `${found}`)
  })

  it('all that there is of a token, in a batch of many tokens', () => {
    const list = [...few.map((one) => details(one)), details(TOKEN, 10n ** 30n)]
    const message = { details: list, spender: APP, sigDeadline: SOON }
    const found = dangersOf({ type: 'PermitBatch', contract: PERMIT2, message })
    assert.deepEqual(found, ['unreadable undefined'])
  })

  it('a person who may take, after many calls', () => {
    const calls = [...few.slice(0, 40).map((one) => transfer(one)), approve(FRIEND, 5n)]
    const data = encodeCall('multicall(bytes[])', [calls])
    const found = dangersOf(SIGNED['a meta-transaction']!(data))
    assert.deepEqual(found, [`spenderIsPerson ${FRIEND}`])
  })
})

describe('a right beside what the wallet reads is a danger', () => {
  const Right = fields('address operator, bool approved')
  const right = { operator: APP, approved: true }

  it('in the witness of a permit', () => {
    const PermitWitnessTransferFrom = [...TYPES.PermitTransferFrom, ...fields('Right witness')]
    const permitted = { token: TOKEN, amount: 5 }
    const message = { permitted, spender: APP, nonce: 0, deadline: SOON, witness: right }
    const found = dangersOf({
      type: 'PermitWitnessTransferFrom',
      contract: PERMIT2,
      message,
      types: { PermitWitnessTransferFrom, Right },
    })
    assert.deepEqual(found, [`approvalForAll ${APP}`])
  })

  it('behind a forward request', () => {
    const ForwardRequest = [...TYPES.ForwardRequest, ...Right]
    const { message } = SIGNED['a forward request']!(transfer(FRIEND))
    const asked = { type: 'ForwardRequest', contract: APP, message: { ...message, ...right } }
    assert.deepEqual(dangersOf({ ...asked, types: { ForwardRequest } }), [`approvalForAll ${APP}`])
  })
})

describe('call data of a function that gives a right, written as a lax contract reads it, is a danger', () => {
  const forAll = encodeCall('setApprovalForAll(address,bool)', [APP, true])
  for (const [how, data] of [
    ['without its last byte', approve(APP, ALL).slice(0, -2)],
    ['with yes written as 2', `${forAll.slice(0, -1)}2`],
  ] as const) {
    for (const [way, sign] of Object.entries(SIGNED)) {
      it(`${how}, in ${way}`, () => {
        assert.deepEqual(dangersOf(sign(data as Hex)), ['unreadable undefined'])
      })
    }
  }

  for (const [how, data] of [
    ['with bytes behind it', `${approve(APP, ALL)}1234`],
    [
      'with dirty bytes in front of the address',
      approve(APP, ALL).replace(APP.slice(2).padStart(64, '0'), APP.slice(2).padStart(64, 'f')),
    ],
    ['in capitals', `0x${approve(APP, ALL).slice(2).toUpperCase()}`],
  ] as const) {
    for (const [way, sign] of Object.entries(SIGNED)) {
      it(`${how}, in ${way}`, () => {
        assert.deepEqual(dangersOf(sign(data as Hex)), [`unlimitedApproval ${APP}`])
      })
    }
  }
})

describe('a right under the names of contracts that are out there is a danger', () => {
  for (const [what, asked, code] of [
    [
      'more of an allowance, as tokens of Circle sign it',
      {
        type: 'IncreaseAllowanceWithAuthorization',
        types: {
          IncreaseAllowanceWithAuthorization: fields(
            'address owner, address spender, uint256 increment, uint256 validAfter, uint256 validBefore, bytes32 nonce',
          ),
        },
        message: {
          ...{ owner: ME, spender: APP, increment: ALL.toString(), nonce: WORD },
          ...{ validAfter: 0, validBefore: SOON },
        },
      },
      'unlimitedApproval',
    ],
    [
      'a relayer of Balancer’s',
      {
        type: 'SetRelayerApproval',
        types: {
          SetRelayerApproval: fields(
            'bytes calldata, address sender, uint256 nonce, uint256 deadline',
          ),
        },
        message: {
          calldata: encodeCall('setRelayerApproval(address,address,bool)', [ME, APP, true]),
          ...{ sender: ME, nonce: 0, deadline: SOON },
        },
      },
      'operator',
    ],
    [
      'a permit that is all or nothing',
      {
        type: 'PermitAll',
        types: { PermitAll: fields('address owner, address spender, bool allowed, uint256 nonce') },
        message: { owner: ME, spender: APP, allowed: true, nonce: 0 },
      },
      'operator',
    ],
  ] as const) {
    it(what, () => assert.deepEqual(dangersOf(asked), [`${code} ${APP}`]))
  }
})
