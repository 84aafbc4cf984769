/** Generations of a network's shares: the first is made by `dkg`, each `reshare` makes the next. */
import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import { KeyNetwork } from '../../protocol/service.js'

/** The name of a generation. */
export const GENERATION = /g\d{1,6}-[0-9a-f]{8}/

/** `network.json`: the public keys of the network, and the generation of its shares. */
export const Network = z.extend(KeyNetwork, {
  generation: z._default(z.int().check(z.gte(1), z.lte(999_999)), 1),
})
export type Network = z.infer<typeof Network>

/**
 * A name such as `g2-1a2b3c4d`: the generation's number and a digest of its public keys. It is the same for all shares
 * of a generation, and for no others.
 */
export const generationOf = ({ generation, threshold, groupKey, nodes }: Network): string => {
  const keys = nodes.map(({ index, publicKey }) => [index, publicKey] as const)
  const inOrder = keys.toSorted(([a], [b]) => a - b)
  const digest = createHash('sha256').update(JSON.stringify([threshold, groupKey, inOrder]))
  return `g${generation}-${digest.digest('hex').slice(0, 8)}`
}
