/**
 * Finds permissions that no event reports, or reports in part. Asks every contract involved what each named address may
 * do: addresses in the request, its events, and the contracts' code and storage.
 */
import { getSelector } from 'ox/AbiItem'
import type { Call } from '../clear-signing/calldata.js'
import type { Hex } from '../clear-signing/descriptor.js'
import type { Node, Read } from '../reads/contract-reads.js'
import { lower } from '../values/addresses.js'
import { word } from '../values/words.js'
import { argumentsOf, type Log } from './logs.js'
import { heldIn, hiddenIn, mentionedIn, wordsIn } from './mentions.js'
import { type Grant, type Grants, numbersIn, permissionTo } from './permissions.js'
import type { Permission } from './simulation.js'
import type { Stage } from './stage.js'
import { type Touched, whomCodeNames } from './touched.js'

/** Contracts that are searched. */
const MAX_CONTRACTS = 24
/** Possible grantees. */
const MAX_OTHERS = 60
/** Most ids of collectibles that are asked about. */
const MAX_IDS = 4

interface Question {
  kind: Permission['kind']
  selector: Hex
  /** The holder is the second argument. */
  isTurned?: true
  /** For one of several ids, which is the last argument. */
  hasId?: true
}
/** Questions whether, or how much, an address may: of the standards, and of protocols that tell it by no event. */
const QUESTIONS: readonly Question[] = [
  { kind: 'tokens', selector: getSelector('allowance(address,address)') },
  { kind: 'collectible', selector: getSelector('allowance(address,address,uint256)'), hasId: true },
  { kind: 'collection', selector: getSelector('isApprovedForAll(address,address)') },
  { kind: 'operator', selector: getSelector('isOperator(address,address)') },
  { kind: 'operator', selector: getSelector('isOperatorFor(address,address)'), isTurned: true },
  // Morpho, Compound's Comet, MakerDAO, Balancer.
  { kind: 'operator', selector: getSelector('isAuthorized(address,address)') },
  { kind: 'operator', selector: getSelector('isAllowed(address,address)') },
  { kind: 'operator', selector: getSelector('can(address,address)') },
  { kind: 'operator', selector: getSelector('hasApprovedRelayer(address,address)') },
  { kind: 'borrowing', selector: getSelector('borrowAllowance(address,address)') },
  { kind: 'module', selector: getSelector('isModuleEnabled(address)') },
]
const OWNER = getSelector('owner()')
const OWNER_OF = getSelector('ownerOf(uint256)')
const GET_APPROVED = getSelector('getApproved(uint256)')

/** Facts about a request from its simulation. */
export interface Happened {
  account: Hex
  calls: readonly Call[]
  logs: readonly Log[]
  /** Tokens that the request names. */
  tokens: readonly Hex[]
  touched: Touched
}

/** The questions to ask. `hasMore`: some addresses were left out. */
export async function silentGrants(
  happened: Happened,
  stage: Stage,
  node: Node,
): Promise<Grants | undefined> {
  const { account, calls, logs, tokens, touched } = happened
  const targets = calls.flatMap(({ to }) => to ?? [])
  const emitters = logs.map(({ address }) => address as Hex)
  const inLogs = logs.flatMap(argumentsOf)
  const clean = calls.flatMap(({ data }) => mentionedIn(data))
  // If the node tells which contracts the request reached, only these can have changed; else also those that the data
  // names.
  const reached = [...targets, ...tokens, ...emitters, ...touched.contracts]
  const near = unique(touched.contracts.length ? reached : [...reached, ...clean])
  const ids = idsIn(calls, inLogs)
  const [askable, written] = await Promise.all([
    survey(unique([...near, ...clean]), account, ids, stage),
    whomCodeNames(node, unique([...targets, ...touched.contracts]), touched.slots),
  ])
  if (!askable) return undefined
  const isOther = (address: Hex) => address !== account
  const words = [...calls.flatMap(({ data }) => wordsIn(data)), ...inLogs.filter(isAddress)]
  const named = unique([...clean, ...heldIn(words), ...targets, ...emitters]).filter(isOther)
  const guessed = [...touched.contracts, ...written, ...calls.flatMap(({ data }) => hiddenIn(data))]
  const others = unique([...named, ...guessed]).filter(isOther)
  const left = stage.maxReads - askable.fixed.length
  const asked = others
    .slice(0, MAX_OTHERS)
    .map((to) => askable.open.flatMap((one) => grantsTo(to, one, account, ids)))
  const counts = asked.map(({ length }) => length)
  const cut = counts.findIndex((_, at) => sum(counts.slice(0, at + 1)) > left)
  const fits = cut < 0 ? asked.length : cut
  return {
    list: [...askable.fixed, ...asked.slice(0, fits).flat()],
    hasMore: near.length > askable.count || (!!askable.open.length && fits < named.length),
  }
}

