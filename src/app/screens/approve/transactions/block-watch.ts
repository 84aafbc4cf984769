import type { ReactiveController, ReactiveControllerHost } from 'lit'

import type { Node } from '../../../../chain/reads/contract-reads.js'

/** Milliseconds between looks: a block of the faster chains. */
const PERIOD = 2_000

/** Reports each new block while the screen wants it. */
export class BlockWatch implements ReactiveController {
  readonly #node: () => Node
  readonly #isWanted: () => boolean
  readonly #onBlock: () => Promise<void>
  #timer: ReturnType<typeof setInterval> | undefined
  /** The last block that `onBlock` has handled. */
  #last: bigint | undefined
  #isBusy = false

  /** @param onBlock - Told of the same block again if it rejects. */
  constructor(
    host: ReactiveControllerHost,
    {
      node,
      isWanted,
      onBlock,
    }: { node: () => Node; isWanted: () => boolean; onBlock: () => Promise<void> },
  ) {
    this.#node = node
    this.#isWanted = isWanted
    this.#onBlock = onBlock
    host.addController(this)
  }

  hostConnected(): void {
    this.#timer = setInterval(() => void this.#look(), PERIOD)
  }

  hostDisconnected(): void {
    clearInterval(this.#timer)
  }

  async #look(): Promise<void> {
    if (this.#isBusy || document.hidden || !this.#isWanted()) return
    this.#isBusy = true
    try {
      const number = await this.#node().quantity('eth_blockNumber')
      if (number === this.#last) return
      await this.#onBlock()
      this.#last = number
    } catch {
      // The network does not answer: the next look may find more.
    } finally {
      this.#isBusy = false
    }
  }
}
