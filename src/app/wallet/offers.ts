/** What the operator offers and tells people besides the wallet, as far as the page lets it. */
import type { AppConfig } from '../../protocol/service.js'
import type { Looks } from '../appearance/looks.js'
import { type TopupOption, topupsFor } from './topup.js'

export class Offers {
  readonly #config: AppConfig
  readonly #looks: Looks

  constructor(config: AppConfig, looks: Looks) {
    this.#config = config
    this.#looks = looks
  }

  /** Where coins can be had on a chain, unless the page hides it. */
  topups(chainId: number): TopupOption[] {
    return topupsFor(this.#config.topup, chainId, this.#looks.look.hidesTopup)
  }

  /** Pages of the operator's own. */
  get links(): NonNullable<AppConfig['links']> {
    return this.#config.links ?? {}
  }

  get priceSource(): AppConfig['prices'] {
    return this.#config.prices
  }

  /** What the operator tells people, unless the page hides it. */
  get billboard(): AppConfig['billboard'] {
    return this.#looks.look.hidesBillboard ? undefined : this.#config.billboard
  }
}
