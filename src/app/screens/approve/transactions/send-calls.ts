import { localized, msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import type { PreparedCalls } from '../../../../chain/costs/prepare-calls.js'
import type { Transaction, TransactionRequest } from '../../../../chain/requests/transaction.js'
import { warning } from '../../../../ui/icons.js'
import { tickerOf } from '../../base/network.js'
import { drawData, drawDetails } from '../../explanation/details.js'
import { drawCall, drawChanges, drawRisks } from '../../explanation/draw.js'
import { plainCall, type ShownRisk, type Summary } from '../../explanation/summary.js'
import { drawNetworkNotices } from '../network-notices.js'
import { againNotice, placeNotice } from './changes.js'
import { Spending } from './spending.js'

/** Asks to send several transactions, shows each, and their total cost. */
@localized()
@customElement('we-send-calls')
export class SendCalls extends Spending<PreparedCalls, Transaction[]> {
  static override styles = [
    Spending.styles,
    css`
      .call {
        display: flex;
        flex-direction: column;
        gap: 8px;
      }

      .call.failed .rows {
        border-color: var(--danger);
      }
    `,
  ]

  @property({ attribute: false }) requests: TransactionRequest[] = []
  /** Fills in gas and fees and works out the costs. */
  @property({ attribute: false }) prepare!: (
    requests: TransactionRequest[],
  ) => Promise<PreparedCalls>
  protected override get asked(): TransactionRequest[] {
    return this.requests
  }

  protected override prepareAll(requests: TransactionRequest[]): Promise<PreparedCalls> {
    return this.prepare(requests)
  }

  protected override transactionsOf({ transactions }: PreparedCalls): Transaction[] {
    return transactions
  }

  protected override render() {
    const { requests, prepared, explanation, summary, now } = this
    const risks = [...(summary?.risks ?? []), ...this.feeRisks(false)]
    const [only, ...others] = requests
    const title =
      only && !others.length
        ? this.callTitle(only, summary?.calls[0]?.title ?? '')
        : msg(str`Approve ${requests.length} transactions?`)
    const isBad = ({ severity }: ShownRisk) => severity === 'danger'
    return html`
      <main>
        ${this.lead(title, this.chain)}
        ${drawNetworkNotices(this.chain)}
        ${againNotice(this.reason)}${placeNotice(prepared?.place)}
        ${this.problem(() => this.#failure())}
        ${drawRisks(risks.filter(isBad))}
        ${drawChanges(summary, !explanation?.isWhole)}
        ${
          others.length
            ? html`<p class="notice warning">${warning()}<span>${msg('They are sent one after another. If one fails, those before it stay done.')}</span></p>`
            : nothing
        }
        <ol class="calls">${now.map((request, at) => this.#call(request, at, summary))}</ol>
        ${drawRisks(risks.filter((risk) => !isBad(risk)))}
        ${this.costs()}${this.figures()}
        ${this.end}
      </main>
      ${this.answers(() => this.onApprove?.(this.prepared!.transactions), {
        ...{ isReady: this.isReady, missing: this.missing, notices: this.notices },
        gist: summary?.gist ?? '',
      })}
    `
  }

  #call(request: TransactionRequest, at: number, summary: Summary | undefined): TemplateResult {
    const { locale, chain, prepared } = this
    const isOnly = this.requests.length === 1
    const isTitled = !isOnly || (request.data !== '0x' && !this.explanation?.calls[0]?.known)
    const failed = prepared?.failure?.index === at
    const call = summary?.calls[at] ?? plainCall(request, { locale, ticker: tickerOf(chain) })
    const transaction = prepared?.transactions[at]
    return html`
      <li class="call ${failed ? 'failed' : ''}">
        ${isOnly ? nothing : html`<h2>${msg(str`${at + 1} of ${this.requests.length}`)}</h2>`}
        ${drawCall(call, isTitled)}
        ${this.allowance(at)}
        ${
          transaction
            ? drawDetails(transaction, locale, at + 1)
            : request.data === '0x'
              ? nothing
              : drawData(request.data, at + 1)
        }
      </li>
    `
  }

  #failure(): TemplateResult {
    const { index, reason } = this.prepared!.failure!
    return html`<p class="notice danger" role="alert">${warning()}
      <span>${msg(str`Number ${index + 1} would fail. The network says:`)} ${reason}</span></p>`
  }
}
