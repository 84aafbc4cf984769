import { localized, msg, str } from '@lit/localize'
import { css, html, nothing } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'

import { visible } from '../../chain/text.js'
import { formatAmount, parseAmount } from '../../chain/units.js'
import { WalletError } from '../../shared/errors.js'
import { Balance } from '../balance.js'
import type { WalletApp } from '../wallet-app.js'
import { danger } from './parts.js'
import { Screen } from './screen.js'

/** Where the person says to whom and how much; the confirmation follows. */
@localized()
@customElement('we-send')
export class Send extends Screen {
  static override styles = [
    Screen.styles,
    css`
      form {
        display: contents;
      }

      label,
      .field {
        display: flex;
        flex-direction: column;
        gap: 6px;
        font-weight: 550;
      }

      .box {
        display: flex;
        align-items: center;
        border: 1px solid var(--line-strong);
        border-radius: var(--radius);
        background: var(--raised);
      }

      .box:focus-within {
        outline: 2px solid var(--brand-text);
        outline-offset: 1px;
      }

      input {
        flex: 1;
        min-inline-size: 0;
        min-block-size: 52px;
        padding: 10px 14px;
        border: 0;
        background: none;
        font-weight: 400;
      }

      /* The box around it shows the focus. */
      input:focus-visible {
        outline: none;
      }

      input[name='to'] {
        font-family: var(--mono);
        font-size: var(--type-note);
      }

      .unit {
        padding-inline-end: 16px;
        color: var(--muted);
        font-weight: var(--strong);
      }

      .hint {
        color: var(--muted);
        font-size: var(--type-small);
        font-weight: 400;
      }

      .wrong {
        color: var(--danger);
        font-size: var(--type-small);
        font-weight: 550;
      }
    `,
  ]

  @property({ attribute: false }) app!: WalletApp
  @query('input[name=to]') private readonly to!: HTMLInputElement
  @query('input[name=amount]') private readonly amount!: HTMLInputElement
  @state() private wrong: { to?: string; amount?: string } = {}
  @state() private failure = ''
  readonly #balance = new Balance(this)

  protected override render() {
    const { chain, locale } = this.app
    const { value } = this.#balance
    const { wrong } = this
    return html`
      ${this.header(msg('Send'), () => this.app.show('home'))}
      <form novalidate @submit=${this.#submit} @input=${this.#clear}>
        <main>
          ${this.failure ? danger(this.failure) : nothing}
          <div class="field">
            <label for="to">${msg('To')}</label>
            <span class="box"><input id="to" name="to" dir="ltr" placeholder="0x…" autocomplete="off"
              spellcheck="false" autocapitalize="off" aria-invalid=${!!wrong.to} aria-describedby="to-wrong" /></span>
            <span id="to-wrong" class="wrong" role="alert">${wrong.to}</span>
          </div>
          <div class="field">
            <label for="amount">${msg('Amount')}</label>
            <span class="box"><input id="amount" name="amount" inputmode="decimal" placeholder="0" autocomplete="off"
              aria-invalid=${!!wrong.amount} aria-describedby="amount-wrong available" />
              <span class="unit">${chain.ticker}</span></span>
            <span id="amount-wrong" class="wrong" role="alert">${wrong.amount}</span>
            <span id="available" class="hint">
              ${value === undefined ? nothing : msg(str`You have ${formatAmount(value, locale)} ${chain.ticker}.`)}
            </span>
          </div>
        </main>
        <footer><button class="button primary" type="submit">${msg('Continue')}</button></footer>
      </form>
    `
  }

  #clear(): void {
    this.wrong = {}
    this.failure = ''
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const to = this.to.value.trim()
    const value = parseAmount(this.amount.value)
    const isAddress = (await this.app.sign('checksum', to)) !== null
    this.wrong = {
      ...(!isAddress && {
        to: msg('This is no address. It has 0x and 40 more characters; check for a typing error.'),
      }),
      ...(!value && { amount: msg('Enter an amount, such as 0.1.') }),
    }
    if (!isAddress || !value) {
      ;(isAddress ? this.amount : this.to).focus()
      return
    }
    await this.#send(to as `0x${string}`, value)
  }

  async #send(to: `0x${string}`, value: bigint): Promise<void> {
    const { app } = this
    try {
      await app.send({ from: app.address!, to, value, data: '0x', fees: undefined })
      app.show('home')
    } catch (error) {
      if (WalletError.is(error, 'USER_REJECTED')) return
      this.failure = msg(
        str`The network refused the transaction: ${visible((error as Error).message)}`,
      )
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'we-send': Send
  }
}
