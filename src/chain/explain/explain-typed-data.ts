/** What typed data means, and what is risky about it: pure, of what is shown and what the chain says. */

import type { Hex, Standard } from '../clear-signing/descriptor.js'
import type { DecodedCall } from '../decode/decode.js'
import { knownContract } from '../parties/known-contracts.js'
import { type KnownAddresses, NONE_KNOWN } from '../parties/parties.js'
import type { AddressFacts } from '../reads/address-facts.js'
import type { ShownTypedData } from '../requests/typed-data.js'
import type { RiskCode } from '../risks/risk.js'
import { isEndless } from '../values/allowances.js'
import { callsOf, carriedRisks, concernedBy, type Meaning, namedBy } from './carried-risks.js'
import { readExchangeOrder } from './exchange-orders.js'
import { type Grant, PERMIT2, type Permit, readPermit } from './permits.js'
import { type Item, type Order, readSeaportOrder, SEAPORTS } from './seaport.js'
import { type Call, readCall, readHiddenAction, readPayment } from './signed-acts.js'
import { chainIdOf, contractOf, textOf } from './typed-data-shapes.js'

/** Seconds that a permission or an offer may last without a word about it. */
const LONG = 31n * 24n * 3600n
/** Addresses that are looked up for one question. */
const MAX_LOOKED_UP = 40
/** Of a coin or a token: less than a thousandth in all is next to nothing. */
const TINY_PARTS = 3
/** Risks of a call for which permits and payments have risks in their own words. */
const SAID: readonly Risk['code'][] = ['spenderIsPerson', 'unlimitedApproval', 'dataToPerson']

/** What a chain says about an address; `undefined` while it is asked, `null` if it did not say. */
export type Facts = (address: string) => AddressFacts | null | undefined

/** `level`: `danger` takes a second step. `address`: whom it is about. */
export interface Risk {
  level: 'danger' | 'warning'
  code:
    | 'no contract'
    | 'other contract'
    | 'name'
    | 'person'
    | 'unlimited'
    | 'for long'
    | 'for ever'
    | 'over'
    | 'other account'
    | 'for nothing'
    | 'next to nothing'
    | 'small share'
    | 'open order'
    | 'delegate call'
    | 'refund'
    | 'any chain'
    | 'no contract named'
    | 'nowhere'
    | 'unknown'
    | 'no token'
    | 'hidden action'
    // Of the call that is in it.
    | RiskCode
  address?: string
  /** The known address that it resembles. */
  other?: string
  /** What a token pretends to be. */
  symbol?: string
  /** What the risk is about, as somebody else named it. */
  name?: string
}

export interface Scene {
  account: string
  facts: Facts
  now: Date
  /** Addresses that the person knows. */
  people?: KnownAddresses
  /** Symbol of the chain's coin: a token with it is a fake. */
  ticker?: string
}

/** What the data means for the account that signs; `undefined` if the wallet does not know. */
export const readMeaning = (data: ShownTypedData, account: string): Meaning | undefined =>
  readPermit(data) ??
  readSeaportOrder(data) ??
  readExchangeOrder(data, account) ??
  readPayment(data) ??
  readHiddenAction(data) ??
  readCall(data)

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

/** The addresses that decide what is given away, and to whom: spenders first. */
function weighing(
  data: ShownTypedData,
  meaning: Meaning | undefined,
  calls: readonly DecodedCall[],
): string[] {
  // Its domain names no contract that is there.
  if (meaning?.kind === 'hidden action') return []
  const contract = contractOf(data.domain)
  const tokens =
    meaning?.kind === 'order'
      ? meaning.trades
          .flatMap(({ gives, gets, others }) => [...gives, ...gets, ...others])
          .filter(({ kind }) => kind !== 'coin')
          .map(({ token }) => token)
      : []
  return [...calls.flatMap(concernedBy), contract, ...tokens]
}

const unique = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.filter(Boolean).map((address) => address.toLowerCase())),
]

/** What a person has to know before they sign, the worst first. */
export function risksOf(data: ShownTypedData, meaning: Meaning | undefined, scene: Scene): Risk[] {
  const calls = callsOf(data, meaning)
  const named = addressesIn(data, meaning, calls)
  const risks = [
    ...domainRisks(data, meaning, scene),
    ...(meaning ? meaningRisks(meaning, scene) : []),
    ...callRisks(data, meaning, scene, calls, named),
  ]
  const unknown = unknownOf(data, meaning, scene, calls, named)
  if (unknown) risks.push(unknown)
  return [
    ...risks.filter(({ level }) => level === 'danger'),
    ...risks.filter(({ level }) => level === 'warning'),
  ]
}

