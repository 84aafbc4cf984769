import { css } from 'lit'

/** Native controls and text, as every screen has them. */
export const controls = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  [hidden] {
    display: none !important;
  }

  h1,
  h2,
  p,
  ul,
  ol,
  dl,
  dd {
    margin: 0;
    padding: 0;
  }

  h1 {
    font-size: var(--type-heading);
    font-weight: 650;
    line-height: 1.25;
    letter-spacing: -0.02em;
    text-wrap: balance;
  }

  h1:focus {
    outline: none;
  }

  h2 {
    color: var(--muted);
    font-size: var(--type-small);
    font-weight: var(--strong);
  }

  .muted {
    color: var(--muted);
  }

  .small {
    font-size: var(--type-small);
  }

  /* Addresses and numbers run from left to right in all languages. */
  .mono {
    direction: ltr;
    unicode-bidi: isolate;
    font-family: var(--mono);
    font-size: var(--type-small);
  }

  button,
  input {
    font: inherit;
    color: inherit;
  }

  /* At least as wide as its longest word: in a row of buttons, it wraps to a new line before a word breaks. */
  button,
  .button {
    max-inline-size: 100%;
    overflow-wrap: break-word;
  }

  /* Only for the wallet's own words: inside an address or a name, a hyphen would look like part of the text. */
  .button,
  .quiet,
  .action {
    hyphens: auto;
    hyphenate-limit-chars: 12 4 4;
  }

  button {
    -webkit-tap-highlight-color: transparent;
    cursor: pointer;
  }

  button,
  a {
    touch-action: manipulation;
  }

  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 10px;
    min-block-size: 48px;
    padding: 10px 18px;
    border: 1px solid transparent;
    border-radius: var(--radius-full);
    background: var(--sunken);
    font-weight: var(--strong);
    text-align: center;
    transition: translate var(--quick) var(--ease);
  }

  .button:hover:not([aria-disabled='true']) {
    background: var(--hover);
  }

  .button:active:not([aria-disabled='true']) {
    translate: 0 1px;
  }

  .button.primary {
    background: var(--brand);
    color: var(--on-brand);
  }

  .button.primary:hover:not([aria-disabled='true']) {
    background: var(--brand-hover);
  }

  .button.outline {
    border-color: var(--line);
    background: var(--raised);
  }

  .button[aria-disabled='true'],
  .button.primary[aria-disabled='true'] {
    border-color: var(--line);
    background: var(--sunken);
    color: var(--muted);
    cursor: not-allowed;
  }

  .quiet {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-block-size: 44px;
    padding: 8px 12px;
    border: 0;
    border-radius: var(--radius-full);
    background: none;
    color: var(--muted);
    font-weight: 550;
  }

  /* Text alone is not a flex item, and so may break where a line is too short. */
  .button:not(:has(*)),
  .quiet:not(:has(*)) {
    display: inline-block;
    align-content: center;
  }

  .button > span,
  .quiet > span {
    min-inline-size: 0;
  }

  .quiet:hover {
    background: var(--sunken);
    color: var(--text);
  }

  .icon-button {
    display: inline-grid;
    flex: none;
    place-items: center;
    inline-size: 44px;
    block-size: 44px;
    padding: 0;
    border: 0;
    border-radius: 50%;
    background: none;
    color: var(--muted);
  }

  .icon-button:hover {
    background: var(--sunken);
    color: var(--text);
  }

  a {
    color: var(--brand-text);
    text-underline-offset: 2px;
  }

  :focus-visible {
    outline: 2px solid var(--brand-text);
    outline-offset: 2px;
  }

  h1:focus-visible {
    outline: none;
  }

  svg {
    display: block;
    flex: none;
    inline-size: 20px;
    block-size: 20px;
  }

  [dir='rtl'] svg.turns,
  :host(:dir(rtl)) svg.turns {
    scale: -1 1;
  }

  .notice {
    display: flex;
    gap: 10px;
    padding: 12px 14px;
    border-radius: var(--radius);
    background: var(--sunken);
    font-size: var(--type-note);
    text-align: start;
  }

  .notice a {
    color: inherit;
  }

  .notice.danger {
    background: var(--danger-surface);
    color: var(--danger);
  }

  .notice.warning {
    background: var(--warning-surface);
    color: var(--warning);
  }

  .notice.success {
    background: var(--success-surface);
    color: var(--success);
  }

  .spinner {
    inline-size: 28px;
    block-size: 28px;
    border: 3px solid var(--line);
    border-block-start-color: var(--brand-text);
    border-radius: 50%;
    animation: turn 800ms linear infinite;
  }

  .notice .spinner {
    flex: none;
    inline-size: 20px;
    block-size: 20px;
  }

  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .spinner {
      animation: none;
    }

    .button {
      transition: none;
    }

    .button:active:not([aria-disabled='true']) {
      translate: none;
    }
  }

  @media (forced-colors: active) {
    .button,
    .notice {
      border: 1px solid ButtonBorder;
    }

    .button[aria-disabled='true'] {
      border-color: GrayText;
      color: GrayText;
    }
  }
`
