import { localized, msg, str } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import {
  addedChain,
  type Chain,
  describedChain,
  MAX_ADDED,
} from '../../../chain/networks/networks.js'
import { check, info, pen, plus } from '../../../ui/icons.js'
import { isPending } from '../../activity/record.js'
import { OwnNetworks } from '../../stores/own-networks.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { choices } from '../base/choices.js'
import {
  chainIdText,
  networkName,
  networkTitle,
  nodeHost,
  tickerOf,
  whoseWords,
} from '../base/network.js'
import './network-form.js'
import { Screen } from '../base/screen.js'

/** The networks that there are: the operator's, and those that were added. One is in use. */
@localized()
@customElement('we-networks')
export class Networks extends Screen {
  static override styles = [Screen.styles, choices]

  @property({ attribute: false }) app!: WalletApp
  @state() private edited: Chain | 'new' | undefined

  protected override render() {
    const { app, edited } = this
    const { chains } = app
    if (edited) {
      const chain = edited === 'new' ? undefined : edited
      return html`<we-network-form .chain=${chain} .isNew=${!chain || !chains.isAdded(chain.chainId)} .taken=${chains.known.map(({ chainId }) => chainId)}
        .onSave=${(saved: Chain) => this.#save(saved)} .onBack=${() => this.#edit(undefined)}
        .onRemove=${chain && this.#isFree(chain) ? () => this.#remove(chain) : undefined}></we-network-form>`
    }
    const isElsewhere = !chains.known.some(({ chainId }) => chainId === app.chains.current.chainId)
    const shown = isElsewhere ? [app.chains.current, ...chains.known] : chains.known
    return html`
      ${this.header(msg('Networks'), () => app.show(app.router.subject === 'home' ? 'home' : 'settings'))}
      <main>
        <div class="rows">${shown.map((chain) => this.#line(chain))}</div>
        ${this.#suggestions()}
        ${
          chains.isOwn && this.#isFull
            ? html`<p class="small muted">${msg(str`You have added ${MAX_ADDED} networks, which is as many as the wallet keeps.`)}</p>`
            : nothing
        }
        ${
          chains.isOwn
            ? nothing
            : html`<p class="notice">${info()}<span>${msg(
                'On a site, you see the operator’s networks and those that the site adds. To add your own networks, open the full wallet.',
              )} <a href=${new URL('.', location.href).href} target="_blank" rel="noopener">${msg('Open the wallet')}</a></span></p>`
        }
      </main>
      ${
        chains.isOwn && !this.#isFull
          ? html`<footer><button type="button" class="button primary" @click=${() => this.#edit('new')}>
              ${plus()}<span>${msg('Add a network')}</span></button></footer>`
          : nothing
      }
    `
  }

  #line(chain: Chain): TemplateResult {
    const { app } = this
    const isUsed = chain.chainId === app.chains.current.chainId
    const name = networkName(chain)
    const isAdded = app.chains.isAdded(chain.chainId)
    return html`
      <div class="line">
        <button type="button" class="choice" aria-pressed=${isUsed} @click=${() => this.#use(chain)}>
          <span><bdi>${networkTitle(chain)}</bdi>
            <span class="sub">${tickerOf(chain)} · ${chainIdText(chain)}${
              isAdded && chain.nodeUrl
                ? html` · <span dir="ltr">${nodeHost(chain)}</span>`
                : nothing
            }</span>
            ${this.#isAwaited(chain) ? html`<span class="sub">${msg('Transactions')}: ${msg('On its way')}</span>` : nothing}
            ${whoseWords(chain)}</span>
          ${isUsed ? html`<span class="end in-use">${check()}</span>` : nothing}
        </button>
        ${
          isAdded && app.chains.isOwn
            ? html`<button type="button" class="icon-button" aria-label=${msg(str`Edit ${name}`)}
                title=${msg(str`Edit ${name}`)} @click=${() => this.#edit(chain)}>${pen()}</button>`
            : nothing
        }
        ${
          isAdded && !app.chains.isOwn && this.#isFree(chain)
            ? html`<button type="button" class="quiet" aria-label=${msg(str`Remove ${name}`)}
                @click=${() => this.#remove(chain)}>${msg('Remove')}</button>`
            : nothing
        }
      </div>
    `
  }

  /** Networks from the person's other devices. The person checks each before adding it: a network can lie. */
  #suggestions(): TemplateResult | typeof nothing {
    const { chains } = this.app
    const others = chains.isOwn && !this.#isFull ? (this.#own.kept ?? []) : []
    const missing = others.filter(({ chainId }) => !chains.find(chainId))
    if (!missing.length) return nothing
    return html`
      <h2>${msg('From your other devices')}</h2>
      <div class="rows">${missing.map((one) => {
        const chain = describedChain(one, one, true)
        return html`<button type="button" class="choice" @click=${() => this.#edit(chain)}>
          <span><bdi>${networkTitle(chain)}</bdi>
            <span class="sub">${tickerOf(chain)} · ${chainIdText(chain)} · <span dir="ltr">${nodeHost(chain)}</span></span></span>
          <span class="end">${msg('Add')}</span></button>`
      })}</div>
    `
  }

  get #isFull(): boolean {
    const { chains } = this.app
    return chains.known.filter(({ chainId }) => chains.isAdded(chainId)).length >= MAX_ADDED
  }

  /** A transaction waits there, and can only be followed by asking this network's node. */
  #isAwaited({ chainId }: Chain): boolean {
    const { activity } = this.app.core
    // A node that is gone for good would keep the network here for ever.
    if (!activity || activity.isSilent(chainId)) return false
    return activity.everybodys.some((sent) => sent.chainId === chainId && isPending(sent))
  }

  /** Whether it may be removed. */
  #isFree(chain: Chain): boolean {
    return chain.chainId !== this.app.chains.current.chainId && !this.#isAwaited(chain)
  }

  get #own(): OwnNetworks {
    return new OwnNetworks(this.app.own.first)
  }

  #use(chain: Chain): void {
    if (chain.chainId !== this.app.chains.current.chainId) this.app.chains.switchTo(chain)
    this.app.show('home')
  }

  #save(chain: Chain): void {
    const { chains, own } = this.app
    chains.add(chain)
    if (own.first) this.#own.add(addedChain(chain))
    const { chainId } = chains.current
    if (chain.chainId === chainId) {
      chains.switchTo(chains.known.find((one) => one.chainId === chainId) ?? chain)
    }
    void this.#edit(undefined)
  }

  #remove({ chainId }: Chain): void {
    this.app.chains.remove(chainId)
    if (this.app.own.first && this.app.chains.isOwn) this.#own.remove(chainId)
    void this.#edit(undefined)
  }

  async #edit(edited: Chain | 'new' | undefined): Promise<void> {
    this.edited = edited
    this.requestUpdate()
    await this.updateComplete
    const form = this.renderRoot.querySelector('we-network-form')
    await (form ?? this).focusHeading()
  }
}
