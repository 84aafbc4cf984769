/**
 * Simulates a request on the node, and reports the account's gains, losses and new permissions. Balances and
 * permissions are read before and after, since events are only a contract's claims: by `eth_simulateV1`, else by a
 * trace and the state that it leaves; without traces, only whether it works is known.
 */
import { ProviderRpcError } from '../../shared/errors.js'
import type { Call } from '../clear-signing/calldata.js'
import type { Hex } from '../clear-signing/descriptor.js'
import { type Node, playBlock, type SimulatedCall } from '../reads/contract-reads.js'
import type { Price } from '../requests/transaction.js'
import { toQuantity } from '../rpc/quantity.js'
import { Data } from '../rpc/schemas.js'
import { lower } from '../values/addresses.js'
import { consequencesOf, outcomeOf, unclear } from './consequences.js'
import { hasCoinsFrom, type Log } from './logs.js'
import { isUnsupported, readReason, reasonOf } from './reason.js'
import type { BalanceChange, Simulation } from './simulation.js'
import { playTwice, simulatedStage } from './stage.js'
import { type Touched, touchedBy } from './touched.js'
import { trace } from './trace.js'

/**
 * @param calls - In sequence, each on the state after the previous one.
 * @param tokens - Contracts whose balance may change without an event.
 * @param ahead - Pending transactions before them. Their changes are not reported.
 * @param price - Gas price of the calls; absent: free.
 */
export async function simulate(
  node: Node,
  calls: readonly Call[],
  tokens: readonly Hex[] = [],
  ahead: readonly Call[] = [],
  price?: Price,
): Promise<Simulation> {
  try {
    const played = await play(node, calls, tokens, ahead, price)
    if (played) return played
  } catch (error) {
    if (!(error instanceof ProviderRpcError)) return { status: 'unavailable' }
    // The node does not tell which of them it is about.
    if (!isUnsupported(error) && calls.length > 1) return failed(error, {})
  }
  const [call] = calls
  // A trace begins with the latest block, so it cannot take transactions ahead into account.
  if (calls.length > 1 || ahead.length || !call) return { status: 'unavailable' }
  const requestFor = (price?: Price) => toRequest(call, price)
  const traced = await trace(node, call, { requestFor, price, tokens })
  return traced ?? (await plainCall(node, requestFor(price)))
}

/** `undefined` if the node's answer has an unknown form. */
async function play(
  node: Node,
  calls: readonly Call[],
  tokens: readonly Hex[],
  ahead: readonly Call[],
  asked?: Price,
): Promise<Simulation | undefined> {
  const account = lower(calls[0]!.from)
  const requestsFor = (price?: Price) => calls.map((call) => toRequest(call, price))
  const priorFor = (price?: Price) => ahead.map((call) => toRequest(call, price))
  const touching = touchedBy(node, requestsFor(asked))
  const { played, price, isOther } = await playTwice(
    asked,
    async (price) => {
      const all = [...priorFor(price), ...requestsFor(price)]
      return (await playBlock(node, all, price?.base))?.calls.slice(ahead.length)
    },
    (results = []) =>
      [results.map(({ status }) => status), outcomeOf(logsIn(results), account)].join(),
  )
  if (!played) return undefined
  const failure = failureIn(played)
  if (failure) {
    const places = [...calls.keys()].filter((at) => played[at]!.status === '0x1')
    const left = places.map((at) => calls[at]!)
    return {
      ...failure,
      ...(left.length && {
        others: placed(await simulate(node, left, tokens, ahead, asked), places),
      }),
    }
  }
  const happened = {
    account,
    calls,
    ahead,
    logs: logsIn(played),
    tokens,
    touched: (await touching).map((one, at) => one && withEmitters(one, played[at]!)),
  }
  const stage = simulatedStage(node, priorFor(price), requestsFor(price), price?.base)
  const simulation = await consequencesOf(happened, stage, node, coinsSent(calls, happened.logs))
  return isOther ? unclear(simulation) : simulation
}

/** Coins sent with the calls, in case the node reports no coin transfers. */
function coinsSent(calls: readonly Call[], logs: readonly Log[]): BalanceChange[] {
  const [{ from }] = calls as [Call]
  const sent = calls.filter(({ to }) => lower(to ?? '0x') !== lower(from))
  const change = -sent.reduce((sum, { value }) => sum + value, 0n)
  return change && !hasCoinsFrom(logs, lower(from)) ? [{ kind: 'coin', change }] : []
}

const logsIn = (results: readonly SimulatedCall[]) => results.flatMap(({ logs = [] }) => logs)

/** Lists are of the latest block: after the calls before it, a call may reach more. */
const withEmitters = (touched: Touched, { logs = [] }: SimulatedCall): Touched => ({
  ...touched,
  contracts: [...touched.contracts, ...logs.map(({ address }) => lower(address))],
})

function failureIn(
  results: readonly SimulatedCall[],
): Extract<Simulation, { status: 'failed' }> | undefined {
  const index = results.findIndex(({ status }) => status === '0x0')
  const failed = results[index]
  if (!failed) return undefined
  return { status: 'failed', index, reason: readReason(failed.error?.data ?? failed.returnData) }
}

/** The same, for all calls. @param places - Where among them each of the simulated calls is. */
function placed(simulation: Simulation, places: readonly number[]): Simulation {
  if (simulation.status !== 'failed') return simulation
  const { index, others } = simulation
  return {
    ...simulation,
    ...(index !== undefined && { index: places[index]! }),
    ...(others && { others: placed(others, places) }),
  }
}

async function plainCall(node: Node, request: object): Promise<Simulation> {
  try {
    const answer = await node.request('eth_call', [request, 'latest'])
    return { status: Data.safeParse(answer).success ? 'unseen' : 'unavailable' }
  } catch (error) {
    return failed(error)
  }
}

function failed(error: unknown, at: { index?: number } = { index: 0 }): Simulation {
  const reason = reasonOf(error)
  return reason ? { status: 'failed', ...at, reason } : { status: 'unavailable' }
}

/** Uses the real gas limit: a contract could act differently with more gas. */
const toRequest = ({ from, to, value, data, gas }: Call, price?: Price) => ({
  from,
  ...(to && { to }),
  ...(gas !== undefined && { gas: toQuantity(gas) }),
  ...(price && { gasPrice: toQuantity(paidFor(price)) }),
  value: toQuantity(value),
  input: data,
})

/** A block accepts no gas price below its base fee. */
const paidFor = ({ gas, base = 0n }: Price): bigint => (gas > base ? gas : base)
