/** Call batches of sites (EIP-5792) and their state. They survive a reload. */
import * as z from 'zod/mini'

import type { Rpc } from '../../chain/rpc/rpc.js'
import { WalletError } from '../../shared/errors.js'
import type { SiteStore } from '../sites/site-store.js'
import { type Call, CallBatch, type CallsStatus, statusOfCalls } from './batch-status.js'
import { idOf, type Sent } from './record.js'

const ITEM = 'batches'
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

  /** Replaces an earlier record of the same batch. */
  save(batch: CallBatch): void {
    const others = this.#all.filter(({ id }) => id !== batch.id)
    this.#store.set(ITEM, [...others, batch].slice(-MAX_BUNDLES))
  }

  /** A transaction of these calls is settled. */
  follow(id: string, sent: Sent): void {
    const batch = this.#all.find((one) => one.id === id)
    const known = batch?.calls.find(({ hash }) => hash === idOf(sent))
    const call = callOf(sent)
    if (!batch || !known || (known.hash === call.hash && known.lost === call.lost)) return
    this.save({ ...batch, calls: batch.calls.map((one) => (one === known ? call : one)) })
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

/** How its transaction ended. */
function callOf(sent: Sent): Call {
  const { status, mined, refusal } = sent
  const hash = mined ?? idOf(sent)
  if (status === 'cancelled' || status === 'replaced') return { hash, lost: status }
  if (status !== 'refused') return { hash }
  return refusal === undefined
    ? { hash, lost: 'skipped' }
    : { hash, lost: status, message: refusal }
}
