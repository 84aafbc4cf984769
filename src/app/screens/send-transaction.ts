import { localized, msg, str } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import type { Acquaintances } from '../../chain/explain/parties.js'
import type { Chain } from '../../chain/networks.js'
import { approvalsIn, editableArgument, withAllowance } from '../../chain/risks/approvals.js'
import type { Node } from '../../chain/simulate/reads.js'
import { type DynamicFees, isDear, type Speed, speedsOf } from '../../chain/speeds.js'
import type {
  PreparedTransaction,
  Transaction,
  TransactionRequest,
} from '../../chain/transaction.js'
import { warning } from '../../ui/icons.js'
import type { Again } from '../activity/activity.js'
import type { Change } from '../activity/replacement.js'
import { againNotice, changeNotice, changeTitle } from './changes.js'
import { Confirmation } from './confirmation.js'
import { costRows, costStyles } from './costs.js'
import './explanation/allowance.js'
import type { AllowanceEvent } from './explanation/allowance.js'
import { detailStyles, drawData, drawDetails } from './explanation/details.js'
import { drawCall, drawChanges, drawRisks, explanationStyles } from './explanation/draw.js'
import { Explaining } from './explanation/explaining.js'
import { type ChosenSpeed, drawSpeeds, speedStyles } from './explanation/speed.js'
import { plainCall, type ShownRisk, type Summary, summarize } from './explanation/summary.js'
import { networkRow } from './network.js'
import { danger } from './parts.js'

/** Of the value, from which on a payment's fee is out of proportion. */
const DEAR_PART = 4n

