/** The meaning and risks of typed data. Pure: reads only the shown data and the chain's answers. */

import type { Hex, Standard } from '../clear-signing/descriptor.js'
import type { DecodedCall } from '../decode/decode.js'
import { isPermit2, knownContract } from '../parties/known-contracts.js'
import { type KnownAddresses, NONE_KNOWN, resembled } from '../parties/parties.js'
import type { AddressFacts } from '../reads/address-facts.js'
import type { ShownTypedData, TypedDataNode } from '../requests/typed-data.js'
import { refundRisks } from '../risks/call-risks.js'
import { type Found, type Risk, ranked } from '../risks/risk.js'
import { isEqual } from '../values/addresses.js'
import { isEndless } from '../values/allowances.js'
import { callsOf, carriedRisks, concernedBy, type Meaning, namedBy } from './carried-risks.js'
import { readExchangeOrder } from './orders/exchanges.js'
import { readMarketOrder } from './orders/markets.js'
import { type Item, type Order, readSeaportOrder, SEAPORTS } from './orders/seaport.js'
import { CANCELS, readAnyOrder, readUnnamedOrder } from './orders/unnamed.js'
import { type Grant, isRevocation, type Permit, readPermit } from './permits.js'
import { type Call, readCall, readHiddenAction, readPayment } from './signed-acts.js'
import { addressesOf, chainIdOf, contractOf, textOf } from './typed-data-shapes.js'

/** Seconds for which a permission or an offer may last without a warning. */
const LONG = 31n * 24n * 3600n
/** Addresses that are looked up for one question. */
const MAX_LOOKED_UP = 40
/** Amounts below a thousandth of a coin or token count as next to nothing. */
const TINY_PARTS = 3
/** A hash, or the two that typed data is hashed from. */
const HASH = /^0x(1901[\da-f]{128}|[\da-f]{64})$/i
/** Bytes of a Latin text, which a hash never is. */
const TEXT = /^0x(19|0a|[2-7][\da-f])*$/i
/** Fields of Kernel: in these, addresses follow a byte for the module's type. */
const SET_UP = /^(validationId|validatorData|enableData)$/
/** Facts from the chain about an address; `undefined` while they load, `null` if the node did not answer. */
export type Facts = (address: string) => AddressFacts | null | undefined

export interface Scene {
  account: string
  facts: Facts
  now: Date
  /** Addresses that the person knows. */
  people?: KnownAddresses
  /** Symbol of the chain's coin: a token with it is a fake. */
  ticker?: string
}

/** The meaning of typed data for the signer; `undefined` for an unknown form. */
export const readMeaning = (data: ShownTypedData, account: string): Meaning | undefined =>
  readPermit(data) ??
  readSeaportOrder(data) ??
  readExchangeOrder(data, account) ??
  readMarketOrder(data) ??
  readUnnamedOrder(data) ??
  readPayment(data) ??
  readHiddenAction(data) ??
  readCall(data) ??
  readAnyOrder(data, account)

/** The addresses that the chain is asked about, at most so many. */
export const addressesIn = (
  data: ShownTypedData,
  meaning: Meaning | undefined,
  calls: readonly DecodedCall[] = callsOf(data, meaning),
): string[] =>
  unique([
    ...weighing(data, meaning, calls),
    ...(meaning?.kind === 'payment' ? [meaning.to] : []),
    ...calls.flatMap(namedBy),
  ]).slice(0, MAX_LOOKED_UP)

/** The addresses that decide which assets leave, and which address gets them: spenders first. */
function weighing(
  data: ShownTypedData,
  meaning: Meaning | undefined,
  calls: readonly DecodedCall[],
): string[] {
  // The domain of such an action names a contract that does not exist.
  if (meaning?.kind === 'hidden action') return []
  const contract = contractOf(data.domain)
  const tokens =
    meaning?.kind === 'order'
      ? meaning.trades
          .flatMap(({ gives, gets, others }) => [...gives, ...gets, ...others])
          .filter(({ kind }) => kind !== 'coin')
          .flatMap(({ token }) => token || [])
      : []
  return [...calls.flatMap(concernedBy), contract, ...tokens]
}

const unique = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.filter(Boolean).map((address) => address.toLowerCase())),
]

/** The risks to show before a person signs, the worst first. */
export function risksOf(data: ShownTypedData, meaning: Meaning | undefined, scene: Scene): Risk[] {
  const calls = callsOf(data, meaning)
  const named = addressesIn(data, meaning, calls)
  const own = meaning ? meaningRisks(meaning, scene) : []
  const carried = callRisks(data, meaning, scene, calls, named)
  return ranked([
    ...domainRisks(data, meaning, scene, calls),
    // A right that an order gives away as well is worse than its price.
    ...(meaning?.kind === 'order' ? [...carried, ...own] : [...own, ...carried]),
    ...unknownIn(data, meaning, scene, calls, named),
    ...(scene.people ? lookAlikesIn(data.message, scene.people) : []),
  ])
}

