import type { Rpc } from '../rpc/rpc.js'

/** Wei a gas, where the node says nothing. */
const DEFAULT_TIP = 1_000_000_000n

/**
 * The tip that the node suggests, in wei a gas. Of a node without that method it is what its price is above the base
 * fee: on rollups the default would be a hundred times as much.
 *
 * @param base - Base fee, in wei a gas.
 */
export async function tipOf(
  rpc: Pick<Rpc, 'quantity'>,
  base: bigint | undefined | Promise<bigint | undefined>,
): Promise<bigint> {
  try {
    return await rpc.quantity('eth_maxPriorityFeePerGas')
  } catch {
    const least = await base
    if (least === undefined) return DEFAULT_TIP
    const price = await rpc.quantity('eth_gasPrice').catch(() => -1n)
    return price < least ? DEFAULT_TIP : price - least
  }
}
