/** How long it takes until a question about a batch says all that it has to say, on a chain of its own. */
import type { Hex } from '../src/chain/clear-signing/descriptor.js'
import { explain } from '../src/chain/explain/explain.js'
import { encodeCall } from '../test/support/contracts.js'
import { LocalChain } from '../test/support/local-chain.js'
import { median, round, table } from './table.js'

const CALLS = 10
const ROUNDS = 15
const ME: Hex = '0x1000000000000000000000000000000000000a11'

/** Of different tokens and spenders, so that nothing is asked once for all. */
export async function explanations(): Promise<void> {
  const first: number[] = []
  const later: number[] = []
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    // A chain that was asked nothing yet.
    const chain = await LocalChain.start()
    try {
      await chain.fund(ME, 10n ** 20n)
      const calls = []
      for (let at = 0; at < CALLS; at += 1) {
        const to = await chain.deploy(ME, 'OldToken')
        const spender = `0x${String(at + 1).padStart(40, '2')}`
        const data = encodeCall('approve(address,uint256)', [spender, 2n ** 255n])
        calls.push({ chainId: 31_337, from: ME, to, value: 0n, data })
      }
      for (const times of [first, later]) {
        const start = performance.now()
        const { simulation } = await explain({ calls, ticker: 'ETH' }, chain.rpc)
        times.push(performance.now() - start)
        if (simulation?.status !== 'done' || simulation.permissions.length !== CALLS) {
          throw new Error('The batch was not explained.')
        }
      }
    } finally {
      await chain.stop()
    }
  }
  const row = (what: string, times: number[]) => ({
    what,
    'ms, median': round(median(times), 1),
    'ms, most': round(Math.max(...times), 1),
  })
  table(`Explaining a batch of ${CALLS} calls, ${ROUNDS} times`, [
    row('first', first),
    row('later', later),
  ])
}
