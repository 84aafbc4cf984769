/** What typed data means, and what is risky about it: pure, of what is shown and what the chain says. */

import type { Hex } from '../clear-signing/descriptor.js'
import { type DecodedCall, decodeCall, flatten } from '../decode/decode.js'
import { NONE_KNOWN, type Party } from '../parties/parties.js'
import type { AddressFacts } from '../reads/address-facts.js'
import type { ShownTypedData } from '../requests/typed-data.js'
import { permissionsIn } from '../risks/permissions.js'
import type { RiskCode } from '../risks/risk.js'
import { risksOf as risksOfCalls } from '../risks/risks.js'
import { isEndless } from '../values/allowances.js'
import { PERMIT2, type Permit, readPermit } from './permits.js'
import { type Item, type Order, readOrder, SEAPORTS } from './seaport.js'
import { type Call, type Payment, readCall, readPayment } from './signed-acts.js'
import { textOf } from './typed-data-shapes.js'

/** Seconds that a permission or an offer may last without a word about it. */
const LONG = 31n * 24n * 3600n
/** Addresses that are looked up for one question. */
const MAX_LOOKED_UP = 40
/** Of a coin or a token: less than a thousandth in all is next to nothing. */
const TINY_PARTS = 3

export type Meaning = Permit | Order | Payment | Call

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
    | 'delegate call'
    | 'refund'
    | 'any chain'
    | 'no contract named'
    | 'nowhere'
    | 'unknown'
    | 'no token'
    // Of the call that is in it.
    | RiskCode
  address?: string
  /** What the risk is about, as somebody else named it. */
  name?: string
}

export interface Scene {
  account: string
  facts: Facts
  now: Date
}

/** What the data means; `undefined` if the wallet does not know. */
export const readMeaning = (data: ShownTypedData): Meaning | undefined =>
  readPermit(data) ?? readOrder(data) ?? readPayment(data) ?? readCall(data)

/** The addresses that the chain is asked about, at most so many. */
export function addressesIn(data: ShownTypedData, meaning: Meaning | undefined): string[] {
  const contract = textOf(data.domain, 'verifyingContract')
  const found = [contract, ...(meaning ? namedBy(meaning) : [])].filter(Boolean)
  return [...new Set(found.map((address) => address.toLowerCase()))].slice(0, MAX_LOOKED_UP)
}

/** What a person has to know before they sign, the worst first. */
export function risksOf(data: ShownTypedData, meaning: Meaning | undefined, scene: Scene): Risk[] {
  const risks = [...domainRisks(data, meaning, scene), ...meaningRisks(meaning, scene)]
  const unknown = addressesIn(data, meaning).find((address) => scene.facts(address) === null)
  if (unknown) risks.push({ level: 'warning', code: 'unknown', address: unknown })
  return [
    ...risks.filter(({ level }) => level === 'danger'),
    ...risks.filter(({ level }) => level === 'warning'),
  ]
}

function namedBy(meaning: Meaning): string[] {
  switch (meaning.kind) {
    case 'permit':
      return [meaning.spender, ...meaning.grants.map(({ token }) => token)]
    case 'order':
      return meaning.trades
        .flatMap(({ gives, gets, others }) => [...gives, ...gets, ...others])
        .filter(({ kind }) => kind !== 'coin')
        .map(({ token }) => token)
    case 'payment':
      return [meaning.to]
    default:
      return [...(meaning.to ? [meaning.to] : []), ...allowedBy(meaning)]
  }
}

/** The call in it, read as one that is sent; of an operation, what the account is told. */
const carriedBy = ({ chainId, from, to = from, value, data }: Call): DecodedCall =>
  decodeCall({
    chainId,
    from: from as Hex,
    to: to as Hex,
    value,
    data: (data || '0x') as Hex,
  })

/** Who may take something, by the call in it. */
export const allowedBy = (call: Call): string[] => [
  ...new Set(
    flatten(carriedBy(call))
      .flatMap(permissionsIn)
      .map(({ to }) => to),
  ),
]

function domainRisks(data: ShownTypedData, meaning: Meaning | undefined, { facts }: Scene): Risk[] {
  const { domain } = data
  const contract = textOf(domain, 'verifyingContract')
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
    (meaning?.kind === 'order' && !SEAPORTS.has(contract.toLowerCase()))
  if (isOther) risks.push({ level: 'danger', code: 'other contract', address: contract, name })
  const isOfToken = (meaning?.kind === 'permit' && !isPermit2) || meaning?.kind === 'payment'
  if (isOfToken && known?.isContract && known.symbol === undefined) {
    risks.push({ level: 'warning', code: 'no token', address: contract })
  } else if (isOfToken && known?.name !== undefined && name && known.name !== name) {
    risks.push({ level: 'danger', code: 'name', address: contract, name })
  }
  return risks
}

function meaningRisks(meaning: Meaning | undefined, scene: Scene): Risk[] {
  if (!meaning) return []
  switch (meaning.kind) {
    case 'permit':
      return permitRisks(meaning, scene)
    case 'order':
      return orderRisks(meaning, scene)
    case 'payment':
      return [...timeRisks(meaning.deadline, scene), ...accountRisks(meaning.from, scene)]
    default:
      return callRisks(meaning, scene)
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
  const all = grants.find(({ amount }) => isEndless(amount))
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

function orderRisks({ offerer, trades, until }: Order, scene: Scene): Risk[] {
  const risks: Risk[] = accountRisks(offerer, scene)
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

function callRisks(call: Call, scene: Scene): Risk[] {
  const { kind, to, from, isDelegate, isRefunding, deadline } = call
  return [
    ...(kind === 'forward' ? accountRisks(from, scene) : []),
    ...(isDelegate ? [{ level: 'danger', code: 'delegate call', address: to! } as const] : []),
    ...(isRefunding ? [{ level: 'warning', code: 'refund' } as const] : []),
    ...(deadline ? timeRisks(deadline, scene) : []),
    ...carriedRisks(call, scene),
  ]
}

/** The dangers of the call in it, which nobody plays: what cannot be read is one. */
function carriedRisks(call: Call, { facts }: Scene): Risk[] {
  const people = namedBy(call).filter((address) => facts(address)?.isContract === false)
  const parties = people.map((address): [string, Party] => [
    address.toLowerCase(),
    { address: address as Hex, kind: 'person' },
  ])
  const known = {
    calls: [carriedBy(call)],
    parties: new Map(parties),
    tokens: new Map(),
    simulation: { status: 'unavailable' } as const,
  }
  const { chainId, from } = call
  const context = { account: from as Hex, chainId, ticker: '', people: NONE_KNOWN }
  return risksOfCalls(known, context).flatMap(({ severity, code, address }) =>
    severity === 'danger' ? { level: severity, code, ...(address && { address }) } : [],
  )
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
