import { localized, msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import { visible } from '../../chain/text.js'
import { key } from '../../ui/first-icons.js'
import type { LoginStatus } from '../login-flow.js'
import { type LoginOption, needsDisclaimer } from '../login-options.js'
import { type Look, PLAIN } from '../look.js'
import { brandMark, legal } from './brand-mark.js'
import './login-mark.js'
import { danger, loginErrorText, siteName } from './first-parts.js'
import { Screen } from './screen.js'

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

      .progress strong {
        display: block;
      }

      .answers {
        display: flex;
        flex-direction: column;
        gap: 12px;
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
  /** Goes on with the recovery phrase. Called in the click. */
  @property({ attribute: false }) onRestore?: () => void
  /** Opens the login once more. Called in the click. */
  @property({ attribute: false }) onRetry?: () => void
  /** Has the page itself go there. */
  @property({ attribute: false }) onLeave?: () => void
  /** A login that the page brought back is the person's own. */
  @property({ attribute: false }) onAccept?: () => void
  @property({ attribute: false }) onCancel?: () => void

  protected override render() {
    return html`
      <main>
        <div class="head">
          ${brandMark(this.look)}
          <h1 tabindex="-1">${this.#title()}</h1>
          ${this.application && this.site ? html`<p class="muted">${siteName(this.site)}</p>` : nothing}
        </div>
        ${this.#body()}
        <div class="end">
          ${
            this.status.name === 'ready' && this.onRestore
              ? html`<button type="button" class="quiet" @click=${this.onRestore}>${msg('Use recovery phrase')}</button>`
              : nothing
          }
          ${this.#disclaimer()}${legal(this.look)}
        </div>
      </main>
    `
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

  #body(): TemplateResult {
    const { status } = this
    if (status.name === 'waiting') {
      return html`
        <div class="progress" role="status">
          <div class="spinner"></div>
          <p>${
            status.option
              ? msg(str`Continue in the ${status.option.name} window.`)
              : msg('Continue in the wallet’s own window.')
          }</p>
        </div>
        <button type="button" class="button" @click=${this.onCancel}>${msg('Cancel')}</button>
      `
    }
    if (status.name === 'unseen') {
      return html`
        <div class="progress" role="status">
          <div class="spinner"></div>
          <p>${msg('Finish in the other window. Closed it? Try again.')}</p>
        </div>
        <div class="answers">
          <button type="button" class="button primary" @click=${this.onRetry}>${msg('Try again')}</button>
          ${
            status.canLeave
              ? html`<button type="button" class="button outline" @click=${this.onLeave}>${msg('Continue in this tab')}</button>`
              : nothing
          }
          <button type="button" class="button" @click=${this.onCancel}>${msg('Cancel')}</button>
        </div>
      `
    }
    if (status.name === 'returned') {
      return html`
        <div class="progress">
          <p>${msg('You are signing in as')} <strong>${visible(status.email)}</strong></p>
        </div>
        <div class="answers">
          <button type="button" class="button primary" @click=${this.onAccept}>${msg('Continue')}</button>
          <button type="button" class="button" @click=${this.onCancel}>${msg('Cancel')}</button>
        </div>
      `
    }
    if (status.name === 'working') {
      return html`
        <div class="progress" role="status">
          <div class="spinner"></div>
          <p>${msg('Signing you in…')}</p>
        </div>
      `
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

/** At full length what has a text of its own; where the page says nothing, Google, and all if they are few. */
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
