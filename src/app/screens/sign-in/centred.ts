import { css } from 'lit'

/** A screen that tells one thing and then asks: in the middle where there is room, from the top where there is not. */
export const centred = css`
  .head {
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: 14px;
    margin-block-start: auto;
    text-align: center;
  }

  .answers {
    display: flex;
    flex-direction: column;
    gap: 12px;
    margin-block-end: auto;
  }

  .answers .button {
    min-block-size: 52px;
  }

  .quiet {
    justify-content: center;
  }
`
