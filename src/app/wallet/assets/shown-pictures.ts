import type { ReactiveControllerHost } from 'lit'

import type { Asset } from '../../../chain/reads/asset.js'
import { assetKey } from '../../stores/assets.js'
import type { WalletApp } from '../wallet-app.js'
import { ownerOf } from './balance.js'

/** Pictures that a list loads, which are large, and logos, which are small. */
const MOST = { pictures: 20, logos: 100 }

/** The pictures of a screen's collectibles and tokens, which come after the screen. */
export class ShownPictures {
  readonly #host: Pick<ReactiveControllerHost, 'requestUpdate'> & { app: WalletApp }
  /** Chain and account of the shown pictures. */
  #of = ''
  #shown = new Map<string, string | undefined>()
  #left = { ...MOST }

  constructor(host: Pick<ReactiveControllerHost, 'requestUpdate'> & { app: WalletApp }) {
    this.#host = host
  }

  /** The asset with its picture, once that is there. */
  with(asset: Asset): Asset {
    const of = ownerOf(this.#host.app)
    if (of !== this.#of) {
      this.#shown = new Map()
      this.#left = { ...MOST }
    }
    this.#of = of
    const key = assetKey(asset)
    const kind = asset.type === 'ERC20' ? 'logos' : 'pictures'
    if (!this.#shown.has(key) && this.#left[kind]-- > 0) void this.#load(key, asset)
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
      // The code did not load, so a letter is shown instead.
    }
  }
}
