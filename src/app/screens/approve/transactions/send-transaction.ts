import { localized, msg } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import type {
  PreparedTransaction,
  Transaction,
  TransactionRequest,
} from '../../../../chain/requests/transaction.js'
import { warning } from '../../../../ui/icons.js'
import type { Replacement } from '../../../approval/approval-requests.js'
import { tickerOf } from '../../base/network.js'
import { drawData, drawDetails } from '../../explanation/details.js'
import { drawCall, drawChanges, drawRisks } from '../../explanation/draw.js'
import { plainCall, type ShownRisk } from '../../explanation/summary.js'
import type { ShownCall } from '../../explanation/values.js'
import { drawNetworkNotices } from '../network-notices.js'
import { againNotice, changeNotice, changeTitle, placeNotice } from './changes.js'
import { Spending } from './spending.js'

/** A fee of at least one part in so many of the payment is out of proportion. */
const DEAR_PART = 4n

/** Asks to send a transaction: shows its changes, risks and costs. */
@localized()
@customElement('we-send-transaction')
export class SendTransaction extends Spending<PreparedTransaction, Transaction> {
  @property({ attribute: false }) request!: TransactionRequest
  /** The transaction is only signed, and the site keeps it. */
  @property({ type: Boolean }) isKept = false
  /** Set if the transaction replaces a pending one. */
  @property({ attribute: false }) change?: Replacement | undefined
  /** Fills in fees and works out the costs. */
  @property({ attribute: false }) prepare!: (
    request: TransactionRequest,
  ) => Promise<PreparedTransaction>
  protected override get asked(): TransactionRequest[] {
    return [this.request]
  }

  protected override prepareAll([request]: TransactionRequest[]): Promise<PreparedTransaction> {
    return this.prepare(request!)
  }

  protected override transactionsOf({ transaction }: PreparedTransaction): Transaction[] {
    return [transaction]
  }

  protected override render() {
    const { chain, locale, prepared, explanation, summary } = this
    const { simulation } = explanation ?? {}
    const [request] = this.now
    const risks = [...this.feeRisks(this.#isDear), ...(summary?.risks ?? [])]
    const isBad = ({ severity }: ShownRisk) => severity === 'danger'
    const isPending = !explanation?.isWhole
    const changes = drawChanges(summary, isPending)
    // Changes go next to the costs. Without changes, the costs come first.
    const hasChanges = isPending || !!summary?.changes?.length || simulation?.status === 'failed'
    const call = summary?.calls[0] ?? plainCall(request!, { locale, ticker: tickerOf(chain) })
    // A replacement has a set fee, so no choice of speeds.
    const hasSpeeds = !!this.site || !this.request.fees
    return html`
      <main>
        ${this.lead(this.#title(call.title), chain)}
        ${drawNetworkNotices(chain)}
        ${againNotice(this.reason)}${changeNotice(this.change)}
        ${this.change ? nothing : placeNotice(prepared?.place)}
        ${this.problem(() => this.#failure())}
        ${drawRisks(risks.filter(isBad))}
        ${hasChanges ? [changes, this.costs()] : nothing}
        ${
          this.isKept
            ? html`<p class="notice warning">${warning()}<span>${msg('It is not sent now: the site gets it signed, and can send it whenever it likes.')}</span></p>`
            : nothing
        }
        ${drawCall(call, request!.data !== '0x' && !explanation?.calls[0]?.known)}
        ${hasChanges ? nothing : [this.costs(), changes]}
        ${this.allowance(0)}
        ${drawRisks(risks.filter((risk) => !isBad(risk)).map((risk) => onceNamed(risk, call)))}
        ${this.end}
        ${this.figures(hasSpeeds)}
        ${prepared ? drawDetails(prepared.transaction, locale) : drawData(request!.data)}
      </main>
      ${this.answers(() => this.onApprove?.(this.prepared!.transaction), {
        ...{ isReady: this.isReady, missing: this.missing, notices: this.notices },
        gist: summary?.gist || call.title,
      })}
    `
  }

  #title(known: string): string {
    if (this.change) return changeTitle(this.change)
    if (this.isKept) return msg('Sign this transaction?')
    return this.callTitle(this.request, known)
  }

  /** The node's error, unless the simulation gave it already. */
  #failure(): TemplateResult | typeof nothing {
    if (this.explanation?.simulation?.status === 'failed') return nothing
    return html`<p class="notice danger" role="alert">${warning()}
      <span>${msg('This transaction would fail. The network says:')} ${this.prepared!.failure}</span></p>`
  }

  /** Whether the fee is large compared with the payment. */
  get #isDear(): boolean {
    const { prepared, request } = this
    const isPayment = request.data === '0x' && request.value > 0n
    return isPayment && !!prepared && prepared.fee * DEAR_PART > request.value
  }
}

/** Drops the address from a note if it is the only address that the call names: it is already on the screen. */
function onceNamed(risk: ShownRisk, { lines }: ShownCall): ShownRisk {
  const named = lines.flatMap(({ address = [] }) => address)
  const { address, ...rest } = risk
  return risk.severity === 'note' && named.length === 1 && named[0] === address ? rest : risk
}
