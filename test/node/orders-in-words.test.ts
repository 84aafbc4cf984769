/** Orders of exchanges, as their contracts have them hashed, in words. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { typedDataWords } from '../../src/app/screens/approve/sign/typed-data-words.js'
import { wordingOf } from '../../src/app/screens/explanation/described.js'
import { addressesIn, readMeaning, risksOf } from '../../src/chain/explain/explain-typed-data.js'
import type { AddressFacts } from '../../src/chain/reads/address-facts.js'
import { parseTypedData } from '../../src/chain/requests/typed-data.js'
import { groupedAddress } from '../../src/chain/values/addresses.js'
import { word } from '../../src/chain/values/words.js'
import { encodeCall } from '../support/contracts.js'
import { fields } from '../support/typed-data-types.js'
import { TYPES as PUBLISHED } from './support/published-types.js'
import { riskLines } from './support/risk-lines.js'
import { APP, type Hex, ME, NOBODY, SOON, WORD } from './support/signed-calls.js'

process.env.TZ = 'UTC'

const OTHER: Hex = '0x2222222222222222222222222222222222222200'
const TOKEN: Hex = '0x4444444444444444444444444444444444444400'
const WRAPPED: Hex = '0x4545454545454545454545454545454545454500'
const ART: Hex = '0x4646464646464646464646464646464646464600'
const ODD: Hex = '0x4747474747474747474747474747474747474700'
const COIN: Hex = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
/** What Polymarket is paid in, its shares, and one of its exchanges. */
const CASH: Hex = '0x2791bca1f2de4661ed88a30c99a7a9449aa84174'
const SHARES: Hex = '0x4d97dcd97ec945f40cf65f87097ace5ea0476045'
const POLYMARKET: Hex = '0x4bFb41d5B3570DeFd03C39a9A4D8dE6Bd8B8982E'
const NAMES = { CASH, SHARES, POLYMARKET, ME, OTHER, TOKEN, WRAPPED, ART, ODD, APP }
const FACTS: Record<string, AddressFacts> = {
  [TOKEN]: { isContract: true, name: 'Token', symbol: 'TOK', decimals: 6 },
  [WRAPPED]: { isContract: true, name: 'Wrapped Ether', symbol: 'WRAP', decimals: 18 },
  [ART]: { isContract: true, name: 'Harbour Art', symbol: 'ART' },
  [ODD]: { isContract: true },
  [CASH]: { isContract: true, name: 'Cash', symbol: 'CASH', decimals: 6 },
  [SHARES]: { isContract: true, name: 'Shares' },
  [APP]: { isContract: true },
  [POLYMARKET.toLowerCase()]: { isContract: true },
  [OTHER]: { isContract: false },
  [ME]: { isContract: false },
}
const UNTIL = 'Until: Mar 1, 2026, 9:20 PM'
const NO_END = ['Until: No end', 'warning: It has no end. It lasts until you take it back.']
const OPEN = 'danger: Not all of this offer can be read. You may get less than it says.'
const FOR_NOTHING = 'danger: You would give something away and get nothing for it.'
const TITLE = 'Offer this trade?'
const GIVE = 'You give: 100 TOK (TOKEN)'
const GET = 'You get: 0.05 WRAP (WRAPPED)'
const AMOUNTS = ['100000000', '50000000000000000'] as const

const TYPES = {
  Cow: PUBLISHED.Order,
  // 1inch, versions 3 and 4.
  Third: fields(
    'uint256 salt, address makerAsset, address takerAsset, address maker, address receiver, address allowedSender, uint256 makingAmount, uint256 takingAmount, uint256 offsets, bytes interactions',
  ),
  Fourth: PUBLISHED.Fourth,
  FourthInNumbers: fields(
    'uint256 salt, uint256 maker, uint256 receiver, uint256 makerAsset, uint256 takerAsset, uint256 makingAmount, uint256 takingAmount, uint256 makerTraits',
  ),
  // 0x, version 4.
  LimitOrder: PUBLISHED.LimitOrder,
  RfqOrder: PUBLISHED.RfqOrder,
  // LooksRare, version 2.
  Maker: PUBLISHED.Maker,
  // Rarible.
  Rarible: PUBLISHED.RaribleOrder,
  Asset: PUBLISHED.Asset,
  AssetType: PUBLISHED.AssetType,
  AxieOrder: PUBLISHED.AxieOrder,
  AxieAsset: PUBLISHED.AxieAsset,
  ClobOrder: PUBLISHED.ClobOrder,
}

