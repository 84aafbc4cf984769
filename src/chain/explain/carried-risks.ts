/**
 * The risks of signed data, by the rules for transactions. It is not simulated, so unreadable data counts as a risk.
 */
import * as AbiFunction from 'ox/AbiFunction'

import type { Hex, Standard } from '../clear-signing/descriptor.js'
import { type DecodedCall, decodeCall, flatten, type Standards } from '../decode/decode.js'
import { type KnownAddresses, type Party, resembled, ZERO } from '../parties/parties.js'
import type { AddressFacts } from '../reads/address-facts.js'
import type { TokenInfo } from '../reads/token-info.js'
import type { ShownTypedData, TypedDataNode } from '../requests/typed-data.js'
import { permissionsIn } from '../risks/permissions.js'
import type { Risk } from '../risks/risk.js'
import { risksOf } from '../risks/risks.js'
import { type Implied, impliedCalls } from './implied-calls.js'
import type { Order } from './orders/seaport.js'
import type { Permit } from './permits.js'
import type { Call, HiddenAction, Payment } from './signed-acts.js'
import { chainIdOf } from './typed-data-shapes.js'

export type Meaning = Permit | Order | Payment | HiddenAction | Call

const STANDARD: Standard = 'ERC-20'
const APPROVE = AbiFunction.from('function approve(address spender, uint256 amount)')
const TRANSFER = AbiFunction.from('function transfer(address to, uint256 amount)')

/**
 * Decodes a call inside signed data as if it were sent. A call without a recipient goes to the sender itself, as in
 * account operations.
 */
export function carriedBy(
  { chainId, from, to = from, value, data }: Call,
  standards?: Standards,
): DecodedCall {
  const [sender, target, input] = [from, to, data || '0x'] as [Hex, Hex, Hex]
  return decodeCall({ chainId, from: sender, to: target, value, data: input }, standards)
}

/** By the standards of the tokens, since decoding hundreds of calls at each answer of the node would be slow. */
const kept = new WeakMap<ShownTypedData, Map<string, Implied>>()

/** Calls implied by typed data of an unknown form. */
export function impliedBy(data: ShownTypedData, standards: Standards = new Map()): Implied {
  const known = kept.get(data) ?? new Map<string, Implied>()
  kept.set(data, known)
  const key = [...standards].flat().sort().join()
  const found = known.get(key) ?? impliedCalls(data, data.message, standards)
  known.set(key, found)
  return found
}

/** The calls that have the same effect as the signature. */
export function callsOf(
  data: ShownTypedData,
  meaning: Meaning | undefined,
  standards?: Standards,
): DecodedCall[] {
  if (!meaning) return impliedBy(data, standards).calls
  const chainId = chainIdOf(data.domain)
  const ofToken = (token: string, owner: string, input: Hex) => {
    const to = token as Hex
    const call = { chainId, from: owner as Hex, to, value: 0n, data: input }
    return decodeCall(call, new Map([[to.toLowerCase(), STANDARD]]))
  }
  switch (meaning.kind) {
    case 'permit': {
      const { spender, owner = ZERO, grants } = meaning
      const allowing = grants.map(({ token, amount }) =>
        ofToken(token, owner, AbiFunction.encodeData(APPROVE, [spender as Hex, amount])),
      )
      // The permit's spender is covered above: fields of its witness must not count it again.
      const rest = { ...data, message: meaning.unread }
      return [...allowing, ...impliedCalls(rest, meaning.unread, standards).calls]
    }
    case 'payment': {
      const { to, from, token, amount } = meaning
      return [ofToken(token, from, AbiFunction.encodeData(TRANSFER, [to as Hex, amount]))]
    }
    case 'order':
      return impliedCalls(data, unreadFields(data, meaning), standards).calls
    case 'hidden action':
      return []
    default:
      return [carriedBy(meaning, standards), ...impliedCalls(data, meaning.unread, standards).calls]
  }
}

/** Leaves out the fields that the order was read from: their bytes and structs are not calls. */
const unreadFields = ({ message }: ShownTypedData, { unread }: Order): TypedDataNode[] =>
  message.filter((field) => unread.includes(field) || !(field.children || field.type === 'bytes'))

/**
 * Addresses that decide a call's risks: spenders, the tokens they may take, and the contract called on the account's
 * behalf.
 */
export const concernedBy = (decoded: DecodedCall): string[] => [
  ...flatten(decoded)
    .flatMap(permissionsIn)
    .flatMap(({ to, contract }) => [to, ...(contract ? [contract] : [])]),
  ...(decoded.call.to && decoded.call.to !== decoded.call.from ? [decoded.call.to] : []),
]

/** All addresses that a call names. */
export const namedBy = (decoded: DecodedCall): string[] =>
  flatten(decoded).flatMap(({ call, known }) => [
    ...(call.to ? [call.to] : []),
    ...(known?.clear.fields ?? []).flatMap(({ value }) =>
      value.kind === 'address'
        ? [value.address]
        : value.kind === 'token' && value.token
          ? [value.token]
          : [],
    ),
  ])

/** @param named - Addresses that the chain was asked about, in lower case. */
export function carriedRisks(
  calls: readonly DecodedCall[],
  named: readonly string[],
  {
    account,
    facts,
    ...rest
  }: {
    account: string
    chainId: number
    ticker: string
    people: KnownAddresses
    facts: (address: string) => AddressFacts | null | undefined
  },
): Risk[] {
  // The account may get its contract code with this very operation (ERC-4337), so its kind is unknown.
  const told = calls.map(({ call }) => (call.to === call.from ? call.to.toLowerCase() : ''))
  const parties = named.map((key): [string, Party] => {
    const address = key as Hex
    const resembles = resembled(address, rest.people)
    const kind = told.includes(key) ? 'unknown' : kindOf(facts(key))
    return [key, { address, kind, ...(resembles && { resembles }) }]
  })
  const tokens = named.flatMap((key): [string, TokenInfo][] => {
    const { supply, decimals, symbol } = facts(key) ?? {}
    if (!supply && !(symbol && decimals !== undefined)) return []
    const info = { address: key as Hex, standard: STANDARD, decimals: decimals ?? 0 }
    return [[key, { ...info, ...(supply && { supply }), ...(symbol && { symbol }) }]]
  })
  const known = {
    calls,
    parties: new Map(parties),
    tokens: new Map(tokens),
    ...(calls.length && { simulation: { status: 'unavailable' } as const }),
  }
  const risks = risksOf(known, { account: account as Hex, ...rest })
  // The caller reports an unknown address once, instead of once per call.
  return risks.filter(({ severity, code }) => severity === 'danger' && code !== 'unknownAddress')
}

const kindOf = (facts: AddressFacts | null | undefined): Party['kind'] =>
  facts ? (facts.isContract ? 'contract' : 'person') : 'unknown'
