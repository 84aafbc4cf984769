import { localized, msg } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import type { ClearText, Hex } from '../../../../chain/clear-signing/descriptor.js'
import { addressesIn, readMeaning, risksOf } from '../../../../chain/explain/explain-typed-data.js'
import type { Permit } from '../../../../chain/explain/permits.js'
import type { Chain } from '../../../../chain/networks/networks.js'
import type { AddressFacts } from '../../../../chain/reads/address-facts.js'
import { type Node, readBalances } from '../../../../chain/reads/contract-reads.js'
import type { ShownTypedData, TypedDataNode } from '../../../../chain/requests/typed-data.js'
import { visible } from '../../../../chain/values/text.js'
import { networkRow, tickerOf } from '../../base/network.js'
import { lookAlikeWarning } from '../../base/shared-parts.js'
import { describedWords, namedIn, wordingOf } from '../../explanation/described.js'
import { drawCall, drawRisks, explanationStyles } from '../../explanation/draw.js'
import { shownRisk } from '../../explanation/summary.js'
import type { Wording } from '../../explanation/values.js'
import { Confirmation } from '../confirmation.js'
import { drawNetworkNotices, networkNotices } from '../network-notices.js'
import { dangersAmong, type Notice, noticesOf, rowsOf } from '../notices.js'
import { describeTypedData } from './describe-typed-data.js'
import { folds } from './folds.js'
import { dataTree, domainField, textsOf, treeStyles } from './typed-data-tree.js'
import { type TypedDataScene, typedDataWords } from './typed-data-words.js'

/** Asks to sign typed data: explains it if the wallet can, and shows every value that is signed. */
@localized()
@customElement('we-sign-typed-data')
export class SignTypedData extends Confirmation {
  static override styles = [
    Confirmation.styles,
    folds,
    explanationStyles,
    treeStyles,
    css`
      .end {
        block-size: 1px;
        margin-block-start: -9px;
      }
    `,
  ]

  @property({ attribute: false }) data!: ShownTypedData
  @property({ attribute: false }) chain!: Chain
  /** Node to ask whether the account acts by a contract's code. */
  @property({ attribute: false }) node?: Node
  /** BCP 47. */
  @property() locale = 'en'
  /** Asks the chain about an address. Rejects if it does not say. */
  @property({ attribute: false }) lookUp!: (address: string) => Promise<AddressFacts>
  @state() private facts: ReadonlyMap<string, AddressFacts | null> = new Map()
  /** The account's balances of the tokens it permits to be taken, by lower-case address. */
  @state() private held: ReadonlyMap<string, bigint> = new Map()
  /** The description from the operator's descriptors; null if they have none. */
  @state() private description: ClearText | null | undefined
  /** Addresses to look up on the chain; `undefined` until known. */
  #addresses: string[] | undefined

  override connectedCallback(): void {
    super.connectedCallback()
    // Properties are set right after.
    queueMicrotask(() => void this.#begin())
  }

  protected override render() {
    const meaning = readMeaning(this.data, this.address)
    const { address, facts, locale, people } = this
    const ticker = tickerOf(this.chain)
    const found = risksOf(this.data, meaning, {
      ...{ account: address, facts: this.#factsOf, now: new Date(), ticker },
      ...(people && { people }),
    })
    const risks = found.map(shownRisk)
    const scene: TypedDataScene = { facts: this.#factsOf, held: this.held, ticker, locale }
    const wording = wordingOf(facts, { locale, ticker, account: address })
    // Hyperliquid acts on its own chain, not on one of the wallet's.
    const chain = meaning?.kind === 'hidden action' ? undefined : this.chain
    const words = typedDataWords(this.data, meaning, scene, wording)
    // Facts about addresses are only as good as the node, so network notices count too.
    const notices = [...networkNotices(this.chain), ...dangersAmong(risks)]
    const isReady =
      this.description !== undefined &&
      !!this.#addresses?.every((address) => this.facts.has(address))
    return html`
      <main>
        ${this.lead(words.title, chain)}
        ${drawNetworkNotices(this.chain)}
        ${drawRisks(risks)}
        ${this.#strange()}
        ${this.ownCode(this.node, this.chain)}
        ${rowsOf(words.rows)}
        ${words.calls?.map((call) => drawCall(call, true))}
        ${this.#described(wording)}
        ${meaning ? html`<details><summary>${msg('All that is signed')}</summary>${this.#whole()}</details>` : this.#whole(words.told)}
        ${this.end}
        ${chain ? html`<dl class="rows">${networkRow(chain)}</dl>` : nothing}
      </main>
      ${this.answers(() => this.onApprove?.(), {
        ...{ isReady, notices },
        gist: words.gist,
      })}
    `
  }

  /** Every value, and the signature's domain. */
  #whole(told?: ReadonlySet<TypedDataNode>): TemplateResult {
    const { domain, message, primaryType } = this.data
    const { locale } = this
    return html`
      <section>
        <h2>${msg('What is signed')}${primaryType ? html`: <bdi>${visible(primaryType)}</bdi>` : nothing}</h2>
        <div class="tree">${dataTree(message, locale, told)}</div>
        ${domain.length ? html`<dl class="rows">${domain.map(domainField)}</dl>` : nothing}
      </section>
    `
  }

  /** Warnings about odd names and texts. */
  #strange(): TemplateResult {
    const { domain, message, primaryType } = this.data
    const texts = [primaryType ?? '', ...textsOf(domain), ...textsOf(message)]
    const isHiding = texts.some((text) => visible(text) !== text)
    const hidden: Notice = {
      level: 'warning',
      text: msg('The data has hidden characters. They are shown as ⟨U+…⟩.'),
    }
    return html`${noticesOf(isHiding ? [hidden] : [])}${lookAlikeWarning(...texts)}`
  }

  #factsOf = (address: string): AddressFacts | null | undefined =>
    this.facts.get(address.toLowerCase())

  /** A third party's description, for data that the wallet cannot explain. All signed values are below it. */
  #described(wording: Wording): TemplateResult | typeof nothing {
    const { description } = this
    if (!description) return nothing
    return drawCall({ ...describedWords(description, wording), inner: [] }, true)
  }

  async #begin(): Promise<void> {
    const { data } = this
    const meaning = readMeaning(data, this.address)
    this.#lookUp(addressesIn(data, meaning))
    if (meaning?.kind === 'permit') void this.#readHeld(meaning)
    const description = meaning ? undefined : await describeTypedData(data, this.address)
    if (description) this.#lookUp([...this.#addresses!, ...namedIn(description)])
    this.description = description ?? null
    this.lookAnew()
  }

  async #readHeld({ grants }: Permit): Promise<void> {
    const { node, address } = this
    if (!node) return
    const tokens = [...new Set(grants.map(({ token }) => token.toLowerCase()))]
    this.held = await readBalances(node, address as Hex, tokens as Hex[])
    this.lookAnew()
  }

  #lookUp(addresses: string[]): void {
    const asked = new Set(this.#addresses)
    this.#addresses = addresses
    this.requestUpdate()
    for (const address of addresses.filter((one) => !asked.has(one))) {
      const take = (facts: AddressFacts | null) => {
        this.facts = new Map(this.facts).set(address, facts)
        // The new facts may add a warning after the person has read everything.
        this.lookAnew()
      }
      this.lookUp(address).then(take, () => take(null))
    }
  }
}
