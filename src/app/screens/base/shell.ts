import { css, html, LitElement, type PropertyValues } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import { applyColors, tokens } from '../../../ui/tokens.js'
import { type Look, PLAIN } from '../../appearance/look.js'

/** The outermost element: the whole window, in the page's colours. */
@customElement('we-shell')
export class Shell extends LitElement {
  static override styles = [
    tokens,
    css`
      :host {
        display: flex;
        flex-direction: column;
        block-size: 100dvh;
        overflow: hidden;
      }

      .stage {
        display: flex;
        flex: 1;
        flex-direction: column;
        inline-size: 100%;
        min-block-size: 0;
        margin-inline: auto;
      }

      /* On the wallet's own page, the window is wider than the content. */
      @media (min-width: 560px) {
        :host {
          background: var(--sunken);
        }

        .stage {
          flex: 0 1 680px;
          inline-size: 420px;
          margin-block: auto;
          overflow: hidden;
          border-radius: 24px;
          background: var(--surface);
          box-shadow: 0 12px 48px rgb(0 0 0 / 0.12);
        }
      }

      /* A screen marked roomy fills the whole page, if the wallet has the page to itself. */
      @media (min-width: 900px) {
        .stage.roomy {
          flex: 1;
          inline-size: 100%;
          margin-block: 0;
          border-radius: 0;
          background: none;
          box-shadow: none;
        }
      }

      ::slotted(*) {
        flex: 1;
        min-block-size: 0;
      }
    `,
  ]

  @property({ attribute: false }) look: Look = PLAIN
  @state() private isRoomy = false

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('look')) return
    const { colors, scheme } = this.look
    applyColors(this, colors, scheme)
    if (scheme) this.setAttribute('theme', scheme)
    else this.removeAttribute('theme')
    // The canvas behind, and scroll bars.
    document.documentElement.style.colorScheme = scheme ?? 'light dark'
  }

  protected override render() {
    return html`<div class="stage ${this.isRoomy ? 'roomy' : ''}"><slot @slotchange=${this.#onSlot}></slot></div>`
  }

  #onSlot = ({ target }: Event): void => {
    const shown = (target as HTMLSlotElement).assignedElements()
    this.isRoomy = shown.some((one) => one.matches('[roomy]:not([hidden])'))
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'we-shell': Shell
  }
}
