/**
 * Asks many contracts for one word each, with few calls of the node: by a program that the node plays without its being
 * a contract, else by Multicall3, else one by one. Among those asked may be some that mean harm.
 */
import { ProviderRpcError } from '../../shared/errors.js'
import type { Rpc } from '../rpc/rpc.js'
import { word } from '../values/words.js'

/** Multicall3's address on all chains (github.com/mds1/multicall3). */
const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11'
/** First four bytes of the hash of `aggregate3((address,bool,bytes)[])`. */
const AGGREGATE3 = '0x82ad56cb'

/** A view function that returns one word. */
export interface View {
  to: string
  /** Call data of at most 255 bytes. */
  data: string
}
/** A hex word; `undefined` if there was no answer, or one of a different length. */
type Answer = string | undefined

/** Contracts in one program: more would be larger than the code of a contract may be (EIP-170, EIP-3860). */
const MAX_TOGETHER = 500
/** Multicall3 calls in one round; fewer if two requests were already spent on finding out what the node can do. */
const MAX_AGGREGATES = 4
/** Limits of single requests: in total, and in parallel. */
const MAX_SINGLES = 50
const AT_ONCE = 4
/** Gas limit for each contract: more than any read needs. */
const GAS = 500_000
/** Gas that the program itself needs for each contract, around the call. */
const OWN_GAS = 3_500
/** Gas for a byte of what the program returns, which is taken for a new contract's code. */
const BYTE_GAS = 200
/** Bytes of an entry: address, where its data begin, how long they are. */
const ENTRY = 23
/** Bytes of an answer: whether there is one, and the word. The first byte is never 0xef, which EIP-3541 forbids. */
const ANSWER = 33

/** What we have learned about a node's abilities. */
interface Ability {
  playsPrograms: boolean
  multicall?: boolean
  /** Views that gave no answer through Multicall3, in groups that are halved at each run. */
  silent: View[][]
}
const abilities = new WeakMap<Rpc, Ability>()

/** @throws {WalletError} `CHAIN_DISCONNECTED` */
export async function callMany(rpc: Rpc, views: readonly View[]): Promise<Answer[]> {
  const ability = abilities.get(rpc) ?? { playsPrograms: true, silent: [] }
  abilities.set(rpc, ability)
  if (ability.playsPrograms) {
    const answers = await byPrograms(rpc, views)
    if (answers) return answers
  }
  ability.multicall ??= await hasMulticall(rpc)
  if (!ability.multicall) return oneByOne(rpc, views)
  return byMulticall(rpc, views, ability)
}

/** `undefined` if the node cannot run programs. */
async function byPrograms(rpc: Rpc, views: readonly View[]): Promise<Answer[] | undefined> {
  const answers: Answer[] = []
  for (let at = 0; at < views.length; at += MAX_TOGETHER) {
    const some = views.slice(at, at + MAX_TOGETHER)
    const result = await tryCall(rpc, { data: program(some) })
    if (result?.length !== 2 + 2 * ANSWER * some.length) return undefined
    for (let start = 2; start < result.length; start += 2 * ANSWER) {
      const isAnswered = result.slice(start, start + 2) === '01'
      const answer = `0x${result.slice(start + 2, start + 2 * ANSWER)}`
      answers.push(isAnswered ? oneWord(answer) : undefined)
    }
  }
  return answers
}

async function hasMulticall(rpc: Rpc): Promise<boolean> {
  const code = await rpc.request('eth_getCode', [MULTICALL, 'latest'])
  return typeof code === 'string' && code.length > 2
}

/**
 * With Multicall3, a contract that takes all the gas leaves none for the others. So unanswered reads are asked again in
 * halves, a few times per run and then in the next run, until that contract is alone.
 */
async function byMulticall(rpc: Rpc, views: readonly View[], ability: Ability): Promise<Answer[]> {
  const answers = new Map<string, Answer>()
  const wanted = new Set(views.map(keyOf))
  const known = ability.silent.map((group) => group.filter((view) => wanted.has(keyOf(view))))
  const apart = new Set(known.flat().map(keyOf))
  const groups = [views.filter((view) => !apart.has(keyOf(view))), ...known]
  for (let left = ability.playsPrograms ? MAX_AGGREGATES - 2 : MAX_AGGREGATES; left > 0; ) {
    const group = groups.shift()
    if (!group) break
    if (!group.length) continue
    left--
    const result = await tryCall(rpc, { to: MULTICALL, data: aggregate(group) })
    group.forEach((view, at) => {
      answers.set(keyOf(view), wordOf(result, at))
    })
    const silent = group.filter((view) => !answers.get(keyOf(view)))
    const half = Math.ceil(silent.length / 2)
    groups.push(silent.slice(0, half), silent.slice(half))
  }
  ability.silent = groups.filter(({ length }) => length)
  // The node answered these calls, so it was not too busy for the program: it cannot run it.
  if ([...answers.values()].some(Boolean)) ability.playsPrograms = false
  return views.map((view) => answers.get(keyOf(view)))
}

const keyOf = ({ to, data }: View): string => to + data

