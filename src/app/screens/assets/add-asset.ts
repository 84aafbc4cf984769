import { localized, msg, str } from '@lit/localize'
import { css, html, nothing } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import type { Holding } from '../../../chain/reads/holdings.js'
import { warning } from '../../../ui/icons.js'
import { assetsOf, type Owner } from '../../stores/assets.js'
import { type AssetProblem, type FoundAsset, findAsset } from '../../wallet/assets/find-asset.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { fields } from '../base/fields.js'
import { networkName } from '../base/network.js'
import { Screen } from '../base/screen.js'
import { danger, lookAlikeWarning } from '../base/shared-parts.js'
import { assetRows, assetStyles } from './asset-rows.js'
import './received.js'

/** A token or a collectible, by the address of its contract: looked up on the chain, shown, and then added. */
@localized()
@customElement('we-add-asset')
export class AddAsset extends Screen {
  static override styles = [
    Screen.styles,
    fields,
    assetStyles,
    css`
      form .hint {
        color: var(--muted);
        font-size: var(--type-small);
        font-weight: 400;
      }
    `,
  ]

  @property({ attribute: false }) app!: WalletApp
  @state() private problem: AssetProblem | 'silent' | undefined
  @state() private found: Extract<FoundAsset, { asset: unknown }> | undefined
  @state() private isAsking = false
  /** Where it was found: account or network in use may change while it is shown. */
  #place: Owner | undefined

  protected override render() {
    const { app, found } = this
    return html`
      ${this.header(msg('Add a token'), () => (found ? this.#again() : app.show('home')))}
      ${found ? this.#preview(found) : this.#form()}
    `
  }

  #form() {
    const isId = this.problem === 'no-id' || this.problem === 'not-yours'
    return html`
      <main>
        <form id="asset" novalidate autocomplete="off" @submit=${this.#find}>
          <label>${msg('Contract address')}
            <input name="address" class="mono" dir="ltr" spellcheck="false" autocapitalize="none" placeholder="0x…"
              aria-invalid=${!!this.problem && !isId} aria-describedby="problem" /></label>
          <label><span>${msg('Token ID')} <span class="hint">${msg('for a collectible')}</span></span>
            <input name="tokenId" dir="ltr" inputmode="numeric" aria-invalid=${isId} aria-describedby="problem" /></label>
        </form>
        <div id="problem">${this.problem ? danger(this.#text(this.problem)) : nothing}</div>
        <p class="small muted">${msg(str`It is looked up on the ${networkName(this.app.chains.current)} network.`)}</p>
        <we-received .app=${this.app} .onChoose=${this.#choose}></we-received>
      </main>
      <footer>
        <button class="button primary" form="asset" aria-disabled=${this.isAsking}>${msg('Find it')}</button>
      </footer>
    `
  }

  #preview({ asset, amount }: Extract<FoundAsset, { asset: unknown }>) {
    const { app } = this
    return html`
      <main>
        ${assetRows(asset, amount, app)}
        <p class="notice warning">${warning()}<span>${msg('Anyone can create a token with any name. Compare the address.')}</span></p>
        ${lookAlikeWarning(asset.symbol, asset.name ?? '')}
      </main>
      <footer>
        <button type="button" class="button" @click=${this.#again}>${msg('Another')}</button>
        <button type="button" class="button primary" @click=${this.#add}>${msg('Add')}</button>
      </footer>
    `
  }

  #find = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (this.isAsking) return
    const form = event.target as HTMLFormElement
    const typed = (name: string) => String(new FormData(form).get(name) ?? '').trim()
    this.isAsking = true
    this.problem = undefined
    this.#place = this.#inUse
    try {
      const answer = await findAsset(this.app, typed('address'), typed('tokenId'))
      if ('problem' in answer) this.problem = answer.problem
      else this.found = answer
    } catch {
      this.problem = 'silent'
    } finally {
      this.isAsking = false
    }
    await this.updateComplete
    if (this.found) await this.focusHeading()
    else form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  /** Adds one of the received tokens. */
  #choose = ({ asset, amount = 0n }: Holding): void => {
    this.#place = this.#inUse
    this.found = { asset, amount }
    void this.updateComplete.then(() => this.focusHeading())
  }

  #again = (): void => {
    this.found = undefined
    void this.focusHeading()
  }

  #add = (): void => {
    const { app, found } = this
    if (this.#place && found) assetsOf(app).add(this.#place, found.asset)
    app.show('home')
  }

  get #inUse(): Owner | undefined {
    const { own, chains } = this.app
    return own.chosen && { account: own.chosen, chainId: chains.current.chainId }
  }

  #text(problem: AssetProblem | 'silent'): string {
    const network = networkName(this.app.chains.current)
    switch (problem) {
      case 'no-address':
        return msg('This is no address, or a letter of it is wrong. It is 0x and 40 digits.')
      case 'no-contract':
        return msg(str`There is no contract at this address on the ${network} network.`)
      case 'no-token':
        return msg('The contract at this address is no token.')
      case 'no-id':
        return msg('This is a collection. Type the token ID of the one that is yours, in digits.')
      case 'not-yours':
        return msg('This account does not have it.')
      case 'silent':
        return msg('The network does not answer. Please try again.')
    }
  }
}