/** Addresses that imitate a known one, in any field and spelling. */
const lookAlikesIn = (nodes: readonly TypedDataNode[], people: KnownAddresses): Found[] =>
  nodes.flatMap((node): Found[] => {
    if (node.children) return lookAlikesIn(node.children, people)
    return addressesOf(node).flatMap((one) => {
      const address = one as Hex
      const other = resembled(address, people)
      return other ? [{ code: 'lookAlikeAddress' as const, address, other }] : []
    })
  })

/** An address that the node did not answer for counts as the worst case, if it decides which assets leave. */
function unknownIn(
  data: ShownTypedData,
  meaning: Meaning | undefined,
  { facts }: Scene,
  calls: readonly DecodedCall[],
  named: readonly string[],
): Found[] {
  const chainId = chainIdOf(data.domain)
  const isUnknown = (one: string) => facts(one) === null && !knownContract(chainId, one as Hex)
  const isTakingBack = meaning?.kind === 'permit' && isRevocation(meaning)
  const isGiving = !isTakingBack && (meaning !== undefined || calls.length > 0)
  const weighty = isGiving ? weighing(data, meaning, calls).find(isUnknown) : undefined
  if (weighty) return [{ code: 'unknownAddress', address: weighty as Hex }]
  const other = named.find(isUnknown)
  return other ? [{ code: 'uncheckedAddress', address: other as Hex }] : []
}

/** The dangers of a call that does the same. */
function callRisks(
  data: ShownTypedData,
  meaning: Meaning | undefined,
  scene: Scene,
  calls: readonly DecodedCall[],
  named: readonly string[],
): Found[] {
  const asked = { people: NONE_KNOWN, ticker: '', ...scene, chainId: chainIdOf(data.domain) }
  const found = carriedRisks(calls, named, asked)
  // Tokens and collectibles share functions, so the calls are read both ways.
  const others = callsOf(data, meaning, collectionsIn(named, scene.facts))
  const isUnread =
    unique(weighing(data, meaning, calls)).length > MAX_LOOKED_UP ||
    isHash(data) ||
    setsUp(data.message)
  return [
    ...(isUnread ? [{ code: 'unreadable' } as const] : []),
    ...found,
    ...carriedRisks(others, named, asked).filter(({ code }) => code !== 'unreadable'),
  ]
}

/** Nothing but hashes: each may be the hash of anything, or the root of a tree of offers. */
function isHash({ primaryType = '', message }: ShownTypedData): boolean {
  const values = leavesOf(message)
  const isOne = ({ type, value = '' }: TypedDataNode) =>
    /^bytes(32)?$/.test(type) && HASH.test(value) && !TEXT.test(value)
  return values.length > 0 && !CANCELS.test(primaryType) && values.every(isOne)
}

/** The values at all levels. */
const leavesOf = (nodes: readonly TypedDataNode[]): TypedDataNode[] =>
  nodes.flatMap((node) => (node.children ? leavesOf(node.children) : [node]))

/** Whether the data changes who verifies a smart account's signatures. */
const setsUp = (nodes: readonly TypedDataNode[]): boolean =>
  nodes.some(({ name, children }) => SET_UP.test(name) || (!!children && setsUp(children)))

/** Contracts without decimals are read as collections, not as tokens. */
function collectionsIn(named: readonly string[], facts: Facts): Map<string, Standard> {
  const found = named.filter((one) => facts(one)?.isContract && facts(one)?.decimals === undefined)
  return new Map(found.map((one) => [one, 'ERC-721']))
}

function domainRisks(
  data: ShownTypedData,
  meaning: Meaning | undefined,
  { facts }: Scene,
  calls: readonly DecodedCall[],
): Found[] {
  if (meaning?.kind === 'hidden action') return []
  const { domain, message, chainId = -1 } = data
  const address = contractOf(domain) as Hex | ''
  const said = textOf(domain, 'name')
  const hasChain = domain.some(({ name, type, value }) => {
    // Contracts of Polygon's have the chain in the salt.
    const isSalt = name === 'salt' && type === 'bytes32' && BigInt(value ?? 0) === BigInt(chainId)
    return name === 'chainId' || isSalt
  })
  const severity = meaning || calls.length ? {} : ({ severity: 'warning' } as const)
  if (!address) {
    // A vote or a sign-in: no contract accepts it, and it has no bytes that could be a call.
    const isSaying = !meaning && !calls.length && !hasBytes(message)
    const code = hasChain ? 'noContractNamed' : 'nowhere'
    return [{ code, ...(isSaying ? { severity: 'note' } : severity) }]
  }
  const found: Found[] = hasChain ? [] : [{ code: 'anyChain' }]
  const known = facts(address)
  const isOfPermit2 = meaning?.kind === 'permit' && meaning.standard === 'Permit2'
  const isOfToken = (meaning?.kind === 'permit' && !isOfPermit2) || meaning?.kind === 'payment'
  // For a token, the risks of the equivalent call already include this.
  if (known?.isContract === false && !isOfToken) {
    found.push({ code: 'noContract', address, ...severity })
  }
  const isOther =
    (isOfPermit2 && !isPermit2(address)) ||
    (meaning?.kind === 'order' && meaning.isSeaport && !SEAPORTS.has(address.toLowerCase()))
  if (isOther) found.push({ code: 'otherContract', address, name: { said } })
  if (isOfToken && known?.isContract && known.symbol === undefined) {
    found.push({ code: 'notToken', address })
  } else if (isOfToken && known?.name !== undefined && said && known.name !== said) {
    found.push({ code: 'otherName', address, name: { said, own: known.name } })
  }
  return found
}

