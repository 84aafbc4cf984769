/**
 * The events of an account, from the latest block backwards, in few questions. Many nodes answer for a short range of
 * blocks only, and do not say how short.
 */
import type { Node } from '../reads/contract-reads.js'
import { Logs } from '../reads/contract-reads.js'
import { toQuantity } from '../rpc/quantity.js'
import type { Log } from '../simulate/logs.js'

/** A refused range is divided by this: from a whole chain to what any node answers for it takes a few questions. */
const DIVISOR = 8
/** The newest: an account with more is a program. */
const MAX_LOGS = 2_000

/** What was found so far: all events from one block to another. */
export interface Past {
  /** In their order. */
  logs: Log[]
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
        logs = [...(await this.#read(start, from - 1)), ...logs].slice(-MAX_LOGS)
        from = start
      } catch (error) {
        failure = error
        if (from - start === 1) break
        this.#span = Math.ceil((from - start) / DIVISOR)
      }
    }
    if (from > high && failure) throw failure
    return { logs, from, to: high, span: this.#span }
  }

  async #read(from: number, to: number): Promise<Log[]> {
    const range = { fromBlock: toQuantity(from), toBlock: toQuantity(to) }
    return Logs.parse(await this.#node.request('eth_getLogs', [{ ...range, topics: this.#topics }]))
  }
}

const joined = (older: Past, newer: Past): Past => ({
  logs: [...older.logs, ...newer.logs].slice(-MAX_LOGS),
  from: older.from,
  to: newer.to,
  span: older.span,
})
