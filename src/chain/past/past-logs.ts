/**
 * The events of an account, from the latest block backwards, in few questions. Many nodes answer for a short range of
 * blocks only, and do not say how short.
 */
import * as z from 'zod/mini'

import type { Node } from '../reads/contract-reads.js'
import { toQuantity } from '../rpc/quantity.js'
import type { Log } from '../simulate/logs.js'

/** A refused range is divided by this: from a whole chain to what any node answers for it takes a few questions. */
const DIVISOR = 8
/** The newest of all, and of one contract: any contract can make as many as it likes. */
const MAX_LOGS = 2_000
const MAX_OF_CONTRACT = 50
/** Characters of an event's data that are kept: more than an event that is looked for has. */
const MAX_DATA = 2 + 64 * 32

/** What was found so far, from one block to another: of events that tell of the same, the last. */
export interface Past {
  /** In their order. */
  logs: Log[]
  /** There were more. */
  isCut?: boolean | undefined
  from: number
  to: number
  /** Blocks that the node answered for at once. */
  span: number
}

/**
 * Goes on from what is known: first what is new, then further back.
 *
 * @param topics - As `eth_getLogs` takes them.
 * @param questions - The most that the node is asked for events.
 * @throws {WalletError | ProviderRpcError} If it answers none of them.
 */
export async function lookBack(
  node: Node,
  topics: readonly (string | readonly string[] | null)[],
  known: Past | undefined,
  questions: number,
): Promise<Past> {
  const latest = Number(await node.quantity('eth_blockNumber'))
  // A chain that was set back has other blocks now.
  const past = known && known.to <= latest ? known : undefined
  const search = new Search(node, topics, questions, past?.span ?? latest + 1)
  if (!past) return search.down(0, latest)
  const news = past.to < latest ? await search.down(past.to + 1, latest) : undefined
  // Between what is new and what is known some may be missing: then only the new is known.
  if (news && news.from > past.to + 1) return news
  const all = news ? joined(past, news) : past
  if (!all.from || !search.left) return all
  const older = await search.down(0, all.from - 1).catch(() => undefined)
  return older ? joined(older, all) : all
}

class Search {
  left: number
  readonly #node: Node
  readonly #topics: readonly unknown[]
  #span: number

  constructor(node: Node, topics: readonly unknown[], questions: number, span: number) {
    this.#node = node
    this.#topics = topics
    this.left = questions
    this.#span = span
  }

  /** As far down as the questions last. @throws The node's error, if it answered none. */
  async down(low: number, high: number): Promise<Past> {
    let logs: Log[] = []
    let from = high + 1
    let failure: unknown
    while (from > low && this.left > 0) {
      const start = Math.max(low, from - this.#span)
      this.left--
      try {
        logs = [...(await this.#read(start, from - 1)), ...logs]
        from = start
      } catch (error) {
        failure = error
        if (from - start === 1) break
        this.#span = Math.ceil((from - start) / DIVISOR)
      }
    }
    if (from > high && failure) throw failure
    return { ...compact(logs), from, to: high, span: this.#span }
  }

  /** What is no event is left out: one of them must not hide all others. */
  async #read(from: number, to: number): Promise<Log[]> {
    const range = { fromBlock: toQuantity(from), toBlock: toQuantity(to) }
    const answer = await this.#node.request('eth_getLogs', [{ ...range, topics: this.#topics }])
    return z.array(z.unknown()).parse(answer).flatMap(toLog)
  }
}

const Word = z.string().check(z.regex(/^0x[0-9a-f]{64}$/i))
const Event = z.object({
  address: z.string().check(z.regex(/^0x[0-9a-f]{40}$/i)),
  topics: z.array(Word).check(z.minLength(1), z.maxLength(4)),
  data: z.string(),
})

function toLog(answer: unknown): Log[] {
  const event = Event.safeParse(answer).data
  const data = event?.data.slice(0, MAX_DATA) ?? ''
  if (!event || !/^0x([0-9a-f]{2})*$/i.test(data)) return []
  return [{ address: event.address.toLowerCase(), topics: event.topics, data: data as Log['data'] }]
}

function joined(older: Past, newer: Past): Past {
  const { logs, isCut } = compact([...older.logs, ...newer.logs])
  return {
    ...{ logs, from: older.from, to: newer.to, span: older.span },
    isCut: isCut || older.isCut || newer.isCut,
  }
}

/** The last of those that tell of the same, and of each contract the newest. */
function compact(all: readonly Log[]): Pick<Past, 'logs' | 'isCut'> {
  const last = new Map<string, Log>()
  for (const log of all) {
    const { address, topics, data } = log
    // Old contracts write into the data whom an event is about.
    const key = [address, ...topics, topics.length < 3 ? data : ''].join()
    last.delete(key)
    last.set(key, log)
  }
  const counts = new Map<string, number>()
  const kept = [...last.values()].reverse().filter(({ address }) => {
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    return count <= MAX_OF_CONTRACT
  })
  const logs = kept.slice(0, MAX_LOGS).reverse()
  return { logs, ...(logs.length < last.size && { isCut: true }) }
}