/** Asks to send a transaction: says what it changes, what may be wrong with it, and what it costs. */
@localized()
@customElement('we-send-transaction')
export class SendTransaction extends Confirmation {
  static override styles = [
    Confirmation.styles,
    costStyles,
    explanationStyles,
    detailStyles,
    speedStyles,
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
  @property({ attribute: false }) prepare!: (
    request: TransactionRequest,
  ) => Promise<PreparedTransaction>
  /** What is asked for the explanation. */
  @property({ attribute: false }) node!: Node
  @property({ attribute: false }) people?: Acquaintances
  @property({ attribute: false }) onApprove?: (transaction: Transaction) => void
  protected override readonly kind = 'transaction'

  @state() private prepared: PreparedTransaction | undefined
  @state() private error = ''
  @state() private speeds: Record<Speed, DynamicFees> | undefined
  @state() private speed: ChosenSpeed = 'asked'
  /** Call data with the allowance that the person set. */
  @state() private edited: `0x${string}` | undefined
  readonly #explaining = new Explaining(this)
  #preparation = 0

  override connectedCallback(): void {
    super.connectedCallback()
    // Properties are set right after.
    queueMicrotask(() => void this.#start())
  }

  protected override render() {
    const { explanation } = this.#explaining
    const { chain, locale, prepared } = this
    const summary = explanation && summarize(explanation, { locale, ticker: chain.ticker })
    const risks = [...(summary?.risks ?? []), ...this.#feeRisks()]
    const isBad = ({ severity }: ShownRisk) => severity === 'danger'
    const call = summary?.calls[0] ?? plainCall(this.#request, { locale, ticker: chain.ticker })
    return html`
      <main>
        ${this.lead(this.#title(call.title))}
        ${againNotice(this.again)}${changeNotice(this.change)}
        ${this.#problem()}
        ${drawRisks(risks.filter(isBad))}
        ${drawChanges(summary, !explanation?.isWhole)}
        ${
          this.isKept
            ? html`<p class="notice warning">${warning()}<span>${msg('It is not sent now: the site gets it signed, and can send it whenever it likes.')}</span></p>`
            : nothing
        }
        ${drawCall(call, !explanation?.calls[0]?.known)}
        ${this.#allowance(summary)}
        ${drawRisks(risks.filter((risk) => !isBad(risk)))}
        <dl class="rows">
          <div class="row middle"><dt>${msg('From')}</dt><dd>${this.account()}</dd></div>
          ${networkRow(chain)}
        </dl>
        <dl class="rows">${this.#costs()}</dl>
        ${
          // What takes another's place has the fee that this takes.
          this.site || !this.request.fees
            ? drawSpeeds(this.speeds, this.speed, !!this.request.fees, this.#onSpeed)
            : nothing
        }
        ${prepared ? drawDetails(prepared.transaction, locale) : drawData(this.#request.data)}
      </main>
      ${this.answers(() => this.onApprove?.(this.prepared!.transaction), { isReady: this.#isReady() })}
    `
  }

  /** What is asked now: the site's wish with what the person changed. */
  get #request(): TransactionRequest {
    const { request, edited, speed, speeds } = this
    const fees = speed === 'asked' ? request.fees : speeds?.[speed]
    return { ...request, fees, ...(edited && { data: edited }) }
  }

  #title(known: string): string {
    const { to, data } = this.request
    if (this.change) return changeTitle(this.change)
    if (this.isKept) return msg('Sign this transaction?')
    if (!to) return msg('Create a contract?')
    if (data === '0x') return msg('Send this payment?')
    const isKnown = !!this.#explaining.explanation?.calls[0]?.known
    return isKnown ? known : msg('Approve this transaction?')
  }

  #problem(): TemplateResult | typeof nothing {
    const { prepared, error } = this
    if (error) {
      return html`
        ${danger(error)}
        <button type="button" class="button" @click=${this.#start}>${msg('Try again')}</button>
      `
    }
    if (!prepared) return nothing
    if (isShort(prepared)) {
      const { ticker } = this.chain
      return danger(
        msg(str`You do not have enough ${ticker} for this. Add some, then ask the site again.`),
      )
    }
    const isSaid = this.#explaining.explanation?.simulation?.status === 'failed'
    if (prepared.failure && !isSaid) {
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

  /** What a site asks to be allowed to take, the person can make less. */
  #allowance(summary: Summary | undefined): TemplateResult | typeof nothing {
    const { explanation } = this.#explaining
    const known = explanation?.calls[0]?.known
    const [approval] = known ? approvalsIn(known.clear) : []
    const token = approval?.token && explanation?.tokens.get(approval.token.toLowerCase())
    const argument = known && editableArgument(known.signature)
    if (!summary || !token || argument === undefined || token.standard !== 'ERC-20') return nothing
    const at = 10 + 64 * argument
    const asked = BigInt(`0x${this.request.data.slice(at, at + 64)}`)
    return html`<we-allowance .symbol=${token.symbol ?? ''} .decimals=${token.decimals} .asked=${asked}
      .locale=${this.locale} .isEdited=${!!this.edited}
      @we-allowance=${({ amount }: AllowanceEvent) => this.#onAllowance(argument, amount)}></we-allowance>`
  }

  #feeRisks(): ShownRisk[] {
    const { prepared, request, speeds } = this
    const isPayment = request.data === '0x' && request.value > 0n
    const isLarge = isPayment && !!prepared && prepared.fee * DEAR_PART > request.value
    const isMuch = this.speed === 'asked' && !!speeds && isDear(request.fees, speeds)
    if (!isLarge && !isMuch) return []
    return [{ severity: 'warning', text: msg('The network fee is high for what this does.') }]
  }

  /** Not before what it does is known, or known to be unknown. */
  #isReady(): boolean {
    const { prepared } = this
    const isWhole = !!this.#explaining.explanation?.isWhole
    return isWhole && !!prepared && !prepared.failure && !isShort(prepared)
  }

  #onSpeed = (speed: ChosenSpeed): void => {
    this.speed = speed
    void this.#prepare()
  }

  #onAllowance(argument: number, amount: bigint): void {
    this.edited = withAllowance(this.request.data, argument, amount)
    void this.#start()
  }

  #start = async (): Promise<void> => {
    const { chain, node, people } = this
    const { from, to, value, data } = this.#request
    const call = { chainId: chain.chainId, from, value, data, ...(to && { to }) }
    const looking = speedsOf(node).then((speeds) => {
      this.speeds = speeds
    })
    await Promise.all([
      this.#prepare(),
      looking,
      this.#explaining.start({ calls: [call], ticker: chain.ticker }, node, people),
    ])
  }

  async #prepare(): Promise<void> {
    const run = ++this.#preparation
    this.error = ''
    this.prepared = undefined
    try {
      const prepared = await this.prepare(this.#request)
      if (run === this.#preparation) this.prepared = prepared
    } catch {
      if (run !== this.#preparation) return
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
