import { css } from 'lit'

/** Of a part of a screen that is drawn as a screen of its own is: as high as what is in it. */
export const embedded = css`
  :host {
    flex: none;
    align-self: stretch;
    block-size: auto;
    overflow: visible;
  }
`
