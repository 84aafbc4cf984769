/**
 * Orders that do not name everything traded: Wyvern's calls and checks, Vertex's markets, Blend's loans. A missing part
 * counts as the worst case.
 */
import type { ShownTypedData, TypedDataNode } from '../../requests/typed-data.js'
import { word, wordsOf } from '../../values/words.js'
import {
  addressesOf,
  bigOf,
  chainIdOf,
  contractOf,
  hasShape,
  type Shape,
  textOf,
} from '../typed-data-shapes.js'
import { addressOf, moneyOf, NO_END, numberOf, unreadIn } from './fields.js'
import type { Item, Order, Trade } from './seaport.js'

/** Items for unread parts: the signer may have to give anything, and may get nothing. */
const [UNREAD_GIVEN, UNREAD_GOT] = [1n, 0n].map((amount): Item => {
  return { kind: 'unread', token: '', id: 0n, amount }
}) as [Item, Item]
const unnamed = (amount: bigint): Item => ({ kind: 'unnamed', token: '', id: 0n, amount })

/** Version 2 of Wyvern, as OpenSea had it: fields that change neither side. */
const WYVERN =
  'exchange maker taker feeMethod side saleKind target calldata replacementPattern paymentToken basePrice extra listingTime expirationTime salt nonce feeRecipient'
const [BUY, SELL] = [0n, 1n]
/** The fees are parts of the price, and not amounts of a token that is not named. */
const SPLIT_FEE = 1n
const PARTS = 10_000n
/** `transferFrom` and `safeTransferFrom`, with three arguments. */
const TRANSFERS = /^0x(23b872dd|42842e0e)([\da-f]{64}){3}$/i
/** Replacement patterns that let the counterparty choose this one argument and nothing else. */
const [FREE_FROM, FREE_TO] = [0, 1].map(
  (at) => new RegExp(`^0x0{8}(0{64}){${at}}f{64}0*$`, 'i'),
) as [RegExp, RegExp]
/** Wyvern, version 3: code at `staticTarget` decides what is traded. */
const WYVERN_3: Shape = [
  ['registry', 'address'],
  ['maker', 'address'],
  ['staticTarget', 'address'],
  ['staticSelector', 'bytes4'],
  ['staticExtradata', 'bytes'],
  ['maximumFill', 'uint256'],
  ['listingTime', 'uint256'],
  ['expirationTime', 'uint256'],
  ['salt', 'uint256'],
]
const VERTEX: Shape = [
  ['sender', 'bytes32'],
  ['priceX18', 'int128'],
  ['amount', 'int128'],
  ['expiration', 'uint64'],
  ['nonce', 'uint64'],
]
const ONE = 10n ** 18n
/** A timestamp uses the lower bits; the bits above give the order's type. */
const TIME_BITS = 58n
/** Blend's contract, and the token that all its loans are in. */
const BLEND = '0x29469395eaf6f95920e59f858042f0e28d98a20b'
const POOL = '0x0000000000a39bb272e79075ade125fd351887ac'
const LOAN =
  'lender collection totalAmount minAmount maxAmount auctionDuration salt expirationTime rate oracle nonce'
const SALE = 'borrower lienId price expirationTime salt oracle nonce'
/** Words in the names of types, and pairs of fields, that only offers have. */
const OFFERS = /(^|[a-z\d])(Order|Offer|Listing|Auction|Bid|Sale|Loan)(?![a-z])/
/** Names of types that take an order or a permission back. */
export const CANCELS = /cancel|revoke|remove/i
const SIDES: readonly (readonly [party: RegExp, price: RegExp])[] = [
  [/^(maker|taker|seller|buyer|offerer|bidder)(_?(address|wallet))?$/i, /(amount|price|value)s?$/i],
  [/^(signer|trader|owner|lender|borrower)$/i, /^(?!.*gas).*(price|principal)$/i],
]
const END =
  /^(expir(y|es|(es|ed)_?at|ation(_?(time|date))?)|deadline|end(_?time)?|valid_?(to|until))$/i

