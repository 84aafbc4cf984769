import { localized, msg } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'

import type { Asset } from '../../../chain/reads/asset.js'
import type { Holding } from '../../../chain/reads/holdings.js'
import { transferOf } from '../../../chain/reads/transfers.js'
import type { TransactionRequest } from '../../../chain/requests/transaction.js'
import { type PaymentUri, readPaymentUri } from '../../../chain/values/payment-uri.js'
import { visible } from '../../../chain/values/text.js'
import { readAmount, typedAmount } from '../../../chain/values/typed-amount.js'
import { NATIVE_DECIMALS } from '../../../chain/values/units.js'
import { forward } from '../../../ui/icons.js'
import { assetKey } from '../../stores/assets.js'
import { fiat } from '../../stores/prices.js'
import { Balance, ownerOf } from '../../wallet/assets/balance.js'
import { Holdings } from '../../wallet/assets/holdings.js'
import { ShownPictures } from '../../wallet/assets/shown-pictures.js'
import { knownAddressesOf, namedLike } from '../../wallet/known-addresses.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { choices } from '../base/choices.js'
import { riskStyles } from '../explanation/draw.js'
import { Costs } from '../send/costs.js'
import { Recipient, type Refusal } from '../send/recipient.js'
import '../settings/contacts.js'
import { Screen } from '../base/screen.js'
import { danger, refusalText } from '../base/shared-parts.js'
import { amountField, type SendProblem } from './amount-field.js'
import './asset-choice.js'
import { assetRow, coinMark, coinStyles, nameOf } from '../assets/asset-row.js'
import { silence } from '../assets/silence.js'
import { coinName, tickerOf } from '../base/network.js'
import { refusalOf, tokenOf } from './other-ways.js'
import { sendStyles } from './styles.js'
import { toField } from './to-field.js'

/** Matching contacts shown below the field. */
const MAX_MEANT = 3

/** The send form; the confirmation follows. */
@localized()
@customElement('we-send')
export class Send extends Screen {
  static override styles = [Screen.styles, choices, coinStyles, riskStyles, sendStyles]

  @property({ attribute: false }) app!: WalletApp
  /** The form, or a list to choose from. */
  @state() private view: 'form' | 'assets' | 'people' = 'form'
  /** Key of the asset (`assetKey`); empty: the coin. */
  @state() private chosen = ''
  @state() private typed = ''
  /** Sends the whole balance of the coin minus the fee, which is calculated again at the end. */
  @state() private isEverything = false
  /** Fields left, or all after a submit: their errors are shown. */
  @state() private judged: readonly ('to' | 'amount')[] = []
  @state() private problem: SendProblem | undefined
  @state() private failure = ''
  /** Address to add to the address book next. */
  @state() private saved = ''
  @query('input[name=to]') private readonly toInput!: HTMLInputElement
  @query('input[name=amount]') private readonly amountInput!: HTMLInputElement | null
  readonly #balance = new Balance(this)
  readonly #holdings = new Holdings(this)
  readonly #pictures = new ShownPictures(this)
  readonly #recipient = new Recipient(this)
  readonly #costs = new Costs(this)
  #looked: Promise<void> | undefined
  #of = ''
  #hadAsset = false
  #isSending = false

  /** The asset to send; undefined: the coin. */
  get asset(): Asset | undefined {
    return this.#holding?.asset
  }

  override firstUpdated(): void {
    this.chosen = this.app.router.subject ?? ''
    this.typed = this.#usual
    this.#looked = this.#holdings.refresh()
  }

  override updated(): void {
    const of = ownerOf(this.app)
    // The network or the account changed, so earlier results are invalid.
    if (this.#of && of !== this.#of) {
      this.#take(this.#recipient.typed)
      this.#choose('')
      void this.#holdings.refresh()
    }
    // The token is gone, and its amount was not meant for the coin.
    else if (this.#hadAsset && this.chosen && !this.asset) this.#choose('')
    this.#of = of
    this.#hadAsset = !!this.asset
    this.#costs.follow(this.#request)
  }

  protected override render() {
    const isForm = this.view === 'form'
    return html`
      ${isForm ? this.header(msg('Send'), () => this.app.show('home')) : this.#list()}
      <form novalidate ?hidden=${!isForm} @submit=${this.#submit}>
        <main>
          ${this.failure ? danger(this.failure) : nothing}
          <div role="status">${silence({ isStale: this.#balance.isStale }, this.app.appearance.locale)}</div>
          ${this.#to()}
          ${this.#what()}
          ${this.#amountField()}
        </main>
        <footer><button class="button primary" type="submit">${msg('Continue')}</button></footer>
      </form>
    `
  }

  #list(): TemplateResult {
    const { app } = this
    const back = () => this.#back()
    return this.view === 'assets'
      ? html`<we-asset-choice .app=${app} .balance=${this.#balance.value} .holdings=${this.#holdings.all}
          .onChoose=${this.#choose} .onBack=${back} @keydown=${this.#onKey}></we-asset-choice>`
      : html`<we-contacts .app=${app} .draft=${this.saved} .onChoose=${this.#chooseRecipient}
          .onBack=${back} @keydown=${this.#onKey}></we-contacts>`
  }

