import { css } from 'lit'

export const styles = css`
  :host {
    --_accent: var(--wallet-embed-accent, #0364ff);
    --_icon: var(--wallet-embed-icon-color, #fff);
    --_offset: var(--wallet-embed-offset, 24px);
    --_radius: var(--wallet-embed-radius, 16px);
    --_top: calc(var(--_offset) + env(safe-area-inset-top, 0px));
    --_right: calc(var(--_offset) + env(safe-area-inset-right, 0px));
    --_bottom: calc(var(--_offset) + env(safe-area-inset-bottom, 0px));
    --_left: calc(var(--_offset) + env(safe-area-inset-left, 0px));
    display: contents;
    color-scheme: light dark;
  }

  :host([hidden]) {
    display: none;
  }

  button {
    position: fixed;
    inset: auto;
    box-sizing: border-box;
    width: 56px;
    height: 56px;
    margin: 0;
    padding: 14px;
    overflow: hidden;
    border: 2px solid transparent;
    border-radius: 50%;
    background: var(--_accent);
    color: var(--_icon);
    box-shadow: 0 4px 16px rgb(0 0 0 / 0.25);
    cursor: pointer;
    -webkit-tap-highlight-color: transparent;
  }

  button:hover {
    box-shadow: 0 6px 24px rgb(0 0 0 / 0.35);
  }

  button:focus-visible {
    outline: 3px solid var(--_accent);
    outline-offset: 3px;
  }

  /* On its accent alone a ring would not show against a page of the same colour. */
  dialog button:focus-visible {
    outline-color: #fff;
  }

  svg {
    display: block;
    width: 100%;
    height: 100%;
    fill: currentColor;
  }

  .top { top: var(--_top); }
  .bottom { bottom: var(--_bottom); }
  .left { left: var(--_left); }
  .right { right: var(--_right); }

  :host(:state(open)) .open {
    visibility: hidden;
  }

  dialog {
    box-sizing: border-box;
    width: 100vw;
    max-width: none;
    height: 100dvh;
    max-height: none;
    margin: 0;
    padding: 0;
    overflow: hidden;
    border: 0;
    background: transparent;
  }

  dialog::backdrop {
    background: rgb(0 0 0 / 0.3);
  }

  /* The wallet proves that it is visible before it lets anyone approve: nothing may overlap the
     frame, and it may only be moved, never faded or scaled. */
  .panel {
    position: fixed;
    width: min(400px, 100vw - 2 * var(--_offset));
    height: min(var(--_height, 640px), 100dvh - 2 * var(--_offset) - 72px);
    overflow: hidden;
    border-radius: var(--_radius);
    background: Canvas;
    box-shadow: 0 8px 40px rgb(0 0 0 / 0.3);
    animation: rise 160ms ease-out;
  }

  .panel.top { top: calc(var(--_top) + 72px); }
  .panel.bottom { bottom: calc(var(--_bottom) + 72px); }

  iframe {
    display: block;
    width: 100%;
    height: 100%;
    border: 0;
    color-scheme: light dark;
  }

  @keyframes rise {
    from { translate: 0 24px; }
  }

  @media (max-width: 480px), (max-height: 480px) {
    dialog {
      background: Canvas;
    }

    .panel,
    .panel.top,
    .panel.bottom {
      inset: calc(56px + env(safe-area-inset-top, 0px)) 0 0;
      width: auto;
      height: auto;
      padding: 0 env(safe-area-inset-right, 0px) env(safe-area-inset-bottom, 0px)
        env(safe-area-inset-left, 0px);
      border-radius: 0;
      box-shadow: none;
    }

    dialog button {
      inset: calc(4px + env(safe-area-inset-top, 0px)) calc(4px + env(safe-area-inset-right, 0px)) auto auto;
      width: 48px;
      height: 48px;
      padding: 12px;
      background: transparent;
      color: CanvasText;
      box-shadow: none;
    }

    dialog button:focus-visible {
      outline-color: var(--_accent);
      outline-offset: -3px;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .panel {
      animation: none;
    }
  }

  @media (forced-colors: active) {
    button {
      border-color: ButtonBorder;
    }

    .panel {
      border: 1px solid CanvasText;
    }
  }
`
