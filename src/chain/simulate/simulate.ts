/**
 * Plays a request on the node and says what the account gains and loses, and what others may do then. Balances
 * and permissions are read before and after in the same play, since events are only what contracts say; without
 * `eth_simulateV1`, a trace's events must do; without traces, only whether it works is known.
 */
import * as z from 'zod/mini'

import { ProviderRpcError } from '../../shared/errors.js'
import type { Call } from '../clear-signing/calldata.js'
import type { Hex } from '../clear-signing/descriptor.js'
import {
  answerOf,
  asCall,
  Logs,
  type Node,
  playBlock,
  type Read,
  readAll,
  type SimulatedCall,
  toInteger,
  word,
} from '../reads/contract-reads.js'
import { toQuantity } from '../rpc/quantity.js'
import { Data, Quantity } from '../rpc/schemas.js'
import { changesIn, type Log, namings } from './logs.js'
import { type Grants, grantsIn, permissionsOf } from './permissions.js'
import { isUnsupported, readReason, reasonOf } from './reason.js'
import type { BalanceChange, Simulation } from './simulation.js'

/** Contracts whose balances are read: beyond that, events must do. */
const MAX_CONTRACTS = 40
const BALANCE_OF = '0x70a08231'
const BALANCE_OF_ID = '0x00fdd58e'
const OWNER_OF = '0x6352211e'

const Frame = z.object({
  from: z.string(),
  to: z.optional(z.string()),
  value: z.optional(Quantity),
  output: z.optional(Data),
  error: z.optional(z.string()),
  logs: z.optional(Logs),
  calls: z.optional(z.array(z.unknown())),
})

/**
 * @param calls - One after another, each on what those before it have done.
 * @param tokens - Contracts whose balance may change without an event.
 * @param ahead - What the chain takes before them. What it changes is not told. Traces do not know of it.
 */
export async function simulate(
  node: Node,
  calls: readonly Call[],
  tokens: readonly Hex[] = [],
  ahead: readonly Call[] = [],
): Promise<Simulation> {
  try {
    const played = await play(node, calls, tokens, ahead)
    if (played) return played
  } catch (error) {
    if (!(error instanceof ProviderRpcError)) return { status: 'unavailable' }
    if (!isUnsupported(error) && calls.length > 1) return failed(0, error)
  }
  const [call] = calls
  if (calls.length > 1 || !call) return { status: 'unavailable' }
  return (await trace(node, call)) ?? (await plainCall(node, call))
}

/** `undefined` if the node gives something else than an answer. */
async function play(
  node: Node,
  calls: readonly Call[],
  tokens: readonly Hex[],
  ahead: readonly Call[],
): Promise<Simulation | undefined> {
  const { from } = calls[0]!
  const asked = calls.map(toRequest)
  const prior = ahead.map(toRequest)
  const first = (await playBlock(node, [...prior, ...asked]))?.slice(prior.length)
  if (!first) return undefined
  const failure = failureIn(first)
  if (failure) {
    const others = calls.filter((_, at) => first[at]!.status === '0x1')
    return {
      ...failure,
      ...(others.length && { others: await simulate(node, others, tokens, ahead) }),
    }
  }
  const logs = first.flatMap((one) => one.logs ?? [])
  const byEvents = changesIn(logs, from)
  const grants = grantsIn(logs, from)
  const readings = readingsOf(byEvents, logs, tokens, from)
  const reads = [...readings, ...grants.list].map(({ read }) => asCall(read))
  if (!reads.length) return done(byEvents, grants)
  const replayed = await playBlock(node, [...prior, ...reads, ...asked, ...reads]).catch(
    () => undefined,
  )
  const second = replayed?.slice(prior.length)
  const middle = second?.slice(reads.length, -reads.length)
  if (!second || !middle || failureIn(middle)) return done(byEvents, grants)
  // A contract that is asked for balances can take it for a play, and do nothing then.
  const again = middle.flatMap((one) => one.logs ?? [])
  if (namings(logs, from) !== namings(again, from)) return done(byEvents, grants, [], true)
  const coins = byEvents.filter(({ kind }) => kind === 'coin')
  const after = second.slice(-reads.length)
  const changes = readings.map(({ toChange }, at) => toChange(second[at]!, after[at]!))
  const rights = [second, after].map((calls) =>
    calls.slice(readings.length, reads.length).map(answerOf),
  )
  return done([...coins, ...changes.flatMap((change) => change ?? [])], grants, rights)
}

interface Reading {
  read: Read
  toChange: (before: SimulatedCall, after: SimulatedCall) => BalanceChange | undefined
}

