/** Plays a call by `debug_traceCall`, for nodes that cannot simulate. */
import * as z from 'zod/mini'

import type { Call } from '../clear-signing/calldata.js'
import type { Hex } from '../clear-signing/descriptor.js'
import { Logs, type Node, type Read } from '../reads/contract-reads.js'
import type { Price } from '../requests/transaction.js'
import { Data, Quantity } from '../rpc/schemas.js'
import { lower } from '../values/addresses.js'
import { consequencesOf, outcomeOf, unclear } from './consequences.js'
import { readReason } from './reason.js'
import type { Simulation } from './simulation.js'
import { playTwice, type Stage } from './stage.js'

const Frame = z.object({
  from: z.string(),
  to: z.optional(z.string()),
  value: z.optional(Quantity),
  output: z.optional(Data),
  error: z.optional(z.string()),
  logs: z.optional(Logs),
  calls: z.optional(z.array(z.unknown())),
})
const Account = z.object({
  code: z.optional(z.string()),
  storage: z.optional(z.record(z.string(), z.string())),
})
const Accounts = z.record(z.string(), Account)
/** State of the accounts before and after, where it differs. */
const Difference = z.object({ pre: Accounts, post: Accounts })
const NOUGHT = `0x${'0'.repeat(64)}`

/**
 * @param requestFor - The call as the node takes it.
 * @returns `undefined` if the node has no traces.
 */
export async function trace(
  node: Node,
  call: Call,
  asked: {
    requestFor: (price?: Price) => object
    price: Price | undefined
    tokens: readonly Hex[]
  },
): Promise<Simulation | undefined> {
  const { requestFor, tokens } = asked
  const account = lower(call.from)
  const ask = (price: Price | undefined, tracer: string, tracerConfig: object) =>
    node.request('debug_traceCall', [requestFor(price), 'latest', { tracer, tracerConfig }])
  try {
    const { played, price, isOther } = await playTwice(
      asked.price,
      async (price) => read(await ask(price, 'callTracer', { withLog: true }), account),
      ({ error, logs, coins }) => [error, coins, outcomeOf(logs, account)].join(),
    )
    const { error, output, frames, logs, coins } = played
    if (error) return { status: 'failed', index: 0, reason: readReason(output) }
    const contracts = [...new Set(frames.flatMap(({ to }) => (to ? [lower(to)] : [])))]
    const changed = await ask(price, 'prestateTracer', { diffMode: true }).catch(() => undefined)
    const happened = {
      account,
      calls: [call],
      ahead: [],
      logs,
      tokens,
      touched: [{ contracts: contracts.filter((one) => one !== account), slots: [] }],
    }
    const stage = tracedStage(node, Difference.safeParse(changed).data)
    const moved = [{ kind: 'coin', change: coins } as const]
    const simulation = await consequencesOf(happened, stage, node, moved)
    return isOther ? unclear(simulation) : simulation
  } catch {
    return undefined
  }
}

/** @throws If it is not a trace. */
function read(root: unknown, account: Hex) {
  const { error, output } = Frame.parse(root)
  const frames = successful(root)
  const coins = frames.reduce((sum, { from, to = '', value = 0n }) => {
    return sum + (lower(to) === account ? value : 0n) - (lower(from) === account ? value : 0n)
  }, 0n)
  return { error, output, frames, coins, logs: frames.flatMap(({ logs = [] }) => logs) }
}

/** The state after the call is laid over the chain's. Without it only the state before can be asked. */
function tracedStage(node: Node, changed: z.output<typeof Difference> | undefined): Stage {
  const ask = (reads: readonly Read[], ...over: object[]) =>
    Promise.all(
      reads.map(async (read) => {
        const answer = await node.request('eth_call', [read, 'latest', ...over]).catch(() => '0x')
        const data = Data.safeParse(answer).data
        return data === '0x' ? undefined : data
      }),
    )
  const over = changed && overlay(changed)
  const after: Stage['after'] = async (reads) => over && ask(reads, over)
  return {
    maxReads: 100,
    after,
    around: async (reads) => {
      const [before, last] = await Promise.all([ask(reads), after(reads)])
      return last && { before, after: last }
    },
  }
}

/** State overrides for `eth_call`. The tracer leaves out slots that were reset to zero. */
function overlay({ pre, post }: z.output<typeof Difference>): object {
  const entries = Object.entries(post).map(([address, { code, storage = {} }]) => {
    const had = Object.keys(pre[address]?.storage ?? {})
    const stateDiff = { ...Object.fromEntries(had.map((slot) => [slot, NOUGHT])), ...storage }
    return [address, { ...(code !== undefined && { code }), stateDiff }]
  })
  return Object.fromEntries(entries)
}

/** Leaves out failed calls, whose effects are undone. A delegatecall shows a value but does not move it. */
function successful(node: unknown): z.output<typeof Frame>[] {
  const frame = Frame.safeParse(node)
  if (!frame.success || frame.data.error) return []
  const { type } = node as { type?: unknown }
  const own = type === 'DELEGATECALL' ? { ...frame.data, value: 0n } : frame.data
  return [own, ...(frame.data.calls ?? []).flatMap(successful)]
}
