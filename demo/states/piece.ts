import { css, html, LitElement } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import { fields } from '../../src/app/screens/base/fields.js'
import { controls } from '../../src/ui/controls.js'

/** Pieces under the styles that screens have. */
@customElement('we-piece')
export class Piece extends LitElement {
  static override styles = [
    controls,
    fields,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 12px;
        padding: 24px;
      }
    `,
  ]

  @property({ attribute: false }) content: unknown

  protected override render() {
    return html`${this.content}`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'we-piece': Piece
  }
}
