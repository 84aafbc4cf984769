import { css } from 'lit'

/** Styles of the send form. */
export const sendStyles = css`
  form {
    display: contents;
  }

  label,
  .field {
    display: flex;
    flex-direction: column;
    font-weight: 550;
  }

  /* Live regions exist before they have text; while empty they take no room. */
  .field > :not(:empty) + :not(:empty),
  .field > :empty + :not(:empty) {
    margin-block-start: 6px;
  }

  .field > .notice,
  .risks {
    font-weight: 400;
  }

  .box {
    display: flex;
    align-items: center;
    border: 1px solid var(--line-strong);
    border-radius: var(--radius);
    background: var(--raised);
  }

  .box:focus-within {
    outline: 2px solid var(--brand-text);
    outline-offset: 1px;
  }

  .box button {
    flex: none;
  }

  input {
    flex: 1;
    min-inline-size: 0;
    min-block-size: 52px;
    padding: 10px 14px;
    border: 0;
    background: none;
    font-weight: 400;
  }

  /* The box around it shows the focus. */
  input:focus-visible {
    outline: none;
  }

  input[name='to'] {
    font-family: var(--mono);
    font-size: var(--type-note);
  }

  .ways {
    display: flex;
    flex-wrap: wrap;
    margin-inline-start: -12px;
  }

  label.quiet {
    flex-direction: row;
    position: relative;
  }

  label.quiet:focus-within {
    outline: 2px solid var(--brand-text);
  }

  .unit {
    max-inline-size: 40%;
    padding-inline-end: 16px;
    color: var(--muted);
    font-weight: var(--strong);
  }

  .hint {
    color: var(--muted);
    font-size: var(--type-small);
    font-weight: 400;
  }

  .found {
    display: flex;
    flex-direction: column;
    align-items: start;
    gap: 2px;
  }

  .found .address {
    color: var(--muted);
    font-weight: 400;
  }

  .found .quiet {
    margin-inline-start: -12px;
  }

  .wrong {
    color: var(--danger);
    font-size: var(--type-small);
    font-weight: 550;
  }

  .what {
    padding: 0;
    border: 1px solid var(--line);
    border-radius: var(--radius);
  }
`