interface Asked {
  type: keyof typeof TYPES
  message: object
  types?: Record<string, ReturnType<typeof fields>>
  isSilent?: boolean
  domain?: { chainId: number; verifyingContract: Hex }
}

/** What a person reads, a line each; addresses by name. */
function readBy({ type, message, types = {}, isSilent = false, ...rest }: Asked): string[] {
  const { domain = { chainId: 1, verifyingContract: APP } } = rest
  const all = { ...TYPES, ...types }
  const asked = { types: all, primaryType: type, domain: { name: 'Exchange', ...domain }, message }
  const data = parseTypedData([ME, asked], ME, domain.chainId)
  const meaning = readMeaning(data, ME)
  if (!meaning) return ['?']
  const known = new Map<string, AddressFacts | null>(
    addressesIn(data, meaning).map((one) => [one, (!isSilent && FACTS[one]) || null]),
  )
  const facts = (address: string) => known.get(address.toLowerCase())
  const now = new Date('2026-03-01T12:00:00Z')
  const risks = risksOf(data, meaning, { account: ME, facts, now, ticker: 'ETH' })
  const scene = { facts, ticker: 'ETH', locale: 'en' }
  const wording = wordingOf(known, { locale: 'en', ticker: 'ETH', account: ME })
  const { title, rows } = typedDataWords(data, meaning, scene, wording)
  return [
    title,
    ...rows.map(({ label, value, sub }) => `${label}: ${value}${sub ? ` (${sub})` : ''}`),
    ...riskLines(risks),
  ].map((line) =>
    Object.entries(NAMES)
      .reduce(
        (text, [name, address]) => text.replace(new RegExp(groupedAddress(address), 'gi'), name),
        line.replace(/[\u2066\u2069]/g, ''),
      )
      .replace(/\u202f/g, ' '),
  )
}

