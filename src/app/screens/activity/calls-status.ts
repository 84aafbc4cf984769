import { localized, msg, str } from '@lit/localize'
import { css, html, type PropertyValues, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import type { Chain } from '../../../chain/networks/networks.js'
import '../../../ui/copy-button.js'
import { shortAddress } from '../../../chain/values/addresses.js'
import { check, info, warning } from '../../../ui/icons.js'
import type { CallFailure, CallsStatus } from '../../activity/batch-status.js'
import type { CallBatches } from '../../activity/call-batches.js'
import { Screen } from '../base/screen.js'
import { caution } from '../base/shared-parts.js'
import { explorerLink } from './explorer.js'
import { outcomeText } from './sent-words.js'

/** Milliseconds between looks, while something is on its way. */
const PERIOD = 3_000

/** How calls went that a site had sent together. */
@localized()
@customElement('we-calls-status')
export class CallsStatusScreen extends Screen {
  static override styles = [
    Screen.styles,
    css`
      .notice {
        align-items: center;
        font-weight: 550;
      }

      li {
        display: flex;
        align-items: center;
        gap: 4px;
        padding-block: 8px 0;
        padding-inline: 16px 6px;
      }

      .what {
        display: flex;
        flex: 1;
        flex-direction: column;
      }

      li + li {
        border-block-start: 1px solid var(--line);
      }

      ul {
        list-style: none;
      }

      a {
        align-self: flex-start;
        padding-block: 12px;
        font-size: var(--type-note);
      }

      .failed {
        color: var(--danger);
      }
    `,
  ]

  /** Their id. */
  @property() calls = ''
  @property({ attribute: false }) batches!: Pick<CallBatches, 'status'>
  /** Looks a chain up by its id. */
  @property({ attribute: false }) chainOf: (chainId: number) => Chain | undefined = () => undefined
  @property({ attribute: false }) onBack?: () => void

  @state() private status: CallsStatus | undefined
  @state() private isLost = false
  #timer: ReturnType<typeof setTimeout> | undefined

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('calls')) return
    clearTimeout(this.#timer)
    this.status = undefined
    void this.#look()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#timer)
  }

  protected override render() {
    const { status, isLost } = this
    return html`
      ${this.header(msg('Transactions'), this.onBack)}
      <main>
        ${isLost ? caution(msg('The network does not answer. What you see may be old.')) : ''}
        <div role="status">${summary(status)}</div>
        ${status?.receipts.length ? this.#list(status) : ''}
      </main>
    `
  }

  #list({ chainId, receipts, capabilities }: CallsStatus): TemplateResult {
    const chain = this.chainOf(Number(chainId))
    const failures = capabilities?.failures ?? []
    // Calls that never reached the chain have no receipt, and keep their number.
    const lost = failures.filter(({ reason }) => reason !== 'reverted').map(({ call }) => call)
    const places = [...receipts, ...lost].map((_, at) => at).filter((at) => !lost.includes(at))
    return html`<ul class="rows">${receipts.map(({ transactionHash, status }, index) => {
      const at = places[index]!
      return html`
        <li>
          <span class="what">
            <span class=${status === '0x1' ? '' : 'failed'}>
              ${status === '0x1' ? msg(str`Number ${at + 1}: done`) : msg(str`Number ${at + 1}: failed`)}</span>
            <span class="mono muted" dir="ltr">${shortAddress(transactionHash)}</span>
            ${explorerLink(chain, transactionHash)}
          </span>
          <we-copy text=${transactionHash} label=${msg('Copy the transaction’s hash')}></we-copy>
        </li>
      `
    })}</ul>`
  }

  async #look(): Promise<void> {
    const { calls } = this
    const status = await this.batches.status(calls).catch(() => undefined)
    if (calls !== this.calls) return
    this.isLost = !status
    this.status = status ?? this.status
    const isOver = this.status && this.status.status !== 100
    if (this.isConnected && !isOver) this.#timer = setTimeout(() => this.#look(), PERIOD)
  }
}

/** @param status - Nothing while it is asked for. */
function summary(status: CallsStatus | undefined): TemplateResult {
  const spinner = html`<span class="spinner"></span>`
  switch (status?.status) {
    case undefined:
      return notice('', spinner, msg('Loading'))
    case 100:
      return notice('', spinner, msg('On the way …'))
    case 200:
      return notice('success', check(), msg('All done.'))
    case 400:
      return nothingSent(status?.capabilities?.failures[0]?.reason)
    case 500:
      return notice('danger', info(), msg('All failed. Only the fees were paid.'))
    case 600:
      return notice('warning', warning(), msg('Only some were done.'))
  }
}

function nothingSent(why: CallFailure['reason'] | undefined): TemplateResult {
  if (why === 'cancelled' || why === 'replaced') return notice('', info(), outcomeText(why))
  return notice('danger', info(), msg('Nothing was sent: the network refused it.'))
}

const notice = (kind: string, mark: TemplateResult, text: string): TemplateResult =>
  html`<p class="notice ${kind}">${mark}<span>${text}</span></p>`
