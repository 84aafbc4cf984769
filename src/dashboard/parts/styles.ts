import { css } from 'lit'

/** Layout of all sections: a column of cards, with actions that wrap. */
export const layout = css`
  :host {
    display: block;
  }

  .column {
    display: flex;
    flex-direction: column;
    gap: 16px;
  }

  .line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
  }

  .line > h1,
  .line > h2 {
    flex: 1 1 8rem;
  }

  ul {
    list-style: none;
  }

  .card {
    padding: 16px;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--raised);
  }

  .card h2 {
    color: var(--text);
    font-size: var(--type-title);
  }

  input:not([type='checkbox']),
  textarea,
  select {
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: 44px;
    padding: 8px 12px;
    border: 1px solid var(--line-strong);
    border-radius: var(--radius-small);
    background: var(--surface);
    color: inherit;
    font: inherit;
  }

  dl {
    display: grid;
    grid-template-columns: minmax(6rem, max-content) 1fr;
    gap: 4px 16px;
    font-size: var(--type-note);
  }

  dt {
    color: var(--muted);
  }

  dd {
    min-inline-size: 0;
  }

  @media (max-width: 30rem) {
    dl {
      grid-template-columns: 1fr;
      gap: 0;
    }

    dd {
      margin-block-end: 6px;
    }
  }
`
