/** The effects of a request, as the node simulates them. */
import type { Hex } from '../clear-signing/descriptor.js'
import type { Reason } from './reason.js'

/** A gain or loss of the account. Amounts in the smallest unit. */
export type BalanceChange =
  | { kind: 'coin'; change: bigint }
  | { kind: 'token'; token: Hex; change: bigint }
  /** One collectible of ERC-721, or some of ERC-1155. */
  | { kind: 'nft'; collection: Hex; id: bigint; change: bigint }

/** A permission that lasts after the transaction. `to`: the grantee. */
export type Permission =
  /** `contract` is undefined if the data does not say which token. */
  | {
      kind: 'tokens'
      to: Hex
      contract: Hex | undefined
      amount: bigint
      isUnlimited: boolean
    }
  | { kind: 'collectible'; to: Hex; contract: Hex; id: bigint }
  | {
      /**
       * `operator`: everything that the account may do in the contract. `module`: everything that a shared account may
       * do. `ownership`: control of the contract.
       */
      kind: 'collection' | 'operator' | 'borrowing' | 'module' | 'ownership'
      to: Hex
      contract: Hex
    }

export type Simulation =
  /**
   * Network fees are not in the changes.
   *
   * @param held - What the account has of each token before, by lower-case address.
   * @param isUnclear - There are more permissions than these, or it does other things when it is played again.
   * @param isPartial - Not everything was read: a permission that no event tells of may be missing.
   */
  | {
      status: 'done'
      changes: BalanceChange[]
      permissions: Permission[]
      held?: ReadonlyMap<string, bigint>
      isUnclear?: boolean
      isPartial?: boolean
    }
  /** The request works, but the node cannot tell what changes. */
  | { status: 'unseen' }
  /**
   * @param index - Which of the calls of the request, if the node tells.
   * @param others - What those do that would not fail: they are sent all the same.
   */
  | { status: 'failed'; index?: number; reason: Reason; others?: Simulation }
  /** Neither: the node cannot play it. */
  | { status: 'unavailable' }
