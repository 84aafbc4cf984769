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
import { addressesHeld, type Group, groupsOf, type Happened } from './touched.js'

/** Contracts that are searched. */
const MAX_CONTRACTS = 24
/** Possible grantees in one group of calls; those that the calls or events name are asked about in any case. */
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

/** The questions to ask. `hasMore`: some addresses were left out. */
export async function silentGrants(
  happened: Happened,
  stage: Stage,
  node: Node,
): Promise<Grants | undefined> {
  const { account, calls, logs, tokens, touched } = happened
  const targets = calls.flatMap(({ to }) => to ?? [])
  const listed = touched.flatMap((one) => one?.contracts ?? [])
  const inLogs = logs.flatMap(argumentsOf)
  const groups = groupsOf(happened)
  const clean = groups.flatMap(addressesIn)
  // If the node tells which contracts the request reached, only these can have changed; else also those that the data
  // names.
  const reached = [...groups.flatMap(({ contracts }) => [...contracts]), ...tokens]
  const near = unique(listed.length ? reached : [...reached, ...clean])
  const others = unique(clean).filter((one) => !near.includes(one))
  const ids = idsIn(calls, inLogs)
  const asking = async () => {
    // Transactions ahead may create the contracts.
    const able = happened.ahead.length
      ? others
      : await withCode(node, others.slice(0, MAX_CONTRACTS))
    return survey([...near, ...able], account, ids, stage)
  }
  const [askable, held] = await Promise.all([
    asking(),
    addressesHeld(
      node,
      unique([...targets, ...listed]),
      touched.flatMap((one) => one?.slots ?? []),
    ),
  ])
  if (!askable) return undefined
  const scopes = groups.map((group) => new Set([...group.contracts, ...addressesIn(group)]))
  const isPlaced = (contract: Hex) => scopes.some((scope) => scope.has(contract))
  const searched = groups.map((group, at) => {
    const open = askable.open.filter(
      ({ contract }) => scopes[at]!.has(contract) || !isPlaced(contract),
    )
    const isOther = (address: Hex) => address !== account
    const named = namedBy(group, logs).filter(isOther)
    const hidden = group.calls.flatMap(({ data }) => hiddenIn(data))
    const written = held.flatMap(([contract, one]) => (group.contracts.has(contract) ? one : []))
    const guessed = unique([...group.contracts, ...written, ...hidden])
      .filter((one) => isOther(one) && !named.includes(one))
      .slice(0, Math.max(0, MAX_OTHERS - named.length))
    const ask = (to: Hex) => open.flatMap((one) => grantsTo(to, one, account, ids))
    return { named: named.map(ask), guessed: guessed.map(ask) }
  })
  const named = searched.flatMap((one) => one.named)
  const asked = [...named, ...searched.flatMap((one) => one.guessed)]
  let fits = 0
  for (let left = stage.maxReads - askable.fixed.length; fits < asked.length; fits++) {
    left -= asked[fits]!.length
    if (left < 0) break
  }
  return {
    list: [...askable.fixed, ...asked.slice(0, fits).flat()],
    hasMore: near.length > askable.count || (!!askable.open.length && fits < named.length),
  }
}

/** Without the plain accounts: these answer no question. An address that the node does not tell about stays. */
async function withCode(node: Node, addresses: readonly Hex[]): Promise<Hex[]> {
  const codes = await Promise.all(
    addresses.map((one) => node.request('eth_getCode', [one, 'latest']).catch(() => undefined)),
  )
  return addresses.filter((_, at) => codes[at] !== '0x')
}

const addressesIn = ({ calls }: Group): Hex[] => calls.flatMap(({ data }) => mentionedIn(data))

/** Possible grantees that the calls or their events name. */
function namedBy(group: Group, logs: readonly Log[]): Hex[] {
  const { calls, contracts } = group
  const own = logs.filter(({ address }) => contracts.has(lower(address)))
  const words = [
    ...calls.flatMap(({ data }) => wordsIn(data)),
    ...own.flatMap(argumentsOf).filter(isAddress),
  ]
  const targets = calls.flatMap(({ to }) => to ?? [])
  const emitters = own.map(({ address }) => lower(address))
  return unique([...addressesIn(group), ...heldIn(words), ...targets, ...emitters])
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
