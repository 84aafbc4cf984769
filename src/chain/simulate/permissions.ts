/**
 * Permissions that a transaction's events report. A call can hide them from decoders, since contracts read call data in
 * different ways. Permissions without an event are in `silent.ts`.
 */
import { getSelector, getSignatureHash } from 'ox/AbiItem'
import type { Hex } from '../clear-signing/descriptor.js'
import { ZERO } from '../parties/parties.js'
import type { Read } from '../reads/contract-reads.js'
import { isEndless } from '../values/allowances.js'
import { word, wordsOf } from '../values/words.js'
import { argumentsOf, type Log } from './logs.js'
import type { Permission } from './simulation.js'

/** A page can cause any number of grants. If there are more, the result says so. */
const MAX_GRANTS = 40

/** An event's arguments, by position. */
interface Event {
  kind: Permission['kind']
  /** Absent: the contract that emitted the event. */
  owner?: number
  to: number
  /** Absent: the contract that made the event. */
  contract?: number
  id?: number
  /** The amount or a boolean; absent if the event always means that the permission is given. */
  amount?: number
  /** Function that returns the granted amount. Its arguments are the event's first ones. */
  query: string
  /**
   * The function that revokes it, with its arguments; absent if not implemented here, or if the account cannot revoke.
   */
  revoke?: readonly [signature: string, ...args: readonly ('to' | 'contract' | 'id' | 'none')[]]
}

const PERMIT2: Event = {
  kind: 'tokens',
  owner: 0,
  contract: 1,
  to: 2,
  amount: 3,
  query: 'allowance(address,address,address)',
  revoke: ['approve(address,address,uint160,uint48)', 'contract', 'to', 'none', 'none'],
}
const EVENTS: Record<string, Event> = {
  'Approval(address,address,uint256)': {
    kind: 'tokens',
    owner: 0,
    to: 1,
    amount: 2,
    query: 'allowance(address,address)',
    revoke: ['approve(address,uint256)', 'to', 'none'],
  },
  // ERC-6909.
  'Approval(address,address,uint256,uint256)': {
    kind: 'collectible',
    owner: 0,
    to: 1,
    id: 2,
    amount: 3,
    query: 'allowance(address,address,uint256)',
    revoke: ['approve(address,uint256,uint256)', 'to', 'id', 'none'],
  },
  'Approval(address,address,address,uint160,uint48)': PERMIT2,
  'Permit(address,address,address,uint160,uint48,uint48)': PERMIT2,
  'ApprovalForAll(address,address,bool)': {
    kind: 'collection',
    owner: 0,
    to: 1,
    amount: 2,
    query: 'isApprovedForAll(address,address)',
    revoke: ['setApprovalForAll(address,bool)', 'to', 'none'],
  },
  // ERC-777.
  'AuthorizedOperator(address,address)': {
    kind: 'operator',
    to: 0,
    owner: 1,
    query: 'isOperatorFor(address,address)',
  },
  // ERC-6909.
  'OperatorSet(address,address,bool)': {
    kind: 'operator',
    owner: 0,
    to: 1,
    amount: 2,
    query: 'isOperator(address,address)',
    revoke: ['setOperator(address,bool)', 'to', 'none'],
  },
  // Morpho: caller, owner, grantee.
  'SetAuthorization(address,address,address,bool)': {
    kind: 'operator',
    owner: 1,
    to: 2,
    amount: 3,
    query: '',
    revoke: ['setAuthorization(address,bool)', 'to', 'none'],
  },
  // Aave.
  'BorrowAllowanceDelegated(address,address,address,uint256)': {
    kind: 'borrowing',
    owner: 0,
    to: 1,
    amount: 3,
    query: 'borrowAllowance(address,address)',
    revoke: ['approveDelegation(address,uint256)', 'to', 'none'],
  },
  // Safe.
  'EnabledModule(address)': { kind: 'module', to: 0, query: 'isModuleEnabled(address)' },
  'OwnershipTransferred(address,address)': { kind: 'ownership', owner: 0, to: 1, query: '' },
}
/** ERC-721's event has the name and types of ERC-20's, and a different meaning: all three arguments are indexed. */
const COLLECTIBLE: Event = {
  ...{ kind: 'collectible', owner: 0, to: 1, id: 2, query: '' },
  revoke: ['approve(address,uint256)', 'none', 'id'],
}

/** A permission that may have been given. */
export interface Grant {
  /** Reads the remaining amount; without data if no standard has such a function. */
  read: Read
  /**
   * The newly given part, from the reads before and after; `undefined` if nothing new was given, or the contract did
   * not answer.
   */
  news: (before: Hex | undefined, after: Hex | undefined) => Permission | undefined
  /** The call that revokes it, if the account can. */
  revoke?: Read
}
export interface Grants {
  list: Grant[]
  /** There are more. */
  hasMore: boolean
}

const events = new Map<string, Event>()

