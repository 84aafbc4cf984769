/** What a request would do, as the node plays it. */
import type { Hex } from '../clear-signing/descriptor.js'
import type { Reason } from './reason.js'

/** What the account has more, or less, of. Amounts in the smallest unit. */
export type BalanceChange =
  | { kind: 'coin'; change: bigint }
  | { kind: 'token'; token: Hex; change: bigint }
  /** One collectible of ERC-721, or some of ERC-1155. */
  | { kind: 'nft'; collection: Hex; id: bigint; change: bigint }

export type Simulation =
  /** Network fees are not in the changes. */
  | { status: 'done'; changes: BalanceChange[] }
  /** It would work; what changes, the node cannot say. */
  | { status: 'unseen' }
  /** @param index - Which of the calls, if the node tells. */
  | { status: 'failed'; index: number; reason: Reason }
  /** Neither: the node cannot play it. */
  | { status: 'unavailable' }
