import { localized, msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import { key } from '../../../ui/first-icons.js'
import { type Look, PLAIN } from '../../appearance/look.js'
import { type LoginOption, lastVerifier, needsDisclaimer } from '../../sign-in/login-options.js'
import type { LoginStatus } from '../../sign-in/login-status.js'
import { brandMark, legal } from '../base/brand-mark.js'
import './login-mark.js'
import { danger, loginEnd, siteName } from '../base/first-shared-parts.js'
import { Screen } from '../base/screen.js'

/** Most full-width buttons for the operator's providers. */
const MOST_FULL = 3

/** Offers the ways to sign in. */
@localized()
@customElement('we-sign-in')
export class SignIn extends Screen {
  static override styles = [
    Screen.styles,
    css`
      main {
        gap: 28px;
        padding-block: 32px 20px;
      }

      /* Centred if there is room; else from the top. */
      .head,
      .end {
        margin-block-start: auto;
      }

      .head {
        display: flex;
        flex-direction: column;
        align-items: center;
        gap: 18px;
        text-align: center;
      }

      .site {
        display: block;
        color: var(--brand-text);
      }

      .logins {
        display: flex;
        flex-direction: column;
        gap: 12px;
      }

      .logins .button {
        inline-size: 100%;
        min-block-size: 52px;
      }

      .logins .button:hover {
        --mark: hidden;
        --mark-hover: visible;
      }

      .email {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
      }

      /* Next to its button, or above it if there is too little room. */
      .email input {
        flex: 1 1 9em;
        min-inline-size: 0;
        padding: 10px 18px;
        border: 1px solid var(--muted);
        border-radius: var(--radius-full);
        background: var(--raised);
      }

      .email .button {
        flex: none;
        inline-size: auto;
      }

      .last {
        display: block;
        color: var(--muted);
        font-size: var(--type-small);
      }

      /* Five in a row; fewer are in the middle. */
      .grid {
        display: flex;
        flex-wrap: wrap;
        justify-content: center;
        gap: 10px;
      }

      .grid .button {
        flex: none;
        inline-size: calc((100% - 40px) / 5);
        min-block-size: 52px;
        padding: 0;
      }

      .grid we-login-mark {
        inline-size: 24px;
        block-size: 24px;
      }

      .progress {
        display: flex;
        flex-direction: column;
        align-items: center;
        gap: 16px;
        padding: 28px 20px;
        border-radius: var(--radius);
        background: var(--sunken);
        text-align: center;
        text-wrap: balance;
      }

      .end {
        display: flex;
        flex-direction: column;
        align-items: center;
        gap: 8px;
        color: var(--muted);
        font-size: var(--type-small);
        text-align: center;
      }

      /* In one row where possible, so that what stands below stays visible. */
      .logins .end {
        flex-flow: row wrap;
        justify-content: center;
        gap: 0 8px;
      }
    `,
  ]

  @property({ attribute: false }) logins: readonly LoginOption[] = []
  @property({ attribute: false }) status: LoginStatus = { name: 'ready' }
  /** Origin of the site that one signs in for; null for the wallet itself. */
  @property() site: string | null = null
  /** Name of the application that one signs in for, as the operator registered it. */
  @property() application = ''
  @property({ attribute: false }) look: Look = PLAIN
  /** Opens a login. Called in the click. */
  @property({ attribute: false }) onLogin?: (option: LoginOption, email?: string) => void
  /** Signs in with a passkey. Called in the click; absent where that is not offered. */
  @property({ attribute: false }) onPasskey?: (() => void) | undefined
  /** Continues with the recovery phrase. Called in the click. */
  @property({ attribute: false }) onRestore?: () => void
  /** Opens the login once more. Called in the click. */
  @property({ attribute: false }) onRetry?: () => void
  @property({ attribute: false }) onCancel?: () => void
  /** Shows the ways that few people choose. */
  @property({ attribute: false }) hasMore = false
  readonly #last = lastVerifier()

  protected override render() {
    return html`
      <main>
        <div class="head">
          ${brandMark(this.look)}
          <h1 tabindex="-1">${this.#title()}</h1>
          ${this.application && this.site ? html`<p class="muted">${siteName(this.site)}</p>` : nothing}
        </div>
        ${this.body()}
        <div class="end">
          ${this.#disclaimer()}${legal(this.look)}
        </div>
      </main>
    `
  }

  #quiet(text: string, act?: () => void, expanded?: 'false'): TemplateResult | typeof nothing {
    if (!act) return nothing
    return html`<button type="button" class="quiet" aria-expanded=${expanded ?? nothing} @click=${act}>${text}</button>`
  }

  #title(): TemplateResult | string {
    if (this.application) {
      return html`${msg('Sign in to')} <span class="site">${this.application}</span>`
    }
    if (!this.site) return msg('Sign in to your wallet')
    return html`${msg('Sign in to connect to')} <span class="site">${siteName(this.site)}</span>`
  }

  #disclaimer(): TemplateResult | typeof nothing {
    if (!needsDisclaimer(this.logins, this.look.hidesDisclaimer)) return nothing
    return html`<p>${msg('The service you sign in with only confirms who you are. It cannot see what is in this wallet.')}</p>`
  }

  protected body(): TemplateResult {
    const { status } = this
    switch (status.name) {
      case 'waiting': {
        const { option } = status
        return html`${this.progress(
          option
            ? msg(str`Continue in the ${option.name} window.`)
            : msg('Continue in the wallet’s own window.'),
        )}
        <div class="logins">
          ${option ? html`<button type="button" class="button outline" @click=${this.onRetry}>${msg('Open the window again')}</button>` : nothing}
          ${this.cancel()}
        </div>`
      }
      case 'working':
        return this.progress(msg('Signing you in…'))
    }
    const { email, full, small, rest } = arrange(this.logins, this.#last)
    const shown = [email, ...full, ...small].filter(Boolean)
    return html`
      <div class="logins">
        ${status.name === 'ready' && status.error ? loginEnd(status.error) : nothing}
        ${email ? this.#email(email) : nothing}
        ${full.map((option) => this.#full(option))}
        ${this.#grid(small)}
        ${
          this.onPasskey
            ? html`<button type="button" class="button outline" @click=${this.onPasskey}>
                ${key()}<span>${msg('Continue with a passkey')}</span></button>`
            : nothing
        }
        ${shown.length || this.onPasskey ? nothing : danger(msg('This site has hidden every way to sign in. Tell its owner.'))}
        ${this.#more(rest)}
      </div>
    `
  }

  /** The logins that few people choose, folded behind a button. */
  #more(rest: LoginOption[]): TemplateResult {
    const { hasMore, onRestore } = this
    const isAll = hasMore || (!rest.length && !onRestore)
    return html`
      ${hasMore ? this.#grid(rest) : nothing}
      <div class="end">
        ${isAll ? this.#quiet(msg('Use recovery phrase'), onRestore) : this.#quiet(msg('More ways'), this.#showMore, 'false')}
      </div>`
  }

  /** Shows all logins, and focuses the first new one. */
  #showMore = async (): Promise<void> => {
    const known = new Set(this.renderRoot.querySelectorAll('button'))
    this.hasMore = true
    await this.updateComplete
    const buttons = [...this.renderRoot.querySelectorAll('button')]
    buttons.find((one) => !known.has(one))?.focus()
  }

  #grid(options: LoginOption[]): TemplateResult | typeof nothing {
    if (!options.length) return nothing
    return html`<div class="grid">${options.map((option) => this.#small(option))}</div>`
  }

  #email(option: LoginOption): TemplateResult {
    const send = (event: SubmitEvent) => {
      event.preventDefault()
      this.onLogin?.(option, this.renderRoot.querySelector('input')!.value)
    }
    return html`
      <form class="email" novalidate @submit=${send}>
        <input name="email" type="email" autocomplete="email" spellcheck="false" autocapitalize="none"
          maxlength="254" dir="ltr" placeholder=${msg('E-mail address')} aria-label=${msg('E-mail address')} />
        <button class="button primary" aria-label=${labelOf(option)}>${msg('Continue')}</button>
      </form>
    `
  }

  protected progress(text: string): TemplateResult {
    return html`<div class="progress" role="status"><div class="spinner"></div><p>${text}</p></div>`
  }

  protected cancel(): TemplateResult {
    return html`<button type="button" class="button" @click=${this.onCancel}>${msg('Cancel')}</button>`
  }

  #full(option: LoginOption): TemplateResult {
    const label = option.description ?? labelOf(option)
    const isLast = option.verifier === this.#last
    const last = msg('Last used')
    return html`
      <button type="button" class="button outline" aria-description=${isLast ? last : nothing}
        @click=${() => this.onLogin?.(option)}>
        ${this.#icon(option)}<span>${label}${isLast ? html` <span class="last" aria-hidden="true">${last}</span>` : nothing}</span>
      </button>
    `
  }

  #small(option: LoginOption): TemplateResult {
    const label = labelOf(option)
    return html`
      <button type="button" class="button outline" aria-label=${label} title=${label}
        @click=${() => this.onLogin?.(option)}>${this.#icon(option)}</button>
    `
  }

  #icon(option: LoginOption): TemplateResult {
    return html`<we-login-mark .option=${option} .scheme=${this.look.scheme}></we-login-mark>`
  }
}

const labelOf = ({ protocol, name }: LoginOption): string =>
  protocol === 'email' ? msg('Continue with email') : msg(str`Continue with ${name}`)

interface Arranged {
  /** A field for the address. */
  email?: LoginOption | undefined
  /** Full-width buttons: up to three logins, and those with a text from the page. */
  full: LoginOption[]
  /** Logins for which the page gave no text. */
  small: LoginOption[]
  rest: LoginOption[]
}

/** The one that was used last comes first; else in the operator's order. */
function arrange(logins: readonly LoginOption[], last: string | undefined): Arranged {
  const rank = ({ verifier }: LoginOption) => Number(verifier !== last)
  const shown = logins
    .filter(({ isShown }) => isShown)
    .sort((one, other) => rank(one) - rank(other))
  const usual = shown.filter(({ isConfigured, description }) => !isConfigured && !description)
  const email = usual.find(({ protocol }) => protocol === 'email')
  const others = usual.filter((option) => option !== email)
  const described = shown.filter(({ description }) => description)
  return {
    email,
    full: [...others.slice(0, MOST_FULL), ...described],
    small: shown.filter((option) => !described.includes(option) && !usual.includes(option)),
    rest: others.slice(MOST_FULL),
  }
}
