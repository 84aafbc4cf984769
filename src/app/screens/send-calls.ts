import { localized, msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import type { Chain } from '../../chain/networks.js'
import type { PreparedCalls } from '../../chain/prepare-calls.js'
import type { Transaction, TransactionRequest } from '../../chain/transaction.js'
import { formatExact } from '../../chain/units.js'
import '../../ui/copy-button.js'
import { warning } from '../../ui/icons.js'
import { Confirmation } from './confirmation.js'
import { costRows, costStyles } from './costs.js'
import { networkRow } from './network.js'
import { danger, groupedAddress } from './parts.js'

/** Asks to send several transactions, shows each, and says what they cost together. */
@localized()
@customElement('we-send-calls')
export class SendCalls extends Confirmation {
  static override styles = [
    Confirmation.styles,
    costStyles,
    css`
      ol {
        display: flex;
        flex-direction: column;
        gap: 12px;
        list-style: none;
      }

      .call {
        display: flex;
        flex-direction: column;
        gap: 6px;
        padding: 12px 16px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
      }

      .call.failed {
        border-color: var(--danger);
      }

      .function {
        font-family: var(--mono);
        font-size: var(--type-small);
        overflow-wrap: anywhere;
      }

      .line {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 8px;
      }

      .line h2 {
        flex: none;
      }

      .line we-copy {
        margin-block: -8px;
        margin-inline-end: -12px;
      }

      .amount {
        min-inline-size: 0;
        font-size: var(--type-title);
        font-weight: 650;
        text-align: end;
        overflow-wrap: anywhere;
      }
    `,
  ]

  @property({ attribute: false }) requests: TransactionRequest[] = []
  @property({ attribute: false }) chain!: Chain
  @property() locale = 'en'
  /** Fills in gas and fees and works out the costs. */
  @property({ attribute: false }) prepare!: () => Promise<PreparedCalls>
  @property({ attribute: false }) onApprove?: (transactions: Transaction[]) => void
  protected override readonly kind = 'calls'

  @state() private prepared: PreparedCalls | undefined
  @state() private error = ''

  override connectedCallback(): void {
    super.connectedCallback()
    // Properties are set right after.
    queueMicrotask(() => void this.#prepare())
  }

  protected override render() {
    const { requests, prepared, chain, locale } = this
    return html`
      <main>
        ${this.lead(msg(str`Approve ${requests.length} transactions?`))}
        ${this.#problem()}
        ${
          requests.length > 1
            ? html`<p class="notice warning">${warning()}<span>${msg('They are sent one after another. If one fails, those before it stay done.')}</span></p>`
            : nothing
        }
        <ol>${requests.map((request, at) => this.#call(request, at))}</ol>
        <dl class="rows">
          <div class="row middle"><dt>${msg('From')}</dt><dd>${this.account()}</dd></div>
          ${networkRow(chain)}
        </dl>
        <dl class="rows">${costRows(prepared, { chain, locale, isUnknown: !!prepared?.failure || !!this.error })}</dl>
      </main>
      ${this.answers(() => this.onApprove?.(this.prepared!.transactions), { isReady: this.#isReady() })}
    `
  }

  #call({ to, value, data }: TransactionRequest, at: number): TemplateResult {
    const isFailed = this.prepared?.failure?.index === at
    const size = data.length / 2 - 1
    return html`
      <li class="call ${isFailed ? 'failed' : ''}">
        <div class="line">
          <h2>${msg(str`${at + 1} of ${this.requests.length}`)}</h2>
          ${value ? html`<p class="amount">${formatExact(value, this.locale)} ${this.chain.ticker}</p>` : nothing}
        </div>
        ${to ? html`<p class="address" dir="ltr">${groupedAddress(to)}</p>` : html`<p>${msg('Creates a new contract')}</p>`}
        ${
          size
            ? html`<div class="line">
                <span class="muted">${to && size >= 4 ? html`${msg('Calls function')} <span class="function" dir="ltr">${data.slice(0, 10)}</span>` : msg('Data')}
                  (${msg(str`${size} bytes`)})</span>
                <we-copy text=${data} label=${msg('Copy data')}></we-copy>
              </div>`
            : nothing
        }
      </li>
    `
  }

  #problem(): TemplateResult | typeof nothing {
    const { prepared, error } = this
    if (error) {
      return html`
        ${danger(error)}
        <button type="button" class="button" @click=${this.#prepare}>${msg('Try again')}</button>
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
    return !!prepared && !prepared.failure && prepared.remaining >= 0n
  }

  #prepare = async (): Promise<void> => {
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
