/**
 * Reads orders of exchanges, recognised by their field names: CoW Protocol, 1inch, 0x, AirSwap, Bebop, ParaSwap,
 * Rarible.
 */
import type { ShownTypedData, TypedDataNode } from '../../requests/typed-data.js'
import { wordsOf } from '../../values/words.js'
import { below, bigOf, hasShape, type Shape, textOf } from '../typed-data-shapes.js'
import { addressOf, moneyOf, NO_END, numberOf, unreadIn } from './fields.js'
import type { Item, Order, Trade } from './seaport.js'

/** Names of fields. */
interface Fields {
  /** The signer, and who gets the asset; `maker` and `receiver`, if absent. */
  maker?: string
  receiver?: string
  /** Field of the given asset, and fields of its amounts. */
  gives: readonly string[]
  /** The asset received, and its least amount. */
  gets: readonly string[]
  until: string
  /** These change neither. */
  plain: string
  /** Whether it pays out the chain's coin. Elsewhere, the coin's pseudo address is a token that does not exist. */
  paysCoins?: true
}

const EXCHANGES: readonly Fields[] = [
  // CoW Protocol (GPv2Order).
  {
    gives: ['sellToken', 'sellAmount', 'feeAmount'],
    gets: ['buyToken', 'buyAmount'],
    until: 'validTo',
    plain: 'appData kind partiallyFillable sellTokenBalance buyTokenBalance',
    paysCoins: true,
  },
  // 1inch, limit order protocol. Before version 4, the end of the order is in fields that cannot be read.
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
    plain: 'salt taker sender txOrigin pool feeRecipient takerTokenFeeAmount expiryAndNonce',
  },
  // AirSwap. The counterparty pays the fee.
  {
    maker: 'signerWallet',
    gives: ['signerToken', 'signerAmount'],
    gets: ['senderToken', 'senderAmount'],
    until: 'expiry',
    plain: 'nonce protocolFee senderWallet',
  },
  // Bebop.
  {
    maker: 'taker_address',
    gives: ['taker_token', 'taker_amount'],
    gets: ['maker_token', 'maker_amount'],
    until: 'expiry',
    plain: 'maker_address maker_nonce packed_commands',
  },
  // ParaSwap, between two, and by its Delta.
  {
    gives: ['makerAsset', 'makerAmount'],
    gets: ['takerAsset', 'takerAmount'],
    until: 'expiry',
    plain: 'nonceAndMeta taker',
  },
  {
    maker: 'owner',
    receiver: 'beneficiary',
    gives: ['srcToken', 'srcAmount'],
    gets: ['destToken', 'destAmount'],
    until: 'deadline',
    plain: 'nonce',
    paysCoins: true,
  },
  // Rarible (LibOrder): a struct has token and amount.
  {
    gives: ['makeAsset'],
    gets: ['takeAsset'],
    until: 'end',
    plain: 'salt taker start dataType',
  },
]
const ASSET: Shape = [
  ['assetType', 'AssetType'],
  ['value', 'uint256'],
]
const ASSET_TYPE: Shape = [
  ['assetClass', 'bytes4'],
  ['data', 'bytes'],
]
/** Rarible's assets by `assetClass`: the kind, and the number of words in the data. */
const ASSETS: Record<string, readonly [Item['kind'], words: number]> = {
  '0xaaaebeba': ['coin', 0],
  '0x8ae85d84': ['token', 1],
  '0x73ad2146': ['nft', 2],
  '0x973bb640': ['nfts', 2],
}
/** Words that begin with an address. */
const DATA = /^0x(0{24}[\da-f]*)?$/i
/** Flags of 1inch's `makerTraits`: the order calls third-party code, or third-party code sets the price. */
const CALLS_OTHERS = (1n << 249n) | (1n << 251n) | (1n << 252n)

/**
 * Reads an order; `undefined` if the data is not one of these.
 *
 * @param account - The signer: not every order names them.
 */
export function readExchangeOrder({ message }: ShownTypedData, account: string): Order | undefined {
  for (const {
    maker = 'maker',
    receiver: to = 'receiver',
    gives,
    gets,
    until,
    plain,
    paysCoins = false,
  } of EXCHANGES) {
    const [given, got] = [itemOf(message, gives, false), itemOf(message, gets, paysCoins)]
    if (!given || !got) continue
    const offerer = addressOf(message, maker) ?? account
    const receiver = addressOf(message, to) ?? offerer
    const isOwn = !BigInt(receiver) || receiver.toLowerCase() === offerer.toLowerCase()
    const trade: Trade = isOwn
      ? { gives: [given], gets: [got], others: [] }
      : { gives: [given], gets: [], others: [{ ...got, to: receiver }] }
    // 0x packs it with a number.
    const packed = numberOf(message, 'expiryAndNonce') ?? 0n
    const end = numberOf(message, until) ?? packed >> 192n
    const isTraits = until === 'makerTraits'
    const assets = [...gives, ...gets]
    const named = [maker, to, ...assets, ...plain.split(' ')]
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
  return undefined
}

/** A token and its amounts, or a struct with both. */
function itemOf(
  nodes: readonly TypedDataNode[],
  [token = '', ...amounts]: readonly string[],
  hasCoins: boolean,
): Item | undefined {
  if (!amounts.length) return assetOf(below(nodes, token))
  const address = addressOf(nodes, token)
  const parts = amounts.map((name) => numberOf(nodes, name))
  // Amounts that are added, such as a fee, may be absent.
  if (!address || parts[0] === undefined) return undefined
  const amount = parts.reduce<bigint>((sum, part) => sum + (part ?? 0n), 0n)
  return hasCoins ? moneyOf(address, amount) : { kind: 'token', token: address, id: 0n, amount }
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