const hasBytes = (nodes: readonly TypedDataNode[]): boolean =>
  nodes.some(({ type, children }) => type === 'bytes' || (!!children && hasBytes(children)))

function meaningRisks(meaning: Meaning, scene: Scene): Found[] {
  switch (meaning.kind) {
    case 'permit':
      return permitRisks(meaning, scene)
    case 'order':
      return orderRisks(meaning, scene)
    case 'payment':
      return [...timeRisks(meaning.deadline, scene), ...accountRisks(meaning.from, scene)]
    case 'hidden action':
      return [{ code: 'hiddenAction' }]
    default:
      return actRisks(meaning, scene)
  }
}

/** Duration and account of the permission; the equivalent call covers the amounts. */
function permitRisks(permit: Permit, scene: Scene): Found[] {
  const { grants, deadline, owner } = permit
  const ofOwner = owner ? accountRisks(owner, scene) : []
  if (!grants.some(({ amount }) => amount > 0n)) return ofOwner
  const isOfAll = ({ token, amount }: Grant) => {
    const supply = scene.facts(token)?.supply
    return isEndless(amount) || (!!supply && amount >= supply)
  }
  // A one-time permission ends with its deadline; a lasting one at each token's expiry.
  const ends = grants.map(({ until }) => until).filter((until) => until !== undefined)
  const last = [...ends, ...(ends.length ? [] : [deadline])].reduce((one, other) =>
    one === undefined || (other !== undefined && one > other) ? one : other,
  )
  const times = last === undefined ? [] : timeRisks(last, scene)
  // An unlimited allowance outlives the signature's deadline: the token keeps it.
  const isKept = permit.standard !== 'Permit2' && grants.some(isOfAll) && times[0]?.code !== 'over'
  return [...ofOwner, ...(last === undefined || isKept ? [{ code: 'forEver' } as const] : times)]
}

function orderRisks({ offerer, trades, until, unread }: Order, scene: Scene): Found[] {
  const found = accountRisks(offerer, scene)
  if (unread.length) found.push({ code: 'openOrder' })
  for (const { gives, gets, others } of trades) {
    if (!gives.some(({ amount }) => amount > 0n)) continue
    const got = gets.filter((item) => item.amount > 0n && !isNoToken(item, scene))
    if (!got.length) found.push({ code: 'givesForNothing' })
    else if (got.every((item) => isTiny(item, scene))) found.push({ code: 'nextToNothing' })
    else if (isSmallShare(got, others)) found.push({ code: 'smallShare' })
  }
  return [...found, ...timeRisks(until, scene)]
}

/** Exchanges exist that count a transfer as done where the token is not a contract. */
const isNoToken = ({ kind, token }: Item, { facts }: Scene): boolean =>
  kind !== 'coin' && facts(token)?.isContract === false

/** The signer gets less than half of the payment. */
function isSmallShare(gets: readonly Item[], others: readonly Item[]): boolean {
  const isMoney = ({ kind }: Item) => kind === 'coin' || kind === 'token'
  if (!gets.every(isMoney) || !others.every(isMoney)) return false
  const sum = (items: readonly Item[]) => items.reduce((all, { amount }) => all + amount, 0n)
  return new Set([...gets, ...others].map(({ token }) => token.toLowerCase())).size === 1
    ? sum(gets) < sum(others)
    : false
}

function isTiny({ kind, token, id, amount }: Item, { facts }: Scene): boolean {
  const hasParts = kind === 'token' || kind === 'either'
  const isCoin = kind === 'coin' || kind === 'unnamed'
  const decimals = isCoin ? 18 : hasParts ? facts(token)?.decimals : undefined
  return decimals !== undefined && decimals > TINY_PARTS
    ? (kind === 'either' ? id : amount) < 10n ** BigInt(decimals - TINY_PARTS)
    : false
}

function actRisks(call: Call, scene: Scene): Found[] {
  const { kind, to, from, isDelegate, refund, deadline } = call
  return [
    ...(kind === 'forward' ? accountRisks(from, scene) : []),
    ...(isDelegate ? [{ code: 'fullControl', address: to as Hex } as const] : []),
    ...(refund ? refundRisks(refund) : []),
    ...(deadline ? timeRisks(deadline, scene) : []),
  ]
}

function timeRisks(until: bigint, { now }: Scene): Found[] {
  const seconds = BigInt(Math.floor(now.getTime() / 1000))
  if (until < seconds) return [{ code: 'over' }]
  if (until >= seconds + 100n * 12n * LONG) return [{ code: 'forEver' }]
  return until > seconds + LONG ? [{ code: 'forLong' }] : []
}

const accountRisks = (address: string, { account }: Scene): Found[] =>
  isEqual(address, account) ? [] : [{ code: 'otherAccount', address: address as Hex }]