/** What to read before and after: all that had to do with it. */
function readingsOf(
  changes: readonly BalanceChange[],
  logs: readonly Log[],
  tokens: readonly Hex[],
  account: Hex,
): Reading[] {
  const collectibles = changes.filter((change) => change.kind === 'nft')
  const collections = new Set<string>(collectibles.map(({ collection }) => collection))
  const contracts = new Set([...tokens, ...logs.map(({ address }) => address as Hex)].map(lower))
  const fungible = [...contracts]
    .filter((contract) => !collections.has(contract) && !/^0xe{40}$/.test(contract))
    .slice(0, MAX_CONTRACTS)
  return [
    ...fungible.map((token): Reading => {
      return {
        read: { to: token, data: `${BALANCE_OF}${word(account)}` as Hex },
        toChange: (before, after) => {
          const change = difference(before, after)
          return change === undefined ? undefined : { kind: 'token', token, change }
        },
      }
    }),
    ...collectibles.flatMap((change) => readingsOfCollectible(change, account)),
  ]
}

/** Which of both standards it is, the one that answers tells. */
function readingsOfCollectible(
  { collection, id }: Extract<BalanceChange, { kind: 'nft' }>,
  account: Hex,
): Reading[] {
  const isOwner = (call: SimulatedCall) => {
    const owner = answerOf(call)
    return owner ? BigInt(+(lower(`0x${owner.slice(-40)}`) === lower(account))) : undefined
  }
  return [
    {
      read: { to: collection, data: `${OWNER_OF}${word(id)}` as Hex },
      toChange: (before, after) => {
        // Before it was made, and after it was destroyed, it has no owner to tell.
        const [was, is] = [isOwner(before), isOwner(after)]
        if (was === undefined && is === undefined) return undefined
        return { kind: 'nft', collection, id, change: (is ?? 0n) - (was ?? 0n) }
      },
    },
    {
      read: { to: collection, data: `${BALANCE_OF_ID}${word(account)}${word(id)}` as Hex },
      toChange: (before, after) => {
        const real = difference(before, after)
        return real === undefined ? undefined : { kind: 'nft', collection, id, change: real }
      },
    },
  ]
}

function difference(before: SimulatedCall, after: SimulatedCall): bigint | undefined {
  const [was, is] = [toInteger(answerOf(before)), toInteger(answerOf(after))]
  return was === undefined || is === undefined ? undefined : is - was
}

function failureIn(
  results: readonly SimulatedCall[],
): Extract<Simulation, { status: 'failed' }> | undefined {
  const index = results.findIndex(({ status }) => status === '0x0')
  const failed = results[index]
  if (!failed) return undefined
  return { status: 'failed', index, reason: readReason(failed.error?.data ?? failed.returnData) }
}

/**
 * @param rights - What was read of each permission, before and after.
 * @param isShifty - It did other things when it was played again.
 */
const done = (
  changes: BalanceChange[],
  grants: Grants,
  [before = [], after = []]: (Hex | undefined)[][] = [],
  isShifty = false,
): Simulation => ({
  status: 'done',
  changes: changes.filter(({ change }) => change),
  permissions: permissionsOf(grants, before, after),
  ...((grants.hasMore || isShifty) && { isUnclear: true }),
})

/** `undefined` if the node has no traces. */
async function trace(node: Node, call: Call): Promise<Simulation | undefined> {
  const options = { tracer: 'callTracer', tracerConfig: { withLog: true } }
  try {
    const root = await node.request('debug_traceCall', [toRequest(call), 'latest', options])
    const frame = Frame.safeParse(root)
    if (!frame.success) return undefined
    const { error, output } = frame.data
    if (error) return { status: 'failed', index: 0, reason: readReason(output) }
    const frames = successful(root)
    const logs = frames.flatMap((one) => one.logs ?? [])
    const account = lower(call.from)
    const grants = grantsIn(logs, account)
    const before = await readAll(
      node,
      grants.list.map(({ read }) => read),
    )
    const coins = frames.reduce((sum, { from, to = '', value = 0n }) => {
      return sum + (lower(to) === account ? value : 0n) - (lower(from) === account ? value : 0n)
    }, 0n)
    return done([{ kind: 'coin', change: coins }, ...changesIn(logs, account)], grants, [before])
  } catch {
    return undefined
  }
}

/** What a call that failed did is undone. A delegated call passes its value on without moving it. */
function successful(node: unknown): z.output<typeof Frame>[] {
  const frame = Frame.safeParse(node)
  if (!frame.success || frame.data.error) return []
  const { type } = node as { type?: unknown }
  const own = type === 'DELEGATECALL' ? { ...frame.data, value: 0n } : frame.data
  return [own, ...(frame.data.calls ?? []).flatMap(successful)]
}

async function plainCall(node: Node, call: Call): Promise<Simulation> {
  try {
    const answer = await node.request('eth_call', [toRequest(call), 'latest'])
    return { status: Data.safeParse(answer).success ? 'unseen' : 'unavailable' }
  } catch (error) {
    return failed(0, error)
  }
}

function failed(index: number, error: unknown): Simulation {
  const reason = reasonOf(error)
  return reason ? { status: 'failed', index, reason } : { status: 'unavailable' }
}

/** With the gas that it will have: a contract can act otherwise with more of it. */
const toRequest = ({ from, to, value, data, gas }: Call) => ({
  from,
  ...(to && { to }),
  ...(gas !== undefined && { gas: toQuantity(gas) }),
  value: toQuantity(value),
  input: data,
})

const lower = (address: string): Hex => address.toLowerCase() as Hex
