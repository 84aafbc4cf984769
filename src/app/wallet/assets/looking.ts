import type { ReactiveController, ReactiveControllerHost } from 'lit'

import type { Chain } from '../../../chain/networks/networks.js'
import type { Rpc } from '../../../chain/rpc/rpc.js'
import type { WalletApp } from '../wallet-app.js'
import { newsOf, ownerOf } from './balance.js'

/** `unasked`: the node is a site's choice, and is not asked. */
export type LookState = 'asking' | 'done' | 'silent' | 'unasked'

/** The account and the chain to look at, as they were when the look began. */
export interface Looked {
  readonly app: WalletApp
  readonly address: `0x${string}`
  readonly chain: Chain
  readonly node: Rpc
}

/** Reads an account's past from the node for a screen: when the screen opens, after a transaction, and on request. */
export class Looking<Found> implements ReactiveController {
  state: LookState = 'asking'
  readonly #host: ReactiveControllerHost & { app: WalletApp }
  readonly #find: (looked: Looked) => Promise<Found>
  #found: Found | undefined
  /** Account and chain that `#found` belongs to. */
  #of = ''
  #run = 0
  #news = ''

  /** @param find - Rejects if the node does not answer. */
  constructor(
    host: ReactiveControllerHost & { app: WalletApp },
    find: (looked: Looked) => Promise<Found>,
  ) {
    this.#host = host
    this.#find = find
    host.addController(this)
  }

  /** The result, if it belongs to the account and the chain in use. */
  get found(): Found | undefined {
    return this.#of === ownerOf(this.#host.app) ? this.#found : undefined
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

  /** Asks the node now. Keeps the last result until then. */
  async look(): Promise<void> {
    const { app } = this.#host
    const address = app.own.chosen
    const { current: chain, node } = app.chains
    const run = ++this.#run
    const of = ownerOf(app)
    if (this.#of !== of) this.#found = undefined
    this.#of = of
    this.#show(chain.nodeUrl ? 'asking' : 'unasked')
    if (!address || !chain.nodeUrl) return
    try {
      const found = await this.#find({ app, address, chain, node })
      if (run !== this.#run) return
      this.#found = found
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
    const { app } = this.#host
    const news = newsOf(app)
    this.#host.requestUpdate()
    if (news === this.#news && this.#of === ownerOf(app)) return
    this.#news = news
    void this.look()
  }
}
