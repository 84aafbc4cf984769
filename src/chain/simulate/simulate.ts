/**
 * Plays a request on the node and says what the account gains and loses, and what others may do then. Balances
 * and permissions are read before and after, since events are only what contracts say: by `eth_simulateV1`, else
 * by a trace and the state that it leaves; without traces, only whether it works is known.
 */
import { ProviderRpcError } from '../../shared/errors.js'
import type { Call } from '../clear-signing/calldata.js'
import type { Hex } from '../clear-signing/descriptor.js'
import { type Node, playBlock, type SimulatedCall } from '../reads/contract-reads.js'
import { toQuantity } from '../rpc/quantity.js'
import { Data } from '../rpc/schemas.js'
import { lower } from '../values/addresses.js'
import { consequencesOf } from './consequences.js'
import { isUnsupported, readReason, reasonOf } from './reason.js'
import type { Simulation } from './simulation.js'
import { simulatedStage } from './stage.js'
import { touchedBy } from './touched.js'
import { trace } from './trace.js'

/**
 * @param calls - One after another, each on what those before it have done.
 * @param tokens - Contracts whose balance may change without an event.
 * @param ahead - What the chain takes before them. What it changes is not told.
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
  // A trace begins with the latest block: of what comes before it, and changes what it does, it knows nothing.
  if (calls.length > 1 || ahead.length || !call) return { status: 'unavailable' }
  return (await trace(node, call, toRequest(call), tokens)) ?? (await plainCall(node, call))
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
  const touching = touchedBy(node, asked)
  const block = await playBlock(node, [...prior, ...asked])
  const first = block?.calls.slice(prior.length)
  if (!first) return undefined
  const failure = failureIn(first)
  if (failure) {
    const others = calls.filter((_, at) => first[at]!.status === '0x1')
    return {
      ...failure,
      ...(others.length && { others: await simulate(node, others, tokens, ahead) }),
    }
  }
  const happened = {
    account: lower(from),
    calls,
    logs: first.flatMap(({ logs = [] }) => logs),
    tokens,
    touched: await touching,
  }
  return consequencesOf(happened, simulatedStage(node, prior, asked), node)
}

function failureIn(
  results: readonly SimulatedCall[],
): Extract<Simulation, { status: 'failed' }> | undefined {
  const index = results.findIndex(({ status }) => status === '0x0')
  const failed = results[index]
  if (!failed) return undefined
  return { status: 'failed', index, reason: readReason(failed.error?.data ?? failed.returnData) }
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
