/** Orders of exchanges, told by what their fields are called: CoW Protocol, 1inch, 0x, Rarible, LooksRare, Axie, Polymarket. */
import type { ShownTypedData, TypedDataNode } from '../requests/typed-data.js'
import { wordsOf } from '../values/words.js'
import type { Item, Order, Trade } from './seaport.js'
import {
  below,
  bigOf,
  chainIdOf,
  contractOf,
  hasShape,
  type Shape,
  textOf,
} from './typed-data-shapes.js'

/** Names of fields. All orders call the signer `maker`, and the recipient `receiver`. */
interface Fields {
  /** The asset given, and its amounts that leave. */
  gives: readonly string[]
  /** The asset received, and its least amount. */
  gets: readonly string[]
  until: string
  /** These change neither. */
  plain: string
}

const EXCHANGES: readonly Fields[] = [
  // CoW Protocol (GPv2Order).
  {
    gives: ['sellToken', 'sellAmount', 'feeAmount'],
    gets: ['buyToken', 'buyAmount'],
    until: 'validTo',
    plain: 'appData kind partiallyFillable sellTokenBalance buyTokenBalance',
  },
  // 1inch, limit order protocol. Before version 4 its end is part of what cannot be read.
  {
    gives: ['makerAsset', 'makingAmount'],
    gets: ['takerAsset', 'takingAmount'],
    until: 'makerTraits',
    plain: 'salt allowedSender',
  },
  // 0x, version 4 (LibNativeOrder).
  {
    gives: ['makerToken', 'makerAmount'],
    gets: ['takerToken', 'takerAmount'],
    until: 'expiry',
    plain: 'salt taker sender txOrigin pool feeRecipient takerTokenFeeAmount',
  },
  // Rarible (LibOrder): a struct has token and amount.
  {
    gives: ['makeAsset'],
    gets: ['takeAsset'],
    until: 'end',
    plain: 'salt taker start dataType',
  },
]
const LOOKSRARE =
  'quoteType globalNonce subsetNonce orderNonce collectionType collection currency signer startTime endTime price'
const LISTS = ['itemIds', 'amounts']
const [BID, ASK] = [0n, 1n]
/** LooksRare's strategy of a bid on any item of a collection. That of the price that is named is 0. */
const COLLECTION_BID = 1n
const ASSET: Shape = [
  ['assetType', 'AssetType'],
  ['value', 'uint256'],
]
const ASSET_TYPE: Shape = [
  ['assetClass', 'bytes4'],
  ['data', 'bytes'],
]
/** By `assetClass` of Rarible: the kind, and how many words of data it has. */
const ASSETS: Record<string, readonly [Item['kind'], words: number]> = {
  '0xaaaebeba': ['coin', 0],
  '0x8ae85d84': ['token', 1],
  '0x73ad2146': ['nft', 2],
  '0x973bb640': ['nfts', 2],
}
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
/** Words that begin with an address. */
const DATA = /^0x(0{24}[\da-f]*)?$/i
/** Flags of 1inch's `makerTraits`: code of others is called, or makes the price. */
const CALLS_OTHERS = (1n << 249n) | (1n << 251n) | (1n << 252n)
const EMPTY = /^(0x0*|0|false|)$/
/** How exchanges name the chain's coin. */
const COIN = /^0x(0{40}|e{40})$/i
const NO_END = 2n ** 256n - 1n

/**
 * Reads an order; `undefined` if the data is not one of these.
 *
 * @param account - The signer: not every order names them.
 */
export function readExchangeOrder(data: ShownTypedData, account: string): Order | undefined {
  const { message } = data
  for (const { gives, gets, until, plain } of EXCHANGES) {
    const [given, got] = [itemOf(message, gives), itemOf(message, gets)]
    if (!given || !got) continue
    const offerer = addressOf(message, 'maker') ?? account
    const receiver = addressOf(message, 'receiver') ?? offerer
    const isOwn = !BigInt(receiver) || receiver.toLowerCase() === offerer.toLowerCase()
    const trade: Trade = isOwn
      ? { gives: [given], gets: [got], others: [] }
      : { gives: [given], gets: [], others: [{ ...got, to: receiver }] }
    const end = numberOf(message, until) ?? 0n
    const isTraits = until === 'makerTraits'
    const assets = [...gives, ...gets]
    const named = ['maker', 'receiver', ...assets, ...plain.split(' ')]
    const read = isTraits && end & CALLS_OTHERS ? named : [...named, until]
    return {
      kind: 'order',
      offerer,
      trades: [trade],
      until: (isTraits ? (end >> 80n) & (2n ** 40n - 1n) : end) || NO_END,
      isSeaport: false,
      unread: unreadIn(message, assets, read),
    }
  }
  return readLooksRare(message) ?? readAxie(message) ?? readPolymarket(data)
}

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
 * A bid for shares of an outcome, or a sale of them. The order names neither the payment token nor the shares'
 * contract.
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

/** Fields that are not read, unless they are empty. @param lists - Lists and structs that are read. */
const unreadIn = (
  nodes: readonly TypedDataNode[],
  lists: readonly string[],
  values: readonly string[],
): TypedDataNode[] =>
  nodes.filter(({ name, value, children }) =>
    children ? !lists.includes(name) : !values.includes(name) && !EMPTY.test(value ?? ''),
  )

/** A token and its amounts, or a struct with both. */
function itemOf(
  nodes: readonly TypedDataNode[],
  [token = '', ...amounts]: readonly string[],
): Item | undefined {
  if (!amounts.length) return assetOf(below(nodes, token))
  const address = addressOf(nodes, token)
  const parts = amounts.map((name) => numberOf(nodes, name))
  if (!address || parts.includes(undefined)) return undefined
  return moneyOf(
    address,
    parts.reduce<bigint>((sum, part) => sum + (part ?? 0n), 0n),
  )
}

/** Rarible's `Asset`. */
function assetOf(nodes: readonly TypedDataNode[]): Item | undefined {
  const type = below(nodes, 'assetType')
  if (!hasShape(nodes, ASSET) || !hasShape(type, ASSET_TYPE)) return undefined
  const [kind, size = 0] = ASSETS[textOf(type, 'assetClass')] ?? []
  const data = textOf(type, 'data')
  const [token = '', id = '0'] = wordsOf(data)
  if (!kind || !DATA.test(data) || data.length !== 2 + size * 64) return undefined
  return {
    kind,
    token: `0x${token.slice(24)}`,
    id: BigInt(`0x${id}`),
    amount: bigOf(nodes, 'value'),
  }
}

const moneyOf = (token: string, amount: bigint): Item => {
  return { kind: COIN.test(token) ? 'coin' : 'token', token, id: 0n, amount }
}

/** An address, or a number of 1inch's that is one. */
function addressOf(nodes: readonly TypedDataNode[], name: string): string | undefined {
  const { type, value = '' } = nodes.find((node) => node.name === name) ?? {}
  if (type === 'address') return value
  const digits = numberOf(nodes, name)?.toString(16)
  return digits && digits.length <= 40 ? `0x${digits.padStart(40, '0')}` : undefined
}

function numberOf(nodes: readonly TypedDataNode[], name: string): bigint | undefined {
  const { type = '', value } = nodes.find((node) => node.name === name) ?? {}
  return value !== undefined && /^uint\d*$/.test(type) ? BigInt(value) : undefined
}

function numbersOf(nodes: readonly TypedDataNode[], name: string): bigint[] | undefined {
  const { type, children = [] } = nodes.find((node) => node.name === name) ?? {}
  return type === 'uint256[]' ? children.map(({ value }) => BigInt(value ?? 0)) : undefined
}
