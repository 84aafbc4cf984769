import { localized, msg, str } from '@lit/localize'
import { css, html } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import { check, globe } from '../../ui/icons.js'
import { Confirmation } from './confirmation.js'
import { siteName } from './parts.js'

/** Asks whether a site may see the account. */
@localized()
@customElement('we-connect')
export class Connect extends Confirmation {
  static override styles = [
    Confirmation.styles,
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
        border: 1px solid var(--line);
        border-radius: var(--radius);
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
    `,
  ]

  @property({ attribute: false }) onApprove?: () => void
  protected override readonly kind = 'connect'

  protected override render() {
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
        ${this.account()}
      </main>
      ${this.answers(() => this.onApprove?.(), { yes: msg('Connect'), no: msg('Cancel') })}
    `
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'we-connect': Connect
  }
}