/** An address that the chain said nothing about is as bad as the worst answer, if it decides what is given away. */
function unknownOf(
  data: ShownTypedData,
  meaning: Meaning | undefined,
  { facts }: Scene,
  calls: readonly DecodedCall[],
  named: readonly string[],
): Risk | undefined {
  const chainId = chainIdOf(data.domain)
  const isUnknown = (one: string) => facts(one) === null && !knownContract(chainId, one as Hex)
  const isTakingBack = meaning?.kind === 'permit' && meaning.grants.every(({ amount }) => !amount)
  const isGiving = !isTakingBack && (meaning !== undefined || calls.length > 0)
  const weighty = isGiving ? weighing(data, meaning, calls).find(isUnknown) : undefined
  if (weighty) return { level: 'danger', code: 'unknown', address: weighty }
  const other = named.find(isUnknown)
  return other ? { level: 'warning', code: 'unknown', address: other } : undefined
}

/** The dangers of a call that does the same. */
function callRisks(
  data: ShownTypedData,
  meaning: Meaning | undefined,
  scene: Scene,
  calls: readonly DecodedCall[],
  named: readonly string[],
): Risk[] {
  const asked = { people: NONE_KNOWN, ticker: '', ...scene, chainId: chainIdOf(data.domain) }
  const found = carriedRisks(calls, named, asked)
  // Tokens and collectibles share functions: what is nothing of the one may be one of the other.
  const others = callsOf(data, meaning, collectionsIn(named, scene.facts))
  for (const risk of carriedRisks(others, named, asked)) {
    const isKnown = found.some(
      ({ code, address }) => code === risk.code && address === risk.address,
    )
    if (!isKnown && risk.code !== 'unreadable') found.push(risk)
  }
  const isSaid = meaning?.kind === 'permit' || meaning?.kind === 'payment'
  const isUnread = unique(weighing(data, meaning, calls)).length > MAX_LOOKED_UP || isHash(data)
  const own = found.filter(({ code }) => !(isSaid && SAID.includes(code)))
  const isTold = own.some(({ code }) => code === 'unreadable')
  return [
    ...(isUnread && !isTold ? [{ level: 'danger', code: 'unreadable' } as const] : []),
    ...own.map(({ code, address, other, symbol }): Risk => {
      return {
        ...{ level: 'danger', code },
        ...(address && { address }),
        ...(other && { other }),
        ...(symbol && { symbol }),
      }
    }),
  ]
}

/** A Safe's word on anything that has this hash. */
const isHash = ({ primaryType, message }: ShownTypedData): boolean =>
  primaryType === 'SafeMessage' && /^0x[0-9a-f]{64}$/i.test(textOf(message, 'message'))

/** What has no decimals is no token of many parts. */
function collectionsIn(named: readonly string[], facts: Facts): Map<string, Standard> {
  const found = named.filter((one) => facts(one)?.isContract && facts(one)?.decimals === undefined)
  return new Map(found.map((one) => [one, 'ERC-721']))
}

function domainRisks(data: ShownTypedData, meaning: Meaning | undefined, { facts }: Scene): Risk[] {
  if (meaning?.kind === 'hidden action') return []
  const { domain } = data
  const contract = contractOf(domain)
  const name = textOf(domain, 'name')
  const risks: Risk[] = []
  const hasChain = domain.some((field) => field.name === 'chainId')
  const level = meaning ? 'danger' : 'warning'
  if (!contract) return [{ level, code: hasChain ? 'no contract named' : 'nowhere' }]
  if (!hasChain) risks.push({ level: 'warning', code: 'any chain' })
  const known = facts(contract)
  if (known?.isContract === false) {
    risks.push({ level, code: 'no contract', address: contract })
  }
  const isPermit2 = meaning?.kind === 'permit' && meaning.standard === 'Permit2'
  const isOther =
    (isPermit2 && contract.toLowerCase() !== PERMIT2) ||
    (meaning?.kind === 'order' && meaning.isSeaport && !SEAPORTS.has(contract.toLowerCase()))
  if (isOther) risks.push({ level: 'danger', code: 'other contract', address: contract, name })
  const isOfToken = (meaning?.kind === 'permit' && !isPermit2) || meaning?.kind === 'payment'
  if (isOfToken && known?.isContract && known.symbol === undefined) {
    risks.push({ level: 'warning', code: 'no token', address: contract })
  } else if (isOfToken && known?.name !== undefined && name && known.name !== name) {
    risks.push({ level: 'danger', code: 'name', address: contract, name })
  }
  return risks
}

function meaningRisks(meaning: Meaning, scene: Scene): Risk[] {
  switch (meaning.kind) {
    case 'permit':
      return permitRisks(meaning, scene)
    case 'order':
      return orderRisks(meaning, scene)
    case 'payment':
      return [...timeRisks(meaning.deadline, scene), ...accountRisks(meaning.from, scene)]
    case 'hidden action':
      return [{ level: 'danger', code: 'hidden action' }]
    default:
      return actRisks(meaning, scene)
  }
}