const cow = (own: object = {}): Asked => ({
  type: 'Cow',
  message: {
    ...{ sellToken: TOKEN, buyToken: WRAPPED, receiver: ME, validTo: SOON, appData: WORD },
    ...{ sellAmount: AMOUNTS[0], buyAmount: AMOUNTS[1], feeAmount: 0, kind: 'sell' },
    ...{ partiallyFillable: false, sellTokenBalance: 'erc20', buyTokenBalance: 'erc20', ...own },
  },
})
const third = (own: object = {}): Asked => ({
  type: 'Third',
  message: {
    ...{ salt: 7, makerAsset: TOKEN, takerAsset: WRAPPED, maker: ME, receiver: NOBODY },
    ...{ makingAmount: AMOUNTS[0], takingAmount: AMOUNTS[1], allowedSender: NOBODY },
    ...{ offsets: 0, interactions: '0x', ...own },
  },
})
const EXPIRY = BigInt(SOON) << 80n
const fourth = (own: object = {}): Asked => ({
  type: 'Fourth',
  message: {
    ...{ salt: 7, maker: ME, receiver: NOBODY, makerAsset: TOKEN, takerAsset: WRAPPED },
    ...{ makingAmount: AMOUNTS[0], takingAmount: AMOUNTS[1], makerTraits: `${EXPIRY}`, ...own },
  },
})
const zeroEx = (type: 'LimitOrder' | 'RfqOrder', own: object = {}): Asked => ({
  type,
  message: {
    ...{ makerToken: TOKEN, takerToken: WRAPPED, makerAmount: AMOUNTS[0], takerAmount: AMOUNTS[1] },
    ...{ takerTokenFeeAmount: 5, maker: ME, taker: NOBODY, sender: NOBODY, txOrigin: OTHER },
    ...{ feeRecipient: OTHER, pool: WORD, expiry: SOON, salt: 7, ...own },
  },
})
const [BID, ASK] = [0, 1]
const looksRare = (own: object = {}): Asked => ({
  type: 'Maker',
  message: {
    ...{ quoteType: ASK, globalNonce: 1, subsetNonce: 2, orderNonce: 3, strategyId: 0 },
    ...{ collectionType: 0, collection: ART, currency: WRAPPED, signer: ME, startTime: 0 },
    ...{ endTime: SOON, price: AMOUNTS[1], itemIds: [12], amounts: [1] },
    ...{ additionalParameters: '0x', ...own },
  },
})
const asset = (assetClass: string, value: string | number, ...words: (Hex | bigint)[]) => ({
  assetType: { assetClass, data: `0x${words.map(word).join('')}` },
  value,
})
const money = asset('0x8ae85d84', AMOUNTS[1], WRAPPED)
const rarible = (own: object = {}): Asked => ({
  type: 'Rarible',
  message: {
    ...{ maker: ME, makeAsset: asset('0x73ad2146', 1, ART, 12n), taker: NOBODY, takeAsset: money },
    ...{ salt: 7, start: 0, end: SOON, dataType: '0xffffffff', data: '0x', ...own },
  },
})
const axie = (own: object = {}): Asked => ({
  type: 'AxieOrder',
  message: {
    ...{ maker: ME, kind: 1, assets: [{ erc: 1, addr: ART, id: 12, quantity: 0 }], nonce: 0 },
    ...{ expiredAt: SOON, paymentToken: WRAPPED, startedAt: 0, basePrice: AMOUNTS[1], endedAt: 0 },
    ...{ endedPrice: 0, expectedState: 0, marketFeePercentage: 0, ...own },
  },
})
const clob = (own: object = {}, chainId = 137): Asked => ({
  type: 'ClobOrder',
  domain: { chainId, verifyingContract: POLYMARKET },
  message: {
    ...{ salt: 7, maker: ME, signer: ME, taker: NOBODY, tokenId: 12, makerAmount: 5_000_000 },
    ...{ takerAmount: 10_000_000, expiration: SOON, nonce: 0, feeRateBps: 0, side: 0 },
    ...{ signatureType: 0, ...own },
  },
})
const inNumbers = ({ message }: Asked): Asked => ({
  type: 'FourthInNumbers',
  message: Object.fromEntries(
    Object.entries(message).map(([name, value]) => [name, BigInt(value).toString()]),
  ),
})
const without = ({ type, message }: Asked, order: string[]): Asked => ({
  ...{ type, message },
  types: { [type]: order.map((name) => TYPES[type].find((field) => field.name === name)!) },
})
const SALE = [TITLE, 'You give: Harbour Art #12 (ART)', GET, UNTIL]

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
      'danger: The network did not say what this address is. It may be a thief’s. Wait until the network answers. (APP)',
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
    ['?'],
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
      'warning: It is about another account than the one that signs. (OTHER)',
    ],
  ],
  '0x, a limit order': [zeroEx('LimitOrder'), [TITLE, GIVE, GET, UNTIL]],
  '0x, an answer to a request': [zeroEx('RfqOrder'), [TITLE, GIVE, GET, UNTIL]],
  '0x, over already': [
    zeroEx('RfqOrder', { expiry: 1_700_000_000 }),
    [
      ...[TITLE, GIVE, GET, 'Until: Nov 14, 2023, 10:13 PM'],
      'warning: Its time is over already. Your signature will have no effect.',
    ],
  ],
  'LooksRare, a sale': [looksRare(), SALE],
  'LooksRare, a sale for nothing': [
    looksRare({ price: 0, currency: NOBODY }),
    [TITLE, 'You give: Harbour Art #12 (ART)', 'You get: 0 ETH', UNTIL, FOR_NOTHING],
  ],
  'LooksRare, a sale of many': [
    looksRare({ collectionType: 1, itemIds: [12, 13], amounts: [2, 3] }),
    [
      TITLE,
      'You give: 2 × Harbour Art #12 (ART)',
      'You give: 3 × Harbour Art #13 (ART)',
      GET,
      UNTIL,
    ],
  ],
  'LooksRare, a bid': [
    looksRare({ quoteType: BID }),
    [TITLE, 'You give: 0.05 WRAP (WRAPPED)', 'You get: Harbour Art #12 (ART)', UNTIL],
  ],
  'LooksRare, a bid on any of a collection': [
    looksRare({ quoteType: BID, strategyId: 1, itemIds: [] }),
    [TITLE, 'You give: 0.05 WRAP (WRAPPED)', 'You get: any item of Harbour Art (ART)', UNTIL],
  ],
  'LooksRare, by another strategy': [looksRare({ strategyId: 9 }), [...SALE, OPEN]],
  'LooksRare, with parameters': [looksRare({ additionalParameters: '0x12' }), [...SALE, OPEN]],
  'LooksRare, neither sale nor bid': [looksRare({ quoteType: 2 }), ['?']],
  'LooksRare, with more items than amounts': [looksRare({ itemIds: [1, 2] }), ['?']],
  'LooksRare, a sale of nothing': [looksRare({ itemIds: [], amounts: [] }), ['?']],
  'Rarible, a sale': [rarible(), SALE],
  'Rarible, a sale of many for the chain’s coin': [
    rarible({
      makeAsset: asset('0x973bb640', 3, ART, 12n),
      takeAsset: asset('0xaaaebeba', AMOUNTS[1]),
    }),
    [TITLE, 'You give: 3 × Harbour Art #12 (ART)', 'You get: 0.05 ETH', UNTIL],
  ],
  'Rarible, a bid without an end': [
    rarible({ makeAsset: money, takeAsset: asset('0x73ad2146', 1, ART, 12n), end: 0 }),
    [TITLE, 'You give: 0.05 WRAP (WRAPPED)', 'You get: Harbour Art #12 (ART)', ...NO_END],
  ],
  'Rarible, paid out to others': [
    rarible({ dataType: '0x23d235ef', data: `0x01${word(OTHER)}` }),
    [...SALE, OPEN],
  ],
  'Rarible, of another kind of asset': [rarible({ makeAsset: asset('0xf63c2825', 1, ART) }), ['?']],
  'Rarible, of an asset with too much data': [
    rarible({ makeAsset: asset('0x73ad2146', 1, ART, 12n, 5n) }),
    ['?'],
  ],
  'Rarible, of an asset with a further field': [
    {
      type: 'Rarible',
      message: {
        ...rarible().message,
        makeAsset: { ...asset('0x73ad2146', 1, ART, 12n), spender: OTHER },
        takeAsset: { ...money, spender: OTHER },
      },
      types: { Asset: [...TYPES.Asset, ...fields('address spender')] },
    },
    ['?'],
  ],
  'Axie, a sale': [axie(), SALE],
  'Axie, a sale with a share for the market, and a price that falls': [
    axie({ marketFeePercentage: 500, endedAt: SOON, endedPrice: '40000000000000000' }),
    [TITLE, 'You give: Harbour Art #12 (ART)', 'You get: 0.038 WRAP (WRAPPED)', UNTIL],
  ],
  'Axie, all for the market': [
    axie({ marketFeePercentage: 10_001 }),
    [
      ...[TITLE, 'You give: Harbour Art #12 (ART)', 'You get: 0 WRAP (WRAPPED)', UNTIL],
      FOR_NOTHING,
    ],
  ],
  'Axie, not a sale': [axie({ kind: 0 }), ['?']],
  'Axie, of nothing, or of something else': [axie({ assets: [] }), ['?']],
  'Axie, of another standard': [
    axie({ assets: [{ erc: 0, addr: ART, id: 12, quantity: 5 }] }),
    ['?'],
  ],
  'Polymarket, a bid': [
    clob(),
    [TITLE, 'You give: 5 CASH (CASH)', 'You get: 10000000 × Shares #12 (SHARES)', UNTIL],
  ],
  'Polymarket, a sale without an end': [
    clob({ side: 1, makerAmount: 10_000_000, takerAmount: 5_000_000, expiration: 0 }),
    [TITLE, 'You give: 10000000 × Shares #12 (SHARES)', 'You get: 5 CASH (CASH)', ...NO_END],
  ],
  'Polymarket, with a fee that comes off': [
    clob({ feeRateBps: 100 }),
    [TITLE, 'You give: 5 CASH (CASH)', 'You get: 10000000 × Shares #12 (SHARES)', UNTIL, OPEN],
  ],
  'Polymarket, neither bid nor sale': [clob({ side: 2 }), ['?']],
  'Polymarket, on another chain': [clob({}, 1), ['?']],
  'fields in another order': [
    without(fourth(), Object.keys(fourth().message).reverse()),
    [TITLE, GIVE, GET, UNTIL],
  ],
  'a field less': [without(fourth(), ['maker', 'makerAsset', 'takerAsset', 'makingAmount']), ['?']],
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
