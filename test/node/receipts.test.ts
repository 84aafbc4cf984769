import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { statusOfCalls } from '../../src/app/activity/batch-status.js'
import { look } from '../../src/app/activity/receipts.js'
import { Sent } from '../../src/app/activity/record.js'
import { toJson } from '../../src/chain/rpc/quantity.js'
import { Rpc } from '../../src/chain/rpc/rpc.js'

const HASH = `0x${'ab'.repeat(32)}` as const
const SENT: Sent = {
  ...{ account: '0x8617e340b3d01fa5f11f306f4090fd50e238070d', chainId: 1, value: 0n, data: '0x' },
  ...{ gas: 21_000n, nonce: 7n, site: null, status: 'pending', isKnown: true, misses: 0 },
  attempts: [
    {
      ...{ hash: HASH, raw: '0x02', kind: 'first', time: Date.now() },
      fees: { type: 'legacy', gasPrice: 1n },
    },
  ],
}

/** A look at a node, where so many transactions of the account are in blocks. */
async function lookedAt(sent: Sent, count: string, receipt: unknown = null): Promise<Sent> {
  const node = new Rpc('http://node.example.test', async (_, method) => {
    if (method === 'eth_getTransactionCount') return count
    if (method === 'eth_getTransactionReceipt') return receipt
    return method === 'eth_getTransactionByHash' ? { hash: HASH } : null
  })
  return (await look(node, sent))(sent)
}

describe('a transaction whose nonce was used, and which has no receipt', () => {
  beforeEach(() => mock.timers.enable({ apis: ['Date'], now: 1_700_000_000_000 }))
  afterEach(() => mock.timers.reset())

  const later = (ms: number) => mock.timers.setTime(Date.now() + ms)

  /** Looks at a node that has no receipt, so many milliseconds apart. */
  async function lookedOften(from: Sent, looks: number, apart: number): Promise<Sent> {
    let sent = from
    for (let look = 0; look < looks; look++) {
      later(apart)
      sent = await lookedAt(sent, '0x8')
    }
    return sent
  }

  it('is believed to be replaced at the third look in a row, and not before', async () => {
    const twice = await lookedOften(SENT, 2, 5_000)
    assert.deepEqual([twice.status, twice.misses], ['pending', 2])
    assert.equal((await lookedOften(twice, 1, 5_000)).status, 'replaced')
  })

  it('counts once for looks of several tabs at the same time', async () => {
    const sent = await lookedOften(SENT, 20, 100)
    assert.deepEqual([sent.status, sent.misses], ['pending', 1])
  })

  it('is replaced also after the clock went back', async () => {
    const before = await lookedOften(SENT, 1, 0)
    later(-24 * 60 * 60 * 1000)
    const sent = await lookedOften(before, 2, 5_000)
    assert.equal(sent.status, 'replaced')
  })

  it('is read, and counted on, as it was stored before misses had a time', async () => {
    const { missedAt: _, ...stored } = await lookedOften(SENT, 2, 5_000)
    const read = Sent.parse(JSON.parse(toJson(stored)))
    assert.deepEqual([read.misses, (await lookedOften(read, 1, 0)).status], [2, 'replaced'])
  })

  it('is counted anew once a node says that the nonce is not used', async () => {
    const twice = { ...SENT, misses: 2 }
    const seen = await lookedAt(twice, '0x7')
    assert.deepEqual([seen.status, seen.misses], ['pending', 0])
    assert.equal((await lookedAt(seen, '0x8')).status, 'pending')
  })
})

describe('a transaction with a receipt', () => {
  const [gasUsed, effectiveGasPrice] = ['0x5208', '0x3']
  const done = { transactionHash: HASH, status: '0x1' }
  const failed = { ...done, status: '0x0' }

  it('is done, or has failed, or cancelled another, and says what it cost', async () => {
    const { status, mined, fee } = await lookedAt(SENT, '0x8', {
      ...{ ...done, gasUsed, effectiveGasPrice },
    })
    assert.deepEqual([status, mined, fee], ['done', HASH, 63_000n])
    assert.equal((await lookedAt(SENT, '0x8', failed)).status, 'failed')
    const cancel = { ...SENT, attempts: [{ ...SENT.attempts[0]!, kind: 'cancel' as const }] }
    assert.equal((await lookedAt(cancel, '0x8', done)).status, 'cancelled')
    assert.equal((await lookedAt(cancel, '0x8', failed)).status, 'failed')
  })

  it('cost also what its data take on the chain below, which rollups tell apart', async () => {
    const paid = { ...done, gasUsed, effectiveGasPrice, l1Fee: '0x7d0' }
    assert.equal((await lookedAt(SENT, '0x8', paid)).fee, 65_000n)
    // In a form that is not known: it must not keep the transaction pending.
    for (const l1Fee of [null, '2000']) {
      assert.equal((await lookedAt(SENT, '0x8', { ...paid, l1Fee })).fee, 63_000n)
    }
  })

  it('has no cost where the node leaves out a part of it', async () => {
    for (const part of [{}, { gasUsed }, { effectiveGasPrice }]) {
      assert.equal('fee' in (await lookedAt(SENT, '0x8', { ...done, ...part })), false)
    }
  })

  it('waits for a block where the node has a receipt before there is one', async () => {
    const early = { ...done, logs: [], gasUsed, blockHash: null, blockNumber: null }
    assert.equal((await lookedAt(SENT, '0x7', early)).status, 'pending')
    const node = new Rpc('http://node.example.test', async () => early)
    const calls = { id: 'x', chainId: 1, calls: [{ hash: HASH }] }
    assert.equal((await statusOfCalls(calls, () => node)).status, 100)
  })

  it('is not done by an answer that is not its receipt', async () => {
    const calls = { id: 'x', chainId: 1, calls: [{ hash: HASH }] }
    const other = { ...done, transactionHash: `0x${'cd'.repeat(32)}` }
    const { status: _, ...silent } = done
    for (const answer of ['junk', '0x', {}, [], false, other, silent, { ...done, status: 1 }]) {
      const refused = { code: 'CHAIN_DISCONNECTED' }
      await assert.rejects(lookedAt(SENT, '0x8', answer), refused)
      const node = new Rpc('http://node.example.test', async () => answer)
      await assert.rejects(
        statusOfCalls(calls, () => node),
        refused,
      )
    }
    // A node that leaves out what it does not know.
    assert.equal((await lookedAt(SENT, '0x7', undefined)).status, 'pending')
  })
})
