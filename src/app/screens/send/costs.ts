/** The cost of sending, as far as known before the confirmation. */
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type {
  PreparedTransaction,
  TransactionRequest,
} from '../../../chain/requests/transaction.js'
import { toJson } from '../../../chain/rpc/quantity.js'
import type { WalletApp } from '../../wallet/wallet-app.js'

/** Milliseconds without a change before the node is asked. */
const PAUSE = 400

/** The whole balance at a fixed fee: a rising fee could exceed the rest. */
export type Everything = Pick<TransactionRequest, 'value' | 'fees' | 'gas'>

export class Costs implements ReactiveController {
  /** Prepared for the latest request; undefined until the node answers, or if it does not. */
  prepared: PreparedTransaction | undefined
  readonly #host: ReactiveControllerHost & { app: WalletApp }
  #key = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(host: ReactiveControllerHost & { app: WalletApp }) {
    this.#host = host
    host.addController(this)
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer)
    this.#key = ''
  }

  /** Prepares the request after a pause. @param request - Undefined while the form is incomplete. */
  follow(request: TransactionRequest | undefined): void {
    const chain = this.#host.app.chains.current
    const key = request ? `${chain.chainId} ${toJson(request)}` : ''
    if (key === this.#key) return
    clearTimeout(this.#timer)
    this.#key = key
    if (this.prepared) this.#become(undefined)
    if (request) this.#timer = setTimeout(() => void this.#prepare(request, key), PAUSE)
  }

  /**
   * How much of the coin can be sent so that the fee can still be paid.
   *
   * @returns `value` 0 or less where nothing is left.
   * @throws {WalletError | ProviderRpcError} If the node does not say.
   */
  async everything(from: `0x${string}`, to = from): Promise<Everything> {
    // Estimate with one wei, not zero: a contract may run more code for a payment.
    const request = { from, to, value: 1n, data: '0x', fees: undefined } as const
    const { core, chains } = this.#host.app
    const { remaining, dataFee, transaction } = await core.prepare(request, chains.current)
    const rest = remaining + transaction.value
    // Twice: the confirmation asks for the fee anew, and it may have risen by then.
    return { value: rest - 2n * dataFee, fees: transaction.fees, gas: transaction.gas }
  }

  async #prepare(request: TransactionRequest, key: string): Promise<void> {
    const { core, chains } = this.#host.app
    const prepared = await core.prepare(request, chains.current).catch(() => undefined)
    if (key === this.#key) this.#become(prepared)
  }

  #become(prepared: PreparedTransaction | undefined): void {
    this.prepared = prepared
    this.#host.requestUpdate()
  }
}
