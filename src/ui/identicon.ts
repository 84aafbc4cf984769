import { css, html, LitElement, svg } from 'lit'
import { customElement, property } from 'lit/decorators.js'

/** Squares a side; the left half is mirrored. */
const SIZE = 5

/** A picture of an address: the same for the same one, so that a swapped address is noticed. */
@customElement('we-identicon')
export class Identicon extends LitElement {
  static override styles = css`
    :host {
      display: block;
      flex: none;
      inline-size: 40px;
      block-size: 40px;
      overflow: hidden;
      border-radius: 50%;
    }

    svg {
      display: block;
      inline-size: 100%;
      block-size: 100%;
    }
  `

  @property() address = ''

  protected override render() {
    const digits = this.address.toLowerCase().replace(/^0x/, '')
    const nibbles = [...digits].map((digit) => Number.parseInt(digit, 16) || 0)
    const hue = ((nibbles[0] ?? 0) * 16 + (nibbles[1] ?? 0)) * 1.41
    const squares = []
    for (let row = 0; row < SIZE; row += 1) {
      for (let column = 0; column < SIZE; column += 1) {
        const mirrored = Math.min(column, SIZE - 1 - column)
        if ((nibbles[2 + row * 3 + mirrored] ?? 0) < 8) continue
        squares.push(svg`<rect x=${column + 1.5} y=${row + 1.5} width="1.02" height="1.02" />`)
      }
    }
    return html`
      <svg viewBox="0 0 8 8" aria-hidden="true">
        ${svg`<rect width="8" height="8" fill=${`hsl(${hue} 65% 88%)`} />`}
        ${svg`<g fill=${`hsl(${(hue + 20) % 360} 60% 42%)`}>${squares}</g>`}
      </svg>
    `
  }
}
