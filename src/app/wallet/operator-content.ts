/** The operator's services and announcements, as far as the page allows. */
import type { AppConfig } from '../../protocol/service.js'
import type { Appearance } from '../appearance/appearance.js'
import { type TopupOption, topupsFor } from './topup.js'

export class OperatorContent {
  readonly #config: AppConfig
  readonly #appearance: Appearance

  constructor(config: AppConfig, appearance: Appearance) {
    this.#config = config
    this.#appearance = appearance
  }

  /** Where coins can be had on a chain, unless the page hides it. */
  topups(chainId: number): TopupOption[] {
    return topupsFor(this.#config.topup, chainId, this.#appearance.look.hidesTopup)
  }

  /** What a site's list of wallets shows. */
  get brand(): AppConfig['brand'] {
    return this.#config.brand
  }

  /** Pages of the operator's own. */
  get links(): NonNullable<AppConfig['links']> {
    return this.#config.links ?? {}
  }

  get priceSource(): AppConfig['prices'] {
    return this.#config.prices
  }

  get ipfsGateway(): AppConfig['ipfsGateway'] {
    return this.#config.ipfsGateway
  }

  get tokenLogos(): AppConfig['tokenLogos'] {
    return this.#config.tokenLogos
  }

  /** The operator's announcement, unless the page hides it. */
  get billboard(): AppConfig['billboard'] {
    return this.#appearance.look.hidesBillboard ? undefined : this.#config.billboard
  }
}