/** A question that a contract answers. */
interface Open {
  contract: Hex
  question: Question
}
interface Askable {
  /** How many contracts were asked. */
  count: number
  open: Open[]
  /** The answer itself is the address that may. */
  fixed: Grant[]
}

/** Finds out which contracts answer which question; `undefined` if the node does not answer. */
async function survey(
  contracts: readonly Hex[],
  account: Hex,
  ids: readonly bigint[],
  stage: Stage,
): Promise<Askable | undefined> {
  const perContract = QUESTIONS.length + ids.length
  const most = Math.min(MAX_CONTRACTS, Math.floor(stage.maxReads / perContract))
  const asked = contracts.slice(0, most)
  const found: Askable = { count: asked.length, open: [], fixed: [] }
  const reads = asked.flatMap((contract) => [
    ...QUESTIONS.map((one) => readOf({ contract, question: one }, account, account, 0n)),
    ...ids.map((id) => idRead(contract, OWNER_OF, id)),
  ])
  if (!reads.length) return found
  const answers = await stage.after(reads)
  if (!answers) return undefined
  for (const [at, contract] of asked.entries()) {
    const own = answers.slice(at * perContract, (at + 1) * perContract)
    for (const [place, question] of QUESTIONS.entries()) {
      if (own[place]?.length === 66) found.open.push({ contract, question })
    }
    for (const [place, id] of ids.entries()) {
      const isOwn = heldIn([own[QUESTIONS.length + place] ?? ''])[0] === account
      if (isOwn) found.fixed.push(lending(contract, id))
    }
    found.fixed.push(handingOver(contract, account))
  }
  return found
}

function grantsTo(to: Hex, open: Open, account: Hex, ids: readonly bigint[]): Grant[] {
  const { contract, question } = open
  const { kind, hasId } = question
  return (hasId ? ids : [0n]).map((id): Grant => {
    return {
      read: readOf(open, account, to, id),
      news: (before, after) => {
        const [[was = 0n], [is = 0n]] = [numbersIn(before), numbersIn(after)]
        return is > was ? permissionTo(to, { kind, contract, id, amount: is }) : undefined
      },
    }
  })
}

/** The approved address of a collectible. */
const lending = (contract: Hex, id: bigint): Grant => ({
  read: idRead(contract, GET_APPROVED, id),
  news: (before, after) => {
    const to = after && heldIn([after])[0]
    return to && before !== after
      ? permissionTo(to, { kind: 'collectible', contract, id, amount: 1n })
      : undefined
  },
})

/** For a contract that belonged to the account before. */
const handingOver = (contract: Hex, account: Hex): Grant => ({
  read: { to: contract, data: OWNER },
  news: (before, after) => {
    const [was] = heldIn([before ?? ''])
    const [to] = heldIn([after ?? ''])
    return was === account && to && to !== account
      ? permissionTo(to, { kind: 'ownership', contract, amount: 1n })
      : undefined
  },
})

function readOf({ contract, question }: Open, account: Hex, to: Hex, id: bigint): Read {
  const { selector, isTurned, hasId, kind } = question
  const pair = kind === 'module' ? [to] : isTurned ? [to, account] : [account, to]
  const args = [...pair, ...(hasId ? [id] : [])].map(word).join('')
  return { to: contract, data: `${selector}${args}` as Hex }
}

const idRead = (contract: Hex, selector: Hex, id: bigint): Read => ({
  to: contract,
  data: `${selector}${word(id)}` as Hex,
})

/** Numbers in the request or its events that are not addresses. */
function idsIn(calls: readonly Call[], inLogs: readonly string[]): bigint[] {
  const words = [...calls.flatMap(({ data }) => wordsIn(data)), ...inLogs]
  const numbers = words.filter((one) => !isAddress(one))
  return [...new Set(numbers.map((one) => BigInt(`0x${one}`)))].slice(0, MAX_IDS)
}

const isAddress = (one: string): boolean => /^0{24}/.test(one) && heldIn([one]).length > 0

const unique = (addresses: readonly Hex[]): Hex[] => [...new Set(addresses.map(lower))]

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
