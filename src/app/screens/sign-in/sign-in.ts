import { localized, msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import { key } from '../../../ui/first-icons.js'
import { type Look, PLAIN } from '../../appearance/look.js'
import { type LoginOption, needsDisclaimer } from '../../sign-in/login-options.js'
import type { LoginStatus } from '../../sign-in/login-status.js'
import { brandMark, legal } from '../base/brand-mark.js'
import './login-mark.js'
import { danger, loginErrorText, siteName } from '../base/first-shared-parts.js'
import { Screen } from '../base/screen.js'

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

      /* In the middle where there is room; from the top where there is not. */
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

      .or {
        display: flex;
        align-items: center;
        gap: 12px;
        color: var(--muted);
        font-size: var(--type-small);
      }

      .or::before,
      .or::after {
        flex: 1;
        border-block-start: 1px solid var(--line);
        content: '';
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
  @property({ attribute: false }) onLogin?: (option: LoginOption) => void
  /** Signs in with a passkey. Called in the click; absent where that is not offered. */
  @property({ attribute: false }) onPasskey?: (() => void) | undefined
  /** Continues with the browser's session. Called in the click; absent where there is no way to. */
  @property({ attribute: false }) onContinue?: (() => void) | undefined
  /** Goes on with the recovery phrase. Called in the click. */
  @property({ attribute: false }) onRestore?: () => void
  @property({ attribute: false }) onCancel?: () => void

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
          ${this.#quiet(this.onContinue, msg('Continue from another site'))}
          ${this.#quiet(this.onRestore, msg('Use recovery phrase'))}
          ${this.#disclaimer()}${legal(this.look)}
        </div>
      </main>
    `
  }

  #quiet(act: (() => void) | undefined, text: string): TemplateResult | typeof nothing {
    if (this.status.name !== 'ready' || !act) return nothing
    return html`<button type="button" class="quiet" @click=${act}>${text}</button>`
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
      case 'waiting':
        return html`${this.progress(
          status.option
            ? msg(str`Continue in the ${status.option.name} window.`)
            : msg('Continue in the wallet’s own window.'),
        )}${this.cancel()}`
      case 'working':
        return this.progress(msg('Signing you in…'))
    }
    const shown = this.logins.filter(({ isShown }) => isShown)
    const [full, small] = split(shown)
    return html`
      <div class="logins">
        ${status.name === 'ready' && status.error ? danger(loginErrorText(status.error)) : nothing}
        ${full.map((option) => this.#full(option))}
        ${full.length && small.length ? html`<p class="or">${msg('or')}</p>` : nothing}
        ${small.length ? html`<div class="grid">${small.map((option) => this.#small(option))}</div>` : nothing}
        ${
          this.onPasskey
            ? html`<button type="button" class="button outline" @click=${this.onPasskey}>
                ${key()}<span>${msg('Continue with a passkey')}</span></button>`
            : nothing
        }
        ${shown.length || this.onPasskey ? nothing : danger(msg('This site has hidden every way to sign in. Tell its owner.'))}
      </div>
    `
  }

  protected progress(text: string): TemplateResult {
    return html`<div class="progress" role="status"><div class="spinner"></div><p>${text}</p></div>`
  }

  protected cancel(): TemplateResult {
    return html`<button type="button" class="button" @click=${this.onCancel}>${msg('Cancel')}</button>`
  }

  #full(option: LoginOption): TemplateResult {
    return html`
      <button type="button" class="button outline" @click=${() => this.onLogin?.(option)}>
        ${this.#icon(option)}<span>${option.description ?? labelOf(option)}</span>
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

/**
 * Full-width buttons for logins with a description, for Google if the page configures none, and for all of at most
 * three.
 */
function split(options: readonly LoginOption[]): [LoginOption[], LoginOption[]] {
  const isFull = ({ description, isConfigured, typeOfLogin }: LoginOption) =>
    !!description || (!isConfigured && (typeOfLogin === 'google' || options.length <= 3))
  return [options.filter(isFull), options.filter((option) => !isFull(option))]
}

declare global {
  interface HTMLElementTagNameMap {
    'we-sign-in': SignIn
  }
}
