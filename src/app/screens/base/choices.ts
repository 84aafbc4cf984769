import { css } from 'lit'

/** A list of rows that can be pressed: a link, a button, or a label with its control. */
export const choices = css`
  .choice {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 12px;
    inline-size: 100%;
    min-block-size: 52px;
    padding: 12px 16px;
    border: 0;
    background: none;
    font-weight: 550;
    text-align: start;
  }

  a.choice {
    color: inherit;
    text-decoration: none;
  }

  .choice:first-child {
    border-start-start-radius: var(--radius);
    border-start-end-radius: var(--radius);
  }

  .choice:last-child {
    border-end-start-radius: var(--radius);
    border-end-end-radius: var(--radius);
  }

  .choice:hover {
    background: var(--hover);
  }

  /* Fits between the icons on both sides; anything else in the row wraps below if there is too little room. */
  .choice > span {
    flex: 1 1 min(6em, 100% - 84px);
    overflow-wrap: anywhere;
  }

  .choice .sub {
    display: block;
    color: var(--muted);
    font-size: var(--type-small);
    font-weight: 400;
  }

  .choice > svg {
    flex: none;
  }

  .choice we-identicon {
    flex: none;
    inline-size: 36px;
    block-size: 36px;
  }

  .choice .amount,
  .choice .end {
    flex: 0 1 auto;
    margin-inline-start: auto;
    font-variant-numeric: tabular-nums;
    text-align: end;
  }

  .choice .end {
    color: var(--muted);
    font-weight: 400;
  }

  .choice input[type='checkbox'] {
    flex: none;
    inline-size: 22px;
    block-size: 22px;
    accent-color: var(--brand);
  }

  .choice + .choice {
    border-block-start: 1px solid var(--line);
  }

  .choice .in-use {
    color: var(--success);
  }

  /* A row with further buttons next to it. */
  .line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
  }

  .line .choice {
    flex: 1 1 min(10em, 100% - 52px);
  }

  .line + .line {
    border-block-start: 1px solid var(--line);
  }

  .line .quiet {
    margin-inline-start: auto;
  }

  .line .icon-button {
    flex: none;
    margin-inline-end: 8px;
  }
`
