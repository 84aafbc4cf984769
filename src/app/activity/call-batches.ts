/** Calls that a site had sent together (EIP-5792), and how they went. They outlive a reload. */
import * as z from 'zod/mini'

import type { Rpc } from '../../chain/rpc/rpc.js'
import { Hex } from '../../protocol/messages.js'
import { WalletError } from '../../shared/errors.js'
import type { SiteStore } from '../sites/site-store.js'
import { type CallsStatus, statusOfCalls } from './batch-status.js'

const ITEM = 'calls'
/** The oldest are forgotten. */
const MAX_BUNDLES = 50

const CallBatch = z.object({
  id: z.string(),
  chainId: z.int(),
  /** How many calls were asked for. */
  count: z.int(),
  /** Of what was signed, in order. Fewer than `count`: the node did not take the others. */
  hashes: z.array(Hex),
})
export type Bundle = z.output<typeof CallBatch>

export class CallBatches {
  readonly #store: SiteStore
  readonly #nodeOf: (chainId: number) => Rpc | undefined

  /** @param nodeOf - The node of a chain, if the wallet still knows it. */
  constructor(store: SiteStore, nodeOf: (chainId: number) => Rpc | undefined) {
    this.#store = store
    this.#nodeOf = nodeOf
  }

  has(id: string): boolean {
    return this.#all.some((bundle) => bundle.id === id)
  }

  /** @throws {WalletError} `UNKNOWN_BUNDLE` */
  get(id: string): Bundle {
    const bundle = this.#all.find((one) => one.id === id)
    if (bundle) return bundle
    throw new WalletError('UNKNOWN_BUNDLE')
  }

  /** In the place of what was known of the same one. */
  save(bundle: Bundle): void {
    const others = this.#all.filter(({ id }) => id !== bundle.id)
    this.#store.set(ITEM, [...others, bundle].slice(-MAX_BUNDLES))
  }

  /**
   * A transaction of these calls has come to its end.
   *
   * @param mined - What the chain took in its place, or of it; nothing: neither.
   */
  follow(id: string, hash: string, mined: `0x${string}` | undefined): void {
    const bundle = this.#all.find((one) => one.id === id)
    if (!bundle?.hashes.some((one) => one === hash && one !== mined)) return
    const hashes = bundle.hashes.flatMap((one) => (one === hash ? (mined ?? []) : one))
    this.save({ ...bundle, hashes })
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

  get #all(): Bundle[] {
    return this.#store.get(ITEM, z.array(CallBatch)) ?? []
  }
}
