import { localized, msg, str } from '@lit/localize'
import { css, html, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import { shortAddress } from '../../../chain/values/addresses.js'
import { check, close, globe } from '../../../ui/icons.js'
import type { AccountChoice } from '../../approval/approval-requests.js'
import { accountName } from '../../session/account-name.js'
import type { SiteFacts } from '../../sites/site-facts.js'
import { choices } from '../base/choices.js'
import { siteName } from '../base/shared-parts.js'
import { Confirmation } from './confirmation.js'
import { acquaintance, siteNotices } from './connect-words.js'
import { noticesOf } from './notices.js'

/** Asks whether a site may see the account: who asks, whether it is known, what it may do then and never may. */
@localized()
@customElement('we-connect')
export class Connect extends Confirmation {
  static override styles = [
    Confirmation.styles,
    choices,
    css`
      .who {
        display: flex;
        flex-direction: column;
        align-items: center;
        gap: 12px;
        padding-block: 16px 4px;
        text-align: center;
      }

      .pair {
        display: flex;
        align-items: center;
        margin-block-end: 4px;
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

      .rights {
        padding: 16px;
        border: 1px solid transparent;
        border-radius: var(--radius);
        background: var(--sunken);
      }

      .rights h2 + ul {
        margin-block-start: 12px;
      }

      .rights ul + h2 {
        margin-block-start: 20px;
      }

      ul {
        display: flex;
        flex-direction: column;
        gap: 12px;
        list-style: none;
      }

      li {
        display: flex;
        gap: 10px;
      }

      li svg {
        flex: none;
        color: var(--success);
      }

      .never svg {
        color: var(--muted);
      }

      fieldset {
        min-inline-size: 0;
        padding: 0;
        border: 0;
      }

      legend {
        padding: 0 0 8px;
        font-size: var(--type-note);
        font-weight: var(--strong);
      }

      .accounts {
        border: 1px solid var(--line);
        border-radius: var(--radius);
      }
    `,
  ]

  /** Null: there is one account alone. */
  @property({ attribute: false }) choice: AccountChoice | null = null
  @property({ attribute: false }) facts: SiteFacts = { before: undefined, risks: [] }
  @property() locale = 'en'
  /** @param accounts - Those that the site may see; null: the one in use. */
  @property({ attribute: false }) onApprove?: (accounts: `0x${string}`[] | null) => void
  /** The accounts that the person picked; nothing until they do. */
  @state() private picked: readonly string[] | undefined
  protected override render() {
    const chosen = this.choice && this.#chosen(this.choice)
    const isReady = !chosen || chosen.length > 0
    const notices = siteNotices(this.facts)
    return html`
      <main>
        <div class="who">
          <div class="pair">
            <span class="globe">${globe()}</span>
            <we-identicon address=${this.address}></we-identicon>
          </div>
          <h1 tabindex="-1">${msg(str`Connect to ${siteName(this.site ?? '')}?`)}</h1>
          <p class="muted">${acquaintance(this.facts, this.locale)}</p>
        </div>
        ${noticesOf(notices)}
        ${this.choice ? this.#accounts(this.choice) : this.#account()}
        <section class="rights">
          <h2>${msg('What the site may do')}</h2>
          <ul>
            <li>${check()}<span>${msg('It sees the address of the account. What that holds and did is public on the network.')}</span></li>
            <li>${check()}<span>${msg('It sees the name, the e-mail address and the picture of your sign-in.')}</span></li>
            <li>${check()}<span>${msg('It can ask you to sign. Nothing happens unless you approve.')}</span></li>
          </ul>
          <h2>${msg('What the site can never do')}</h2>
          <ul class="never">
            <li>${close()}<span>${msg('It never signs or sends anything without your approval.')}</span></li>
            <li>${close()}<span>${msg('It never sees your keys, your recovery phrase or your other accounts.')}</span></li>
          </ul>
        </section>
      </main>
      ${this.answers(() => this.onApprove?.(chosen), {
        ...{ yes: msg('Connect'), no: msg('Cancel'), isReady, notices },
        missing: msg('Choose an account first.'),
      })}
    `
  }

  #account(): TemplateResult {
    return html`<dl class="rows"><div class="row middle"><dt>${msg('Account')}</dt><dd>${this.account()}</dd></div></dl>`
  }

  #accounts(choice: AccountChoice): TemplateResult {
    const chosen = this.#chosen(choice)
    return html`
      <fieldset>
        <legend>${msg('Accounts that this site may see')}</legend>
        <div class="accounts">${choice.accounts.map(
          (account) => html`<label class="choice">
            <we-identicon address=${account.address}></we-identicon>
            <span>${accountName(account)}<span class="sub mono" dir="ltr">${shortAddress(account.address)}</span></span>
            <input type="checkbox" .checked=${chosen.includes(account.address)} @change=${() => this.#toggle(account.address)} />
          </label>`,
        )}</div>
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
