import type { Explanation } from '../../../src/chain/explain/explain.js'
import type { Permission } from '../../../src/chain/simulate/simulation.js'

/** What a question names: how much of each, by kind, who may, contract and id; all, where there is no amount. */
export function namedIn({ simulation }: Explanation): Map<string, bigint> {
  const done = simulation?.status === 'failed' ? simulation.others : simulation
  const list = done?.status === 'done' ? done.permissions : []
  const keyOf = (one: Permission) =>
    `${one.kind} ${one.to} ${one.contract}${one.kind === 'collectible' ? ` ${one.id}` : ''}`
  return new Map(
    list.map((one) => [keyOf(one), one.kind === 'tokens' ? one.amount : 2n ** 256n - 1n]),
  )
}
