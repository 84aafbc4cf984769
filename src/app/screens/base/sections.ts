import { css } from 'lit'

/** Titled lists, and the placeholder of an empty one. */
export const sections = css`
  .title {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    min-block-size: 44px;
    padding-block-end: 4px;
  }

  .title h2 {
    color: inherit;
    font-size: var(--type-body);
  }

  .title .quiet {
    margin-inline-end: -12px;
  }

  .empty {
    padding: 16px;
    border: 1px dashed var(--line-strong);
    border-radius: var(--radius);
    color: var(--muted);
    font-size: var(--type-note);
    text-align: center;
  }
`
