import { localized, msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import type { Chain } from '../../chain/networks.js'
import type {
  PreparedTransaction,
  Transaction,
  TransactionRequest,
} from '../../chain/transaction.js'
import { formatExact } from '../../chain/units.js'
import { warning } from '../../ui/icons.js'
import '../../ui/copy-button.js'
import type { Again } from '../activity/activity.js'
import type { Change } from '../activity/replacement.js'
import { againNotice, changeNotice, changeTitle } from './changes.js'
import { Confirmation } from './confirmation.js'
import { costRows, costStyles } from './costs.js'
import { networkRow } from './network.js'
import { danger, groupedAddress } from './parts.js'

/** Hex digits of call data that are shown; the rest can be copied. */
const SHOWN_DATA = 256

/** Asks to send a transaction, and says what it costs and what the account will be left with. */
@localized()
@customElement('we-send-transaction')
export class SendTransaction extends Confirmation {
  static override styles = [
    Confirmation.styles,
    costStyles,
    css`
      .amount {
        font-size: var(--type-amount);
        font-weight: 650;
        letter-spacing: -0.02em;
        line-height: 1.15;
        overflow-wrap: anywhere;
      }

      .data {
        display: flex;
        flex-direction: column;
        gap: 8px;
      }

      .bytes {
        max-block-size: 112px;
        padding: 12px;
        border-radius: var(--radius-small);
        background: var(--sunken);
        font-family: var(--mono);
        font-size: var(--type-small);
        overflow: auto;
        overflow-wrap: anywhere;
      }

      .data > div:first-child {
        display: flex;
        align-items: center;
        justify-content: space-between;
      }
    `,
  ]

  @property({ attribute: false }) request!: TransactionRequest
  @property({ attribute: false }) chain!: Chain
  @property() locale = 'en'
  /** It is signed for the site to keep, and not sent. */
  @property({ type: Boolean }) isKept = false
  /** It takes the place of one that waits. */
  @property({ attribute: false }) change?: Change | undefined
  /** It was approved before, and something has changed since. */
  @property({ attribute: false }) again?: Again | undefined
  /** Fills in fees and works out the costs. */
  @property({ attribute: false }) prepare!: () => Promise<PreparedTransaction>
  @property({ attribute: false }) onApprove?: (transaction: Transaction) => void
  protected override readonly kind = 'transaction'

  @state() private prepared: PreparedTransaction | undefined
  @state() private error = ''

  override connectedCallback(): void {
    super.connectedCallback()
    // Properties are set right after.
    queueMicrotask(() => void this.#prepare())
  }

  protected override render() {
    const { value, to, data } = this.request
    return html`
      <main>
        ${this.lead(this.#title())}
        ${againNotice(this.again)}${changeNotice(this.change)}
        ${value ? html`<p class="amount">${formatExact(value, this.locale)} ${this.chain.ticker}</p>` : nothing}
        ${this.#problem()}
        ${
          this.isKept
            ? html`<p class="notice warning">${warning()}<span>${msg('It is not sent now: the site gets it signed, and can send it whenever it likes.')}</span></p>`
            : nothing
        }
        <dl class="rows">
          <div class="row">
            <dt>${to ? msg('To') : msg('Creates')}</dt>
            <dd>${to ? html`<span class="address" dir="ltr">${groupedAddress(to)}</span>` : msg('a new contract')}</dd>
          </div>
          <div class="row middle"><dt>${msg('From')}</dt><dd>${this.account()}</dd></div>
          ${networkRow(this.chain)}
        </dl>
        <dl class="rows">${this.#costs()}</dl>
        ${data === '0x' ? nothing : this.#data(data)}
        ${this.#access()}
      </main>
      ${this.answers(() => this.onApprove?.(this.prepared!.transaction), { isReady: this.#isReady() })}
    `
  }

  #title(): string {
    const { to, data } = this.request
    if (this.change) return changeTitle(this.change)
    if (this.isKept) return msg('Sign this transaction?')
    if (!to) return msg('Create a contract?')
    return data === '0x' ? msg('Send this payment?') : msg('Approve this transaction?')
  }

  #problem(): TemplateResult | typeof nothing {
    const { prepared, error } = this
    if (error) {
      return html`
        ${danger(error)}
        <button type="button" class="button" @click=${this.#prepare}>${msg('Try again')}</button>
      `
    }
    if (!prepared) return nothing
    if (isShort(prepared)) {
      const { ticker } = this.chain
      return danger(
        msg(str`You do not have enough ${ticker} for this. Add some, then ask the site again.`),
      )
    }
    if (prepared.failure) {
      return html`<p class="notice danger" role="alert">${warning()}
        <span>${msg('This transaction would fail. The network says:')} ${prepared.failure}</span></p>`
    }
    return nothing
  }

  #costs(): TemplateResult {
    const { prepared, chain, locale } = this
    const isFree = !!prepared && prepared.maxFee === 0n && !!prepared.failure
    const isUnknown = isFree || !!this.error
    return costRows(prepared, { chain, locale, isUnknown })
  }

  #data(data: string): TemplateResult {
    const selector = data.slice(0, 10)
    const size = data.length / 2 - 1
    const rest = data.length - 2 > SHOWN_DATA ? `${data.slice(0, SHOWN_DATA + 2)}…` : data
    return html`
      <div class="data">
        <div>
          <h2>${
            this.request.to && size >= 4
              ? html`${msg('Calls function')} <span class="mono" dir="ltr">${selector}</span>`
              : msg('Data')
          } <span class="muted">(${msg(str`${size} bytes`)})</span></h2>
          <we-copy text=${data} label=${msg('Copy data')}></we-copy>
        </div>
        <div class="bytes" dir="ltr" tabindex="0" role="region" aria-label=${msg('Data')}>${rest}</div>
      </div>
    `
  }

  /** EIP-2930: it changes what is paid, not what is done. */
  #access(): TemplateResult | typeof nothing {
    const { accessList } = this.request
    if (!accessList?.length) return nothing
    return html`
      <div class="data">
        <h2>${msg('Says beforehand what it reads')}</h2>
        <div class="bytes" dir="ltr" tabindex="0" role="region" aria-label=${msg('Access list')}>
          ${accessList.map(({ address, storageKeys }) => html`<div>${address} (${storageKeys.length})</div>`)}
        </div>
      </div>
    `
  }

  #isReady(): boolean {
    const { prepared } = this
    return !!prepared && !prepared.failure && !isShort(prepared)
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

const isShort = ({ remaining }: PreparedTransaction): boolean => remaining < 0n

declare global {
  interface HTMLElementTagNameMap {
    'we-send-transaction': SendTransaction
  }
}
