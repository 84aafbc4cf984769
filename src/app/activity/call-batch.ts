/** The stored form of a site's call batch (EIP-5792). */
import * as z from 'zod/mini'

import { Hex } from '../../protocol/messages.js'

export const CallBatch = z.object({
  id: z.string(),
  chainId: z.int(),
  /** How many calls were asked for. */
  count: z.int(),
  /** Hashes of the signed calls, in order. Fewer than `count`: the node did not take the others. */
  hashes: z.array(Hex),
})
export type CallBatch = z.output<typeof CallBatch>
