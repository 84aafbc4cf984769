import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { Node } from '../../../../chain/reads/contract-reads.js'
import type { Transaction } from '../../../../chain/requests/transaction.js'
import { isQuantity } from '../../../../chain/rpc/quantity.js'

/** Milliseconds between checks of network fees: a block of the slower chains. */
const PERIOD = 12_000

/** Tells when network fees have risen above those on the screen, which would then be too low. */
export class FeeWatch implements ReactiveController {
  readonly #onRise: () => void
  #node: Node | undefined
  /** The lowest maximum fee of the transactions, in wei a gas; undefined while there is nothing to compare. */
  #most: bigint | undefined
  #hasRisen = false
  #stop = new AbortController()

  constructor(host: ReactiveControllerHost, onRise: () => void) {
    this.#onRise = onRise
    host.addController(this)
  }

  /** Whether it has become dearer since the screen is there. */
  get hasRisen(): boolean {
    return this.#hasRisen
  }

  hostConnected(): void {
    this.#stop = new AbortController()
    const { signal } = this.#stop
    const timer = setInterval(() => void this.#look(), PERIOD)
    signal.addEventListener('abort', () => clearInterval(timer))
    // Fees may have changed while the tab was hidden.
    document.addEventListener('visibilitychange', () => void this.#look(), { signal })
  }

  hostDisconnected(): void {
    this.#stop.abort()
    this.#most = undefined
  }

  /** @param transactions - Those on the screen; empty while they are prepared. */
  follow(node: Node, transactions: readonly Transaction[]): void {
    this.#node = node
    const prices = transactions.flatMap(({ fees }) =>
      fees.type === 'eip1559' ? [fees.maxFeePerGas] : [],
    )
    this.#most = prices.length
      ? prices.reduce((one, other) => (one < other ? one : other))
      : undefined
  }

  async #look(): Promise<void> {
    const most = this.#most
    if (most === undefined || document.hidden) return
    const block = await this.#node
      ?.request('eth_getBlockByNumber', ['latest', false])
      .catch(() => undefined)
    const base = (block as { baseFeePerGas?: unknown } | null | undefined)?.baseFeePerGas
    // The transactions on the screen may have changed during the request.
    if (most !== this.#most || !isQuantity(base) || BigInt(base) <= most) return
    this.#hasRisen = true
    this.#onRise()
  }
}
