/**
 * The events of an account, from the latest block backwards, in few questions. Many nodes answer for a short range of
 * blocks only, and do not say how short.
 */
import * as z from 'zod/mini'

import type { Node } from '../reads/contract-reads.js'
import { toQuantity } from '../rpc/quantity.js'
import type { Log as Bare } from '../simulate/logs.js'

/** Divides a refused block range. A few requests then lead from the whole chain to a range that any node accepts. */
const DIVISOR = 8
/** Events kept in total, and per unknown contract: a contract can emit any number of them. The newest are kept. */
const MAX_LOGS = 2_000
const MAX_OF_CONTRACT = 50
/** The newest blocks may be replaced: they are looked at again. */
const UNSETTLED = 12
/** Characters of an event's data that are kept: more than an event that is looked for has. */
const MAX_DATA = 2 + 64 * 32

/** An event with its position in the chain. */
export interface Log extends Bare {
  block?: number | undefined
  /** In its block: one transaction may pay the same amount twice. */
  index?: number | undefined
  /** Of its transaction. */
  hash?: string | undefined
  /** Unix time in seconds, if the node includes it in the event. */
  time?: number | undefined
}

/** The events found so far in a range of blocks; of several events about the same thing, only the last. */
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

export interface Sought {
  /** As `eth_getLogs` takes them. */
  topics: readonly (string | readonly string[] | null)[]
  /** The most requests for events. */
  questions: number
  /** Keep every event; else only the latest of those about the same thing. */
  isEach?: boolean
  /**
   * Whether the events of this contract, in lower case, are kept before others: anyone can make contracts that fill the
   * list.
   */
  isTrusted?: (address: string) => boolean
}

/**
 * Continues a search: first the new blocks, then further back.
 *
 * @throws {WalletError | ProviderRpcError} If the node answers no request.
 */
export async function lookBack(node: Node, sought: Sought, known: Past | undefined): Promise<Past> {
  const latest = Number(await node.quantity('eth_blockNumber'))
  // A node may be a few blocks behind. After a long reorganisation the known blocks may not exist any more: start again.
  const past = known && known.to - UNSETTLED <= latest ? known : undefined
  const search = new Search(node, sought)
  if (!past) return search.down(0, latest, latest + 1)
  const start = Math.max(past.from, past.to + 1 - UNSETTLED)
  const isUnsettled = past.to === latest && past.logs.some(({ block = 0 }) => block >= start)
  const news =
    past.to < latest
      ? await search.down(start, latest, past.span)
      : isUnsettled && (await search.down(start, latest, past.span).catch(() => undefined))
  const settled = past.logs.filter(({ block = 0 }) => block < start)
  const all = news ? join({ ...past, logs: settled }, news, sought) : past
  // Some blocks between the new and the known events are not searched yet: the next search goes on there.
  if (news && news.from > start) return { ...all, from: news.from, span: news.span }
  if (!all.from || !search.left) return all
  // Wider than the last time: a request may have failed for a reason other than its range.
  const widest = Math.min(past.span * (search.left > 1 ? DIVISOR : 1), latest + 1)
  const older = await search.down(0, all.from - 1, widest).catch(() => undefined)
  return older ? join(older, all, sought) : all
}

class Search {
  left: number
  readonly #node: Node
  readonly #sought: Sought

  constructor(node: Node, sought: Sought) {
    this.#node = node
    this.#sought = sought
    this.left = sought.questions
  }

  /** Searches backwards until the requests are used up. @throws The node's error, if it answered none. */
  async down(low: number, high: number, widest: number): Promise<Past> {
    let logs: Log[] = []
    let from = high + 1
    let span = widest
    let failure: unknown
    while (from > low && this.left > 0) {
      const start = Math.max(low, from - span)
      this.left--
      try {
        logs = [...(await this.#read(start, from - 1)), ...logs]
        from = start
      } catch (error) {
        failure = error
        if (from - start === 1) break
        // A range that is shorter than this stays as it is, and is asked for again.
        span = Math.ceil(span / DIVISOR)
      }
    }
    if (from > high && failure) throw failure
    return { ...compact(logs, this.#sought, high), from, to: high, span }
  }

  /** Malformed events are left out: one of them must not hide all others. */
  async #read(from: number, to: number): Promise<Log[]> {
    const range = { fromBlock: toQuantity(from), toBlock: toQuantity(to) }
    const { topics } = this.#sought
    const answer = await this.#node.request('eth_getLogs', [{ ...range, topics }])
    return z.array(z.unknown()).parse(answer).flatMap(toLog)
  }
}

const Word = z.string().check(z.regex(/^0x[0-9a-f]{64}$/i))
const Quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,12}$/i))
const Event = z.object({
  address: z.string().check(z.regex(/^0x[0-9a-f]{40}$/i)),
  topics: z.array(Word).check(z.minLength(1), z.maxLength(4)),
  data: z.string(),
  blockNumber: z.optional(Quantity),
  logIndex: z.optional(Quantity),
  blockTimestamp: z.optional(Quantity),
  transactionHash: z.optional(Word),
})

function toLog(answer: unknown): Log[] {
  const event = Event.safeParse(answer).data
  const data = event?.data.slice(0, MAX_DATA) ?? ''
  if (!event || !/^0x([0-9a-f]{2})*$/i.test(data)) return []
  const { address, topics, blockNumber, logIndex, blockTimestamp, transactionHash: hash } = event
  return [
    {
      ...{ address: address.toLowerCase(), topics, data: data as Log['data'] },
      ...(blockNumber && { block: Number(blockNumber) }),
      ...(logIndex && { index: Number(logIndex) }),
      ...(blockTimestamp && { time: Number(blockTimestamp) }),
      ...(hash && { hash }),
    },
  ]
}

function join(older: Past, newer: Past, sought: Sought): Past {
  const { logs, isCut } = compact([...older.logs, ...newer.logs], sought, newer.to)
  return {
    ...{ logs, from: older.from, to: newer.to, span: older.span },
    isCut: isCut || older.isCut || newer.isCut,
  }
}

/**
 * Keeps the latest of all events about the same thing, and the newest of each contract, in their order. Recent events
 * replace nothing, since their block may still be replaced.
 */
function compact(all: readonly Log[], sought: Sought, to: number): Pick<Past, 'logs' | 'isCut'> {
  const { isEach, isTrusted = () => false } = sought
  const last = new Map<string, Log>()
  for (const log of all.toSorted(({ block = 0 }, other) => block - (other.block ?? 0))) {
    const { address, topics, data, hash, index, block = 0 } = log
    // Old contracts put the spender or the recipient into the data instead of a topic, so the data is part of the key.
    const isAlone = isEach || block > to - UNSETTLED
    const own = isAlone ? `${hash} ${index} ${data}` : topics.length < 3 ? data : ''
    const key = [address, ...topics, own].join()
    last.delete(key)
    last.set(key, log)
  }
  const found = [...last.values()]
  // On many tokens anyone can make events of zero for any account.
  const rankOf = ({ address, data }: Log) => (/^0x0+$/.test(data) ? 2 : isTrusted(address) ? 0 : 1)
  const counts = new Map<string, number>()
  const kept = found
    .toReversed()
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .filter(({ address }) => {
      const count = (counts.get(address) ?? 0) + 1
      counts.set(address, count)
      return count <= MAX_OF_CONTRACT || isTrusted(address)
    })
    .slice(0, MAX_LOGS)
  const told = new Set(kept)
  const logs = found.filter((log) => told.has(log))
  return { logs, ...(logs.length < found.length && { isCut: true }) }
}
