/** The search for past events, on nodes that lag, fail for a moment, or answer for few blocks. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { SiteStore } from '../../src/app/sites/site-store.js'
import { keepPastEvents, pastEvents } from '../../src/app/stores/past-events.js'
import { lookBack } from '../../src/chain/past/past-logs.js'
import { ProviderRpcError } from '../../src/shared/errors.js'

const TOPIC = `0x${'ab'.repeat(32)}`
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
    return [{ address: TOKEN, topics: [TOPIC], data: '0x', blockNumber: '0x5' }]
  }
}

describe('the search for past events', () => {
  it('keeps what it knows when a node is a few blocks behind', async () => {
    const node = new Events()
    const known = await lookBack(node, [TOPIC], undefined, 6)
    node.latest--
    node.asked = 0
    const past = await lookBack(node, [TOPIC], known, 6)
    assert.deepEqual(past, known)
    assert.equal(node.asked, 0)
  })

  it('starts again after a long reorganisation', async () => {
    const node = new Events()
    const known = await lookBack(node, [TOPIC], undefined, 6)
    node.latest -= 100
    assert.equal((await lookBack(node, [TOPIC], known, 6)).to, node.latest)
  })

  it('reaches the first block although some requests failed', async () => {
    const node = new Events()
    node.most = 200_000
    let past = await lookBack(node, [TOPIC], undefined, 6)
    const { from } = past
    node.latest += 5
    node.failing = 2
    past = await lookBack(node, [TOPIC], past, 6)
    assert.ok(past.from <= from, 'what was searched is still known')
    for (let times = 0; past.from && times < 10; times++) {
      past = await lookBack(node, [TOPIC], past, 6)
    }
    assert.equal(past.from, 0)
    assert.equal(past.logs.length, 1)
  })

  it('keeps two equal payments of one transaction, and each only once when it looks again', async () => {
    const node = new Events()
    const payment = { address: TOKEN, topics: [TOPIC], data: '0x05', transactionHash: TOPIC }
    const blockNumber = `0x${(node.latest - 3).toString(16)}`
    const paid = ['0x0', '0x1'].map((logIndex) => ({ ...payment, blockNumber, logIndex }))
    node.request = async () => paid
    const past = await lookBack(node, [TOPIC], undefined, 6, true)
    assert.equal(past.logs.length, 2)
    node.latest += 2
    assert.equal((await lookBack(node, [TOPIC], past, 6, true)).logs.length, 2)
    const chain = { chainId: 1, rpcUrl: '', ticker: '', tickerName: '', name: '' }
    const account = { address: TOKEN, chain, store: new SiteStore(false, null) }
    keepPastEvents(account, 'came', past)
    assert.deepEqual(pastEvents(account, 'came'), past)
    // They are settled by now: what was kept is joined with the new.
    node.latest += 100
    node.request = async () => []
    const settled = await lookBack(node, [TOPIC], { ...past, to: node.latest - 50 }, 6, true)
    assert.equal(settled.logs.length, 2)
  })
})