/** The last grant of each kind by the account. Revocations count, since the remaining amount is read. */
export function grantsIn(logs: readonly Log[], account: Hex, most = MAX_GRANTS): Grants {
  const found = new Map<string, Grant>()
  for (const log of logs) {
    const [key, grant] = grantIn(log, account.toLowerCase()) ?? []
    if (key && grant) found.set(key, grant)
  }
  return { list: [...found.values()].slice(0, most), hasMore: found.size > most }
}

/** Hashes of the events for permissions that the account can revoke. The first indexed argument is the caller. */
export const revocableEvents = (): string[] =>
  [...eventsByHash()].flatMap(([hash, { revoke }]) => (revoke ? [hash] : []))

/**
 * The new permissions, without duplicates.
 *
 * @param before - The reads of each grant before, in the same order.
 * @param after - The same reads after all calls.
 */
export function permissionsOf(
  grants: readonly Grant[],
  before: readonly (Hex | undefined)[],
  after: readonly (Hex | undefined)[],
): Permission[] {
  const found = new Map<string, Permission>()
  for (const [at, { news }] of grants.entries()) {
    const one = news(before[at], after[at])
    if (!one || one.to === ZERO) continue
    const key = `${one.kind} ${one.to} ${one.contract} ${one.kind === 'collectible' ? one.id : ''}`
    if (!isLess(one, found.get(key))) found.set(key, one)
  }
  return [...found.values()]
}

const isLess = (one: Permission, known: Permission | undefined): boolean =>
  one.kind === 'tokens' && known?.kind === 'tokens' && one.amount < known.amount

/** A grant with its key. */
function grantIn(log: Log, account: string): [string, Grant] | undefined {
  const { address, topics } = log
  const [name = '', ...indexed] = topics
  const known = eventsByHash().get(name.toLowerCase())
  if (!known) return undefined
  const isCollectible = indexed.length === 3 && known.kind === 'tokens' && known.amount === 2
  const event = isCollectible ? COLLECTIBLE : known
  const words = argumentsOf(log)
  const at = (place: number) => words[place] ?? '0'.repeat(64)
  const addressAt = (place: number) => `0x${at(place).slice(-40)}`.toLowerCase() as Hex
  if (event.owner !== undefined && addressAt(event.owner) !== account) return undefined
  const emitter = address.toLowerCase() as Hex
  const contract = event.contract === undefined ? emitter : addressAt(event.contract)
  const amount = event.amount === undefined ? 1n : BigInt(`0x${at(event.amount)}`)
  const { kind, query } = event
  const to = addressAt(event.to)
  const id = event.id === undefined ? 0n : BigInt(`0x${at(event.id)}`)
  /** If the contract does not answer, the event's amount counts. */
  const news: Grant['news'] = (before, after) => {
    const [was = 0n, wasUntil = 0n] = query ? numbersIn(before) : []
    const [is = amount, until = 0n] = query ? numbersIn(after) : []
    // Permit2 keeps expired allowances: renewing one is a new permission.
    const isNews = is > was || (is > 0n && until > wasUntil)
    return isNews ? permissionTo(to, { kind, contract, id, amount: is }) : undefined
  }
  const args = query ? words.slice(0, query.split(',').length).join('') : ''
  const read = { to: emitter, data: (query ? `${getSelector(query)}${args}` : '0x') as Hex }
  // A collectible has one approved address at a time, so a later grant replaces an earlier one.
  const whom = isCollectible ? '' : to
  const revoke = revocationOf(event, { to, contract, id })
  return [
    // Two events of Permit2 tell of the same.
    `${kind} ${query} ${emitter} ${contract} ${whom} ${id}`,
    { news, read, ...(revoke && { revoke: { to: emitter, data: revoke } }) },
  ]
}

function revocationOf(
  { revoke }: Event,
  { to, contract, id }: { to: Hex; contract: Hex; id: bigint },
): Hex | undefined {
  if (!revoke) return undefined
  const [signature, ...args] = revoke
  const values = { to: BigInt(to), contract: BigInt(contract), id, none: 0n }
  return `${getSelector(signature)}${args.map((arg) => word(values[arg])).join('')}` as Hex
}

export function permissionTo(
  to: Hex,
  what: { kind: Permission['kind']; contract: Hex; id?: bigint; amount: bigint },
): Permission {
  const { kind, contract, id = 0n, amount } = what
  if (kind === 'tokens') return { kind, to, contract, amount, isUnlimited: isEndless(amount) }
  return kind === 'collectible' ? { kind, to, contract, id } : { kind, to, contract }
}

/** Hashing them takes some milliseconds: done when it is first asked. */
function eventsByHash(): Map<string, Event> {
  if (!events.size) {
    for (const [signature, event] of Object.entries(EVENTS)) {
      events.set(getSignatureHash(signature), event)
    }
  }
  return events
}

/** How much, and of Permit2 until when. */
export const numbersIn = (answer: Hex = '0x'): bigint[] =>
  wordsOf(answer)
    .slice(0, 2)
    .map((word) => BigInt(`0x${word}`))
