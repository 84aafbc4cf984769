/** Orders of markets: LooksRare, Axie, Polymarket. */
import type { ShownTypedData, TypedDataNode } from '../../requests/typed-data.js'
import {
  below,
  bigOf,
  chainIdOf,
  contractOf,
  hasShape,
  type Shape,
  textOf,
} from '../typed-data-shapes.js'
import { addressOf, moneyOf, NO_END, numberOf, numbersOf, unreadIn } from './fields.js'
import type { Item, Order } from './seaport.js'

const LOOKSRARE =
  'quoteType globalNonce subsetNonce orderNonce collectionType collection currency signer startTime endTime price'
const LISTS = ['itemIds', 'amounts']
const [BID, ASK] = [0n, 1n]
/** LooksRare's strategy of a bid on any item of a collection. That of the price that is named is 0. */
const COLLECTION_BID = 1n
/** Axie's market gateway: assets for sale, by their standard. */
const AXIE_ASSET: Shape = [
  ['erc', 'uint8'],
  ['addr', 'address'],
  ['id', 'uint256'],
  ['quantity', 'uint256'],
]
const AXIE =
  'maker kind expiredAt paymentToken startedAt basePrice endedAt endedPrice expectedState nonce marketFeePercentage'
const [SALE, ERC721, PARTS] = [1n, 1n, 10_000n]
/** Polymarket's two exchanges (CTFExchange), their payment token, and the contract of the shares. */
const POLYGON = 137
const POLYMARKET = new Set([
  '0x4bfb41d5b3570defd03c39a9a4d8de6bd8b8982e',
  '0xc5d563a36ae78145c45a50134d48a1215220f80a',
])
const COLLATERAL = '0x2791bca1f2de4661ed88a30c99a7a9449aa84174'
const SHARES = '0x4d97dcd97ec945f40cf65f87097ace5ea0476045'
const CLOB =
  'salt maker signer taker tokenId makerAmount takerAmount expiration nonce side signatureType'

/** Reads an order; `undefined` if the data is not one of these. */
export const readMarketOrder = (data: ShownTypedData): Order | undefined =>
  readLooksRare(data.message) ?? readAxie(data.message) ?? readPolymarket(data)

/** A sale on Axie's market. The proceeds are the lowest price over time, less the market's share. */
function readAxie(message: readonly TypedDataNode[]): Order | undefined {
  const [offerer, currency] = ['maker', 'paymentToken'].map((name) => addressOf(message, name))
  const [base, ended, end, fee] = ['basePrice', 'endedPrice', 'endedAt', 'marketFeePercentage'].map(
    (name) => numberOf(message, name),
  )
  if (!offerer || !currency || base === undefined || numberOf(message, 'kind') !== SALE) {
    return undefined
  }
  const assets = below(message, 'assets').map(({ children = [] }) => children)
  const isSold = (asset: TypedDataNode[]) =>
    hasShape(asset, AXIE_ASSET) && bigOf(asset, 'erc') === ERC721
  if (!assets.length || !assets.every(isSold)) return undefined
  const price = end && ended !== undefined && ended < base ? ended : base
  const kept = PARTS - (fee ?? 0n)
  return {
    kind: 'order',
    offerer,
    trades: [
      {
        gives: assets.map((asset): Item => {
          return { kind: 'nft', token: textOf(asset, 'addr'), id: bigOf(asset, 'id'), amount: 1n }
        }),
        gets: [moneyOf(currency, kept > 0n ? (price * kept) / PARTS : 0n)],
        others: [],
      },
    ],
    until: numberOf(message, 'expiredAt') || NO_END,
    isSeaport: false,
    unread: unreadIn(message, ['assets'], AXIE.split(' ')),
  }
}

/**
 * A bid for shares of an outcome, or a sale of shares. The order names neither the payment token nor the contract of
 * the shares.
 */
function readPolymarket({ domain, message }: ShownTypedData): Order | undefined {
  if (chainIdOf(domain) !== POLYGON || !POLYMARKET.has(contractOf(domain).toLowerCase())) {
    return undefined
  }
  const offerer = addressOf(message, 'maker')
  const [id, given, got, side] = ['tokenId', 'makerAmount', 'takerAmount', 'side'].map((name) =>
    numberOf(message, name),
  )
  if (!offerer || id === undefined || given === undefined || got === undefined) return undefined
  if (side !== BID && side !== ASK) return undefined
  const money = moneyOf(COLLATERAL, side === BID ? given : got)
  const shares: Item = { kind: 'nfts', token: SHARES, id, amount: side === BID ? got : given }
  const [gives, gets] = side === BID ? [[money], [shares]] : [[shares], [money]]
  return {
    kind: 'order',
    offerer,
    trades: [{ gives, gets, others: [] }],
    until: numberOf(message, 'expiration') || NO_END,
    isSeaport: false,
    unread: unreadIn(message, [], CLOB.split(' ')),
  }
}

/** A sale or a bid of LooksRare, version 2 (`OrderStructs.Maker`). */
function readLooksRare(message: readonly TypedDataNode[]): Order | undefined {
  const [token, currency, offerer] = ['collection', 'currency', 'signer'].map((name) =>
    addressOf(message, name),
  )
  const price = numberOf(message, 'price')
  const type = numberOf(message, 'quoteType')
  const strategy = numberOf(message, 'strategyId')
  const [ids, amounts] = LISTS.map((list) => numbersOf(message, list))
  if (!token || !currency || !offerer || price === undefined) return undefined
  if (!ids || !amounts || (type !== BID && type !== ASK)) return undefined
  const isMany = numberOf(message, 'collectionType') !== 0n
  const isAny = type === BID && strategy === COLLECTION_BID && !ids.length
  const kind = isAny ? (isMany ? 'anyNfts' : 'anyNft') : isMany ? 'nfts' : 'nft'
  if (!amounts.length || (!isAny && ids.length !== amounts.length)) return undefined
  const items = amounts.map((amount, at): Item => ({ kind, token, id: ids[at] ?? 0n, amount }))
  const money = [moneyOf(currency, price)]
  return {
    kind: 'order',
    offerer,
    trades: [
      type === ASK
        ? { gives: items, gets: money, others: [] }
        : { gives: money, gets: items, others: [] },
    ],
    until: numberOf(message, 'endTime') ?? NO_END,
    isSeaport: false,
    unread: unreadIn(message, LISTS, [...LOOKSRARE.split(' '), isAny ? 'strategyId' : '']),
  }
}
