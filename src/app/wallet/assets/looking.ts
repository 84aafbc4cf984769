import type { ReactiveController, ReactiveControllerHost } from 'lit'

import type { WalletApp } from '../wallet-app.js'
import { newsOf } from './balance.js'

/** `unasked`: the node is a site's choice, and is not asked. */
export type LookState = 'asking' | 'done' | 'silent' | 'unasked'

/**
 * What the node says of the account's past, for a screen: asked for when it opens, after a transaction, and when the
 * person wants it.
 */
export class Looking<Found> implements ReactiveController {
  found: Found | undefined
  state: LookState = 'asking'
  readonly #host: ReactiveControllerHost & { app: WalletApp }
  readonly #find: (app: WalletApp, account: `0x${string}`) => Promise<Found>
  #run = 0
  #news = ''

  /** @param find - Rejects if the node does not answer. */
  constructor(
    host: ReactiveControllerHost & { app: WalletApp },
    find: (app: WalletApp, account: `0x${string}`) => Promise<Found>,
  ) {
    this.#host = host
    this.#find = find
    host.addController(this)
  }

  hostConnected(): void {
    // Properties are set right after.
    queueMicrotask(() => {
      const { app } = this.#host
      this.#news = newsOf(app)
      app.addEventListener('change', this.#onChange)
      void this.look()
    })
  }

  hostDisconnected(): void {
    this.#run++
    this.#host.app.removeEventListener('change', this.#onChange)
  }

  /** Asks the node now. What was found before stays until it answers. */
  async look(): Promise<void> {
    const { app } = this.#host
    const run = ++this.#run
    this.#show(app.chain.nodeUrl ? 'asking' : 'unasked')
    if (!app.address || !app.chain.nodeUrl) return
    try {
      const found = await this.#find(app, app.address)
      if (run !== this.#run) return
      this.found = found
      this.#show('done')
    } catch {
      if (run === this.#run) this.#show('silent')
    }
  }

  #show(state: LookState): void {
    this.state = state
    this.#host.requestUpdate()
  }

  #onChange = (): void => {
    const news = newsOf(this.#host.app)
    this.#host.requestUpdate()
    if (news === this.#news) return
    this.#news = news
    void this.look()
  }
}
