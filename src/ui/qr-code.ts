import { css, html, LitElement, svg } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import encodeQr from 'qr'

/** Modules of empty space that a reader needs on each side (ISO/IEC 18004). */
const QUIET = 3

/** A text as a QR code; black on white in every theme, since readers want it so. */
@customElement('we-qr')
export class QrCode extends LitElement {
  static override styles = css`
    :host {
      display: block;
      aspect-ratio: 1;
      overflow: hidden;
      border-radius: 20px;
      background: #fff;
      forced-color-adjust: none;
    }

    svg {
      display: block;
      inline-size: 100%;
      block-size: 100%;
    }
  `

  @property() text = ''
  /** Text alternative for people who cannot see it. */
  @property() label = ''

  protected override render() {
    const modules = encodeQr(this.text, 'raw', { ecc: 'medium', border: QUIET })
    const d = modules
      .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
      .join('')
    return html`
      <svg viewBox="0 0 ${modules.length} ${modules.length}" role="img" aria-label=${this.label}
        shape-rendering="crispEdges">${svg`<path d=${d} fill="#14161a" />`}</svg>
    `
  }
}
