import type { ReactiveController, ReactiveControllerHost } from 'lit'

import type { Asset } from '../../../chain/reads/asset.js'
import { type Holding, readHoldings } from '../../../chain/reads/holdings.js'
import type { WalletApp } from '../wallet-app.js'

/** What the account in use holds of the tokens in its list, for a screen: asked for again whenever its coins are. */
export class Holdings implements ReactiveController {
  readonly #host: ReactiveControllerHost & { app: WalletApp }
  /** What they are of: another account's or chain's are never shown. */
  #of = ''
  #all: Holding[] = []

  constructor(host: ReactiveControllerHost & { app: WalletApp }) {
    this.#host = host
    host.addController(this)
  }

  hostConnected(): void {}

  /** As known so far: of what was not asked for yet there is no amount. */
  get all(): Holding[] {
    const known = this.#of === this.#key ? this.#all : []
    return this.#assets.map(
      (asset) =>
        known.find(
          (one) => one.asset.address === asset.address && one.asset.tokenId === asset.tokenId,
        ) ?? {
          asset,
          amount: undefined,
        },
    )
  }

  /** Asks the node now. What it does not answer stays as it was. */
  async refresh(): Promise<void> {
    const { node, address } = this.#host.app
    const [key, assets] = [this.#key, this.#assets]
    if (!address || !assets.length) return
    try {
      const all = await readHoldings(node, address, assets)
      if (key !== this.#key) return
      this.#all = all
      this.#of = key
      this.#host.requestUpdate()
    } catch {
      // The balance says that the network does not answer.
    }
  }

  /** What is in the list of the account in use. */
  get #assets(): Asset[] {
    const { address: account, chain, assets } = this.#host.app
    return account ? assets.of({ account, chainId: chain.chainId }) : []
  }

  get #key(): string {
    const { address, chain } = this.#host.app
    return `${address} ${chain.chainId}`
  }
}
