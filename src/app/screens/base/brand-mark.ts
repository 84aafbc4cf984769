import { msg } from '@lit/localize'
import { css, html, nothing, svg, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import { Logo } from '../../../ui/logo.js'
import { type Look, PLAIN } from '../../appearance/look.js'

/** The page's logo for the scheme; where it gave none, or it does not load, the wallet's own mark. */
@customElement('we-brand')
export class BrandMark extends Logo {
  static override styles = css`
    :host {
      display: block;
    }

    img {
      display: block;
      max-inline-size: 200px;
      block-size: 56px;
      object-fit: contain;
    }

    svg {
      display: block;
      inline-size: 56px;
      block-size: 56px;
    }
  `

  @property({ attribute: false }) look: Look = PLAIN

  protected override render() {
    const { logo, scheme } = this.look
    const image = this.image(logo?.[this.isDark(scheme) ? 'dark' : 'light'])
    if (image) return image
    return html`
      <svg viewBox="0 0 56 56" aria-hidden="true">
        ${svg`
          <rect width="56" height="56" rx="17" fill="var(--brand)" />
          <g fill="none" stroke="var(--on-brand)" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round">
            <path d="M39 21v-2.5a4 4 0 0 0-4-4H20a5 5 0 0 0-5 5v17a5 5 0 0 0 5 5h17a4 4 0 0 0 4-4V25a4 4 0 0 0-4-4H20.5" />
            <path d="M34.5 31.3v.01" stroke-width="4.4" />
          </g>`}
      </svg>
    `
  }
}

export const brandMark = (look: Look): TemplateResult => html`<we-brand .look=${look}></we-brand>`

/** Links to the terms that the page names, in the person's language. */
export function legal({ links }: Look): TemplateResult | typeof nothing {
  const named = [
    [msg('Terms'), links.terms],
    [msg('Privacy'), links.privacy],
    [msg('Contact'), links.contact],
  ].filter(([, url]) => url)
  if (!named.length) return nothing
  return html`<p class="legal">
    ${named.map(
      ([text, url], index) =>
        html`${index ? ' · ' : ''}<a href=${url} target="_blank" rel="noopener noreferrer">${text}</a>`,
    )}
  </p>`
}
