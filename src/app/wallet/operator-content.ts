/** The operator's services and announcements, as far as the page allows. */
import type { AppConfig } from '../../protocol/service.js'
import type { Appearance } from '../appearance/appearance.js'
import { type TopupOption, topupsFor } from './topup.js'

export class OperatorContent {
  /** Brand, links, prices, where pictures come from. */
  readonly config: AppConfig
  readonly #appearance: Appearance

  constructor(config: AppConfig, appearance: Appearance) {
    this.config = config
    this.#appearance = appearance
  }

  /** Services that sell coins for a chain; empty if the page hides them. */
  topups(chainId: number): TopupOption[] {
    return topupsFor(this.config.topup, chainId, this.#appearance.look.hidesTopup)
  }

  /** The operator's announcement, unless the page hides it. */
  get billboard(): AppConfig['billboard'] {
    return this.#appearance.look.hidesBillboard ? undefined : this.config.billboard
  }
}
