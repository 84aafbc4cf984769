import { css } from 'lit'

/** A form of labelled fields in a column. */
export const fields = css`
  form {
    display: flex;
    flex-direction: column;
    gap: 16px;
  }

  label {
    display: flex;
    flex-direction: column;
    gap: 6px;
    font-weight: var(--strong);
  }

  input {
    inline-size: 100%;
    min-block-size: 52px;
    padding: 10px 14px;
    border: 1px solid var(--muted);
    border-radius: var(--radius);
    background: var(--raised);
    font-weight: 400;
  }

  input[aria-invalid='true'] {
    border-color: var(--danger);
  }
`
