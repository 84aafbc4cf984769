import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { speedsOf } from '../../src/chain/costs/speeds.js'
import type { Node } from '../../src/chain/reads/contract-reads.js'

/** Wei a gas: what a rollup's blocks take, and what Ethereum's take. */
const MWEI = 10n ** 6n
const GWEI = 10n ** 9n

const hex = (value: bigint) => `0x${value.toString(16)}`

/** A node whose latest blocks had these tips, and which suggests such a one, or has such a price. */
const nodeOf = (tips: bigint[], suggested?: bigint, price?: bigint): Node => ({
  request: async () => ({ baseFeePerGas: [hex(5n * MWEI)], reward: [tips.map(hex)] }),
  quantity: async (method) =>
    (method === 'eth_gasPrice' ? price : suggested) ?? assert.fail('no such method'),
})

const tipsOf = async (node: Node) =>
  Object.values((await speedsOf(node))!).map(({ maxPriorityFeePerGas }) => maxPriorityFeePerGas)

describe('the tips of a slow, normal or fast transaction', () => {
  it('are as low as the node says on a chain that takes next to nothing', async () => {
    const tips = [0n, 2n * MWEI, 9n * MWEI]
    for (const node of [nodeOf(tips, MWEI), nodeOf(tips, undefined, 6n * MWEI)]) {
      assert.deepEqual(await tipsOf(node), [MWEI, 2n * MWEI, 9n * MWEI])
    }
  })

  it('are not the node’s where others pay less', async () => {
    assert.deepEqual(await tipsOf(nodeOf([GWEI / 5n, GWEI, 3n * GWEI], 2n * GWEI)), [
      GWEI / 5n,
      GWEI,
      3n * GWEI,
    ])
  })

  it('are told where a node says nonsense of some blocks, or nothing', async () => {
    const reward = [
      ['-0xfd', '-0xfd', '-0xfd'],
      [null, null, null],
      [],
      [GWEI, GWEI, GWEI].map(hex),
    ]
    const history = { baseFeePerGas: [hex(GWEI)], reward }
    const node = { ...nodeOf([], GWEI), request: async () => history }
    assert.deepEqual(await tipsOf(node), Array(3).fill(GWEI / 10n))
  })

  it('are a tenth of a gwei in empty blocks of a node that suggests more, or nothing', async () => {
    for (const suggested of [GWEI, undefined]) {
      const tips = await tipsOf(nodeOf([0n, 0n, 0n], suggested))
      assert.deepEqual(tips, Array(3).fill(GWEI / 10n))
    }
  })
})
