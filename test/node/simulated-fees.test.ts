/** A contract can tell a simulation by what gas costs there, and promise what it doesn't give. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { decodeCall } from '../../src/chain/decode/decode.js'
import type { Node } from '../../src/chain/reads/contract-reads.js'
import { risksOf } from '../../src/chain/risks/risks.js'
import { simulate } from '../../src/chain/simulate/simulate.js'
import type { Simulation } from '../../src/chain/simulate/simulation.js'
import { ProviderRpcError } from '../../src/shared/errors.js'

const ME = '0x1000000000000000000000000000000000000a11'
const SHOP = '0x2222222222222222222222222222222222222222'
const TOKEN = '0x3333333333333333333333333333333333333333'
const ETHER = 10n ** 18n
const GWEI = 10n ** 9n
const PRICE = { gas: 2n * GWEI, base: GWEI }

const word = (value: bigint | string) => `0x${BigInt(value).toString(16).padStart(64, '0')}`
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const moved = (address: string, from: string, to: string, amount: bigint) => ({
  ...{ address, data: word(amount) },
  topics: [TRANSFER, word(from), word(to)],
})
const paid = moved(`0x${'e'.repeat(40)}`, ME, SHOP, ETHER)
const call = { chainId: 1, from: ME, to: SHOP, value: ETHER, data: '0xa6f2ae3a' } as const

interface Block {
  calls: { from?: string; gasPrice?: string; input: string }[]
  blockOverrides?: { baseFeePerGas: string }
}
/** @param tokensIn - How many tokens the shop gives in such a block. */
const nodeOf = (tokensIn: (block: Block, played: number) => bigint): Node => {
  let played = 0
  const request = async (method: string, params: unknown) => {
    if (method !== 'eth_simulateV1') throw new ProviderRpcError(-32601, 'no such method')
    const block = (params as [{ blockStateCalls: [Block] }])[0].blockStateCalls[0]
    played += 1
    const given = tokensIn(block, played)
    const isBought = block.calls.some(({ from }) => from)
    const calls = block.calls.map(({ from, input }) => {
      if (from) {
        const logs = [paid, ...(given ? [moved(TOKEN, SHOP, ME, given)] : [])]
        return { status: '0x1', returnData: '0x', logs }
      }
      const isBalance = input.startsWith('0x70a08231')
      return { status: '0x1', returnData: isBalance ? word(isBought ? given : 0n) : '0x', logs: [] }
    })
    return [{ calls }]
  }
  return { request: request as Node['request'], quantity: async () => 0n }
}
const coin = { kind: 'coin', change: -ETHER }
const tokens = { kind: 'token', token: TOKEN, change: 5n }
/** Of the token, before. */
const HELD = new Map([[TOKEN, 0n]])

describe('a request is played for the fees that are signed', () => {
  for (const [what, isReal] of [
    ['what gas costs', ({ calls }: Block) => calls.some(({ gasPrice }) => gasPrice)],
    ['what the block takes', ({ blockOverrides }: Block) => !!blockOverrides],
  ] as const) {
    it(`and for none: a contract that gives nothing by ${what} is unclear`, async () => {
      const node = nodeOf((block) => (isReal(block) ? 0n : 5n))
      const simulation = await simulate(node, [call], [TOKEN], [], PRICE)
      const expected = {
        status: 'done',
        changes: [coin],
        permissions: [],
        held: HELD,
        isUnclear: true,
      }
      assert.deepEqual(simulation, expected)
    })
  }

  it('and for none: a contract that gives less is unclear, and shown with what it gives', async () => {
    const node = nodeOf(({ blockOverrides }) => (blockOverrides ? 1n : 5n))
    assert.deepEqual(await simulate(node, [call], [TOKEN], [], PRICE), {
      ...{ status: 'done', permissions: [], held: HELD, isUnclear: true },
      changes: [coin, { ...tokens, change: 1n }],
    })
  })

  it('by the price and the base fee of the block, in each play', async () => {
    const seen = new Set<string>()
    const node = nodeOf(({ calls, blockOverrides }) => {
      const prices = calls.flatMap(({ from, gasPrice }) => (from ? [gasPrice] : []))
      seen.add([...prices, blockOverrides?.baseFeePerGas].join())
      return 5n
    })
    const simulation = await simulate(node, [call], [TOKEN], [call], PRICE)
    assert.equal(simulation.status === 'done' && simulation.isUnclear, undefined)
    const [price, base] = ['0x77359400', '0x3b9aca00']
    assert.deepEqual(seen, new Set([',,', `${price},${price},${base}`, `${price},${base}`]))
  })

  it('and for what the block takes at least where they are less', async () => {
    const seen = new Set<string>()
    const node = nodeOf(({ calls }) => {
      for (const { gasPrice } of calls) if (gasPrice) seen.add(gasPrice)
      return 5n
    })
    await simulate(node, [call], [TOKEN], [], { gas: 1n, base: GWEI })
    assert.deepEqual([...seen], ['0x3b9aca00'])
  })

  it('once more where a new block came in between', async () => {
    const node = nodeOf((_, played) => (played === 1 ? 4n : 5n))
    assert.deepEqual(await simulate(node, [call], [TOKEN], [], PRICE), {
      ...{ status: 'done', changes: [coin, tokens], permissions: [], held: HELD },
    })
  })
})

describe('a batch in which calls fail, the more the fewer are left,', () => {
  const inputs = ['0x00000001', '0x00000002', '0x00000003', '0x00000004'] as const
  const calls = inputs.map((data) => ({ ...call, data }))
  /** Each play fails with what it is told to. */
  const failing = (...plays: (readonly string[] | ProviderRpcError)[]): Node => ({
    quantity: async () => 0n,
    request: (async (method, params) => {
      if (method !== 'eth_simulateV1') throw new ProviderRpcError(-32601, 'no such method')
      const failed = plays.shift() ?? []
      if (failed instanceof ProviderRpcError) throw failed
      const asked = (params as [{ blockStateCalls: [Block] }])[0].blockStateCalls[0].calls
      const isFailed = ({ input }: { input: string }) => failed.includes(input)
      const played = asked.map((one) => ({ status: isFailed(one) ? '0x0' : '0x1', logs: [] }))
      return [{ calls: played }]
    }) as Node['request'],
  })
  const indexes = (simulation: Simulation | undefined): unknown[] =>
    simulation?.status === 'failed'
      ? [simulation.index, ...indexes(simulation.others)]
      : [simulation?.status]

  it('says of each which it is in the request', async () => {
    const node = failing([inputs[0]], [inputs[2]], [inputs[3]])
    assert.deepEqual(indexes(await simulate(node, calls)), [0, 2, 3, 'done'])
  })

  it('does not say which where the node does not', async () => {
    const node = failing([inputs[1]], new ProviderRpcError(-38014, 'insufficient funds'))
    assert.deepEqual(indexes(await simulate(node, calls)), [1, undefined, undefined])
  })
  it('is a danger, once, with the place of the first call where the node says which', () => {
    const decoded = calls.map((one) => decodeCall(one, new Map()))
    const failed = { status: 'failed', reason: { kind: 'silent' } } as const
    const dangers = (simulation: Simulation) =>
      risksOf(
        { calls: decoded, parties: new Map(), tokens: new Map(), simulation },
        { account: ME, chainId: 1, ticker: 'ETH', people: { names: {}, known: [] } },
      ).flatMap(({ code, index }) => (code === 'fails' ? [index] : []))
    const both = { ...failed, index: 0, others: { ...failed, index: 2 } }
    assert.deepEqual(dangers(both), [0])
    assert.deepEqual(dangers(failed), [undefined])
  })
})
