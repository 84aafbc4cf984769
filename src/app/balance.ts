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
  readonly #host: ReactiveControllerHost & { app: WalletApp }
  #timer: ReturnType<typeof setTimeout> | undefined
  #looks = 0
  #sent: string | undefined

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
      await this.#look()
      this.value = await node.quantity('eth_getBalance', [address, 'latest'])
      this.isStale = false
    } catch {
      this.isStale = true
    }
    this.#host.requestUpdate()
    this.#schedule()
  }

  /** Whether the transaction that is on its way has arrived. */
  async #look(): Promise<void> {
    const { app } = this.#host
    const { hash, status } = app.sending ?? {}
    if (!hash || status !== 'pending') return
    const receipt = await app.node.request('eth_getTransactionReceipt', [hash])
    const isFailed = (receipt as { status?: unknown } | null)?.status === '0x0'
    if (receipt) app.settled(hash, isFailed ? 'failed' : 'done')
    else if (++this.#looks > PENDING_LOOKS) app.settled(hash, 'unknown')
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    if (document.hidden) return
    this.#timer = setTimeout(
      () => this.refresh(),
      this.#host.app.sending?.status === 'pending' ? PENDING_PERIOD : PERIOD,
    )
  }

  #onConnected = (): void => {
    const { app } = this.#host
    this.#sent = app.sending?.hash
    app.addEventListener('change', this.#onChange)
    void this.refresh()
  }

  #onVisible = (): void => {
    if (!document.hidden) void this.refresh()
  }

  #onChange = (): void => {
    const { sending } = this.#host.app
    this.#host.requestUpdate()
    if (sending?.hash === this.#sent) return
    this.#sent = sending?.hash
    this.#looks = 0
    void this.refresh()
  }
}
