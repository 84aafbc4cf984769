/** Answers a page's requests, and prepares the person's transactions. The code for it loads when first needed. */

import type { PreparedCalls } from '../../chain/costs/prepare-calls.js'
import type { Chain } from '../../chain/networks/networks.js'
import type { AddressFacts } from '../../chain/reads/address-facts.js'
import type { PreparedTransaction, TransactionRequest } from '../../chain/requests/transaction.js'
import type { Activity } from '../activity/activity.js'
import type { CallBatches } from '../activity/call-batches.js'
import type { SessionEndNotice } from '../approval/session-end-notice.js'
import { loadRpc } from './load-rpc.js'
import type { RpcContext } from './rpc/context.js'
import type { Subscriptions } from './subscriptions.js'

export interface CoreOptions {
  context: () => RpcContext & ConstructorParameters<typeof SessionEndNotice>[0]
  /** Sends a subscription's notification to the page. */
  tell: (subscription: string, result: unknown) => void
  /** The state of a sent transaction has changed. */
  onActivity: () => void
}

export class Core {
  readonly #options: CoreOptions
  #subscriptions: Subscriptions | undefined
  #batches: CallBatches | undefined
  #activity: Activity | undefined
  #endNotice: SessionEndNotice | undefined

  constructor(options: CoreOptions) {
    this.#options = options
  }

  /** The page's subscriptions. Loaded with the code that answers requests. */
  get subscriptions(): Subscriptions {
    return this.#subscriptions!
  }

  /** Batches of calls from the page. Undefined while their code loads. */
  get batches(): CallBatches {
    return this.#batches!
  }

  /** The account's transactions; undefined while their code loads. */
  get activity(): Activity | undefined {
    return this.#activity
  }

  /** Tells why a question ended. Loaded before a signed-in person can be asked anything. */
  get endNotice(): SessionEndNotice | undefined {
    return this.#endNotice
  }

  /** Watches a signature whose session may end before the signing does. */
  watch<T>(signing: Promise<T>): Promise<T> {
    return this.#endNotice?.watch(signing) ?? signing
  }

  /** After a sign-in: follows transactions of earlier visits. */
  resume(): void {
    const done = this.load().then((activity) => activity.resume())
    // A chunk that did not load is requested again when needed.
    done.catch(() => {})
  }

  async load(): Promise<Activity> {
    const { Activity, CallBatches, SessionEndNotice } = await loadRpc()
    const { context, onActivity } = this.#options
    const { store, chains } = context()
    this.#batches ??= new CallBatches(store, (chainId) => {
      const chain = chains.find(chainId)
      return chain && chains.nodeOf(chain)
    })
    this.#activity ??= new Activity(context(), onActivity)
    this.#endNotice ??= new SessionEndNotice(context())
    return this.#activity
  }

  async rpc(method: string, params: unknown): Promise<unknown> {
    const { answerRpc, Subscriptions } = await loadRpc()
    const { context, tell } = this.#options
    await this.load()
    this.#subscriptions ??= new Subscriptions({ node: () => context().chains.node, tell })
    return answerRpc(context(), method, params)
  }

  /** A transaction of the person's own. */
  async send(request: TransactionRequest): Promise<`0x${string}`> {
    const { sendRequest } = await loadRpc()
    await this.load()
    return sendRequest(this.#options.context(), request, true)
  }

  /** The current cost of a transaction. */
  async prepare(request: TransactionRequest, chain: Chain): Promise<PreparedTransaction> {
    const { prepareOne } = await loadRpc()
    const node = this.#options.context().chains.nodeOf(chain)
    return prepareOne(await this.load(), node, request, chain)
  }

  async prepareCalls(requests: TransactionRequest[], chain: Chain): Promise<PreparedCalls> {
    const { prepareSeveral } = await loadRpc()
    const node = this.#options.context().chains.nodeOf(chain)
    return prepareSeveral(await this.load(), node, requests, chain)
  }

  /** Facts about an address from the chain. */
  async lookUp(address: string, chain: Chain): Promise<AddressFacts> {
    const { readAddress } = await loadRpc()
    return readAddress(this.#options.context().chains.nodeOf(chain), address)
  }

  /** Ends all subscriptions: the chain has changed. */
  clear(): void {
    this.#subscriptions?.clear()
  }
}
