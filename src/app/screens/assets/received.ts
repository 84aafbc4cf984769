import { localized, msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import type { Holding } from '../../../chain/reads/holdings.js'
import { shortAddress } from '../../../chain/values/addresses.js'
import { visible } from '../../../chain/values/text.js'
import { Looking } from '../../wallet/assets/looking.js'
import { findReceived } from '../../wallet/assets/received.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { choices } from '../base/choices.js'
import { embedded } from '../base/embedded.js'
import { Screen } from '../base/screen.js'
import { sections } from '../base/sections.js'
import { caution, longDate } from '../base/shared-parts.js'
import { nameOf } from './asset-row.js'
import { amountText } from './holdings.js'

/** Tokens that were sent to the account and are in no list. They have no picture and no value here, and cannot be sent. */
@localized()
@customElement('we-received')
export class ReceivedList extends Screen {
  static override styles = [
    Screen.styles,
    choices,
    sections,
    embedded,
    css`
      section {
        display: flex;
        flex-direction: column;
        align-items: start;
        gap: 8px;
      }

      section > :not(.quiet) {
        align-self: stretch;
      }
    `,
  ]

  @property({ attribute: false }) app!: WalletApp
  @property({ attribute: false }) onChoose?: (holding: Holding) => void
  readonly #looking = new Looking(this, findReceived)

  protected override render() {
    if (this.#looking.state === 'unasked') return nothing
    return html`
      <section aria-labelledby="received">
        <div class="title"><h2 id="received">${msg('Sent to this account')}</h2></div>
        <div role="status">${this.#state()}</div>
        ${this.#list()}
      </section>
    `
  }

  #state(): TemplateResult | string | typeof nothing {
    const { state, found } = this.#looking
    if (state === 'silent') {
      return html`${caution(msg('The network does not say what was sent to this account.'))}
        <button type="button" class="quiet" @click=${this.#look}>${msg('Try again')}</button>`
    }
    if (!found) return html`<p class="empty">${msg('One moment…')}</p>`
    if (found.list.length || found.spam.length) {
      return html`<p class="small muted">${msg('Anyone can send you a token with any name. Add only what you expect.')}</p>`
    }
    return html`<p class="empty">${
      found.since === undefined && !found.hasMore
        ? msg('Nothing else was found.')
        : msg('Nothing was found so far.')
    }</p>`
  }

  #list(): TemplateResult | typeof nothing {
    const { found } = this.#looking
    if (!found) return nothing
    const { list, spam, hasMore, since } = found
    return html`
      ${list.length ? this.#rows(list) : nothing}
      ${
        spam.length
          ? html`<details>
              <summary>${msg(str`Likely spam: ${spam.length}`)}</summary>
              <p class="small muted">${msg('They promise something, name a website, or copy a known token. Do not open their websites.')}</p>
              ${this.#rows(spam)}
            </details>`
          : nothing
      }
      ${hasMore ? html`<p class="muted">${msg('There are more than are shown here.')}</p>` : nothing}
      ${since === undefined ? nothing : this.#more(since)}
    `
  }

  #rows = (list: readonly Holding[]): TemplateResult =>
    html`<div class="rows">${list.map((holding) => this.#row(holding))}</div>`

  #row(holding: Holding): TemplateResult {
    const { asset, amount } = holding
    const { address, tokenId, symbol } = asset
    return html`
      <button type="button" class="choice" @click=${() => this.onChoose?.(holding)}>
        <span><bdi>${nameOf(asset)}</bdi>
          <span class="sub"><bdi>${tokenId ? `#${tokenId}` : visible(symbol)}</bdi> ·
            <span class="mono" dir="ltr">${shortAddress(address)}</span></span></span>
        <span class="amount">${amountText(asset, amount, this.app.appearance.locale)}</span>
      </button>
    `
  }

  #more(since: number): TemplateResult {
    const when = longDate(since, this.app.appearance.locale)
    return html`
      ${since ? html`<p class="small muted">${msg(str`What came before ${when} was not looked for yet.`)}</p>` : nothing}
      <button type="button" class="quiet" @click=${this.#look}>${msg('Look further back')}</button>
    `
  }

  #look = (): void => {
    if (this.#looking.state !== 'asking') void this.#looking.look()
  }
}
