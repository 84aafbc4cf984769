import { localized, msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import type { Acquaintances } from '../../chain/explain/parties.js'
import type { Chain } from '../../chain/networks.js'
import type { PreparedCalls } from '../../chain/prepare-calls.js'
import type { Node } from '../../chain/simulate/reads.js'
import type { Transaction, TransactionRequest } from '../../chain/transaction.js'
import '../../ui/copy-button.js'
import { warning } from '../../ui/icons.js'
import { Confirmation } from './confirmation.js'
import { costRows, costStyles } from './costs.js'
import { drawCall, drawChanges, drawRisks, explanationStyles } from './explanation/draw.js'
import { Explaining } from './explanation/explaining.js'
import { plainCall, type ShownRisk, type Summary, summarize } from './explanation/summary.js'
import { networkRow } from './network.js'
import { danger } from './parts.js'

/** Asks to send several transactions, shows each, and says what they cost together. */
@localized()
@customElement('we-send-calls')
export class SendCalls extends Confirmation {
  static override styles = [
    Confirmation.styles,
    costStyles,
    explanationStyles,
    css`
      .call {
        display: flex;
        flex-direction: column;
        gap: 8px;
      }

      .call.failed .rows {
        border-color: var(--danger);
      }

      .line {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 8px;
      }

      .line we-copy {
        margin-block: -8px;
      }
    `,
  ]

  @property({ attribute: false }) requests: TransactionRequest[] = []
  @property({ attribute: false }) chain!: Chain
  @property() locale = 'en'
  /** Fills in gas and fees and works out the costs. */
  @property({ attribute: false }) prepare!: () => Promise<PreparedCalls>
  /** What is asked for the explanation. */
  @property({ attribute: false }) node!: Node
  @property({ attribute: false }) people?: Acquaintances
  @property({ attribute: false }) onApprove?: (transactions: Transaction[]) => void
  protected override readonly kind = 'calls'

  @state() private prepared: PreparedCalls | undefined
  @state() private error = ''
  readonly #explaining = new Explaining(this)

  override connectedCallback(): void {
    super.connectedCallback()
    // Properties are set right after.
    queueMicrotask(() => void this.#start())
  }

  protected override render() {
    const { requests, prepared, chain, locale } = this
    const { explanation } = this.#explaining
    const summary = explanation && summarize(explanation, { locale, ticker: chain.ticker })
    const risks = summary?.risks ?? []
    const isBad = ({ severity }: ShownRisk) => severity === 'danger'
    return html`
      <main>
        ${this.lead(msg(str`Approve ${requests.length} transactions?`))}
        ${this.#problem()}
        ${drawRisks(risks.filter(isBad))}
        ${drawChanges(summary, !explanation?.isWhole)}
        ${
          requests.length > 1
            ? html`<p class="notice warning">${warning()}<span>${msg('They are sent one after another. If one fails, those before it stay done.')}</span></p>`
            : nothing
        }
        <ol class="calls">${requests.map((request, at) => this.#call(request, at, summary))}</ol>
        ${drawRisks(risks.filter((risk) => !isBad(risk)))}
        <dl class="rows">
          <div class="row middle"><dt>${msg('From')}</dt><dd>${this.account()}</dd></div>
          ${networkRow(chain)}
        </dl>
        <dl class="rows">${costRows(prepared, { chain, locale, isUnknown: !!prepared?.failure || !!this.error })}</dl>
      </main>
      ${this.answers(() => this.onApprove?.(this.prepared!.transactions), { isReady: this.#isReady() })}
    `
  }

  #call(request: TransactionRequest, at: number, summary: Summary | undefined): TemplateResult {
    const { data } = request
    const failed = this.prepared?.failure?.index === at
    const { locale, chain } = this
    const call = summary?.calls[at] ?? plainCall(request, { locale, ticker: chain.ticker })
    return html`
      <li class="call ${failed ? 'failed' : ''}">
        <div class="line">
          <h2>${msg(str`${at + 1} of ${this.requests.length}`)}</h2>
          ${data === '0x' ? nothing : html`<we-copy text=${data} label=${msg('Copy data')}></we-copy>`}
        </div>
        ${drawCall(call, true)}
      </li>
    `
  }

  #problem(): TemplateResult | typeof nothing {
    const { prepared, error } = this
    if (error) {
      return html`
        ${danger(error)}
        <button type="button" class="button" @click=${this.#start}>${msg('Try again')}</button>
      `
    }
    if (prepared?.failure) {
      const { index, reason } = prepared.failure
      return html`<p class="notice danger" role="alert">${warning()}
        <span>${msg(str`Number ${index + 1} would fail. The network says:`)} ${reason}</span></p>`
    }
    if (prepared && prepared.remaining < 0n) {
      const { ticker } = this.chain
      return danger(
        msg(str`You do not have enough ${ticker} for this. Add some, then ask the site again.`),
      )
    }
    return nothing
  }

  #isReady(): boolean {
    const { prepared } = this
    const isWhole = !!this.#explaining.explanation?.isWhole
    return isWhole && !!prepared && !prepared.failure && prepared.remaining >= 0n
  }

  #start = async (): Promise<void> => {
    const { requests, chain, node, people } = this
    const { chainId, ticker } = chain
    const calls = requests.map(({ from, to, value, data }) => {
      return { chainId, from, value, data, ...(to && { to }) }
    })
    await Promise.all([this.#prepare(), this.#explaining.start({ calls, ticker }, node, people)])
  }

  async #prepare(): Promise<void> {
    this.error = ''
    this.prepared = undefined
    try {
      this.prepared = await this.prepare()
    } catch {
      this.error = msg(
        str`The ${this.chain.name} network does not answer. Check your connection and try again.`,
      )
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'we-send-calls': SendCalls
  }
}
