/** Orders that do not say all of what is traded: in words, and with the danger of the worst that it could be. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { encodeCall } from '../support/contracts.js'
import { fields } from '../support/typed-data-types.js'
import {
  AMOUNTS,
  ART,
  type Asked,
  BLEND,
  COIN,
  FOR_NOTHING,
  GET,
  NO_END,
  OPEN,
  OTHER,
  readBy,
  TITLE,
  TOKEN,
  UNREAD,
  UNREADABLE,
  UNTIL,
  WRAPPED,
} from './support/orders.js'
import { ALL, APP, type Hex, ME, NOBODY, SOON, WORD } from './support/signed-calls.js'

const [BUY, SELL] = [0, 1]
const E = 10n ** 18n
const free = (at: number): Hex =>
  `0x00000000${[0, 1, 2].map((one) => (one === at ? 'f' : '0').repeat(64)).join('')}`
const move = (from: Hex, to: Hex, id = 12n, name = 'transferFrom') =>
  encodeCall(`${name}(address,address,uint256)`, [from, to, id])

const wyvern = (own: object = {}): Asked => ({
  type: 'WyvernOrder',
  message: {
    ...{ exchange: APP, maker: ME, taker: NOBODY, makerRelayerFee: 250, takerRelayerFee: 0 },
    ...{ makerProtocolFee: 0, takerProtocolFee: 0, feeRecipient: OTHER, feeMethod: 1, side: SELL },
    ...{ saleKind: 0, target: ART, howToCall: 0, calldata: move(ME, NOBODY) },
    ...{ replacementPattern: free(1), staticTarget: NOBODY, staticExtradata: '0x' },
    ...{ paymentToken: WRAPPED, basePrice: AMOUNTS[1], extra: 0, listingTime: 0 },
    ...{ expirationTime: SOON, salt: 7, nonce: 0, ...own },
  },
})
const bid = (own: object = {}) =>
  wyvern({ side: BUY, calldata: move(NOBODY, ME), replacementPattern: free(0), ...own })
const third = (own: object = {}): Asked => ({
  type: 'Wyvern3Order',
  message: {
    ...{ registry: APP, maker: ME, staticTarget: APP, staticSelector: '0x12345678' },
    ...{ staticExtradata: '0x12', maximumFill: 1, listingTime: 0, expirationTime: SOON },
    ...{ salt: 7, ...own },
  },
})
const vertex = (own: object = {}): Asked => ({
  type: 'VertexOrder',
  message: {
    ...{ sender: `${ME}${'0'.repeat(24)}`, priceX18: (3000n * E).toString() },
    ...{ amount: (E / 2n).toString(), expiration: SOON, nonce: 1, ...own },
  },
})
const inBlend = { chainId: 1, verifyingContract: BLEND }
const loan = (own: object = {}): Asked => ({
  type: 'LoanOffer',
  domain: inBlend,
  message: {
    ...{ lender: ME, collection: ART, totalAmount: (2n * E).toString(), minAmount: 1 },
    ...{ maxAmount: E.toString(), auctionDuration: 9000, salt: 7, expirationTime: SOON },
    ...{ rate: 1000, oracle: OTHER, nonce: 0, ...own },
  },
})
const sellOffer = (own: object = {}): Asked => ({
  type: 'SellOffer',
  domain: inBlend,
  message: {
    ...{ borrower: ME, lienId: 5, price: E.toString(), expirationTime: SOON, salt: 7 },
    ...{ oracle: OTHER, fees: [{ rate: 50, recipient: OTHER }], nonce: 0, ...own },
  },
})

const ITEM = 'Harbour Art #12 (ART)'
const LESS = 'You get: 0.04875 WRAP (WRAPPED)'

const CASES: Record<string, [asked: Asked, reads: string[]]> = {
  'Wyvern, a sale less the fee': [wyvern(), [TITLE, `You give: ${ITEM}`, LESS, UNTIL]],
  'Wyvern, a sale by a safe transfer': [
    wyvern({ calldata: move(ME, NOBODY, 12n, 'safeTransferFrom') }),
    [TITLE, `You give: ${ITEM}`, LESS, UNTIL],
  ],
  'Wyvern, a sale to one buyer, for the chain’s coin, without an end': [
    wyvern({
      ...{ calldata: move(ME, OTHER), replacementPattern: '0x', paymentToken: NOBODY },
      ...{ makerRelayerFee: 0, expirationTime: 0 },
    }),
    [TITLE, `You give: ${ITEM}`, 'You get: 0.05 ETH', ...NO_END],
  ],
  'Wyvern, a sale at a price that falls': [
    wyvern({ saleKind: 1, extra: '40000000000000000', makerRelayerFee: 0 }),
    [TITLE, `You give: ${ITEM}`, 'You get: 0.01 WRAP (WRAPPED)', UNTIL],
  ],
  'Wyvern, a sale whose price falls to nothing': [
    wyvern({ saleKind: 1, extra: AMOUNTS[1] }),
    [TITLE, `You give: ${ITEM}`, 'You get: 0 WRAP (WRAPPED)', UNTIL, FOR_NOTHING],
  ],
  'Wyvern, a sale all of which is a fee': [
    wyvern({ makerProtocolFee: 20_000 }),
    [TITLE, `You give: ${ITEM}`, 'You get: 0 WRAP (WRAPPED)', UNTIL, FOR_NOTHING],
  ],
  'Wyvern, a sale by the one who pays the taker’s fee': [
    wyvern({ makerRelayerFee: 0, takerRelayerFee: 250, feeRecipient: NOBODY }),
    [TITLE, `You give: ${ITEM}`, LESS, UNTIL],
  ],
  'Wyvern, a sale with a fee in a token that is not named': [
    wyvern({ feeMethod: 0 }),
    [TITLE, `You give: ${ITEM}`, GET, UNTIL, OPEN],
  ],
  'Wyvern, a sale of a token': [
    wyvern({ target: TOKEN, calldata: move(ME, NOBODY, 100_000_000n), makerRelayerFee: 0 }),
    [TITLE, 'You give: 100 TOK (TOKEN)', GET, UNTIL],
  ],
  'Wyvern, a sale with a check': [
    wyvern({ staticTarget: APP }),
    [TITLE, `You give: ${ITEM}`, LESS, UNTIL, OPEN],
  ],
  'Wyvern, a bid': [
    bid({ makerRelayerFee: 0 }),
    [TITLE, 'You give: 0.05 WRAP (WRAPPED)', `You get: ${ITEM}`, UNTIL],
  ],
  'Wyvern, a bid at a price that rises, with a fee': [
    bid({ extra: AMOUNTS[1], makerRelayerFee: 5_000 }),
    [TITLE, 'You give: 0.15 WRAP (WRAPPED)', `You get: ${ITEM}`, UNTIL],
  ],
  'Wyvern 3': [
    third(),
    [TITLE, `You give: ${UNREAD}`, `You get: ${UNREAD}`, UNTIL, OPEN, FOR_NOTHING],
  ],
  'Wyvern 3, without an end': [
    third({ expirationTime: 0 }),
    [
      ...[TITLE, `You give: ${UNREAD}`, `You get: ${UNREAD}`, NO_END[0]!],
      ...[OPEN, FOR_NOTHING, NO_END[1]!],
    ],
  ],
  'Vertex, a purchase': [
    vertex(),
    [
      TITLE,
      'You give: 1,500 of an asset that is not named',
      'You get: 0.5 of an asset that is not named',
      ...[UNTIL, OPEN],
    ],
  ],
  'Vertex, a sale, with what bits above the time say': [
    vertex({ amount: (-E).toString(), expiration: (BigInt(SOON) | (3n << 62n)).toString() }),
    [
      TITLE,
      'You give: 1 of an asset that is not named',
      'You get: 3,000 of an asset that is not named',
      ...[UNTIL, OPEN],
    ],
  ],
  'Vertex, a sale for nothing': [
    vertex({ amount: (-E).toString(), priceX18: 0 }),
    [
      TITLE,
      'You give: 1 of an asset that is not named',
      'You get: 0 of an asset that is not named',
      ...[UNTIL, OPEN, FOR_NOTHING],
    ],
  ],
  'Vertex, of another account': [
    vertex({ sender: `${OTHER}${'0'.repeat(24)}` }),
    [
      TITLE,
      'You give: 1,500 of an asset that is not named',
      'You get: 0.5 of an asset that is not named',
      ...[UNTIL, OPEN],
      'warning: It is for a different account than the one that signs. (OTHER)',
    ],
  ],
  'Blend, a loan': [
    loan(),
    [
      ...[TITLE, 'You give: 2 POOL (POOL)'],
      ...['You get: a loan with any item of Harbour Art as security (ART)', UNTIL],
    ],
  ],
  'Blend, a loan by another contract': [
    { ...loan(), domain: { chainId: 1, verifyingContract: APP } },
    [
      ...[TITLE, 'You give: 2 of an asset that is not named'],
      ...['You get: a loan with any item of Harbour Art as security (ART)', UNTIL, OPEN],
    ],
  ],
  'Blend, a sale of what is security': [
    sellOffer(),
    [TITLE, `You give: ${UNREAD}`, 'You get: 1 POOL (POOL)', UNTIL, OPEN],
  ],
  'Blend, a sale for nothing': [
    sellOffer({ price: 0, fees: [] }),
    [TITLE, `You give: ${UNREAD}`, 'You get: 0 POOL (POOL)', UNTIL, OPEN, FOR_NOTHING],
  ],
}

describe('an order that does not say all, in words', () => {
  for (const [what, [asked, reads]] of Object.entries(CASES)) {
    it(what, () => assert.deepEqual(readBy(asked), reads))
  }

  for (const [what, asked, label] of [
    [
      'of any of a collection',
      wyvern({ replacementPattern: `0x00000000${'0'.repeat(64)}${'f'.repeat(128)}` }),
      'give',
    ],
    ['by other code', wyvern({ howToCall: 1 }), 'give'],
    ['of what a third party has', wyvern({ calldata: move(OTHER, NOBODY) }), 'give'],
    ['for what is sent to others', bid({ calldata: move(NOBODY, OTHER) }), 'get'],
    ['for what the seller chooses', bid({ replacementPattern: free(2) }), 'get'],
  ] as const) {
    it(`says what cannot be read: Wyvern, ${what}`, () => {
      const lines = readBy(asked)
      assert.ok(lines.includes(`You ${label}: ${UNREAD}`) && lines.includes(OPEN))
      assert.equal(lines.includes(FOR_NOTHING), label === 'get')
    })
  }

  it('has the dangers of a call that cannot be read as a trade', () => {
    const approval = encodeCall('approve(address,uint256)', [OTHER, ALL])
    const lines = readBy(wyvern({ target: TOKEN, calldata: approval, replacementPattern: '0x' }))
    assert.ok(lines.some((line) => line.startsWith('danger: ') && line.endsWith('(OTHER)')))
    assert.ok(lines.includes(`You give: ${UNREAD}`) && lines.includes(OPEN))
  })

  it('is the worst that it can be, if it is neither sale nor bid', () => {
    const lines = readBy(wyvern({ side: 2 }))
    assert.deepEqual(
      lines.filter((line) => UNREADABLE.includes(line)),
      UNREADABLE,
    )
  })

  it('is for whoever signs it, on either side of what no reader knows', () => {
    const types = { Maker: fields('address maker, address taker, uint256 price') }
    const of = (maker: string, taker: string) =>
      readBy({ type: 'Maker', message: { maker, taker, price: 5 }, types })
    const warning = 'warning: It is for a different account than the one that signs. (OTHER)'
    assert.ok(!of(ME, OTHER).includes(warning) && !of(OTHER, ME).includes(warning))
    assert.ok(of(OTHER, OTHER).includes(warning))
  })

  it('is no order by its name alone', () => {
    for (const type of ['Wyvern3Order', 'LoanOffer', 'SellOffer'] as const) {
      const message = { owner: ME, about: WORD, pays: COIN }
      const types = { [type]: [{ name: 'owner', type: 'address' }] }
      assert.deepEqual(readBy({ type, message, types }), ['?'])
    }
  })
})
