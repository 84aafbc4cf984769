/** Call batches of sites (EIP-5792) and their state. They survive a reload. */
import * as z from 'zod/mini'

import type { Rpc } from '../../chain/rpc/rpc.js'
import { WalletError } from '../../shared/errors.js'
import type { SiteStore } from '../sites/site-store.js'
import { type CallsStatus, statusOfCalls } from './batch-status.js'
import { CallBatch } from './call-batch.js'

const ITEM = 'calls'
/** The oldest are forgotten. */
const MAX_BUNDLES = 50

export class CallBatches {
  readonly #store: SiteStore
  readonly #nodeOf: (chainId: number) => Rpc | undefined

  /** @param nodeOf - The node of a chain, if the wallet still knows it. */
  constructor(store: SiteStore, nodeOf: (chainId: number) => Rpc | undefined) {
    this.#store = store
    this.#nodeOf = nodeOf
  }

  has(id: string): boolean {
    return this.#all.some((batch) => batch.id === id)
  }

  /** @throws {WalletError} `UNKNOWN_BUNDLE` */
  get(id: string): CallBatch {
    const batch = this.#all.find((one) => one.id === id)
    if (batch) return batch
    throw new WalletError('UNKNOWN_BUNDLE')
  }

  /** In the place of what was known of the same one. */
  save(batch: CallBatch): void {
    const others = this.#all.filter(({ id }) => id !== batch.id)
    this.#store.set(ITEM, [...others, batch].slice(-MAX_BUNDLES))
  }

  /**
   * A transaction of these calls is settled.
   *
   * @param mined - The transaction that the chain took, or its replacement; nothing: neither.
   */
  follow(id: string, hash: string, mined: `0x${string}` | undefined): void {
    const batch = this.#all.find((one) => one.id === id)
    if (!batch?.hashes.some((one) => one === hash && one !== mined)) return
    const hashes = batch.hashes.flatMap((one) => (one === hash ? (mined ?? []) : one))
    this.save({ ...batch, hashes })
  }

  /**
   * Asks the chain how it went.
   *
   * @throws {WalletError | ProviderRpcError} `UNKNOWN_BUNDLE`; `UNSUPPORTED_CHAIN` if the chain is not
   *   known any more; what the node says.
   */
  status(id: string): Promise<CallsStatus> {
    return statusOfCalls(this.get(id), this.#nodeOf)
  }

  get #all(): CallBatch[] {
    return this.#store.get(ITEM, z.array(CallBatch)) ?? []
  }
}
