import { msg, str } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'
import { property, state } from 'lit/decorators.js'
import { type DynamicFees, isDear, type Speed, speedsOf } from '../../../../chain/costs/speeds.js'
import type { Explanation, Plan, Subject } from '../../../../chain/explain/explain.js'
import type { Chain } from '../../../../chain/networks/networks.js'
import type { Node } from '../../../../chain/reads/contract-reads.js'
import type { TokenInfo } from '../../../../chain/reads/token-info.js'
import type {
  Ahead,
  AskedFees,
  NoncePosition,
  Price,
  Transaction,
  TransactionRequest,
} from '../../../../chain/requests/transaction.js'
import { approvalsIn, editableArgument, withAllowance } from '../../../../chain/risks/approvals.js'
import { withSeverity } from '../../../../chain/risks/risk.js'
import type { RetryReason } from '../../../approval/approval-requests.js'
import { Confirmation } from '../confirmation.js'
import { type Costs, costRows, costStyles, restRow } from './costs.js'
import './allowance.js'
import { networkName, networkRow, tickerOf } from '../../base/network.js'
import { danger } from '../../base/shared-parts.js'
import { detailStyles } from '../../explanation/details.js'
import { explanationStyles } from '../../explanation/draw.js'
import { type ShownRisk, type Summary, shownRisk, summarize } from '../../explanation/summary.js'
import { number } from '../../explanation/values.js'
import { networkNotices } from '../network-notices.js'
import { dangersAmong, type Notice } from '../notices.js'
import type { AllowanceEvent } from './allowance.js'
import { BlockWatch } from './block-watch.js'
import { Explaining } from './explaining.js'
import { FeeWatch } from './fee-watch.js'
import { type ChosenSpeed, drawSpeeds, speedStyles } from './speed.js'

/** Facts needed to approve: the costs, and whether it would fail. */
export interface Outlay extends Costs {
  place?: NoncePosition | undefined
  ahead?: readonly Ahead[]
  price?: Price
  failure?: string | { index: number; reason: string }
  estimate?: bigint
}

/** An allowance that the person can change. */
interface Editable {
  token: TokenInfo
  /** Index of the call's argument that holds the allowance. */
  argument: number
}

/**
 * Shared by the screens of a transaction and a batch: prepares and explains them, and lets the person choose the speed
 * and lower an allowance. The values on the screen are those that get signed.
 */
export abstract class Spending<Prepared extends Outlay, Answer> extends Confirmation<Answer> {
  static override styles = [
    Confirmation.styles,
    costStyles,
    explanationStyles,
    detailStyles,
    speedStyles,
  ]

  @property({ attribute: false }) chain!: Chain
  @property() locale = 'en'
  /** The person approved this before, and something has changed since. */
  @property({ attribute: false }) again?: RetryReason | undefined
  /** The node that the explanation asks. */
  @property({ attribute: false }) node!: Node

  @state() protected prepared: Prepared | undefined
  @state() protected error = ''
  @state() private speeds: Record<Speed, DynamicFees> | undefined
  @state() private speed: ChosenSpeed = 'asked'
  /** Call data with the person's allowance, by index of the request. */
  @state() private edited: ReadonlyMap<number, `0x${string}`> = new Map()
  /** Allowances that can be changed, by the same index. */
  readonly #editable = new Map<number, Editable>()
  readonly #explaining = new Explaining(this)
  readonly #fees = new FeeWatch(this, () => this.#onDearer())
  #preparation = 0

  constructor() {
    super()
    new BlockWatch(this, {
      node: () => this.node,
      isWanted: () => this.#wouldFail,
      onBlock: () => this.#onBlock(),
    })
  }

