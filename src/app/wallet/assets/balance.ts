import type { ReactiveController, ReactiveControllerHost } from 'lit'

import { hashOf } from '../../activity/record.js'
import { keepAmounts, type LastAmount, lastAmount } from '../../stores/last-amounts.js'
import type { WalletApp } from '../wallet-app.js'
import type { Reading } from './coins-received.js'

/** Milliseconds between looks, while the screen can be seen. */
const PERIOD = 15_000

/** The account's balance for a screen: asked for when it opens, after a transaction, and again and again. */
export class Balance implements ReactiveController {
  /** Wei. */
  value: bigint | undefined
  /** The node does not answer: `value` may be old. */
  isStale = false
  readonly #host: ReactiveControllerHost & { app: WalletApp }
  #timer: ReturnType<typeof setTimeout> | undefined
  /** How often the node was asked. */
  round = 0
  #news = ''
  /** Account and chain of the value, which is hidden when either changes. */
  #of = ''

  constructor(host: ReactiveControllerHost & { app: WalletApp }) {
    this.#host = host
    host.addController(this)
  }

  /** The last balance read, in this document or before. Show it with its time; do not calculate with it. */
  get last(): LastAmount | undefined {
    return lastAmount(this.#host.app)
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#onVisible)
    addEventListener('online', this.#onLine)
    addEventListener('offline', this.#onLine)
    // Properties are set right after.
    queueMicrotask(this.#onConnected)
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#onVisible)
    removeEventListener('online', this.#onLine)
    removeEventListener('offline', this.#onLine)
    this.#host.app.removeEventListener('change', this.#onChange)
    clearTimeout(this.#timer)
    // An answer on its way is for a screen that is gone.
    this.#of = ''
  }

  /** Asks the node now. */
  async refresh(): Promise<void> {
    clearTimeout(this.#timer)
    const { chains, own, store } = this.#host.app
    const { current: chain, node } = chains
    const address = own.chosen
    if (!address) return
    const of = ownerOf(this.#host.app)
    if (this.#of !== of) this.value = undefined
    this.#of = of
    const isOver = () => of !== this.#of || of !== ownerOf(this.#host.app)
    this.round++
    try {
      const value = await node.quantity('eth_getBalance', [address, 'latest'])
      // The account or chain has changed: its own answer is on the way.
      if (isOver()) return
      this.value = value
      this.isStale = false
      this.#note({ of, address, chain, node, store, value }).catch(() => {})
      keepAmounts(this.#host.app, new Map([['', value]]))
    } catch {
      if (isOver()) return
      this.isStale = true
    }
    this.#host.requestUpdate()
    this.#schedule()
  }

  async #note(reading: Reading): Promise<void> {
    const { noteBalance } = await import('./coins-received.js')
    if (await noteBalance(reading)) this.#host.requestUpdate()
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    if (document.hidden) return
    this.#timer = setTimeout(() => this.refresh(), PERIOD)
  }

  #onConnected = (): void => {
    const { app } = this.#host
    this.#news = newsOf(app)
    app.addEventListener('change', this.#onChange)
    void this.refresh()
  }

  /** Show the offline state at once: a running request may take until its deadline. */
  #onLine = (): void => {
    this.isStale = !navigator.onLine
    this.#host.requestUpdate()
    if (navigator.onLine) void this.refresh()
  }

  #onVisible = (): void => {
    if (!document.hidden) void this.refresh()
  }

  #onChange = (): void => {
    const news = newsOf(this.#host.app)
    this.#host.requestUpdate()
    if (news === this.#news && this.#of === ownerOf(this.#host.app)) return
    this.#news = news
    void this.refresh()
  }
}

export const ownerOf = ({ own, chains }: WalletApp): string =>
  `${own.chosen} ${chains.current.chainId}`

/** The latest transaction and its state: when it changes, so does the balance. */
export function newsOf({ core }: WalletApp): string {
  const news = core.activity?.news
  return news ? `${hashOf(news)} ${news.status}` : ''
}
