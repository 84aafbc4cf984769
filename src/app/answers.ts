/** Answers what a page asks, and prepares what a person sends. The code for it loads when it is first needed. */
import type { Chain } from '../chain/networks.js'
import type { PreparedCalls } from '../chain/prepare-calls.js'
import type { Rpc } from '../chain/rpc.js'
import type { AddressFacts } from '../chain/tokens.js'
import type { PreparedTransaction, TransactionRequest } from '../chain/transaction.js'
import { answering } from './load-answering.js'
import type { RpcContext } from './rpc/context.js'
import type { Subscriptions } from './subscriptions.js'

export interface AnswersOptions {
  context: () => RpcContext
  node: () => Rpc
  /** Tells the page news of a subscription. */
  tell: (subscription: string, result: unknown) => void
}

export class Answers {
  readonly #options: AnswersOptions
  #subscriptions: Subscriptions | undefined

  constructor(options: AnswersOptions) {
    this.#options = options
  }

  /** What the page has subscribed to. Loaded with what answers the request for it. */
  get subscriptions(): Subscriptions {
    return this.#subscriptions!
  }

  async rpc(method: string, params: unknown): Promise<unknown> {
    const { answerRpc, Subscriptions } = await answering()
    const { context, node, tell } = this.#options
    this.#subscriptions ??= new Subscriptions({ node, tell })
    return answerRpc(context(), method, params)
  }

  /** A transaction of the person's own. */
  async send(request: TransactionRequest): Promise<`0x${string}`> {
    const { sendRequest } = await answering()
    return sendRequest(this.#options.context(), request, true)
  }

  /** What a transaction costs, as things stand. */
  async prepare(request: TransactionRequest, chain: Chain): Promise<PreparedTransaction> {
    const { prepareTransaction } = await answering()
    return prepareTransaction(this.#options.context().nodeOf(chain), request, chain.chainId)
  }

  async prepareCalls(requests: TransactionRequest[], chain: Chain): Promise<PreparedCalls> {
    const { prepareCalls } = await answering()
    return prepareCalls(this.#options.context().nodeOf(chain), requests, chain.chainId)
  }

  /** What the chain says about an address. */
  async lookUp(address: string, chain: Chain): Promise<AddressFacts> {
    const { readAddress } = await answering()
    return readAddress(this.#options.context().nodeOf(chain), address)
  }

  /** What was subscribed to on another chain is over. */
  clear(): void {
    this.#subscriptions?.clear()
  }
}
