/** The search for past events, on nodes that lag or fail for a moment. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { lookBack } from '../../src/chain/past/past-logs.js'

const TOPIC = `0x${'ab'.repeat(32)}`
const TOKEN = `0x${'cd'.repeat(20)}`

/** A node with one event, in block 5. */
class Events {
  latest = 1_000_000
  asked = 0

  async quantity(): Promise<bigint> {
    return BigInt(this.latest)
  }

  async request(_method: string, params?: unknown): Promise<unknown> {
    const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
    const [from, to] = [Number(fromBlock), Number(toBlock)]
    this.asked++
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
})
