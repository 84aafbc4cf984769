import { css } from 'lit'

/** For a screen that is drawn inside a screen: it is as high as its content. */
export const embedded = css`
  :host {
    flex: none;
    align-self: stretch;
    block-size: auto;
    overflow: visible;
  }
`
