/** Several calls at once, filled in from the chain's node. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { prepareCalls } from '../../src/chain/costs/prepare-calls.js'
import type { TransactionRequest } from '../../src/chain/requests/transaction.js'
import { ProviderRpcError } from '../../src/shared/errors.js'
import { APP, ME } from './support/signed-calls.js'
import { tableNode } from './support/table-node.js'

const request: TransactionRequest = {
  from: ME,
  to: APP,
  value: 0n,
  data: '0x12345678',
  fees: undefined,
}
const REQUESTS: TransactionRequest[] = [{ ...request, value: 1n, data: '0x' }, request, request]
const nodeOf = (answers: Record<string, unknown>) => tableNode(answers).rpc

describe('several calls at once', () => {
  const NODE = {
    eth_getBalance: '0xffffffffffffff',
    eth_getTransactionCount: '0x7',
    eth_getBlockByNumber: { baseFeePerGas: '0x1' },
    eth_maxPriorityFeePerGas: '0x1',
  }
  const result = (own: object = {}) => ({ status: '0x1', gasUsed: '0x5208', ...own })

  it('are played one after another, and get nonces one after another', async () => {
    const calls = [result(), result({ gasUsed: '0x186a0' }), result({ gasUsed: '0x186a0' })]
    const prepared = await prepareCalls(
      nodeOf({ ...NODE, eth_simulateV1: [{ calls }] }),
      REQUESTS,
      31_337,
    )
    const { transactions, fee, maxFee, total } = prepared
    assert.deepEqual(
      transactions.map(({ nonce, gas }) => [nonce, gas]),
      [
        [7n, 21_000n],
        [8n, 150_000n],
        [9n, 150_000n],
      ],
    )
    assert.deepEqual(prepared.price, { gas: 2n, base: 1n })
    assert.equal(fee, 221_000n * 2n)
    assert.equal(maxFee, 321_000n * 3n)
    assert.equal(total, maxFee + 1n)
    assert.equal(prepared.failure, undefined)
  })

  it('tell which would fail, and why', async () => {
    const calls = [result(), result({ status: '0x0', error: { message: 'too early' } }), result()]
    const node = nodeOf({ ...NODE, eth_simulateV1: [{ calls }] })
    const { failure, transactions } = await prepareCalls(node, REQUESTS, 31_337)
    assert.deepEqual(failure, { index: 1, reason: 'too early' })
    assert.ok(transactions[1]!.gas >= 500_000n, 'gas for one that may work by then')
  })

  it('have no more gas than the protocol allows one transaction (EIP-7825)', async () => {
    const calls = [result({ gasUsed: '0xb71b00' }), result({ gasUsed: '0x1312d00' }), result()]
    const node = nodeOf({ ...NODE, eth_simulateV1: [{ calls }] })
    const { transactions } = await prepareCalls(node, REQUESTS, 31_337)
    assert.deepEqual(
      transactions.map(({ gas }) => gas),
      [2n ** 24n, 30_000_000n, 21_000n],
    )
  })

  it('are played each by itself where the node cannot simulate', async () => {
    const refused = new ProviderRpcError(-32601, 'no such method')
    const node = nodeOf({ ...NODE, eth_simulateV1: refused, eth_estimateGas: '0x186a0' })
    const { transactions } = await prepareCalls(node, REQUESTS, 31_337)
    assert.deepEqual(
      transactions.map(({ gas }) => gas),
      [120_000n, 120_000n, 120_000n],
    )
  })
})
