import { localized, msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import { key, plus } from '../../../ui/icons.js'
import { hasPasskeys } from '../../sign-in/passkeys/ceremony.js'
import {
  forgetPasskey,
  type KnownPasskey,
  knownPasskeys,
} from '../../sign-in/passkeys/known-passkeys.js'
import { nameOf } from '../../sign-in/passkeys/wrap.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { Screen } from '../base/screen.js'
import { breakable, danger } from '../base/shared-parts.js'

/** The passkeys that this browser knows. Only in a window of the wallet's own: a frame sees none. */
@localized()
@customElement('we-passkeys')
export class PasskeysScreen extends Screen {
  static override styles = [
    Screen.styles,
    css`
      li {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 12px;
        padding: 12px 16px;
        list-style: none;
      }

      li + li {
        border-block-start: 1px solid var(--line);
      }

      /* Wide enough for its longest word next to the icon: an address breaks only where it does not fit on a line. */
      .what {
        flex: 1 1 min-content;
        min-inline-size: min(12ch, 100% - 36px);
        max-inline-size: calc(100% - 36px);
        overflow-wrap: break-word;
      }

      .what strong,
      .what span {
        display: block;
      }

      .question {
        padding-block: 8px;
      }

      .question,
      .pair {
        flex-basis: 100%;
      }

      .quiet {
        margin-inline-start: auto;
      }
    `,
  ]

  /** BCP 47. */
  @property() locale = 'en'
  /** The wallet whose account is open here; without it there is nothing to add and nowhere to go back to. */
  @property({ attribute: false }) app: WalletApp | undefined
  @state() private known: readonly KnownPasskey[] = knownPasskeys()
  /** The passkey about to be removed. */
  @state() private asked = ''
  @state() private hasFailed = false
  #isAdding = false

  protected override render() {
    return html`
      ${this.header(msg('Passkeys'), this.app && (() => this.app?.show('settings')))}
      <main>
        ${this.hasFailed ? danger(msg('That did not work: it was cancelled, or this wallet has no passkey of yours here.')) : nothing}
        ${
          this.known.length
            ? html`<ul class="rows">${this.known.map((one) => this.#row(one))}</ul>`
            : html`<p class="muted">${msg('This browser knows no passkey of yours yet.')}</p>`
        }
        ${
          this.#canAdd()
            ? html`<button type="button" class="button outline" @click=${this.#add}>${plus()}<span>${msg('Add a passkey')}</span></button>`
            : nothing
        }
      </main>
    `
  }

  #row(one: KnownPasskey): TemplateResult {
    const { id, kind, used } = one
    const day = new Date(used).toLocaleDateString(this.locale)
    return html`
      <li>
        ${key()}
        <div class="what">
          <strong>${breakable(nameOf(one))}</strong>
          <span class="muted small">${
            kind === 'account'
              ? msg('A separate account')
              : msg('Signs in faster, on this device only')
          }</span>
          <span class="muted small">${msg(str`Last used on ${day}`)}</span>
        </div>
        ${this.asked === id ? this.#question(one) : html`<button type="button" class="quiet" @click=${() => this.#ask(id)}>${msg('Remove')}</button>`}
      </li>
    `
  }

  #question({ id, kind }: KnownPasskey): TemplateResult {
    return html`
      <p class="question" role="status">${msg('Remove this passkey?')} ${
        kind === 'account'
          ? msg(
              'This browser forgets it. The passkey stays where it is kept, and still opens its account.',
            )
          : msg('Signing in faster ends here. The account stays as it is.')
      }</p>
      <div class="pair">
        <button type="button" class="button" @click=${() => this.#ask('')}>${msg('Cancel')}</button>
        <button type="button" class="button primary" @click=${() => this.#remove(id)}>${msg('Remove')}</button>
      </div>
    `
  }

  #canAdd(): boolean {
    // A passkey is for all accounts; the first one identifies them.
    const address = this.app?.own.first
    const isThere = this.known.some((one) => one.kind === 'device' && one.address === address)
    return !!address && hasPasskeys() && !isThere
  }

  /** The button that was pressed is gone: the focus goes to the answers, or to the list. */
  async #ask(id: string): Promise<void> {
    this.asked = id
    await this.updateComplete
    if (id) this.renderRoot.querySelector<HTMLElement>('.pair button')?.focus()
    else await this.focusHeading()
  }

  #remove(id: string): void {
    forgetPasskey(id)
    this.known = knownPasskeys()
    void this.#ask('')
  }

  async #add(): Promise<void> {
    if (this.#isAdding) return
    this.#isAdding = true
    this.hasFailed = false
    try {
      await this.app?.addPasskey()
    } catch {
      this.hasFailed = true
    }
    this.#isAdding = false
    this.known = knownPasskeys()
  }
}
