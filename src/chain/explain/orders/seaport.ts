/** Orders of Seaport (https://github.com/ProjectOpenSea/seaport), the contract of most NFT markets. */
import type { ShownTypedData, TypedDataNode } from '../../requests/typed-data.js'
import { below, bigOf, hasShape, type Shape, textOf } from '../typed-data-shapes.js'

/** Versions 1.0 to 1.6, the same on every chain; without 1.2 and 1.3, of which their makers warn. */
export const SEAPORTS: ReadonlySet<string> = new Set([
  '0x00000000006c3852cbef3e08e8df289169ede581',
  '0x00000000006cee72100d161c57ada5bb2be1ca79',
  '0x00000000000001ad428e4906ae43d8f9852d0dd6',
  '0x00000000000000adc04c56bf30ac9d3c0aaf14dc',
  '0x0000000000000068f116a894984e2db1123eb395',
])
const NOBODY = /^0x0{40}$/

const ITEM: Shape = [
  ['itemType', 'uint8'],
  ['token', 'address'],
  ['identifierOrCriteria', 'uint256'],
  ['startAmount', 'uint256'],
  ['endAmount', 'uint256'],
]
const RECEIVED: Shape = [...ITEM, ['recipient', 'address']]
const ORDER: Shape = [
  ['offerer', 'address'],
  ['zone', 'address'],
  ['offer', 'OfferItem[]'],
  ['consideration', 'ConsiderationItem[]'],
  ['orderType', 'uint8'],
  ['startTime', 'uint256'],
  ['endTime', 'uint256'],
  ['zoneHash', 'bytes32'],
  ['salt', 'uint256'],
  ['conduitKey', 'bytes32'],
  ['counter', 'uint256'],
]
const KINDS = ['coin', 'token', 'nft', 'nfts', 'anyNft', 'anyNfts'] as const

/**
 * `coin`: the chain's own coin. `nfts`: ERC-1155. `any…`: the counterparty chooses which one of the collection.
 * `either`: a collectible with this `id`, or an amount of `id` if the contract has decimals. `pledge`: a loan with any
 * collectible of the collection as security. `unnamed`: an amount with 18 decimals of an asset that the data does not
 * name. `unread`: anything.
 */
export interface Item {
  kind: (typeof KINDS)[number] | 'either' | 'pledge' | 'unnamed' | 'unread'
  token: string
  /** Of the NFT. */
  id: bigint
  /** The worst case for the signer: the most that they give, the least that they get. */
  amount: bigint
}

/** An offer, and the price asked for it. */
export interface Trade {
  gives: Item[]
  /** Items for the signer. */
  gets: Item[]
  /** Items for third parties. */
  others: (Item & { to: string })[]
}

export interface Order {
  kind: 'order'
  offerer: string
  /** Several in a bulk order: each may be taken. */
  trades: Trade[]
  /** Seconds since 1970, the latest of all. */
  until: bigint
  isSeaport: boolean
  /** Fields that were not read: they may reduce what the signer gets. */
  unread: TypedDataNode[]
}

/** Reads an order, or a tree of them; `undefined` if the data is not one. */
export function readSeaportOrder({ primaryType, message }: ShownTypedData): Order | undefined {
  const isBulk = primaryType === 'BulkOrder'
  if (!isBulk && primaryType !== 'OrderComponents') return undefined
  const leaves = isBulk ? leavesOf(below(message, 'tree')) : [message]
  // A tree is filled up with empty orders.
  const orders = leaves.filter((order) => !NOBODY.test(textOf(order, 'offerer')))
  if (!orders.length || !orders.every(isOrder)) return undefined
  const [first] = orders
  const offerer = textOf(first!, 'offerer')
  if (orders.some((order) => textOf(order, 'offerer') !== offerer)) return undefined
  const ends = orders.map((order) => bigOf(order, 'endTime'))
  return {
    kind: 'order',
    offerer,
    trades: orders.map((order) => readTrade(order, offerer)),
    until: ends.reduce((one, other) => (one > other ? one : other)),
    isSeaport: true,
    unread: [],
  }
}

const leavesOf = (nodes: readonly TypedDataNode[]): TypedDataNode[][] =>
  nodes.flatMap(({ type, children = [] }) =>
    type === 'OrderComponents' ? [children] : leavesOf(children),
  )

function isOrder(order: TypedDataNode[]): boolean {
  const has = (name: string, shape: Shape) =>
    below(order, name).every(
      ({ children = [] }) =>
        hasShape(children, shape) && bigOf(children, 'itemType') < KINDS.length,
    )
  return hasShape(order, ORDER) && has('offer', ITEM) && has('consideration', RECEIVED)
}

function readTrade(order: TypedDataNode[], offerer: string): Trade {
  const wanted = below(order, 'consideration').map(({ children = [] }) => ({
    ...readItem(children, false),
    to: textOf(children, 'recipient'),
  }))
  const isOwn = ({ to }: { to: string }) => to.toLowerCase() === offerer.toLowerCase()
  return {
    gives: below(order, 'offer').map(({ children = [] }) => readItem(children, true)),
    gets: wanted.filter(isOwn).map(({ to: _, ...item }) => item),
    others: wanted.filter((item) => !isOwn(item)),
  }
}

function readItem(nodes: TypedDataNode[], isGiven: boolean): Item {
  const start = bigOf(nodes, 'startAmount')
  const end = bigOf(nodes, 'endAmount')
  return {
    kind: KINDS[Number(bigOf(nodes, 'itemType'))]!,
    token: textOf(nodes, 'token'),
    id: bigOf(nodes, 'identifierOrCriteria'),
    amount: start > end === isGiven ? start : end,
  }
}
