import type { ReactiveControllerHost } from 'lit'

import type { Asset } from '../../../chain/reads/asset.js'
import { assetKey } from '../../stores/assets.js'
import type { WalletApp } from '../wallet-app.js'
import { ownerOf } from './balance.js'

/** Collectibles whose pictures a list loads. */
const MOST = 20

/** The pictures of a screen's collectibles, which come after the screen. */
export class ShownPictures {
  readonly #host: Pick<ReactiveControllerHost, 'requestUpdate'> & { app: WalletApp }
  /** Of this chain and account. */
  #of = ''
  #shown = new Map<string, string | undefined>()

  constructor(host: Pick<ReactiveControllerHost, 'requestUpdate'> & { app: WalletApp }) {
    this.#host = host
  }

  /** The asset with its picture, once that is there. */
  with(asset: Asset): Asset {
    if (asset.type === 'ERC20') return asset
    const of = ownerOf(this.#host.app)
    if (of !== this.#of) this.#shown = new Map()
    this.#of = of
    const key = assetKey(asset)
    if (!this.#shown.has(key) && this.#shown.size < MOST) void this.#load(key, asset)
    const image = this.#shown.get(key)
    return image ? { ...asset, image } : asset
  }

  async #load(key: string, asset: Asset): Promise<void> {
    this.#shown.set(key, undefined)
    try {
      const shown = this.#shown
      const { pictureOf } = await import('./pictures.js')
      shown.set(key, await pictureOf(this.#host.app, asset))
      this.#host.requestUpdate()
    } catch {
      // The code did not load: a letter stands there.
    }
  }
}
