import { css } from 'lit'

export const styles = css`
  :host {
    display: inline-block;
    color-scheme: light dark;
  }

  :host([hidden]) {
    display: none;
  }

  button {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 12px;
    box-sizing: border-box;
    width: 100%;
    min-height: 44px;
    margin: 0;
    padding: 10px 20px;
    border: 1px solid var(--login-button-border, light-dark(#747775, #8e918f));
    border-radius: var(--login-button-radius, 8px);
    background: var(--login-button-background, light-dark(#fff, #131314));
    color: var(--login-button-color, light-dark(#1f1f1f, #e3e3e3));
    font: 500 16px/1.5 var(--login-button-font, system-ui, sans-serif);
    cursor: pointer;
  }

  button:hover {
    box-shadow: 0 1px 4px rgb(0 0 0 / 0.3);
  }

  button:focus-visible {
    outline: 3px solid var(--login-button-focus, #0364ff);
    outline-offset: 2px;
  }

  button:disabled {
    opacity: 0.5;
    cursor: not-allowed;
  }

  .icon {
    display: flex;
    flex: none;
  }

  .icon[hidden] {
    display: none;
  }

  svg,
  .spinner {
    flex: none;
    width: 20px;
    height: 20px;
  }

  .spinner {
    box-sizing: border-box;
    border: 2px solid currentColor;
    border-block-start-color: transparent;
    border-radius: 50%;
    animation: turn 1s linear infinite;
  }

  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .spinner {
      animation-duration: 4s;
    }
  }

  .note {
    margin: 0;
  }

  .note:not(:empty) {
    margin-block-start: 8px;
    font: 14px/1.4 var(--login-button-font, system-ui, sans-serif);
  }

  .error {
    color: light-dark(#b3261e, #f2b8b5);
  }
`
