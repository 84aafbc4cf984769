import { localized, msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import { shortAddress } from '../../../chain/values/addresses.js'
import { check, close, globe, plus } from '../../../ui/icons.js'
import { accountName } from '../../session/account-name.js'
import type { Account } from '../../session/accounts.js'
import type { SiteFacts } from '../../sites/site-facts.js'
import type { AccountChoice } from '../../wallet/site-accounts.js'
import { choices } from '../base/choices.js'
import { danger, siteName } from '../base/shared-parts.js'
import { Confirmation } from './confirmation.js'
import { acquaintance, siteNotices } from './connect-words.js'
import { noticesOf } from './notices.js'

/** Asks whether a site may see the account: who asks, whether it is known, what it may do then and never may. */
@localized()
@customElement('we-connect')
export class Connect extends Confirmation<`0x${string}`[]> {
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

      .new {
        align-self: flex-start;
        margin-inline-start: -12px;
        text-align: start;
      }
    `,
  ]

  @property({ attribute: false }) choice!: AccountChoice
  /** Adds an account, in use from then on. Absent in a window, which has no keys. */
  @property({ attribute: false }) onAdd?: (() => Promise<`0x${string}`>) | undefined
  @property({ attribute: false }) facts: SiteFacts = { before: undefined, risks: [] }
  @property() locale = 'en'
  /** @param accounts - Those that the site may see. */
  /** The accounts that the person picked; undefined until then. */
  @state() private picked: readonly string[] | undefined
  @state() private adding: 'no' | 'now' | 'failed' | 'done' = 'no'

  protected override render() {
    const { accounts: all, isFull } = this.choice
    const chosen = this.#chosen
    const notices = siteNotices(this.facts)
    return html`
      <main>
        <div class="who">
          <div class="pair">
            <span class="globe">${globe()}</span>
            <we-identicon address=${chosen[0] ?? this.address}></we-identicon>
          </div>
          <h1 tabindex="-1">${msg(str`Connect to ${siteName(this.site ?? '')}?`)}</h1>
          <p class="muted">${acquaintance(this.facts, this.locale)}</p>
        </div>
        ${noticesOf(notices)}
        ${all.length > 1 ? this.#accounts(all, chosen) : this.#account()}
        ${isFull || !this.onAdd || this.adding === 'done' ? nothing : this.#newAddress()}
        ${this.adding === 'failed' ? danger(msg('The account could not be added. Please try again.')) : nothing}
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
        ...{ yes: msg('Connect'), no: msg('Cancel'), isReady: chosen.length > 0, notices },
        missing: msg('Choose an account first.'),
      })}
    `
  }

  #account(): TemplateResult {
    return html`<dl class="rows"><div class="row middle"><dt>${msg('Account')}</dt><dd>${this.account()}</dd></div></dl>`
  }

  #accounts(all: readonly Account[], chosen: readonly string[]): TemplateResult {
    return html`
      <fieldset>
        <legend>${msg('Accounts that this site may see')}</legend>
        <div class="accounts">${all.map(
          (account) => html`<label class="choice">
            <we-identicon address=${account.address}></we-identicon>
            <span>${accountName(account)}<span class="sub mono" dir="ltr">${shortAddress(account.address)}</span></span>
            <input type="checkbox" .checked=${chosen.includes(account.address)} @change=${() => this.#toggle(account.address)} />
          </label>`,
        )}</div>
      </fieldset>
    `
  }

  #newAddress(): TemplateResult {
    return html`<button type="button" class="quiet new" aria-disabled=${this.adding === 'now'}
      @click=${this.#add}>${plus()}<span>${msg('Use a new address for this site')}</span></button>`
  }

  get #chosen(): `0x${string}`[] {
    const { accounts } = this.choice
    const picked = this.picked ?? this.choice.picked
    return accounts.map(({ address }) => address).filter((address) => picked.includes(address))
  }

  #toggle(address: `0x${string}`): void {
    const before = this.#chosen
    this.picked = before.includes(address)
      ? before.filter((one) => one !== address)
      : [...before, address]
  }

  /** Adds an account and picks only that one, so that the site cannot link it to the others. One per question. */
  #add = async (): Promise<void> => {
    if (this.adding === 'now' || !this.onAdd) return
    this.adding = 'now'
    try {
      this.picked = [await this.onAdd()]
      this.adding = 'done'
    } catch {
      this.adding = 'failed'
    }
  }
}
