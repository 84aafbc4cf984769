/** Orders of exchanges and markets, and what a person reads of one. */
import { typedDataWords } from '../../../src/app/screens/approve/sign/typed-data-words.js'
import { wordingOf } from '../../../src/app/screens/explanation/described.js'
import { addressesIn, readMeaning, risksOf } from '../../../src/chain/explain/explain-typed-data.js'
import type { AddressFacts } from '../../../src/chain/reads/address-facts.js'
import { parseTypedData } from '../../../src/chain/requests/typed-data.js'
import { groupedAddress } from '../../../src/chain/values/addresses.js'
import { word } from '../../../src/chain/values/words.js'
import { fields } from '../../support/typed-data-types.js'
import { TYPES as PUBLISHED } from './published-types.js'
import { riskLines } from './risk-lines.js'
import { APP, type Hex, ME, NOBODY, SOON, WORD } from './signed-calls.js'

process.env.TZ = 'UTC'

export const OTHER: Hex = '0x2222222222222222222222222222222222222200'
export const TOKEN: Hex = '0x4444444444444444444444444444444444444400'
export const WRAPPED: Hex = '0x4545454545454545454545454545454545454500'
export const ART: Hex = '0x4646464646464646464646464646464646464600'
export const ODD: Hex = '0x4747474747474747474747474747474747474700'
export const COIN: Hex = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
/** What Polymarket is paid in, its shares, and one of its exchanges. */
const CASH: Hex = '0x2791bca1f2de4661ed88a30c99a7a9449aa84174'
const SHARES: Hex = '0x4d97dcd97ec945f40cf65f87097ace5ea0476045'
const POLYMARKET: Hex = '0x4bFb41d5B3570DeFd03C39a9A4D8dE6Bd8B8982E'
/** Blend, and what its loans are in. */
export const BLEND: Hex = '0x29469395eAf6f95920E59F858042f0e28D98a20B'
const POOL: Hex = '0x0000000000a39bb272e79075ade125fd351887ac'
const NAMES = {
  ...{ CASH, SHARES, POLYMARKET, POOL, ME, OTHER, NOBODY },
  ...{ COIN, TOKEN, WRAPPED, ART, ODD, APP },
}
const FACTS: Record<string, AddressFacts> = {
  [TOKEN]: { isContract: true, name: 'Token', symbol: 'TOK', decimals: 6 },
  [WRAPPED]: { isContract: true, name: 'Wrapped Ether', symbol: 'WRAP', decimals: 18 },
  [ART]: { isContract: true, name: 'Harbour Art', symbol: 'ART' },
  [ODD]: { isContract: true },
  [CASH]: { isContract: true, name: 'Cash', symbol: 'CASH', decimals: 6 },
  [SHARES]: { isContract: true, name: 'Shares' },
  [APP]: { isContract: true },
  [POOL]: { isContract: true, name: 'Blur Pool', symbol: 'POOL', decimals: 18 },
  [BLEND.toLowerCase()]: { isContract: true },
  [POLYMARKET.toLowerCase()]: { isContract: true },
  [OTHER]: { isContract: false },
  [ME]: { isContract: false },
  [NOBODY]: { isContract: false },
  [COIN.toLowerCase()]: { isContract: false },
}
export const UNTIL = 'Until: Mar 1, 2026, 9:20 PM'
export const NO_END = ['Until: No end', 'warning: It never expires. You can revoke it later.']
export const OPEN = 'danger: Not all of this offer can be read. You may get less than it says.'
export const FOR_NOTHING = 'danger: You would give something away and get nothing for it.'
export const TITLE = 'Offer this trade?'
/** Of an offer that no reader knows. */
export const UNREAD = 'Something that cannot be read'
export const UNREADABLE = [
  ...[TITLE, `You give: ${UNREAD}`, `You get: ${UNREAD}`, UNTIL, OPEN, FOR_NOTHING],
]
export const GIVE = 'You give: 100 TOK (TOKEN)'
export const GET = 'You get: 0.05 WRAP (WRAPPED)'
export const AMOUNTS = ['100000000', '50000000000000000'] as const

export const TYPES = {
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
  WyvernOrder: PUBLISHED.WyvernOrder,
  Wyvern3Order: PUBLISHED.Wyvern3Order,
  VertexOrder: PUBLISHED.VertexOrder,
  LoanOffer: PUBLISHED.LoanOffer,
  SellOffer: PUBLISHED.SellOffer,
  Fee: PUBLISHED.Fee,
}

export interface Asked {
  type: keyof typeof TYPES
  message: object
  types?: Record<string, ReturnType<typeof fields>>
  isSilent?: boolean
  domain?: { chainId: number; verifyingContract: Hex }
}

