/** Fees for a slow, normal or fast place in a block. */
import * as z from 'zod/mini'
import type { Node } from '../reads/contract-reads.js'
import type { AskedFees, Fees } from '../requests/transaction.js'
import { Quantity } from '../rpc/schemas.js'
import { tipOf } from './tip.js'

/** Blocks that are looked back at: some minutes. */
const BLOCKS = '0xa'
/** Tips paid in each block, in percent of the gas. */
const PERCENTILES = [10, 50, 90]
/** Wei a gas, for blocks without tips; less where the node suggests less, as on rollups. */
const LEAST_TIP = 100_000_000n
/** How far the base fee may rise, as percent of the next block's: it can grow by an eighth a block. */
const ROOM = { slow: 125n, normal: 200n, fast: 250n }

const History = z.object({
  baseFeePerGas: z.array(Quantity).check(z.minLength(1)),
  // Some nodes have a negative tip in a block, or null, which counts as none.
  reward: z.array(z.array(z.catch(Quantity, 0n))).check(z.minLength(1)),
})

export type Speed = keyof typeof ROOM
export type DynamicFees = Extract<Fees, { type: 'eip1559' }>

/** @returns `undefined` for a chain without base fee, and for a node that keeps no history. */
export async function speedsOf(node: Node): Promise<Record<Speed, DynamicFees> | undefined> {
  const answer = await node
    .request('eth_feeHistory', [BLOCKS, 'latest', PERCENTILES])
    .catch(() => undefined)
  const history = History.safeParse(answer)
  if (!history.success) return undefined
  const { baseFeePerGas, reward } = history.data
  const base = baseFeePerGas.at(-1)!
  const tips = PERCENTILES.map((_, at) => median(reward.map((block) => block[at] ?? 0n)))
  const suggested = await tipOf(node, base)
  const least = suggested < LEAST_TIP ? suggested : LEAST_TIP
  const [slow, normal, fast] = tips.map((tip) => (tip > least ? tip : least))
  const fees = (speed: Speed, tip: bigint): DynamicFees => ({
    type: 'eip1559',
    maxFeePerGas: (base * ROOM[speed]) / 100n + tip,
    maxPriorityFeePerGas: tip,
  })
  return { slow: fees('slow', slow!), normal: fees('normal', normal!), fast: fees('fast', fast!) }
}

/** Whether a site asks for far more than needed: three times the fast price. */
export function isDear(asked: AskedFees | undefined, speeds: Record<Speed, DynamicFees>): boolean {
  const price = asked?.type === 'eip1559' ? asked.maxPriorityFeePerGas : asked?.gasPrice
  const usual =
    asked?.type === 'eip1559' ? speeds.fast.maxPriorityFeePerGas : speeds.fast.maxFeePerGas
  return price !== undefined && price > 3n * usual
}

const median = (values: bigint[]): bigint =>
  values.sort((one, other) => (one < other ? -1 : 1))[Math.floor(values.length / 2)]!