  override connectedCallback(): void {
    super.connectedCallback()
    addEventListener('online', this.#onOnline)
    // Properties are set right after.
    queueMicrotask(() => void this.start())
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener('online', this.#onOnline)
  }

  /** The site's requests, in the order in which they are sent. */
  protected abstract get asked(): readonly TransactionRequest[]
  /** Fills in missing fields and works out the costs. */
  protected abstract prepareAll(requests: TransactionRequest[]): Promise<Prepared>
  /** The transactions to sign. */
  protected abstract transactionsOf(prepared: Prepared): readonly Transaction[]

  /** The site's requests with the person's changes. */
  protected get now(): TransactionRequest[] {
    const { speed, speeds } = this
    return this.asked.map((request, at) => {
      const fees: AskedFees | undefined = speed === 'asked' ? request.fees : speeds?.[speed]
      const data = this.edited.get(at) ?? request.data
      return { ...request, fees, data }
    })
  }

  protected get explanation() {
    return this.#explaining.explanation
  }

  protected get summary(): Summary | undefined {
    const { explanation, locale, chain } = this
    return explanation && summarize(explanation, { locale, ticker: tickerOf(chain) })
  }

  /** Only once the wallet has explained what the requests do, or knows that it cannot. */
  protected get isReady(): boolean {
    const { prepared, explanation } = this
    return !!explanation?.isWhole && !!prepared && prepared.remaining >= 0n
  }

  /** Why it cannot be approved yet. */
  protected get missing(): string | undefined {
    const { prepared, error } = this
    if (error) return msg('The network does not answer.')
    if (!prepared || prepared.remaining >= 0n) return undefined
    return msg(str`There is not enough ${tickerOf(this.chain)}.`)
  }

  /** Whether the request fails at the latest block; a later block may change that. */
  get #wouldFail(): boolean {
    const { prepared, explanation } = this
    if (!prepared || !explanation?.isWhole) return false
    return !!prepared.failure || explanation.simulation?.status === 'failed'
  }

  /** Dangers that need a second confirmation, each with the address it is about. */
  protected get notices(): Notice[] {
    const { failure } = this.prepared ?? {}
    // The simulation may report the same failure: an equal risk is shown once.
    const index = typeof failure === 'string' ? 0 : failure?.index
    const fails =
      failure && shownRisk(withSeverity({ code: 'fails', ...(index !== undefined && { index }) }))
    const risks = [...(this.summary?.risks ?? []), ...(fails ? [fails] : [])]
    return [...networkNotices(this.chain), ...dangersAmong(risks)]
  }

  /** Why the person has to look at the request again. */
  protected get reason(): RetryReason | undefined {
    return this.#fees.hasRisen ? 'dearer' : this.again
  }

  /** @param known - The title for a call that the wallet knows. */
  protected callTitle({ to, data }: TransactionRequest, known: string): string {
    if (!to) return msg('Deploy a contract?')
    if (data === '0x') return msg('Send this payment?')
    return this.explanation?.calls[0]?.known ? known : msg('Approve this transaction?')
  }

  /** Why it cannot be done: the network does not answer, the balance is too low, or it would fail. */
  protected problem(
    failure: () => TemplateResult | typeof nothing,
  ): TemplateResult | typeof nothing {
    const { prepared, error } = this
    if (error) {
      return html`
        ${danger(error)}
        <button type="button" class="button" @click=${this.start}>${msg('Try again')}</button>
      `
    }
    if (prepared && prepared.remaining < 0n) {
      return danger(
        msg(
          str`You do not have enough ${tickerOf(this.chain)} for this. Add some, then ask the site again.`,
        ),
      )
    }
    return prepared?.failure ? failure() : nothing
  }

  /** The fee and the total. */
  protected costs(): TemplateResult {
    return html`<dl class="rows">${costRows(this.prepared, this.#shown)}</dl>`
  }

  /** Network, remaining balance, and speed. */
  protected figures(hasSpeeds = true): TemplateResult {
    const { prepared, chain } = this
    const isAsked = this.asked.some(({ fees }) => fees)
    return html`
      <dl class="rows">
        ${networkRow(chain)}
        ${restRow(prepared, this.#shown)}
      </dl>
      ${hasSpeeds ? drawSpeeds(this.speeds, this.speed, isAsked, this.#onSpeed) : nothing}
    `
  }

  get #shown() {
    const { chain, locale, error } = this
    return { chain, locale, isUnknown: !!error }
  }

  /** A field to lower the allowance that the site asks for. @param at - Index of the request. */
  protected allowance(at: number): TemplateResult | typeof nothing {
    // Keep the field while a change is prepared: the person may be typing in it.
    const editable = this.#editableOf(at) ?? this.#editable.get(at)
    if (!editable) return nothing
    this.#editable.set(at, editable)
    const { token, argument } = editable
    const { data } = this.asked[at]!
    const from = 10 + 64 * argument
    const asked = BigInt(`0x${data.slice(from, from + 64)}`)
    const onAllowance = ({ amount }: AllowanceEvent) => {
      this.edited = new Map(this.edited).set(at, withAllowance(data, argument, amount))
      void this.start()
    }
    return html`<we-allowance .symbol=${token.symbol ?? ''} .decimals=${token.decimals} .asked=${asked}
      .locale=${this.locale} .isEdited=${this.edited.has(at)} @we-allowance=${onAllowance}></we-allowance>`
  }