/**
 * A few in parallel; reads beyond the limit are skipped, and those that the node is too busy for. It is asked no more
 * once it refuses a few at a time.
 */
async function oneByOne(rpc: Rpc, views: readonly View[]): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let at = 0; at < Math.min(views.length, MAX_SINGLES); at += AT_ONCE) {
    const some = views.slice(at, Math.min(at + AT_ONCE, MAX_SINGLES))
    const asked = some.map((view) => tryCall(rpc, { ...view, gas: `0x${GAS.toString(16)}` }))
    const results = await Promise.allSettled(asked)
    if (results.every(({ status }) => status === 'rejected')) {
      if (!answers.some(Boolean)) await asked[0]
      break
    }
    answers.push(
      ...results.map((one) => (one.status === 'fulfilled' ? oneWord(one.value) : undefined)),
    )
  }
  return views.map((_, at) => answers[at])
}

/** `undefined` where the node refuses. */
async function tryCall(rpc: Rpc, call: object): Promise<string | undefined> {
  try {
    const result = await rpc.request('eth_call', [call, 'latest'])
    return typeof result === 'string' ? result.toLowerCase() : undefined
  } catch (error) {
    if (error instanceof ProviderRpcError) return undefined
    throw error
  }
}

const oneWord = (result: string | undefined): Answer =>
  result && /^0x[0-9a-f]{64}$/.test(result) ? result : undefined

/**
 * A program that calls each contract with a separate gas limit, keeps one word of each answer, and returns them all.
 * Its data follow it: an entry for each contract, then the call data, without duplicates.
 */
function program(views: readonly View[]): string {
  const pool = [...new Set(views.map(({ data }) => data.slice(2)))]
  const places = new Map<string, number>()
  let end = views.length * ENTRY
  for (const data of pool) {
    places.set(data, end)
    end += data.length / 2
  }
  const entries = views.map(({ to, data }) => {
    const bytes = data.slice(2)
    return to.slice(2) + hex(places.get(bytes)!, 2) + hex(bytes.length / 2, 1)
  })
  return `0x${code(views.length, end)}${entries.join('')}${pool.join('')}`
}

/**
 * The program's code. The comment behind each line is the stack, with its top on the right. Every pushed value has
 * three bytes.
 */
function code(count: number, size: number): string {
  const returned = count * ANSWER
  const loop = (end: number) =>
    [
      ...['5b', '80', '15', push(end), '57'], // left; at 0 it is done
      ...['80', push(count), '03'], // left at
      ...['80', push(ANSWER), '02', push(size), '01'], // left at out
      ...['90', push(ENTRY), '02', '51'], // left out entry
      ...[push(32), '82', push(1), '01'], // left out entry 32 out+1
      ...['82', push(72), '1c', push(0xff), '16'], // … length
      ...['83', push(80), '1c', push(0xffff), '16'], // … length place
      ...['84', push(96), '1c'], // … length place address
      // What gas there is beyond the program's own, in equal parts, and at most so much.
      ...['87', '80', push(OWN_GAS), '02', push(returned * BYTE_GAS), '01', '5a', '03', '04'],
      ...['80', push(GAS), '18', '81', push(GAS), '10', '02', '18'], // … length place address gas
      ...['fa', push(32), '3d', '14', '16'], // left out entry isAnswered, with one word
      ...['90', '50', '90', '53'], // left
      ...[push(1), '90', '03', push(LOOP), '56'], // left-1
    ].join('')
  const end = LOOP + loop(0).length / 2
  const tail = `5b${push(returned)}${push(size)}f3`
  const head = `${push(size)}${push(end + tail.length / 2)}${push(0)}39${push(count)}`
  return head + loop(end) + tail
}

/** Bytes before the loop. */
const LOOP = 17
const push = (value: number): string => `62${hex(value, 3)}`
const hex = (value: number, bytes: number): string => value.toString(16).padStart(2 * bytes, '0')

/** `aggregate3` with every call allowed to fail. */
function aggregate(views: readonly View[]): string {
  let offset = views.length * 32
  const tails = views.map(({ to, data }) => {
    const bytes = data.slice(2)
    const padded = bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')
    return word(BigInt(to)) + word(1n) + word(96n) + word(BigInt(bytes.length / 2)) + padded
  })
  const starts = tails.map((tail) => {
    const start = word(BigInt(offset))
    offset += tail.length / 2
    return start
  })
  return AGGREGATE3 + word(32n) + word(BigInt(views.length)) + starts.join('') + tails.join('')
}

/** Reads entry `at` from Multicall3's list of (bool, bytes), if the entry is a single word. */
function wordOf(result: string | undefined, at: number): Answer {
  const wordAt = (index: number) => result?.slice(2 + 64 * index, 66 + 64 * index) ?? ''
  const numberAt = (index: number) => Number(`0x${wordAt(index) || '0'}`)
  const start = 2 + numberAt(2 + at) / 32
  const isOne = numberAt(start) === 1 && numberAt(start + 2) === 32
  return isOne ? oneWord(`0x${wordAt(start + 3)}`) : undefined
}
