import { localized, msg } from '@lit/localize'
import { css, html, nothing } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import { info } from '../../ui/icons.js'
import { Screen } from './screen.js'

/** Something under way, or something that went wrong: one thing said, in the middle. */
@localized()
@customElement('we-status')
export class Status extends Screen {
  static override styles = [
    Screen.styles,
    css`
      .centre {
        display: flex;
        flex: 1;
        flex-direction: column;
        gap: 16px;
      }

      .mark {
        display: grid;
        place-items: center;
        inline-size: 64px;
        block-size: 64px;
        border-radius: 50%;
        background: var(--danger-surface);
        color: var(--danger);
      }

      .mark svg {
        inline-size: 28px;
        block-size: 28px;
      }
    `,
  ]

  @property() heading = ''
  @property() text = ''
  /** For whoever is asked for help. */
  @property() code = ''
  @property({ type: Boolean, attribute: 'is-error' }) isError = false

  protected override render() {
    return html`
      <main>
        <div class="centre" role=${this.isError ? 'alert' : 'status'}>
        ${this.isError ? html`<span class="mark">${info()}</span>` : html`<div class="spinner"></div>`}
        <h1 tabindex="-1">${this.heading || msg('One moment…')}</h1>
        ${this.text ? html`<p class="muted">${this.text}</p>` : nothing}
        ${this.code ? html`<p class="muted mono">${this.code}</p>` : nothing}
        </div>
      </main>
    `
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'we-status': Status
  }
}
