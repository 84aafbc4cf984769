import { localized, msg, str } from '@lit/localize'
import { css, html, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import { check, globe } from '../../ui/icons.js'
import type { AccountChoice } from '../requests.js'
import { accountName } from './account-name.js'
import { choices } from './choices.js'
import { Confirmation } from './confirmation.js'
import { shortAddress, siteName } from './parts.js'

/** Asks whether a site may see the account. */
@localized()
@customElement('we-connect')
export class Connect extends Confirmation {
  static override styles = [
    Confirmation.styles,
    choices,
    css`
      main {
        align-items: center;
        gap: 24px;
        padding-block-start: 48px;
        text-align: center;
      }

      .pair {
        display: flex;
        align-items: center;
      }

      .pair > * {
        inline-size: 64px;
        block-size: 64px;
        border: 3px solid var(--surface);
        border-radius: 50%;
      }

      .pair > * + * {
        margin-inline-start: -12px;
      }

      .globe {
        display: grid;
        place-items: center;
        background: var(--sunken);
        color: var(--muted);
      }

      .globe svg {
        inline-size: 30px;
        block-size: 30px;
      }

      ul {
        display: flex;
        flex-direction: column;
        align-self: stretch;
        gap: 12px;
        padding: 16px;
        border: 1px solid transparent;
        border-radius: var(--radius);
        background: var(--sunken);
        list-style: none;
        text-align: start;
      }

      li {
        display: flex;
        gap: 10px;
      }

      li svg {
        color: var(--success);
      }

      fieldset {
        align-self: stretch;
        min-inline-size: 0;
        padding: 0;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        text-align: start;
      }

      legend {
        padding: 0 0 8px;
        font-size: var(--type-note);
        font-weight: var(--strong);
      }
    `,
  ]

  /** Null: there is one account alone. */
  @property({ attribute: false }) choice: AccountChoice | null = null
  /** @param accounts - Those that the site may see; null: the one in use. */
  @property({ attribute: false }) onApprove?: (accounts: `0x${string}`[] | null) => void
  /** What the person picked; nothing until they do. */
  @state() private picked: readonly string[] | undefined
  protected override readonly kind = 'connect'

  protected override render() {
    const chosen = this.choice && this.#chosen(this.choice)
    const isReady = !chosen || chosen.length > 0
    return html`
      <main>
        <div class="pair">
          <span class="globe">${globe()}</span>
          <we-identicon address=${this.address}></we-identicon>
        </div>
        <h1 tabindex="-1">${msg(str`Connect to ${siteName(this.site ?? '')}?`)}</h1>
        <ul>
          <li>${check()}<span>${msg('It will see your address and what it holds.')}</span></li>
          <li>${check()}<span>${msg('It can ask you to sign. Nothing happens unless you approve.')}</span></li>
        </ul>
        ${this.choice ? this.#accounts(this.choice) : this.account()}
      </main>
      ${this.answers(() => this.onApprove?.(chosen), { yes: msg('Connect'), no: msg('Cancel'), isReady })}
    `
  }

  #accounts(choice: AccountChoice): TemplateResult {
    const chosen = this.#chosen(choice)
    return html`
      <fieldset>
        <legend>${msg('Accounts that this site may see')}</legend>
        ${choice.accounts.map(
          (account) => html`<label class="choice">
            <we-identicon address=${account.address}></we-identicon>
            <span>${accountName(account)}<span class="sub mono" dir="ltr">${shortAddress(account.address)}</span></span>
            <input type="checkbox" .checked=${chosen.includes(account.address)} @change=${() => this.#toggle(account.address)} />
          </label>`,
        )}
      </fieldset>
    `
  }

  #chosen({ accounts, chosen }: AccountChoice): `0x${string}`[] {
    const picked = this.picked ?? [chosen]
    return accounts.map(({ address }) => address).filter((address) => picked.includes(address))
  }

  #toggle(address: `0x${string}`): void {
    const before = this.#chosen(this.choice!)
    this.picked = before.includes(address)
      ? before.filter((one) => one !== address)
      : [...before, address]
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'we-connect': Connect
  }
}
