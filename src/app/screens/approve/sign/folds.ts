import { css } from 'lit'

/** Details that stay folded until opened. */
export const folds = css`
  details {
    flex: none;
    border: 1px solid var(--line);
    border-radius: var(--radius);
  }

  details > :not(summary) {
    margin: 0 16px 16px;
  }

  .strong {
    font-weight: 650;
  }

  /* Several notices belong together. */
  main > .notice + .notice {
    margin-block-start: -8px;
  }

  summary {
    min-block-size: 44px;
    padding: 11px 16px;
    border-radius: var(--radius);
    color: var(--muted);
    font-size: var(--type-note);
    font-weight: 550;
    cursor: pointer;
  }
`
