import { html, LitElement, type TemplateResult } from 'lit'
import { state } from 'lit/decorators.js'

import type { Scheme } from './palette.js'

/** An element that draws a picture of the page's, which may differ in light and dark. */
export abstract class Logo extends LitElement {
  /** URLs that do not load. */
  @state() private broken: readonly string[] = []
  /** Not by `<source>`: it takes no URL with a space, and says not which of the pictures is broken. */
  readonly #dark = matchMedia('(prefers-color-scheme: dark)')
  readonly #redraw = () => this.requestUpdate()

  override connectedCallback(): void {
    super.connectedCallback()
    this.#dark.addEventListener('change', this.#redraw)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#dark.removeEventListener('change', this.#redraw)
  }

  /** @param scheme - Undefined: the browser's preference. */
  protected isDark(scheme: Scheme | undefined): boolean {
    return scheme ? scheme === 'dark' : this.#dark.matches
  }

  /** @returns Undefined if it is missing or does not load. */
  protected image(url: string | undefined): TemplateResult | undefined {
    if (!url || this.broken.includes(url)) return undefined
    const onError = () => {
      this.broken = [...this.broken, url]
    }
    // Without a referrer, the logo's host does not learn where the wallet is used.
    return html`<img src=${url} alt="" referrerpolicy="no-referrer" @error=${onError} />`
  }
}
