/** Orders of exchanges, as their contracts have them hashed, in words. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodeCall } from '../support/contracts.js'
import { fields } from '../support/typed-data-types.js'
import {
  type Asked,
  COIN,
  cow,
  EXPIRY,
  FOR_NOTHING,
  fourth,
  GET,
  GIVE,
  inNumbers,
  NO_END,
  ODD,
  OPEN,
  OTHER,
  readBy,
  TITLE,
  TYPES,
  third,
  UNREADABLE,
  UNTIL,
  without,
  zeroEx,
} from './support/orders.js'
import { NOBODY } from './support/signed-calls.js'

const GET_SMALLEST = 'You get: 50000000000000000 smallest units of a token'

const CASES: Record<string, [asked: Asked, reads: string[]]> = {
  'CoW Protocol': [cow(), [TITLE, GIVE, GET, UNTIL]],
  'CoW Protocol, to nobody else': [cow({ receiver: NOBODY }), [TITLE, GIVE, GET, UNTIL]],
  'CoW Protocol, with a fee': [
    cow({ feeAmount: 1_000_000 }),
    [TITLE, 'You give: 101 TOK (TOKEN)', GET, UNTIL],
  ],
  'CoW Protocol, for the chain’s coin': [
    cow({ buyToken: COIN }),
    [TITLE, GIVE, 'You get: 0.05 ETH', UNTIL],
  ],
  'CoW Protocol, to another': [
    cow({ receiver: OTHER }),
    [TITLE, GIVE, 'You get: Nothing', 'Others get: 0.05 WRAP (OTHER)', UNTIL, FOR_NOTHING],
  ],
  'CoW Protocol, for nothing': [
    cow({ buyAmount: 0 }),
    [TITLE, GIVE, 'You get: 0 WRAP (WRAPPED)', UNTIL, FOR_NOTHING],
  ],
  'CoW Protocol, for next to nothing': [
    cow({ buyAmount: 1 }),
    [
      ...[TITLE, GIVE, 'You get: 0.000000000000000001 WRAP (WRAPPED)', UNTIL],
      'danger: You would give something away and get next to nothing for it.',
    ],
  ],
  'CoW Protocol, for a token without decimals': [
    cow({ buyToken: ODD, buyAmount: 5 }),
    [TITLE, GIVE, 'You get: 5 smallest units of a token (ODD)', UNTIL],
  ],
  'CoW Protocol, where the node says nothing': [
    { ...cow(), isSilent: true },
    [
      TITLE,
      'You give: 100000000 smallest units of a token (TOKEN)',
      'You get: 50000000000000000 smallest units of a token (WRAPPED)',
      UNTIL,
      'danger: The network did not say what this address is. It may be a scammer’s. Wait until the network answers. (APP)',
    ],
  ],
  '1inch 3': [third(), [TITLE, GIVE, GET, NO_END[0]!, NO_END[1]!]],
  '1inch 3, with code that makes the price': [
    third({ offsets: 4, interactions: '0x12345678' }),
    [TITLE, GIVE, GET, NO_END[0]!, OPEN, NO_END[1]!],
  ],
  '1inch 4': [fourth(), [TITLE, GIVE, GET, UNTIL]],
  '1inch 4, without an end': [fourth({ makerTraits: 0 }), [TITLE, GIVE, GET, ...NO_END]],
  '1inch 4, in numbers': [inNumbers(fourth()), [TITLE, GIVE, GET, UNTIL]],
  '1inch 4, in numbers, to another': [
    inNumbers(fourth({ receiver: OTHER })),
    [TITLE, GIVE, 'You get: Nothing', 'Others get: 0.05 WRAP (OTHER)', UNTIL, FOR_NOTHING],
  ],
  '1inch 4, of other things than addresses': [
    {
      ...inNumbers(fourth()),
      message: { ...inNumbers(fourth()).message, makerAsset: `${2n ** 160n}` },
    },
    [...UNREADABLE.with(3, NO_END[0]!), NO_END[1]!],
  ],
  '1inch 4, with an extension': [
    fourth({ makerTraits: `${EXPIRY | (1n << 249n)}` }),
    [TITLE, GIVE, GET, UNTIL, OPEN],
  ],
  '1inch 4, with flags that change nothing': [
    fourth({ makerTraits: `${EXPIRY | (1n << 255n) | (1n << 254n) | (1n << 120n) | 5n}` }),
    [TITLE, GIVE, GET, UNTIL],
  ],
  '1inch 4, of another account': [
    fourth({ maker: OTHER, receiver: NOBODY }),
    [
      ...[TITLE, GIVE, GET, UNTIL],
      'warning: It is for a different account than the one that signs. (OTHER)',
    ],
  ],
  '0x, a limit order': [zeroEx('LimitOrder'), [TITLE, GIVE, GET, UNTIL]],
  '0x, an answer to a request': [zeroEx('RfqOrder'), [TITLE, GIVE, GET, UNTIL]],
  // Its contract sends no coins, and counts a transfer of what is no contract as done.
  '0x, for a token that is no contract': [
    zeroEx('LimitOrder', { takerToken: OTHER }),
    [TITLE, GIVE, `${GET_SMALLEST} (OTHER)`, UNTIL, FOR_NOTHING],
  ],
  '0x, for what is the chain’s coin elsewhere': [
    zeroEx('LimitOrder', { takerToken: COIN }),
    [TITLE, GIVE, `${GET_SMALLEST} (COIN)`, UNTIL, FOR_NOTHING],
  ],
  '0x, for the token zero': [
    zeroEx('LimitOrder', { takerToken: NOBODY }),
    [TITLE, GIVE, `${GET_SMALLEST} (NOBODY)`, UNTIL, FOR_NOTHING],
  ],
  '0x, over already': [
    zeroEx('RfqOrder', { expiry: 1_700_000_000 }),
    [
      ...[TITLE, GIVE, GET, 'Until: Nov 14, 2023, 10:13 PM'],
      'warning: Its time is over already. Your signature will have no effect.',
    ],
  ],
  'fields in another order': [
    without(fourth(), Object.keys(fourth().message).reverse()),
    [TITLE, GIVE, GET, UNTIL],
  ],
  'a field less': [
    without(fourth(), ['maker', 'makerAsset', 'takerAsset', 'makingAmount']),
    [...UNREADABLE.with(3, NO_END[0]!), NO_END[1]!],
  ],
  'a field that nobody knows': [
    {
      type: 'Fourth',
      message: { ...fourth().message, discount: 5 },
      types: { Fourth: [...TYPES.Fourth, ...fields('uint256 discount')] },
    },
    [TITLE, GIVE, GET, UNTIL, OPEN],
  ],
  'a struct that nobody knows': [
    {
      type: 'Fourth',
      message: { ...fourth().message, hooks: [] },
      types: { Fourth: [...TYPES.Fourth, ...fields('uint256[] hooks')] },
    },
    [TITLE, GIVE, GET, UNTIL, OPEN],
  ],
}

describe('an order in words', () => {
  it('has the dangers of calls in what is not read', () => {
    const call = encodeCall('approve(address,uint256)', [OTHER, 5n])
    const danger =
      'danger: The spender is a person’s account, not a contract. Scammers ask for this.'
    const types = {
      Hidden: fields('bytes data'),
      Fourth: TYPES.Fourth.map((field) =>
        field.name === 'salt' ? { name: 'salt', type: 'Hidden' } : field,
      ),
    }
    for (const asked of [
      third({ interactions: call }),
      { ...fourth({ salt: { data: call } }), types },
    ]) {
      const lines = readBy(asked)
      assert.ok(lines.includes(`${danger} (OTHER)`), lines.join('\n'))
    }
  })

  for (const [what, [asked, reads]] of Object.entries(CASES)) {
    it(what, () => assert.deepEqual(readBy(asked), reads))
  }
})
