import { msg } from '@lit/localize'
import { type CSSResultGroup, css, html, LitElement, nothing, type TemplateResult } from 'lit'
import { controls } from '../../../ui/controls.js'
import { back } from '../../../ui/first-icons.js'

/** Layout of every screen: a header, a scrolling body, and actions that stay in reach. */
const layout = css`
  :host {
    display: flex;
    flex-direction: column;
    block-size: 100%;
    min-block-size: 0;
    overflow: hidden auto;
  }

  :host([hidden]) {
    display: none;
  }

  header {
    display: flex;
    flex: none;
    align-items: center;
    gap: 8px;
    min-block-size: 60px;
    padding: 8px calc(var(--edge) - 8px);
  }

  header h1 {
    flex: 1;
    font-size: var(--type-title);
    letter-spacing: -0.01em;
  }

  main {
    display: flex;
    flex: 1;
    flex-direction: column;
    gap: 20px;
    /* The header and footer must leave room to read; if there is too little for all, the whole screen scrolls. */
    min-block-size: 8rem;
    padding: 4px var(--edge) 20px;
    overflow: hidden auto;
    overscroll-behavior: contain;
  }

  /* On very low screens, as at 400 % of zoom, everything scrolls as one column. */
  @media (max-height: 300px) {
    main {
      flex: none;
      min-block-size: 0;
      overflow: visible;
    }
  }

  /* Never faded or scaled: a browser that vouches for what is seen would take that for hidden. */
  @media (prefers-reduced-motion: no-preference) {
    main > * {
      animation: arrive var(--calm) var(--ease);
    }
  }

  @keyframes arrive {
    from {
      translate: 0 10px;
    }
  }

  /* Present while empty, so that screen readers announce it when it fills; until then it takes no room. */
  main > [role='status']:empty {
    margin-block-end: -20px;
  }

  .reason {
    flex: none;
  }

  .reason .notice {
    margin: 12px var(--edge) 16px;
  }

  footer {
    flex: none;
    padding: 16px var(--edge) 24px;
    border-block-start: 1px solid var(--line);
  }

  /* Buttons of equal width in a row, or in a column if their texts are too long. */
  footer,
  .pair {
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
  }

  footer > *,
  .pair > * {
    flex: 1 1 0;
  }

  .rows {
    display: flex;
    flex-direction: column;
    border: 1px solid transparent;
    border-radius: var(--radius);
    background: var(--sunken);
  }

  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 2px 16px;
    padding: 12px 16px;
  }

  .row.middle {
    align-items: center;
  }

  .row + .row {
    border-block-start: 1px solid var(--line);
  }

  .row dt {
    color: var(--muted);
    font-size: var(--type-note);
  }

  /* The value stands next to its name, or below the name if there is too little room. */
  .row dd {
    flex: 1 1 7em;
    text-align: end;
  }

  /* Aligned like the column, also where the text itself always runs from left to right. */
  .address {
    display: block;
    font-family: var(--mono);
    font-size: var(--type-small);
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }

  .row .sub {
    display: block;
    color: var(--muted);
    font-size: var(--type-small);
  }

  .asker {
    display: inline-flex;
    align-items: center;
    align-self: start;
    gap: 8px;
    max-inline-size: 100%;
    padding: 6px 12px;
    border-radius: var(--radius-full);
    background: var(--sunken);
    font-size: var(--type-note);
    font-weight: 550;
  }

  .asker svg {
    inline-size: 16px;
    block-size: 16px;
    color: var(--muted);
  }

  .mark {
    display: grid;
    flex: none;
    place-items: center;
    inline-size: 72px;
    block-size: 72px;
    border-radius: 50%;
    background: var(--sunken);
    color: var(--brand-text);
  }

  .mark svg {
    inline-size: 32px;
    block-size: 32px;
  }

  .centre {
    align-items: center;
    justify-content: center;
    text-align: center;
  }
`

/** Base class of all screens. A screen draws its properties and calls back; it decides nothing. */
export abstract class Screen extends LitElement {
  static override styles: CSSResultGroup = [controls, layout]

  /** Moves the focus to where reading begins. */
  async focusHeading(): Promise<void> {
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }

  /** @param onBack - Without it there is nowhere to go back to. */
  protected header(title: string, onBack?: () => void): TemplateResult {
    return html`
      <header>
        ${
          onBack
            ? html`<button type="button" class="icon-button" aria-label=${msg('Back')}
                @click=${onBack}>${back()}</button>`
            : nothing
        }
        <h1 tabindex="-1">${title}</h1>
      </header>
    `
  }
}
