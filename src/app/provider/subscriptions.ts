/**
 * `eth_subscribe` by polling the node, as the wallet has no socket to it. Each subscription polls separately, so that a
 * failing one does not affect the rest.
 */
import * as z from 'zod/mini'

import { withNulls } from '../../chain/requests/asked.js'
import { parse } from '../../chain/rpc/parse.js'
import { toQuantity } from '../../chain/rpc/quantity.js'
import type { Rpc } from '../../chain/rpc/rpc.js'
import { AnyAddress, Word } from '../../chain/rpc/schemas.js'
import { toHex } from '../../shared/encoding.js'
import { ProviderRpcError, WalletError } from '../../shared/errors.js'

/** Milliseconds between two looks. */
const PERIOD = 2_000
/** After a page was asleep, it gets at most this many of the blocks it missed. */
const MAX_CATCH_UP = 64
const MAX_SUBSCRIPTIONS = 20

const oneOrMore = <T extends z.ZodMiniType>(one: T) => z.nullable(z.union([one, z.array(one)]))
const Filter = withNulls(
  z.object(
    {
      address: z.optional(
        z.union([AnyAddress, z.array(AnyAddress)], 'an address or a list of them'),
      ),
      topics: z.optional(
        z.array(oneOrMore(Word), 'a list of topics').check(z.maxLength(4, 'at most 4 topics')),
      ),
    },
    'an object',
  ),
)
const Params = z.tuple(
  [
    z.enum(['newHeads', 'logs', 'newPendingTransactions'], {
      error: 'newHeads, logs or newPendingTransactions',
    }),
  ],
  z.unknown(),
  'a list',
)
const Id = z.tuple([z.string('a subscription id')], z.unknown(), 'a list')

/** News since the last look, oldest first. */
type Look = () => Promise<unknown[]>

export interface SubscriptionsOptions {
  /** The node of the chain that is in use: the page may name a different one for the same chain. */
  node: () => Rpc
  tell: (subscription: string, result: unknown) => void
  /** Milliseconds. */
  period?: number
}

export class Subscriptions {
  readonly #options: SubscriptionsOptions
  readonly #timers = new Map<string, ReturnType<typeof setTimeout> | undefined>()

  constructor(options: SubscriptionsOptions) {
    this.#options = options
  }

  /**
   * @param params - As of `eth_subscribe`.
   * @throws {WalletError | ProviderRpcError} `INVALID_ARGUMENT`; `LIMIT_EXCEEDED`; what the node says.
   */
  async subscribe(params: unknown): Promise<string> {
    const [kind] = parse(Params, params, 'params')
    const filter = kind === 'logs' ? readFilter((params as unknown[])[1]) : {}
    if (this.#timers.size >= MAX_SUBSCRIPTIONS) {
      throw new WalletError('LIMIT_EXCEEDED', `${MAX_SUBSCRIPTIONS} subscriptions.`)
    }
    const id = `0x${toHex(crypto.getRandomValues(new Uint8Array(16)))}`
    // Counted before the node answers, so that parallel requests cannot exceed the limit.
    this.#timers.set(id, undefined)
    try {
      const look = await LOOKS[kind](this.#options.node, filter)
      // The chain has changed, and the page would take this one for alive.
      if (!this.#timers.has(id)) return this.subscribe(params)
      this.#schedule(id, look)
    } catch (error) {
      this.#timers.delete(id)
      throw error
    }
    return id
  }

  /** @returns Whether there was one. @throws {WalletError} `INVALID_ARGUMENT`. */
  unsubscribe(params: unknown): boolean {
    const [id] = parse(Id, params, 'params')
    clearTimeout(this.#timers.get(id))
    return this.#timers.delete(id)
  }

  /** Ends all: the chain is not in use any more, or the page is gone. */
  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }

  #schedule(id: string, look: Look): void {
    const { tell, period = PERIOD } = this.#options
    const onTime = async () => {
      // A failing node counts as no news: the next look tries again.
      const news = await look().catch(() => [])
      if (!this.#timers.has(id)) return
      for (const result of news) tell(id, result)
      this.#schedule(id, look)
    }
    this.#timers.set(id, setTimeout(onTime, period))
  }
}

const LOOKS: Record<
  'newHeads' | 'logs' | 'newPendingTransactions',
  (node: SubscriptionsOptions['node'], filter: object) => Promise<Look>
> = {
  async newHeads(node) {
    const take = await blocks(node)
    return async () => {
      const heads = []
      const { from, to, done } = await take()
      for (let number = from; number <= to; number++) {
        const asked = [toQuantity(number), false]
        const block = await node()
          .request('eth_getBlockByNumber', asked)
          .catch(() => null)
        // The next look goes on from here.
        if (!block) break
        const { transactions: _, uncles: __, ...head } = block as Record<string, unknown>
        heads.push(head)
        done(number)
      }
      return heads
    }
  },

  async logs(node, filter) {
    const take = await blocks(node)
    return async () => {
      const { from, to, done } = await take()
      if (from > to) return []
      const logs = await logsIn(node(), filter, from, to)
      done(to)
      return logs
    }
  },

  async newPendingTransactions(node) {
    const begin = () => node().request('eth_newPendingTransactionFilter')
    let id = await begin()
    return async () => {
      try {
        return toList(await node().request('eth_getFilterChanges', [id]))
      } catch (error) {
        // Nodes forget a filter that was not asked for in five minutes, for example by a page that was asleep.
        if (error instanceof ProviderRpcError && /filter/i.test(error.message)) id = await begin()
        throw error
      }
    }
  },
}

interface NewBlocks {
  /** Above `to` if there are no new ones. */
  from: bigint
  to: bigint
  /** All blocks up to this one were told. */
  done: (number: bigint) => void
}

/** The blocks that were not told yet. */
async function blocks(node: SubscriptionsOptions['node']): Promise<() => Promise<NewBlocks>> {
  let seen = await node().quantity('eth_blockNumber')
  const done = (number: bigint) => {
    seen = number
  }
  return async () => {
    const to = await node().quantity('eth_blockNumber')
    // Nodes behind one URL are a few blocks apart. A chain that is much shorter began anew.
    if (seen - to > MAX_CATCH_UP) seen = to
    const from = to - seen > MAX_CATCH_UP ? to - BigInt(MAX_CATCH_UP) + 1n : seen + 1n
    return { from, to, done }
  }
}

/**
 * Asks again for both halves where the node refuses: many give the logs of a few blocks at a time, and some say so by
 * the code of a busy node.
 */
async function logsIn(node: Rpc, filter: object, from: bigint, to: bigint): Promise<unknown[]> {
  const range = { fromBlock: toQuantity(from), toBlock: toQuantity(to) }
  try {
    return toList(await node.relay('eth_getLogs', [{ ...filter, ...range }]))
  } catch (error) {
    if (from === to || !(error instanceof ProviderRpcError)) throw error
    const middle = (from + to) / 2n
    const first = await logsIn(node, filter, from, middle)
    return [...first, ...(await logsIn(node, filter, middle + 1n, to))]
  }
}

function readFilter(filter: unknown): object {
  const read = parse(Filter, filter ?? {}, 'params.1')
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

const toList = (answer: unknown): unknown[] => (Array.isArray(answer) ? answer : [])
