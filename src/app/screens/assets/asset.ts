import { localized, msg } from '@lit/localize'
import { html, nothing } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import type { Holding } from '../../../chain/reads/holdings.js'
import { visible } from '../../../chain/values/text.js'
import { assetKey, assetsOf } from '../../stores/assets.js'
import { Balance } from '../../wallet/assets/balance.js'
import { Holdings } from '../../wallet/assets/holdings.js'
import { ShownPictures } from '../../wallet/assets/shown-pictures.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { Screen } from '../base/screen.js'
import { assetRows, assetStyles } from './asset-rows.js'
import { silence } from './silence.js'

/** One token or collectible of the account's list. */
@localized()
@customElement('we-asset')
export class AssetScreen extends Screen {
  static override styles = [Screen.styles, assetStyles]

  @property({ attribute: false }) app!: WalletApp
  readonly #balance = new Balance(this)
  readonly #holdings = new Holdings(this)
  readonly #pictures = new ShownPictures(this)

  #round = 0

  override updated(): void {
    // The network or the account has changed, or the token was removed in a different tab.
    const { router } = this.app
    if (!this.#holding && router.current === 'asset') this.app.show('home')
    if (this.#round === this.#balance.round) return
    this.#round = this.#balance.round
    void this.#holdings.refresh()
  }

  protected override render() {
    const { app } = this
    if (!this.#holding) return nothing
    const { asset, amount } = this.#holding
    const isSendable = asset.type === 'ERC20' || amount !== 0n
    return html`
      ${this.header(visible(asset.symbol || asset.name || ''), () => app.show('home'))}
      <main>
        <div role="status">${silence(this.#balance, app.appearance.locale)}</div>
        ${assetRows(this.#pictures.with(asset), amount, app)}
      </main>
      <footer>
        ${
          this.#isAdded
            ? html`<button type="button" class="button" @click=${this.#remove}>${msg('Remove from the list')}</button>`
            : nothing
        }
        ${
          isSendable
            ? html`<button type="button" class="button primary" @click=${() => app.show('send', assetKey(asset))}>${msg('Send')}</button>`
            : nothing
        }
      </footer>
    `
  }

  get #holding(): Holding | undefined {
    const { isStale, last } = this.#balance
    const all = isStale && last ? this.#holdings.last(last.readAt) : this.#holdings.all
    return all.find(({ asset }) => assetKey(asset) === this.app.router.subject)
  }

  /** Whether the person added this asset. Assets of the operator's lists cannot be removed. */
  get #isAdded(): boolean {
    const { router } = this.app
    const account = this.app.own.chosen
    const chain = this.app.chains.current
    const added = account ? assetsOf(this.app).of({ account, chainId: chain.chainId }) : []
    return added.some((asset) => assetKey(asset) === router.subject)
  }

  #remove = (): void => {
    const { app } = this
    const account = app.own.chosen
    const chain = app.chains.current
    if (account) assetsOf(app).remove({ account, chainId: chain.chainId }, app.router.subject ?? '')
    app.show('home')
  }
}