/** Reads an order; `undefined` if the data is not one of these. */
export const readUnnamedOrder = (data: ShownTypedData): Order | undefined =>
  readWyvern(data.message) ??
  readWyvern3(data.message) ??
  readVertex(data.message) ??
  readBlend(data)

/**
 * Recognises an offer of an unknown form by its field names. @param account - The signer: not every offer names them.
 */
export function readAnyOrder(
  { primaryType = '', message }: ShownTypedData,
  account: string,
): Order | undefined {
  if (CANCELS.test(primaryType)) return undefined
  const all = fieldsIn(message)
  const find = (name: RegExp, type: RegExp) =>
    all.filter((one) => name.test(one.name) && type.test(one.type))
  const parties = SIDES.flatMap(([party, price]) =>
    find(price, /^u?int/).length ? find(party, /^(address|uint)/) : [],
  )
  // A fitting name alone is not enough: the data must contain numbers or bytes.
  const isNamed = OFFERS.test(primaryType) && all.some(({ type }) => /^(u?int|bytes)/.test(type))
  if (!parties.length && !isNamed) return undefined
  const names = parties.flatMap(addressesOf)
  const isOwn = names.some((one) => one.toLowerCase() === account.toLowerCase())
  const [end] = find(END, /^uint/)
  return orderOf(
    isOwn ? account : (names[0] ?? account),
    { gives: [UNREAD_GIVEN], gets: [UNREAD_GOT] },
    end && BigInt(end.value ?? 0),
    [...message],
  )
}

/** The fields of all structs, at all levels. */
const fieldsIn = (nodes: readonly TypedDataNode[]): TypedDataNode[] =>
  nodes.flatMap((node) => [node, ...fieldsIn(node.children ?? [])])

const orderOf = (
  offerer: string,
  trade: Pick<Trade, 'gives' | 'gets'>,
  until: bigint | undefined,
  unread: TypedDataNode[],
): Order => {
  const trades = [{ ...trade, others: [] }]
  return { kind: 'order', offerer, trades, until: until || NO_END, isSeaport: false, unread }
}

/** Wyvern: a sale or a bid. The traded item is a call, and the counterparty may choose parts of that call. */
function readWyvern(message: readonly TypedDataNode[]): Order | undefined {
  const [offerer, target, currency] = ['maker', 'target', 'paymentToken'].map((name) =>
    addressOf(message, name),
  )
  const [price, side, extra] = ['basePrice', 'side', 'extra'].map((name) => numberOf(message, name))
  const call = message.find(({ name, type }) => name === 'calldata' && type === 'bytes')
  if (!offerer || !target || !currency || price === undefined || extra === undefined)
    return undefined
  if (!call || (side !== BUY && side !== SELL)) return undefined
  const isSale = side === SELL
  const moved = movedBy(message, offerer, target, isSale)
  const fees = ['maker', 'taker'].map((who) => {
    return bigOf(message, `${who}RelayerFee`) + bigOf(message, `${who}ProtocolFee`)
  })
  const fee = fees[0]! > fees[1]! ? fees[0]! : fees[1]!
  const isShare = bigOf(message, 'feeMethod') === SPLIT_FEE
  const share = isShare ? fee : 0n
  // A price that moves with time: the worst of its two ends.
  const worst = isSale ? (price > extra ? price - extra : 0n) : price + extra
  const left = isSale ? PARTS - (share < PARTS ? share : PARTS) : PARTS + share
  const money = [moneyOf(currency, (worst * left) / PARTS)]
  const read = isShare || !fee ? `${WYVERN} ${feeFields(message)}` : WYVERN
  const fields = read.split(' ').filter((name) => moved || !/^(calldata|target)$/.test(name))
  return orderOf(
    offerer,
    isSale
      ? { gives: [moved ?? UNREAD_GIVEN], gets: money }
      : { gives: money, gets: [moved ?? UNREAD_GOT] },
    numberOf(message, 'expirationTime'),
    unreadIn(message, [], fields),
  )
}

