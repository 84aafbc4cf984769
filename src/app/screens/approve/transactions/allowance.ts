import { localized, msg, str } from '@lit/localize'
import { css, html, LitElement, nothing } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import { type AmountProblem, readAmount } from '../../../../chain/values/typed-amount.js'
import { formatExact } from '../../../../chain/values/units.js'
import { controls } from '../../../../ui/controls.js'
import { amountProblemText } from '../../base/amount-words.js'

/** Dispatched with the amount that the person allows instead. */
export class AllowanceEvent extends Event {
  readonly amount: bigint

  constructor(amount: bigint) {
    super('we-allowance')
    this.amount = amount
  }
}

/** Lets a person allow less, or more, than a site asks for. */
@localized()
@customElement('we-allowance')
export class Allowance extends LitElement {
  static override styles = [
    controls,
    css`
      :host {
        display: block;
        min-inline-size: 0;
        max-inline-size: 100%;
      }

      form {
        display: flex;
        flex-direction: column;
        gap: 8px;
        padding: 12px 16px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
      }

      label {
        font-size: var(--type-note);
        font-weight: 600;
      }

      div {
        display: flex;
        gap: 8px;
      }

      input {
        flex: 1;
        min-inline-size: 0;
        min-block-size: 48px;
        padding: 8px 12px;
        border: 1px solid var(--line-strong);
        border-radius: var(--radius);
        background: var(--raised);
      }

      input[aria-invalid='true'] {
        border-color: var(--danger);
      }

      p {
        font-size: var(--type-small);
      }

      .wrong {
        color: var(--danger);
      }
    `,
  ]

  @property() symbol = ''
  @property({ type: Number }) decimals = 18
  /** The site's amount, in the smallest unit. */
  @property({ attribute: false }) asked = 0n
  /** Whether the amount shown is the person's, not the site's. */
  @property({ type: Boolean }) isEdited = false
  @property() locale = 'en'
  @state() private problem: AmountProblem | undefined

  protected override render() {
    const { problem, decimals, symbol } = this
    const asked = formatExact(this.asked, this.locale, this.decimals)
    return html`
      <form @submit=${this.#onSubmit}>
        <label for="amount">${msg(str`Allow a different amount of ${this.symbol}`)}</label>
        <div>
          <input id="amount" name="amount" inputmode="decimal" autocomplete="off" spellcheck="false" dir="ltr"
            aria-invalid=${!!problem} aria-describedby="about" />
          <button class="button">${msg('Change')}</button>
        </div>
        <p id="about" class=${problem ? 'wrong' : 'muted'} role="status">${
          problem
            ? amountProblemText(problem, { decimals, unit: symbol || msg('token') })
            : this.isEdited
              ? msg(str`You have changed it. The site asked for ${asked} ${this.symbol}.`)
              : nothing
        }</p>
      </form>
    `
  }

  #onSubmit(event: SubmitEvent): void {
    event.preventDefault()
    const { value } = this.renderRoot.querySelector('input')!
    const read = readAmount(value, this.decimals, this.locale, 0n)
    this.problem = 'problem' in read ? read.problem : undefined
    if ('value' in read) this.dispatchEvent(new AllowanceEvent(read.value))
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'we-allowance': Allowance
  }
}