  #to(): TemplateResult {
    const { app } = this
    const recipient = this.#recipient
    const { names = {} } = knownAddressesOf(app)
    return toField({
      recipient,
      chain: app.chains.current,
      isJudged: this.judged.includes('to'),
      name: names[recipient.found?.address.toLowerCase() ?? ''],
      meant: recipient.found ? [] : namedLike(recipient.typed, app.own, MAX_MEANT),
      onMeant: this.#chooseRecipient,
      onInput: this.#onTo,
      onLeave: () => this.#judge('to'),
      onChoose: () => this.#open('people'),
      onText: this.#onText,
      onSave: () => this.#open('people', recipient.found?.address),
    })
  }

  #what(): TemplateResult {
    const { asset } = this
    const chain = this.app.chains.current
    return html`
      <div class="rows">
        <button type="button" class="choice" id="what" @click=${() => this.#open('assets')}>
          <span class="visually-hidden">${msg('What to send')}: </span>
          ${
            asset
              ? assetRow(this.#pictures.with(asset))
              : html`${coinMark(chain)}<span><bdi>${coinName(chain)}</bdi></span>`
          }
          ${forward()}
        </button>
      </div>
    `
  }

  #amountField(): TemplateResult {
    const { app, asset, typed } = this
    const chain = app.chains.current
    const problem = this.problem ?? this.#amountProblem
    const isQuiet = problem === 'none' && !this.judged.includes('amount')
    return amountField({
      typed,
      locale: app.appearance.locale,
      problem: isQuiet ? undefined : problem,
      balance: this.#available,
      unit: asset ? visible(asset.symbol) || nameOf(asset) : tickerOf(chain),
      decimals: this.#decimals,
      isWhole: asset?.type === 'ERC721',
      prepared: this.#costs.prepared,
      ticker: tickerOf(chain),
      worth: this.#worth,
      onInput: this.#onAmount,
      onLeave: () => this.#judge('amount'),
      onMax: this.#takeAll,
    })
  }

  get #holding(): Holding | undefined {
    return this.#holdings.all.find(({ asset }) => assetKey(asset) === this.chosen)
  }

  get #available(): bigint | undefined {
    return this.asset ? this.#holding?.amount : this.#balance.value
  }

  get #decimals(): number {
    return this.asset ? this.asset.decimals : NATIVE_DECIMALS
  }

  /** Default amount: people usually send one piece of an ERC-1155 collectible. */
  get #usual(): string {
    return this.asset?.type === 'ERC1155' ? '1' : ''
  }

  get #amount(): ReturnType<typeof readAmount> {
    if (this.asset?.type === 'ERC721') return { value: 1n }
    return readAmount(this.typed, this.#decimals, this.app.appearance.locale)
  }

  get #worth(): string | undefined {
    const amount = this.#amount
    const { app, asset } = this
    if ('problem' in amount) return undefined
    return fiat(app, app.chains.current, { amount: amount.value, asset })
  }

  get #amountProblem(): SendProblem | undefined {
    const amount = this.#amount
    if ('problem' in amount) return amount.problem
    const available = this.#available
    if (available !== undefined && amount.value > available) return 'too-much'
    const { prepared } = this.#costs
    // The cost of a transaction that fails is a guess.
    if (!prepared || prepared.failure || prepared.remaining >= 0n) return undefined
    if (this.asset) return 'fee'
    // The whole balance is computed again before it is sent, at the fee of then.
    return this.isEverything ? undefined : 'too-much-with-fee'
  }

  /** The request so far; undefined while it is incomplete or exceeds the balance. */
  get #request(): TransactionRequest | undefined {
    const { found } = this.#recipient
    const amount = this.#amount
    const from = this.app.own.chosen
    if (!found || !from || 'problem' in amount) return undefined
    const available = this.#available
    if (available !== undefined && amount.value > available) return undefined
    return transferOf(this.asset, { from, to: found.address, amount: amount.value })
  }

  #onTo = ({ target }: InputEvent): void => {
    this.judged = this.judged.filter((one) => one !== 'to')
    this.failure = ''
    this.#take((target as HTMLInputElement).value)
  }

  #onText = async (given: Promise<string | undefined>, failure: Refusal): Promise<void> => {
    const { typed } = this.#recipient
    // A payment link may name a token, so wait for the account's tokens.
    const [text] = await Promise.all([given, this.#looked])
    // The person has left the form or typed something since.
    if (!this.isConnected || typed !== this.#recipient.typed) return
    if (text === undefined) return this.#recipient.refuse('', failure)
    this.#take(text.trim())
    this.#judge('to')
    this.toInput.focus()
  }

  /** An address, a name, or a link that asks to be paid. */
  #take(text: string): void {
    const payment = readPaymentUri(text.trim())
    const refusal = payment && refusalOf(payment, this.app.chains.current, this.#holdings.all)
    if (refusal) this.#recipient.refuse(text.trim(), refusal)
    else this.#recipient.type(payment?.to ?? text)
    if (payment && !refusal) this.#fill(payment)
    this.requestUpdate()
  }

  /** Asset and amount as the link says. Without either, the form stays as it is. */
  #fill({ token, amount }: PaymentUri): void {
    const holding = token && tokenOf(this.#holdings.all, token)
    if (holding || amount !== undefined) this.#choose(holding ? assetKey(holding.asset) : '')
    if (amount !== undefined) {
      this.#setAmount(typedAmount(amount, this.#decimals, this.app.appearance.locale))
    }
  }

  #onAmount = ({ target }: InputEvent): void => {
    this.#setAmount((target as HTMLInputElement).value)
  }

  #setAmount(typed: string, isEverything = false): void {
    this.judged = this.judged.filter((one) => one !== 'amount')
    this.typed = typed
    this.isEverything = isEverything
    this.problem = undefined
    this.failure = ''
  }

  #judge(...fields: ('to' | 'amount')[]): void {
    this.judged = [...new Set([...this.judged, ...fields])]
  }

  #takeAll = async (): Promise<void> => {
    const available = this.#available ?? 0n
    if (this.asset) this.#setAll(available)
    else await this.#everything()
    this.amountInput?.focus()
  }

  /** Puts the largest amount that can be sent into the field. */
  async #everything(): Promise<Partial<TransactionRequest> | undefined> {
    const before = this.#entered
    try {
      const all = await this.#costs.everything(this.app.own.chosen!, this.#recipient.found?.address)
      // The person has gone on, perhaps to a different asset.
      if (before !== this.#entered) return undefined
      if (all.value > 0n) {
        this.#setAll(all.value)
        return all
      }
      this.problem = 'nothing-left'
    } catch {
      this.problem = 'silent'
    }
    return undefined
  }

  /** Equal while asset, amount, account and network are the same. */
  get #entered(): string {
    const { app, chosen, typed } = this
    return [app.own.chosen, app.chains.current.chainId, chosen, typed].join(' ')
  }

  #setAll(value: bigint): void {
    this.#setAmount(typedAmount(value, this.#decimals, this.app.appearance.locale), !this.asset)
  }

  #choose = (key: string): void => {
    this.chosen = key
    this.#setAmount(this.#usual)
    void this.#recipient.weigh()
    if (this.view !== 'form') void this.#back('#what')
  }

  #chooseRecipient = (address: string): void => {
    this.#recipient.type(address)
    void this.#back('input[name=to]')
  }

  async #open(view: 'assets' | 'people', saved = ''): Promise<void> {
    this.saved = saved
    this.view = view
    if (view === 'assets') void this.#holdings.refresh()
    await this.updateComplete
    await this.renderRoot.querySelector<Screen>('we-asset-choice, we-contacts')?.focusHeading()
  }

  async #back(focused = this.view === 'assets' ? '#what' : 'input[name=to]'): Promise<void> {
    this.view = 'form'
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>(focused)?.focus()
  }

  /** Escape in a list goes back to the form. */
  #onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing) return
    event.stopPropagation()
    void this.#back()
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (this.#isSending) return
    this.#isSending = true
    try {
      await this.#go()
    } finally {
      this.#isSending = false
    }
  }

  async #go(): Promise<void> {
    this.#judge('to', 'amount')
    this.failure = ''
    const found = await this.#recipient.settle()
    await this.updateComplete
    if (!found) return this.toInput.focus()
    const all = this.isEverything ? await this.#everything() : {}
    if (found !== this.#recipient.found) return this.toInput.focus()
    const amount = this.#amount
    if (!all || this.problem || this.#amountProblem || 'problem' in amount) {
      return this.amountInput?.focus()
    }
    const transfer = { from: this.app.own.chosen!, to: found.address, amount: amount.value }
    await this.#send({ ...transferOf(this.asset, transfer), ...all })
  }

  async #send(request: TransactionRequest): Promise<void> {
    try {
      await this.app.core.send(request)
      // The person may have gone on.
      if (this.isConnected) this.app.show('home')
    } catch (error) {
      this.failure = refusalText(error)
    }
  }
}
