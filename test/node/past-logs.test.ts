/** The search for past events, on nodes that lag, fail for a moment, or answer for few blocks. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { SiteStore } from '../../src/app/sites/site-store.js'
import { keepPastEvents, pastEvents } from '../../src/app/stores/past-events.js'
import { lookBack } from '../../src/chain/past/past-logs.js'
import { toQuantity } from '../../src/chain/rpc/quantity.js'
import { ProviderRpcError } from '../../src/shared/errors.js'

const TOPIC = `0x${'ab'.repeat(32)}`
const SOUGHT = { topics: [TOPIC], questions: 6 }
const EACH = { ...SOUGHT, isEach: true }
const TOKEN = `0x${'cd'.repeat(20)}`

/** A node with one event, in block 5. */
class Events {
  latest = 1_000_000
  /** Requests that fail from now on. */
  failing = 0
  /** Blocks that it answers for at once. */
  most = Number.POSITIVE_INFINITY
  asked = 0

  async quantity(): Promise<bigint> {
    return BigInt(this.latest)
  }

  async request(_method: string, params?: unknown): Promise<unknown> {
    const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
    const [from, to] = [Number(fromBlock), Number(toBlock)]
    this.asked++
    if (this.failing-- > 0 || to - from >= this.most) {
      throw new ProviderRpcError(-32005, 'limit exceeded')
    }
    if (from > 5 || to < 5) return []
    return [event(5)]
  }
}

const event = (block: number, address = TOKEN) => ({
  ...{ address, topics: [TOPIC], data: '0x', blockNumber: toQuantity(block) },
})

describe('the search for past events', () => {
  it('keeps what it knows when a node is a few blocks behind', async () => {
    const node = new Events()
    const known = await lookBack(node, SOUGHT, undefined)
    node.latest--
    node.asked = 0
    const past = await lookBack(node, SOUGHT, known)
    assert.deepEqual(past, known)
    assert.equal(node.asked, 0)
  })

  it('starts again after a long reorganisation', async () => {
    const node = new Events()
    const known = await lookBack(node, SOUGHT, undefined)
    node.latest -= 100
    assert.equal((await lookBack(node, SOUGHT, known)).to, node.latest)
  })

  it('reaches the first block although some requests failed', async () => {
    const node = new Events()
    node.most = 200_000
    let past = await lookBack(node, SOUGHT, undefined)
    const { from } = past
    node.latest += 5
    node.failing = 2
    past = await lookBack(node, SOUGHT, past)
    assert.ok(past.from <= from, 'what was searched is still known')
    for (let times = 0; past.from && times < 10; times++) {
      past = await lookBack(node, SOUGHT, past)
    }
    assert.equal(past.from, 0)
    assert.equal(past.logs.length, 1)
  })

  it('keeps what it knows when it cannot search all blocks since, and searches them the next time', async () => {
    const node = new Events()
    const known = await lookBack(node, SOUGHT, undefined)
    assert.equal(known.logs.length, 1)
    node.latest += 1_000_000
    node.most = 1_000
    let past = await lookBack(node, SOUGHT, known)
    assert.ok(past.from > 1_000_000, 'some blocks between are not searched')
    assert.deepEqual(past.logs, known.logs)
    const changed = { ...event(5), blockNumber: '0xf4241' }
    node.most = Number.POSITIVE_INFINITY
    node.request = async () => [changed]
    for (let times = 0; past.from && times < 10; times++) {
      past = await lookBack(node, SOUGHT, past)
    }
    assert.equal(past.from, 0)
    assert.deepEqual(
      past.logs.map(({ block }) => block),
      [1_000_001],
      'the latest about the same thing',
    )
  })

  it('keeps the events of trusted contracts, whatever others make', async () => {
    const node = new Events()
    const others = Array.from({ length: 41 * 50 }, (_, at) => ({
      ...event(at + 100, `0x${(at % 41).toString(16).padStart(40, '0')}`),
      ...{ topics: [TOPIC, TOPIC, TOPIC], data: `0x${at.toString(16).padStart(64, '1')}` },
    }))
    const own = Array.from({ length: 60 }, (_, at) => ({
      ...event(at + 5),
      logIndex: toQuantity(at),
    }))
    node.request = async () => [...own, ...others]
    const isTrusted = (address: string) => address === TOKEN
    for (const [sought, count] of [
      [{ ...EACH, isTrusted }, 60],
      [EACH, 0],
    ] as const) {
      const { logs, isCut } = await lookBack(node, sought, undefined)
      assert.deepEqual([logs.length, isCut], [2_000, true])
      assert.equal(logs.filter(({ address }) => address === TOKEN).length, count)
      const blocks = logs.map(({ block }) => block ?? 0)
      assert.deepEqual(
        blocks,
        blocks.toSorted((one, other) => one - other),
      )
    }
  })

  it('keeps an event before later ones of zero, which anyone can make on many tokens', async () => {
    const node = new Events()
    const zeros = Array.from({ length: 60 }, (_, at) => ({
      ...event(at + 100),
      ...{ topics: [TOPIC, `0x${(at + 1).toString(16).padStart(64, '0')}`] },
      data: `0x${'0'.repeat(64)}`,
    }))
    const given = { ...event(5), data: `0x${'1'.padStart(64, '0')}` }
    node.request = async () => [given, ...zeros]
    const { logs } = await lookBack(node, SOUGHT, undefined)
    assert.deepEqual([logs.length, logs[0]?.data], [50, given.data])
  })

  it('keeps two equal payments of one transaction, and each only once when it looks again', async () => {
    const node = new Events()
    const payment = { address: TOKEN, topics: [TOPIC], data: '0x05', transactionHash: TOPIC }
    const blockNumber = `0x${(node.latest - 3).toString(16)}`
    const paid = ['0x0', '0x1'].map((logIndex) => ({ ...payment, blockNumber, logIndex }))
    node.request = async () => paid
    const past = await lookBack(node, EACH, undefined)
    assert.equal(past.logs.length, 2)
    node.latest += 2
    assert.equal((await lookBack(node, EACH, past)).logs.length, 2)
    const chain = { chainId: 1, rpcUrl: '', ticker: '', tickerName: '', name: '' }
    const account = { address: TOKEN, chain, store: new SiteStore(false, null) }
    keepPastEvents(account, 'came', past)
    assert.deepEqual(pastEvents(account, 'came'), past)
    // They are settled by now: what was kept is joined with the new.
    node.latest += 100
    node.request = async () => []
    const settled = await lookBack(node, EACH, { ...past, to: node.latest - 50 })
    assert.equal(settled.logs.length, 2)
  })
})
