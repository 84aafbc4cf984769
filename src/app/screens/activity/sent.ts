import { localized, msg } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import { formatAmount, formatExact } from '../../../chain/values/units.js'
import { WalletError } from '../../../shared/errors.js'
import '../../../ui/copy-button.js'
import { groupedAddress, shortAddress } from '../../../chain/values/addresses.js'
import { check, info, warning } from '../../../ui/icons.js'
import { hashOf, idOf, isPending, latestOf, type Sent, timeOf } from '../../activity/record.js'
import type { Replacement } from '../../approval/approval-requests.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { networkRow, tickerOf } from '../base/network.js'
import { Screen } from '../base/screen.js'
import { danger, refusalText, siteName } from '../base/shared-parts.js'
import { explorerLink } from './explorer.js'
import { explanation, type Mood, moodOf, statusWords } from './sent-words.js'
import { loadSummaries, summaryOf } from './transaction-summary.js'

const NOTICES: Record<Mood, string> = { waiting: '', good: 'success', bad: 'danger', plain: '' }

/** One transaction that was sent from here; while it waits, it can be sped up or cancelled. */
@localized()
@customElement('we-sent')
export class SentScreen extends Screen {
  static override styles = [
    Screen.styles,
    css`
      main > a {
        align-self: start;
        min-inline-size: 44px;
        padding-block: 6px;
      }

      .amount {
        font-size: var(--type-amount);
        font-weight: 650;
        letter-spacing: -0.02em;
      }

      .hash {
        display: inline-flex;
        align-items: center;
        justify-content: end;
      }
    `,
  ]

  @property({ attribute: false }) app!: WalletApp
  @property({ attribute: false }) sent!: Sent
  @property({ attribute: false }) onBack?: () => void
  @state() private failure = ''
  @state() private isBusy = false

  override connectedCallback(): void {
    super.connectedCallback()
    void loadSummaries().then(() => this.requestUpdate())
  }

  protected override render() {
    const { app, sent } = this
    const chain = app.chains.find(sent.chainId)
    const { locale } = app.appearance
    const [first] = app.core.activity?.waiting(sent.account, sent.chainId) ?? []
    const isBehind = !!first && first.nonce < sent.nonce
    const time = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' })
    return html`
      ${this.header(summaryOf(sent).words, this.onBack)}
      <main>
        ${sent.value ? html`<p class="amount"><bdi>${formatExact(sent.value, locale)} ${chain ? tickerOf(chain) : ''}</bdi></p>` : nothing}
        <p class="notice ${NOTICES[moodOf(sent)]}" role="status">
          ${this.#mark()}<span><strong>${statusWords(sent)}.</strong> ${explanation(sent, isBehind)}</span>
        </p>
        ${this.failure ? danger(this.failure) : nothing}
        <dl class="rows">
          ${
            sent.to
              ? html`<div class="row"><dt>${msg('To')}</dt><dd><span class="address" dir="ltr">${groupedAddress(sent.to)}</span></dd></div>`
              : nothing
          }
          ${row(msg('Time'), time.format(timeOf(sent)))}
          ${chain ? networkRow(chain) : nothing}
          ${sent.site ? row(msg('Asked by'), siteName(sent.site)) : nothing}
          ${sent.fee === undefined ? nothing : row(msg('Network fee'), html`<bdi>${formatAmount(sent.fee, locale)} ${chain ? tickerOf(chain) : ''}</bdi>`)}
          ${row(msg('Nonce'), new Intl.NumberFormat(locale).format(sent.nonce))}
          <div class="row middle">
            <dt>${msg('Hash')}</dt>
            <dd class="hash">
              <span class="mono" dir="ltr">${shortAddress(hashOf(sent))}</span>
              <we-copy text=${hashOf(sent)} label=${msg('Copy the transaction’s hash')}></we-copy>
            </dd>
          </div>
        </dl>
        ${explorerLink(chain, hashOf(sent))}
      </main>
      ${isPending(sent) ? this.#changes(isBehind) : nothing}
    `
  }

  #mark(): TemplateResult {
    const mood = moodOf(this.sent)
    if (mood === 'waiting') return html`<span class="spinner"></span>`
    if (mood === 'good') return check()
    return mood === 'bad' ? warning() : info()
  }

  /** @param isBehind - An earlier one has to come first: a higher fee would be paid for nothing. */
  #changes(isBehind: boolean): TemplateResult | typeof nothing {
    const isCancelling = latestOf(this.sent).kind === 'cancel'
    if (isBehind && isCancelling) return nothing
    return html`
      <footer>
        ${
          isCancelling
            ? nothing
            : html`<button type="button" class="button" ?disabled=${this.isBusy}
                @click=${() => this.#replace('cancel')}>${msg('Cancel it')}</button>`
        }
        ${
          isBehind
            ? nothing
            : html`<button type="button" class="button primary" ?disabled=${this.isBusy}
                @click=${() => this.#replace(isCancelling ? 'cancel' : 'faster')}>${msg('Speed up')}</button>`
        }
      </footer>
    `
  }

  async #replace(change: Replacement): Promise<void> {
    this.isBusy = true
    this.failure = ''
    try {
      const isInTime = await this.app.core.activity!.replace(idOf(this.sent), change)
      if (!isInTime) {
        this.failure = msg('Too late: the transaction is confirmed already.')
      }
    } catch (error) {
      this.failure = this.#reason(error as Error)
    } finally {
      this.isBusy = false
    }
  }

  #reason(error: Error): string {
    // A different tab waits for the network.
    if (WalletError.is(error, 'CHAIN_DISCONNECTED') || WalletError.is(error, 'TIMEOUT')) {
      return msg(
        'The network does not answer. Nothing has changed: your transaction is still on its way. Try again in a moment.',
      )
    }
    return refusalText(error)
  }
}

const row = (name: string, value: unknown): TemplateResult =>
  html`<div class="row"><dt>${name}</dt><dd>${value}</dd></div>`

declare global {
  interface HTMLElementTagNameMap {
    'we-sent': SentScreen
  }
}
