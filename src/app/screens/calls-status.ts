import { localized, msg, str } from '@lit/localize'
import { html, type PropertyValues, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import '../../ui/copy-button.js'
import type { Bundles, CallsStatus, CallsStatusCode } from '../bundles.js'
import { danger, shortAddress } from './parts.js'
import { Screen } from './screen.js'

/** Milliseconds between looks, while something is on its way. */
const PERIOD = 3_000

/** How calls went that a site had sent together. */
@localized()
@customElement('we-calls-status')
export class CallsStatusScreen extends Screen {
  /** Their id. */
  @property() calls = ''
  @property({ attribute: false }) bundles!: Bundles
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
        ${isLost ? danger(msg('The network does not answer. What you see may be old.')) : ''}
        <p role="status">${status ? summary(status.status) : msg('Loading')}</p>
        ${status?.receipts.length ? html`<dl class="rows">${status.receipts.map(row)}</dl>` : ''}
      </main>
    `
  }

  async #look(): Promise<void> {
    const { calls } = this
    const status = await this.bundles.status(calls).catch(() => undefined)
    if (calls !== this.calls) return
    this.isLost = !status
    this.status = status ?? this.status
    const isOver = this.status && this.status.status !== 100
    if (this.isConnected && !isOver) this.#timer = setTimeout(() => this.#look(), PERIOD)
  }
}

function summary(code: CallsStatusCode): string {
  switch (code) {
    case 100:
      return msg('On the way …')
    case 200:
      return msg('All done.')
    case 400:
      return msg('Nothing was sent: the network refused it.')
    case 500:
      return msg('All failed. Only the fees were paid.')
    case 600:
      return msg('Only some were done.')
  }
}

const row = (
  { transactionHash, status }: CallsStatus['receipts'][number],
  at: number,
): TemplateResult => html`
  <div class="row middle">
    <dt>${msg(str`Number ${at + 1}`)}: ${status === '0x1' ? msg('done') : msg('failed')}</dt>
    <dd><span class="mono" dir="ltr">${shortAddress(transactionHash)}</span>
      <we-copy text=${transactionHash} label=${msg('Copy the transaction’s hash')}></we-copy></dd>
  </div>
`

declare global {
  interface HTMLElementTagNameMap {
    'we-calls-status': CallsStatusScreen
  }
}