  #editableOf(at: number): Editable | undefined {
    const { explanation } = this
    const known = explanation?.calls[at]?.known
    const [approval] = known ? approvalsIn(known.clear) : []
    const token = approval?.token && explanation?.tokens.get(approval.token.toLowerCase())
    const argument = known && editableArgument(known.signature)
    if (!token || argument === undefined || token.standard !== 'ERC-20') return undefined
    return { token, argument }
  }

  /** Risks shown next to the fee. @param isLarge - The fee is out of proportion. */
  protected feeRisks(isLarge: boolean): ShownRisk[] {
    const { speeds, speed, prepared, locale } = this
    const isMuch =
      speed === 'asked' && !!speeds && this.asked.some(({ fees }) => isDear(fees, speeds))
    const [gas, estimate] = [this.asked[0]?.gas, prepared?.estimate].map(
      (one) => one !== undefined && number(one, locale),
    )
    const texts = [
      (isLarge || isMuch) && msg('The network fee is high for what this does.'),
      gas &&
        estimate &&
        msg(
          str`The site allows ${gas} gas, and the network expects ${estimate}. If that is not enough, this fails and the fee is lost.`,
        ),
    ]
    return texts.flatMap((text) => (text ? { severity: 'warning', text } : []))
  }

  /** Works it out and explains it, from the beginning: by the fees a contract can act otherwise. */
  protected start = async (): Promise<void> => {
    const { node, people } = this
    const preparing = this.#prepare()
    const run = this.#preparation
    const plan = preparing.then(() => this.prepared && this.#planOf(this.prepared))
    void this.#readSpeeds()
    // The code that explains may not load.
    const explaining = this.#explaining
      .start(this.#subject, { node, people, plan })
      .catch(() => this.#fail(run))
    await Promise.all([preparing, explaining])
    this.lookAnew()
  }

  get #subject(): Subject {
    const { chainId, ticker = '' } = this.chain
    const calls = this.now.map(({ from, to, value, data, gas }) => {
      return { chainId, from, value, data, gas, ...(to && { to }) }
    })
    return { calls, ticker }
  }

  #planOf = (prepared: Prepared): Plan => ({
    limits: this.transactionsOf(prepared).map(({ gas }) => gas),
    ahead: prepared.ahead ?? [],
    // Without enough balance it cannot be simulated at its price, nor approved.
    price: prepared.remaining < 0n ? undefined : prepared.price,
  })

  /** An allowance that was missing may be there now. The screen changes only if the outcome does. */
  async #onBlock(): Promise<void> {
    const run = this.#preparation
    const { node, people } = this
    const preparing = this.prepareAll(this.now)
    const plan = preparing.then(this.#planOf, () => undefined)
    const [prepared, explanation] = await Promise.all([
      preparing,
      this.#explaining.explain(this.#subject, { node, people, plan }),
    ])
    if (run !== this.#preparation) return
    if (failureOf(prepared, explanation) === failureOf(this.prepared, this.explanation)) return
    this.#explaining.show(explanation)
    this.#show(prepared)
  }

  async #readSpeeds(): Promise<void> {
    this.speeds = await speedsOf(this.node)
    this.lookAnew()
  }

  /** Prepares the requests again. The person then has to look at the new figures. */
  async #prepare(): Promise<void> {
    const run = ++this.#preparation
    this.error = ''
    this.prepared = undefined
    this.#fees.follow(this.node, [])
    try {
      const prepared = await this.prepareAll(this.now)
      if (run === this.#preparation) this.#show(prepared)
    } catch {
      this.#fail(run)
    }
  }

  #fail(run: number): void {
    if (run !== this.#preparation) return
    this.error = navigator.onLine
      ? msg(
          str`The ${networkName(this.chain)} network does not answer. Check your connection and try again.`,
        )
      : msg('You are offline. This goes on by itself once you are online again.')
  }

  #show(prepared: Prepared): void {
    this.prepared = prepared
    this.lookAnew()
    // Fees that the site or the person chose are not watched.
    if (this.asked.every(({ fees }) => !fees)) {
      this.#fees.follow(this.node, this.transactionsOf(prepared))
    }
  }

  #onSpeed = (speed: ChosenSpeed): void => {
    this.speed = speed
    void this.start()
  }

  #onOnline = (): void => {
    if (this.error) void this.start()
  }

  /** The fees shown are too low by now: prepares again. */
  async #onDearer(): Promise<void> {
    await this.#readSpeeds()
    await this.start()
  }
}

/**
 * Which call would fail, and why. The text stays the same while the failure does, whatever the rest of the batch does.
 */
function failureOf(prepared: Outlay | undefined, explanation: Explanation | undefined): string {
  const { simulation } = explanation ?? {}
  const played = simulation?.status === 'failed' && [simulation.index, simulation.reason]
  return JSON.stringify([prepared?.failure, played])
}
