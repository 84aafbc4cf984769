/** The stored form of a site's call batch (EIP-5792). */
import * as z from 'zod/mini'

import { Hex } from '../../protocol/messages.js'

const Call = z.object({
  /** Of what was signed for it, or what the chain took in its place. */
  hash: Hex,
  /**
   * Why it is not on the chain. `refused`: the node did not take it. `skipped`: the node refused one before it.
   * `cancelled`: by the person. `replaced`: the chain took a transaction with its nonce that was not sent from here.
   */
  lost: z.optional(z.enum(['refused', 'skipped', 'cancelled', 'replaced'])),
  /** The node's, where it refused the call. */
  message: z.optional(z.string()),
})
export type Call = z.output<typeof Call>

export const CallBatch = z.object({
  id: z.string(),
  chainId: z.int(),
  /** In the order in which they were asked for. */
  calls: z.array(Call),
})
export type CallBatch = z.output<typeof CallBatch>
