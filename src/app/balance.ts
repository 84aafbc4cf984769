import type { ReactiveController, ReactiveControllerHost } from 'lit'

import type { WalletApp } from './wallet-app.js'

/** Milliseconds between looks, while the screen can be seen; and while a transaction is on its way. */
const PERIOD = 15_000
const PENDING_PERIOD = 1_500
/** Looks for a receipt before the usual pace is taken up again. */
const PENDING_LOOKS = 60

/** The account's balance for a screen: asked for when it opens, after a transaction, and again and again. */
export class Balance implements ReactiveController {
  /** Wei. */
  value: bigint | undefined
  /** The node does not answer: `value` may be old. */
  isStale = false
  /** A transaction of ours has no receipt yet. */
  pending: string | undefined
  readonly #host: ReactiveControllerHost & { app: WalletApp }
  #timer: ReturnType<typeof setTimeout> | undefined
  #looks = 0
  #lastSent: string | undefined

  constructor(host: ReactiveControllerHost & { app: WalletApp }) {
    this.#host = host
    host.addController(this)
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#onVisible)
    // Properties are set right after.
    queueMicrotask(this.#onConnected)
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#onVisible)
    this.#host.app.removeEventListener('change', this.#onChange)
    clearTimeout(this.#timer)
  }

  /** Asks the node now. */
  async refresh(): Promise<void> {
    clearTimeout(this.#timer)
    const { node, address } = this.#host.app
    if (!address) return
    try {
      const isMined = this.pending
        ? (await node.request('eth_getTransactionReceipt', [this.pending])) !== null
        : true
      if (isMined || ++this.#looks > PENDING_LOOKS) this.pending = undefined
      this.value = await node.quantity('eth_getBalance', [address, 'latest'])
      this.isStale = false
    } catch {
      this.isStale = true
    }
    this.#host.requestUpdate()
    this.#schedule()
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    if (document.hidden) return
    this.#timer = setTimeout(() => this.refresh(), this.pending ? PENDING_PERIOD : PERIOD)
  }

  #onConnected = (): void => {
    const { app } = this.#host
    this.#lastSent = app.lastSent
    app.addEventListener('change', this.#onChange)
    void this.refresh()
  }

  #onVisible = (): void => {
    if (!document.hidden) void this.refresh()
  }

  #onChange = (): void => {
    const { lastSent } = this.#host.app
    if (lastSent === this.#lastSent) return
    this.#lastSent = lastSent
    this.pending = lastSent
    this.#looks = 0
    void this.refresh()
  }
}