/** What a person reads, a line each; addresses by name. */
export function readBy({ type, message, types = {}, isSilent = false, ...rest }: Asked): string[] {
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
  const { title, rows, calls = [] } = typedDataWords(data, meaning, scene, wording)
  return [
    title,
    ...rows.map(({ label, value, sub }) => `${label}: ${value}${sub ? ` (${sub})` : ''}`),
    ...calls.map((call) => `Call: ${call.title}`),
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

export const cow = (own: object = {}): Asked => ({
  type: 'Cow',
  message: {
    ...{ sellToken: TOKEN, buyToken: WRAPPED, receiver: ME, validTo: SOON, appData: WORD },
    ...{ sellAmount: AMOUNTS[0], buyAmount: AMOUNTS[1], feeAmount: 0, kind: 'sell' },
    ...{ partiallyFillable: false, sellTokenBalance: 'erc20', buyTokenBalance: 'erc20', ...own },
  },
})
export const third = (own: object = {}): Asked => ({
  type: 'Third',
  message: {
    ...{ salt: 7, makerAsset: TOKEN, takerAsset: WRAPPED, maker: ME, receiver: NOBODY },
    ...{ makingAmount: AMOUNTS[0], takingAmount: AMOUNTS[1], allowedSender: NOBODY },
    ...{ offsets: 0, interactions: '0x', ...own },
  },
})
export const EXPIRY = BigInt(SOON) << 80n
export const fourth = (own: object = {}): Asked => ({
  type: 'Fourth',
  message: {
    ...{ salt: 7, maker: ME, receiver: NOBODY, makerAsset: TOKEN, takerAsset: WRAPPED },
    ...{ makingAmount: AMOUNTS[0], takingAmount: AMOUNTS[1], makerTraits: `${EXPIRY}`, ...own },
  },
})
export const zeroEx = (type: 'LimitOrder' | 'RfqOrder', own: object = {}): Asked => ({
  type,
  message: {
    ...{ makerToken: TOKEN, takerToken: WRAPPED, makerAmount: AMOUNTS[0], takerAmount: AMOUNTS[1] },
    ...{ takerTokenFeeAmount: 5, maker: ME, taker: NOBODY, sender: NOBODY, txOrigin: OTHER },
    ...{ feeRecipient: OTHER, pool: WORD, expiry: SOON, salt: 7, ...own },
  },
})
export const BID = 0
const ASK = 1
export const looksRare = (own: object = {}): Asked => ({
  type: 'Maker',
  message: {
    ...{ quoteType: ASK, globalNonce: 1, subsetNonce: 2, orderNonce: 3, strategyId: 0 },
    ...{ collectionType: 0, collection: ART, currency: WRAPPED, signer: ME, startTime: 0 },
    ...{ endTime: SOON, price: AMOUNTS[1], itemIds: [12], amounts: [1] },
    ...{ additionalParameters: '0x', ...own },
  },
})
export const asset = (assetClass: string, value: string | number, ...words: (Hex | bigint)[]) => ({
  assetType: { assetClass, data: `0x${words.map(word).join('')}` },
  value,
})
export const money = asset('0x8ae85d84', AMOUNTS[1], WRAPPED)
export const rarible = (own: object = {}): Asked => ({
  type: 'Rarible',
  message: {
    ...{ maker: ME, makeAsset: asset('0x73ad2146', 1, ART, 12n), taker: NOBODY, takeAsset: money },
    ...{ salt: 7, start: 0, end: SOON, dataType: '0xffffffff', data: '0x', ...own },
  },
})
export const axie = (own: object = {}): Asked => ({
  type: 'AxieOrder',
  message: {
    ...{ maker: ME, kind: 1, assets: [{ erc: 1, addr: ART, id: 12, quantity: 0 }], nonce: 0 },
    ...{ expiredAt: SOON, paymentToken: WRAPPED, startedAt: 0, basePrice: AMOUNTS[1], endedAt: 0 },
    ...{ endedPrice: 0, expectedState: 0, marketFeePercentage: 0, ...own },
  },
})
export const clob = (own: object = {}, chainId = 137): Asked => ({
  type: 'ClobOrder',
  domain: { chainId, verifyingContract: POLYMARKET },
  message: {
    ...{ salt: 7, maker: ME, signer: ME, taker: NOBODY, tokenId: 12, makerAmount: 5_000_000 },
    ...{ takerAmount: 10_000_000, expiration: SOON, nonce: 0, feeRateBps: 0, side: 0 },
    ...{ signatureType: 0, ...own },
  },
})
export const inNumbers = ({ message }: Asked): Asked => ({
  type: 'FourthInNumbers',
  message: Object.fromEntries(
    Object.entries(message).map(([name, value]) => [name, BigInt(value).toString()]),
  ),
})
export const without = ({ type, message }: Asked, order: string[]): Asked => ({
  ...{ type, message },
  types: { [type]: order.map((name) => TYPES[type].find((field) => field.name === name)!) },
})
export const SALE = [TITLE, 'You give: Harbour Art #12 (ART)', GET, UNTIL]
