import { msg } from '@lit/localize'
import { css, html, LitElement, nothing, svg, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import type { LocaleLinks } from '../../shared/options.js'
import type { WhiteLabel } from '../white-label.js'

/** The page's logo; where it gave none, or it does not load, the wallet's own mark. */
@customElement('we-brand')
export class BrandMark extends LitElement {
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

  /** Logo's URL. */
  @property() src = ''
  @state() private isBroken = false

  protected override render() {
    if (this.src && !this.isBroken) {
      return html`<img src=${this.src} alt="" @error=${this.#onError} />`
    }
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

  #onError(): void {
    this.isBroken = true
  }
}

/** @param whiteLabel - `logoDark` is the dark logo, for light mode. */
export function brandMark(whiteLabel: WhiteLabel | undefined): TemplateResult {
  const { theme, logoDark, logoLight } = whiteLabel ?? {}
  return html`<we-brand src=${(theme?.isDark ? logoLight : logoDark) ?? ''}></we-brand>`
}

/** Links to the terms that the page names, in the person's language. */
export function legal(whiteLabel: WhiteLabel | undefined): TemplateResult | typeof nothing {
  if (!whiteLabel) return nothing
  const { tncLink, privacyPolicy, contactLink } = whiteLabel
  const links = [
    [msg('Terms'), localLink(tncLink)],
    [msg('Privacy'), localLink(privacyPolicy)],
    [msg('Contact'), localLink(contactLink)],
  ].filter(([, url]) => url)
  if (!links.length) return nothing
  return html`<p class="legal">
    ${links.map(
      ([text, url], index) =>
        html`${index ? ' · ' : ''}<a href=${url} target="_blank" rel="noopener noreferrer">${text}</a>`,
    )}
  </p>`
}

/** By region, then language, then `en`, then any; and only what opens as a page. */
function localLink(links: LocaleLinks<string> | undefined): string {
  if (!links) return ''
  const { language } = navigator
  const url =
    links[language] ?? links[language.split('-')[0]!] ?? links.en ?? Object.values(links)[0] ?? ''
  return /^https?:/.test(url) ? url : ''
}

declare global {
  interface HTMLElementTagNameMap {
    'we-brand': BrandMark
  }
}
