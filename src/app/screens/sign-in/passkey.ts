import { localized, msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import { visible } from '../../../chain/values/text.js'
import { info, key, warning } from '../../../ui/icons.js'
import { Screen } from '../base/screen.js'
import { danger, siteName } from '../base/shared-parts.js'
import { centred } from './centred.js'

/** State of the passkey screen. */
export type PasskeyStatus =
  /** Which passkey, or a new one? */
  | { name: 'choose'; problem?: PasskeyProblem }
  /** This browser remembers the person from an earlier sign-in. */
  | { name: 'known'; person: string; problem?: PasskeyProblem }
  /** The person has just signed in and can add a passkey. */
  | { name: 'offer'; person: string; problem?: PasskeyProblem }
  /** The browser or the device is asking for the passkey. */
  | { name: 'busy' }
  /** No passkey can be used here. */
  | { name: 'unavailable' }

/**
 * `none`: cancelled, or no passkey found. `foreign`: the secret for this passkey is kept in a different browser.
 * `unavailable`: this passkey cannot keep a wallet.
 */
export type PasskeyProblem = 'none' | 'foreign' | 'unavailable'

/** Asks for a passkey, in a window of the wallet's own. */
@localized()
@customElement('we-passkey')
export class PasskeyScreen extends Screen {
  static override styles = [
    Screen.styles,
    centred,
    css`
      main {
        gap: 24px;
        padding-block: 32px;
      }

      .wait {
        margin-block-end: auto;
      }
    `,
  ]

  @property({ attribute: false }) status: PasskeyStatus = { name: 'choose' }
  /** Origin of the site that one signs in for; null for the wallet itself. */
  @property() site: string | null = null
  /** Name of the application that one signs in for, as the operator registered it. */
  @property() application = ''
  /** These are called synchronously in the click. */
  @property({ attribute: false }) onUse?: () => void
  @property({ attribute: false }) onCreate?: () => void
  /** To sign in without a passkey, or to go on without one. */
  @property({ attribute: false }) onOther?: (() => void) | undefined
  @property({ attribute: false }) onCancel?: (() => void) | undefined

  protected override render() {
    const { status } = this
    switch (status.name) {
      case 'choose':
        return this.#frame(
          msg('Sign in with a passkey'),
          html`
            ${this.#problem(status.problem)}
            <button type="button" class="button primary" @click=${this.onUse}>${msg('Use a passkey')}</button>
            <button type="button" class="button outline" @click=${this.onCreate}>${msg('Create a passkey')}</button>
            <p class="notice warning">${warning()}<span>${msg('A new passkey opens a new account, and it is the only way in. Lose it, and the account is lost, unless you have saved its recovery phrase.')}</span></p>
            ${this.#otherWay()}
          `,
        )
      case 'known':
        return this.#frame(
          msg('Welcome back'),
          html`
            ${this.#problem(status.problem)}
            <button type="button" class="button primary" @click=${this.onUse}>${msg('Use a passkey')}</button>
            ${this.#otherWay()}
          `,
          html`<p>${msg('You are signing in as')} <strong>${visible(status.person)}</strong></p>`,
        )
      case 'offer':
        return this.#frame(
          msg('Sign in faster next time?'),
          html`
            ${this.#problem(status.problem)}
            <button type="button" class="button primary" @click=${this.onCreate}>${msg('Create a passkey')}</button>
            <button type="button" class="button" @click=${this.onOther}>${msg('Not now')}</button>
          `,
          html`<p>${msg(str`With a passkey you open the account of ${visible(status.person)} on this device by finger, face or PIN, also when the service you sign in with cannot be reached.`)}</p>`,
        )
      case 'busy':
        return html`
          <main>
            <div class="head wait" role="status">
              <div class="spinner"></div>
              <h1 tabindex="-1">${msg('Your device is asking you')}</h1>
              <p class="muted">${msg('Follow what it shows. It may take a moment to appear.')}</p>
            </div>
          </main>
        `
      case 'unavailable':
        return this.#frame(
          msg('Passkeys do not work here'),
          html`${this.#otherWay('primary')}`,
          html`<p>${msg('This browser, this device or this passkey cannot keep the key of a wallet. Try another one, or sign in another way.')}</p>`,
        )
    }
  }

  #frame(title: string, answers: TemplateResult, text?: TemplateResult): TemplateResult {
    const { application, site } = this
    return html`
      <main>
        <div class="head">
          <span class="mark">${this.status.name === 'unavailable' ? info() : key()}</span>
          <h1 tabindex="-1">${title}</h1>
          ${
            site
              ? html`<p class="muted">${application ? html`${application} · ` : nothing}${siteName(site)}</p>`
              : nothing
          }
          ${text ?? nothing}
        </div>
        <div class="answers">${answers}</div>
      </main>
    `
  }

  #problem(problem: PasskeyProblem | undefined): TemplateResult | typeof nothing {
    switch (problem) {
      case 'none':
        return danger(
          msg('That did not work: it was cancelled, or this wallet has no passkey of yours here.'),
        )
      case 'foreign':
        return danger(
          msg(
            'This passkey only signs in faster where it was made. Sign in here as you did there at first.',
          ),
        )
      case 'unavailable':
        return danger(msg('This passkey cannot keep the key of a wallet. Try another one.'))
      default:
        return nothing
    }
  }

  #otherWay(className = 'quiet'): TemplateResult {
    const button = className === 'quiet' ? 'quiet' : `button ${className}`
    return html`
      ${
        this.onOther
          ? html`<button type="button" class=${button} @click=${this.onOther}>${msg('Sign in another way')}</button>`
          : nothing
      }
      ${
        this.onCancel
          ? html`<button type="button" class="quiet" @click=${this.onCancel}>${msg('Cancel')}</button>`
          : nothing
      }
    `
  }
}