function permitRisks(permit: Permit, scene: Scene): Risk[] {
  const { spender, grants, deadline, owner } = permit
  const risks: Risk[] = []
  const isGiving = grants.some(({ amount }) => amount > 0n)
  if (owner) risks.push(...accountRisks(owner, scene))
  if (!isGiving) return risks
  if (scene.facts(spender)?.isContract === false) {
    risks.push({ level: 'danger', code: 'person', address: spender })
  }
  const fake = grants.find(({ token }) => scene.facts(token)?.isContract === false)
  if (fake && permit.standard === 'Permit2') {
    risks.push({ level: 'danger', code: 'no contract', address: fake.token })
  }
  const isOfAll = ({ token, amount }: Grant) => {
    const supply = scene.facts(token)?.supply
    return isEndless(amount) || (!!supply && amount >= supply)
  }
  const all = grants.find(isOfAll)
  if (all) risks.push({ level: 'danger', code: 'unlimited', address: all.token })
  // A permission that can be taken once ends with its deadline; another with what each token says.
  const ends = grants.map(({ until }) => until).filter((until) => until !== undefined)
  const last = [...ends, ...(ends.length ? [] : [deadline])].reduce((one, other) =>
    one === undefined || (other !== undefined && one > other) ? one : other,
  )
  const isKept = permit.standard !== 'Permit2'
  const times = last === undefined ? [] : timeRisks(last, scene)
  // What a token was told it keeps, whatever the deadline of the signature.
  const hasNoEnd = last === undefined || (isKept && all && times[0]?.code !== 'over')
  return [...risks, ...(hasNoEnd ? [{ level: 'warning', code: 'for ever' } as const] : times)]
}

function orderRisks({ offerer, trades, until, unread }: Order, scene: Scene): Risk[] {
  const risks: Risk[] = accountRisks(offerer, scene)
  if (unread.length) risks.push({ level: 'danger', code: 'open order' })
  for (const { gives, gets, others } of trades) {
    if (!gives.some(({ amount }) => amount > 0n)) continue
    const got = gets.filter(({ amount }) => amount > 0n)
    if (!got.length) risks.push({ level: 'danger', code: 'for nothing' })
    else if (got.every((item) => isTiny(item, scene))) {
      risks.push({ level: 'danger', code: 'next to nothing' })
    } else if (isSmallShare(got, others)) risks.push({ level: 'danger', code: 'small share' })
  }
  const codes = new Set<string>()
  const once = risks.filter(({ code }) => !codes.has(code) && codes.add(code))
  return [...once, ...timeRisks(until, scene)]
}

/** Whoever signs gets less than half of what is paid. */
function isSmallShare(gets: readonly Item[], others: readonly Item[]): boolean {
  const isMoney = ({ kind }: Item) => kind === 'coin' || kind === 'token'
  if (!gets.every(isMoney) || !others.every(isMoney)) return false
  const sum = (items: readonly Item[]) => items.reduce((all, { amount }) => all + amount, 0n)
  return new Set([...gets, ...others].map(({ token }) => token.toLowerCase())).size === 1
    ? sum(gets) < sum(others)
    : false
}

function isTiny({ kind, token, amount }: Item, { facts }: Scene): boolean {
  const decimals = kind === 'coin' ? 18 : kind === 'token' ? facts(token)?.decimals : undefined
  return decimals !== undefined && decimals > TINY_PARTS
    ? amount < 10n ** BigInt(decimals - TINY_PARTS)
    : false
}

function actRisks(call: Call, scene: Scene): Risk[] {
  const { kind, to, from, isDelegate, isRefunding, deadline } = call
  return [
    ...(kind === 'forward' ? accountRisks(from, scene) : []),
    ...(isDelegate ? [{ level: 'danger', code: 'delegate call', address: to! } as const] : []),
    ...(isRefunding ? [{ level: 'warning', code: 'refund' } as const] : []),
    ...(deadline ? timeRisks(deadline, scene) : []),
  ]
}

function timeRisks(until: bigint, { now }: Scene): Risk[] {
  const seconds = BigInt(Math.floor(now.getTime() / 1000))
  if (until < seconds) return [{ level: 'warning', code: 'over' }]
  if (until >= seconds + 100n * 12n * LONG) return [{ level: 'warning', code: 'for ever' }]
  return until > seconds + LONG ? [{ level: 'warning', code: 'for long' }] : []
}

const accountRisks = (address: string, { account }: Scene): Risk[] =>
  address.toLowerCase() === account.toLowerCase()
    ? []
    : [{ level: 'warning', code: 'other account', address }]
