import { localized, msg, str } from '@lit/localize'
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import { visible } from '../../../chain/values/text.js'
import { mail } from '../../../ui/icons.js'
import type { EmailLogin, EmailStep } from '../../sign-in/email-login.js'
import { fields } from '../base/fields.js'
import { Screen } from '../base/screen.js'
import { danger, loginErrorText } from '../base/shared-parts.js'

const DIGITS = 6
/** Milliseconds between looks at the clock. */
const TICK = 1_000

/** Asks for an e-mail address, then for the code that was sent there. */
@localized()
@customElement('we-email-login')
export class EmailLoginScreen extends Screen {
  static override styles = [
    Screen.styles,
    fields,
    css`
      .code {
        font-family: var(--mono);
        font-size: var(--type-heading);
        letter-spacing: 0.3em;
        text-align: center;
      }

      .mark {
        align-self: center;
      }

      .sent {
        text-align: center;
        text-wrap: balance;
      }

      .more {
        display: flex;
        flex-direction: column;
        align-items: center;
        gap: 4px;
      }
    `,
  ]

  @property({ attribute: false }) login!: EmailLogin
  /** Seconds until a code can be sent again. */
  @state() private wait = 0
  @state() private code = ''
  #timer: ReturnType<typeof setInterval> | undefined
  #shown = ''

  override connectedCallback(): void {
    super.connectedCallback()
    this.#timer = setInterval(this.#onTick, TICK)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearInterval(this.#timer)
    this.login.removeEventListener('change', this.#onChange)
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('login')) return
    changed.get('login')?.removeEventListener('change', this.#onChange)
    this.login.addEventListener('change', this.#onChange)
  }

  protected override render() {
    const { step } = this.login
    if (step.name === 'working') {
      return html`<main class="centre">
        <div class="spinner"></div>
        <div role="status"><h1 tabindex="-1">${msg('Signing you in…')}</h1></div>
      </main>`
    }
    return step.name === 'address' ? this.#address(step) : this.#entry(step)
  }

  /** Focuses the field to fill first, for the keyboard. */
  override async focusHeading(): Promise<void> {
    await this.updateComplete
    const target =
      this.renderRoot.querySelector<HTMLElement>('input') ?? this.renderRoot.querySelector('h1')
    target?.focus({ preventScroll: true })
  }

  #address({ isBusy, isInvalid, error }: EmailStep & { name: 'address' }): TemplateResult {
    return html`
      ${this.header(msg('Continue with email'), () => this.login.cancel())}
      <main>
        <form novalidate @submit=${this.#send}>
          <p>${msg('You get a code by e-mail. Type it here, and you are signed in.')}</p>
          <label>
            ${msg('E-mail address')}
            <input name="email" type="email" autocomplete="email" inputmode="email" spellcheck="false"
              autocapitalize="none" maxlength="254" dir="ltr" .value=${this.login.email} ?readonly=${isBusy}
              aria-invalid=${!!isInvalid} aria-describedby="problem" />
          </label>
          <div id="problem">${
            isInvalid
              ? danger(msg('Type a whole e-mail address, such as name@example.com.'))
              : this.#problem(error)
          }</div>
          <button class="button primary" aria-disabled=${isBusy}>
            ${isBusy ? msg('Sending…') : msg('Send me a code')}
          </button>
        </form>
      </main>
    `
  }

  #entry({ isBusy, sent, refusal, error }: EmailStep & { name: 'code' }): TemplateResult {
    const isOver = !!refusal && refusal.refused !== 'wrong'
    return html`
      ${this.header(msg('Enter the code'), () => this.login.change())}
      <main>
        <span class="mark">${mail()}</span>
        <p class="sent" role="status">
          ${sent > 1 ? msg('We sent a new code to') : msg('We sent a code with six digits to')}
          <strong dir="ltr">${visible(this.login.email)}</strong>
        </p>
        <form novalidate @submit=${this.#verify}>
          <label>
            ${msg('Code from the e-mail')}
            <input class="code" name="code" type="text" autocomplete="one-time-code" inputmode="numeric"
              spellcheck="false" dir="ltr" .value=${this.code} ?readonly=${isBusy || isOver}
              aria-invalid=${!!refusal} aria-describedby="problem" @input=${this.#onInput} />
          </label>
          <div id="problem">${refusal ? danger(refusalText(refusal)) : this.#problem(error)}</div>
          ${
            isOver
              ? nothing
              : html`<button class="button primary" aria-disabled=${isBusy || this.code.length < DIGITS}>
                  ${isBusy ? msg('One moment…') : msg('Sign in')}
                </button>`
          }
        </form>
        <div class="more">
          ${isOver ? nothing : html`<p class="small muted">${msg('Nothing there? Look in the spam folder, too.')}</p>`}
          <button type="button" class=${isOver ? 'button primary' : 'quiet'} aria-disabled=${isBusy || this.wait > 0}
            @click=${this.#resend}>
            ${this.wait ? msg(str`Send a new code in ${this.wait} s`) : msg('Send a new code')}
          </button>
          <button type="button" class="quiet" @click=${() => this.login.change()}>
            ${msg('Use another address')}
          </button>
        </div>
      </main>
    `
  }

  #problem(error: EmailLoginError): TemplateResult | typeof nothing {
    if (!error) return nothing
    return danger(
      error.code === 'LIMIT_EXCEEDED'
        ? msg('That was too often. Wait a quarter of an hour, or choose another way to sign in.')
        : loginErrorText(error),
    )
  }

  #onChange = (): void => {
    const { step } = this.login
    const sent = step.name === 'code' ? step.sent : 0
    const shown = `${step.name} ${sent}`
    if (step.name !== 'code' || step.refusal || shown !== this.#shown) this.code = ''
    this.#onTick()
    this.requestUpdate()
    // A new step or an emptied field: focus for typing.
    if (shown !== this.#shown || (step.name === 'code' && step.refusal)) void this.focusHeading()
    this.#shown = shown
  }

  #onTick = (): void => {
    const { step } = this.login
    const left = step.name === 'code' ? step.resendAt - Date.now() : 0
    this.wait = Math.max(0, Math.ceil(left / 1_000))
  }

  #onInput(event: InputEvent): void {
    const input = event.target as HTMLInputElement
    this.code = digitsOf(input.value)
    // Dropped characters must not stay in the field.
    input.value = this.code
    if (this.code.length === DIGITS) void this.login.verify(this.code)
  }

  #send(event: SubmitEvent): void {
    event.preventDefault()
    void this.login.send(this.renderRoot.querySelector('input')!.value)
  }

  #verify(event: SubmitEvent): void {
    event.preventDefault()
    if (this.code.length === DIGITS) void this.login.verify(this.code)
  }

  #resend(): void {
    if (!this.wait) void this.login.send(this.login.email)
  }
}

type EmailLoginError = (EmailStep & { name: 'address' })['error']

function refusalText({ refused, triesLeft }: { refused: string; triesLeft: number }): string {
  if (refused === 'wrong') return msg(str`That is not the code. Tries left: ${triesLeft}.`)
  return refused === 'spent'
    ? msg('Too many wrong tries: this code is worth nothing now. Have a new one sent.')
    : msg('This code is too old, or was used before. Have a new one sent.')
}

/** Digits of pasted text, which may have spaces or digits of other scripts. */
const digitsOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/\D/g, '')
    .slice(0, DIGITS)

declare global {
  interface HTMLElementTagNameMap {
    'we-email-login': EmailLoginScreen
  }
}
