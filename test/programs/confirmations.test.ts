/**
 * What people read before they approve transactions, against real contracts on a chain of its own. Whatever
 * the simulation says would change is compared with what really changes once it is mined.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { Call } from '../../src/chain/clear-signing/calldata.js'
import { explain } from '../../src/chain/explain/explain.js'
import type { BalanceChange } from '../../src/chain/simulate/simulation.js'
import { CASES } from '../node/support/confirmation-cases/index.js'
import { changeKey, FRIEND, ME, World } from '../node/support/confirmation-world.js'

let world: World
before(async () => {
  world = await World.start()
})
after(() => world?.stop())

const people = () => ({
  names: { [FRIEND]: 'Sample Friend' },
  known: [FRIEND, ME, world.at.pool],
  tokens: [{ symbol: 'USDX', address: world.at.usd }],
})

describe('a confirmation, against real contracts,', () => {
  for (const { name, prepare, calls, lines } of CASES) {
    it(`explains ${name}`, async () => {
      const { chain } = world
      const snapshot = await chain.rpc.request('evm_snapshot')
      try {
        await prepare?.(world)
        const asked = calls(world.at).map((call): Call => {
          return { chainId: 31_337, from: ME, value: 0n, data: '0x', ...call }
        })
        const explanation = await explain({ calls: asked, ticker: 'ETH' }, chain.rpc, {
          people: people(),
        })
        assert.deepEqual(world.read(explanation), lines)
        const { simulation } = explanation
        if (simulation?.status === 'done') await checkChanges(asked, simulation.changes)
        else await checkFailure(asked)
      } finally {
        await chain.rpc.request('evm_revert', [snapshot])
      }
    })
  }
})

async function checkChanges(asked: Call[], changes: BalanceChange[]): Promise<void> {
  const was = await world.balances(ME)
  let fees = 0n
  for (const { from, to, value, data } of asked) {
    const receipt = await world.chain.send({ from, value, data, ...(to && { to }) })
    assert.equal(receipt.status, '0x1')
    fees += BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)
  }
  const is = await world.balances(ME)
  is.set('coin', is.get('coin')! + fees)
  const real = [...is].map(([what, amount]) => [what, amount - was.get(what)!] as const)
  assert.deepEqual(
    new Map(changes.map((change) => [changeKey(change), change.change])),
    new Map(real.filter(([, amount]) => amount)),
  )
}

/** What is said to fail fails. */
async function checkFailure(asked: Call[]): Promise<void> {
  for (const { from, to, value, data } of asked) {
    const sent = world.chain.send({ from, value, data, ...(to && { to }) })
    if (
      await sent.then(
        ({ status }) => status === '0x0',
        () => true,
      )
    )
      return
  }
  assert.fail('It works after all.')
}
