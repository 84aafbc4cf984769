import { localized, msg } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import { check, info } from '../../../ui/first-icons.js'
import { Screen } from './screen.js'

/** Something under way, done, or gone wrong: one thing said, in the middle. */
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

      .mark.done {
        background: var(--sunken);
        color: var(--brand-text);
      }

      .mark svg {
        inline-size: 28px;
        block-size: 28px;
      }
    `,
  ]

  @property() heading = ''
  @property() text = ''
  /** Error code, for support. */
  @property() code = ''
  @property({ type: Boolean, attribute: 'is-error' }) isError = false
  @property({ type: Boolean, attribute: 'is-done' }) isDone = false

  protected override render() {
    return html`
      <main>
        <div class="centre" role=${this.isError ? 'alert' : 'status'}>
        ${this.#mark()}
        <h1 tabindex="-1">${this.heading || msg('One moment…')}</h1>
        ${this.text ? html`<p class="muted">${this.text}</p>` : nothing}
        ${this.code ? html`<p class="muted mono" dir="ltr">${this.code}</p>` : nothing}
        </div>
      </main>
    `
  }

  #mark(): TemplateResult {
    if (this.isError) return html`<span class="mark">${info()}</span>`
    return this.isDone
      ? html`<span class="mark done">${check()}</span>`
      : html`<div class="spinner"></div>`
  }
}