const feeFields = (message: readonly TypedDataNode[]): string =>
  message
    .flatMap(({ name }) => (/^(maker|taker)(Relayer|Protocol)Fee$/.test(name) ? name : []))
    .join(' ')

/** The collectible, or the token amount, that `transferFrom` moves between the signer and the counterparty. */
function movedBy(
  message: readonly TypedDataNode[],
  offerer: string,
  token: string,
  isSale: boolean,
): Item | undefined {
  const [data, pattern] = ['calldata', 'replacementPattern'].map((name) => textOf(message, name))
  if (!TRANSFERS.test(data!) || bigOf(message, 'howToCall') !== 0n) return undefined
  const [from, to, id] = wordsOf(`0x${data!.slice(10)}`)
  const own = word(offerer as `0x${string}`)
  const isFree = (isSale ? FREE_TO : FREE_FROM).test(pattern!) && pattern!.length === data!.length
  const isOwn = (isSale ? from : to)!.toLowerCase() === own
  if (!isOwn || !(isFree || /^0x0*$/.test(pattern!))) return undefined
  return { kind: 'either', token, id: BigInt(`0x${id}`), amount: 1n }
}

function readWyvern3(message: readonly TypedDataNode[]): Order | undefined {
  if (!hasShape(message, WYVERN_3)) return undefined
  return orderOf(
    textOf(message, 'maker'),
    { gives: [UNREAD_GIVEN], gets: [UNREAD_GOT] },
    bigOf(message, 'expirationTime'),
    message.filter(({ name }) => name.startsWith('static')),
  )
}

/** An order on a market that the data does not name; the account is the beginning of `sender`. */
function readVertex(message: readonly TypedDataNode[]): Order | undefined {
  if (!hasShape(message, VERTEX, true)) return undefined
  const [amount, price] = [bigOf(message, 'amount'), bigOf(message, 'priceX18')]
  const size = amount < 0n ? -amount : amount
  const paid = price > 0n ? (size * price) / ONE : 0n
  const [base, quote] = [unnamed(size), unnamed(paid)]
  return orderOf(
    textOf(message, 'sender').slice(0, 42),
    amount < 0n ? { gives: [base], gets: [quote] } : { gives: [quote], gets: [base] },
    bigOf(message, 'expiration') & ((1n << TIME_BITS) - 1n),
    [...message],
  )
}

/** Blend: a loan against a collectible, or the sale of a pledged collectible minus the debt. */
function readBlend({ domain, message }: ShownTypedData): Order | undefined {
  const isBlend = chainIdOf(domain) === 1 && contractOf(domain).toLowerCase() === BLEND
  const money = (amount: bigint) => (isBlend ? moneyOf(POOL, amount) : unnamed(amount))
  const until = numberOf(message, 'expirationTime')
  const [lender, collection, borrower] = ['lender', 'collection', 'borrower'].map((name) =>
    addressOf(message, name),
  )
  const [total, price] = ['totalAmount', 'price'].map((name) => numberOf(message, name))
  if (
    lender &&
    collection &&
    total !== undefined &&
    message.some(({ name }) => name === 'auctionDuration')
  ) {
    const loan: Item = { kind: 'pledge', token: collection, id: 0n, amount: 1n }
    const read = isBlend ? LOAN : LOAN.replace('totalAmount', '')
    return orderOf(
      lender,
      { gives: [money(total)], gets: [loan] },
      until,
      unreadIn(message, [], read.split(' ')),
    )
  }
  if (!borrower || price === undefined || numberOf(message, 'lienId') === undefined)
    return undefined
  const unread = message.filter(({ name, children }) => name === 'lienId' || children?.length)
  return orderOf(borrower, { gives: [UNREAD_GIVEN], gets: [money(price)] }, until, [
    ...unread,
    ...unreadIn(message, ['fees'], SALE.split(' ')),
  ])
}
