/**
 * Lean, since every page loads it: no comments inside.
 *
 * - Nothing is inherited from the page, whose dialogs may take clicks, and whose themes may take fonts, from everything.
 * - The wallet proves that it is visible before anyone can approve: nothing may overlap the frame, and it may only be
 *   moved, never faded or scaled. So the panel stands above the button, whose shadow would cover the wallet.
 * - The panel does not move when it opens: until it rests, Chromium gives presses on a frame of another site to the page.
 * - On a phone the panel is a sheet: above it one sees the page, and a press there closes it, as a swipe at its handle does. In landscape it has all of the height.
 * - Sizes are percentages: viewport units grow with the CSS zoom of the page's body, and the panel would leave the window.
 * - The frame is a block: the room that a line keeps below its letters would let the panel scroll and cut the wallet.
 */
export const styles = `
:host {
  --_offset: var(--wallet-embed-offset, 24px);
  --_x: var(--wallet-embed-offset-x, var(--_offset));
  --_y: var(--wallet-embed-offset-y, var(--_offset));
  --_step: calc(var(--wallet-embed-button-size, 56px) + 16px);
  --_top: calc(var(--_y) + env(safe-area-inset-top, 0px));
  --_right: calc(var(--_x) + env(safe-area-inset-right, 0px));
  --_bottom: calc(var(--_y) + env(safe-area-inset-bottom, 0px));
  --_left: calc(var(--_x) + env(safe-area-inset-left, 0px));
  --_index: 0;
  --_shift: 0px;
  display: contents;
}
:host([hidden]) { display: none; }
button, dialog, .note {
  all: initial;
  color-scheme: light dark;
}
dialog:not([open]), [popover]:not(:popover-open) { display: none; }
slot, button, dialog { --_accent: var(--wallet-embed-accent, var(--_brand, #0364ff)); }
button {
  position: fixed;
  box-sizing: border-box;
  width: calc(var(--_step) - 16px);
  aspect-ratio: 1;
  padding: calc(var(--_step) / 6);
  overflow: hidden;
  border: 2px solid transparent;
  border-radius: 50%;
  background: var(--_accent);
  color: var(--wallet-embed-icon-color, #fff);
  box-shadow: 0 4px 16px rgb(0 0 0 / 0.3);
  cursor: pointer;
  touch-action: none;
}
button:focus-visible {
  outline: 3px solid var(--_accent);
  outline-offset: 3px;
}
dialog button:focus-visible { outline-color: #fff; }
svg {
  display: block;
  fill: none;
  stroke: currentColor;
  stroke-width: 3.2;
  stroke-linecap: round;
  stroke-linejoin: round;
}
.top { top: max(var(--_top), var(--_shift)); }
.bottom { bottom: max(var(--_bottom), var(--_shift)); }
.left { left: calc(var(--_left) + var(--_index) * var(--_step)); }
.right { right: calc(var(--_right) + var(--_index) * var(--_step)); }
:host(:state(open)) .open { visibility: hidden; }
:host(:state(pending)) .open::after {
  content: "";
  position: absolute;
  top: 8px;
  right: 8px;
  width: 8px;
  height: 8px;
  border: 2px solid;
  border-radius: 50%;
  background: #ffb020;
}
.note {
  position: fixed;
  z-index: 0;
  margin: 7px var(--_step);
  padding: 8px 16px;
  border: 1px solid;
  border-radius: 20px;
  background: Canvas;
  color: CanvasText;
  font: 600 15px/24px system-ui, sans-serif;
  pointer-events: none;
}
dialog {
  position: fixed;
  inset: 0;
  overflow: hidden;
}
dialog::backdrop { background: rgb(0 0 0 / 0.3); }
.panel {
  position: fixed;
  z-index: 1;
  width: min(400px, 100% - 2 * var(--_x));
  height: min(720px, 100% - 2 * var(--_y) - var(--_step));
  overflow: hidden;
  border-radius: var(--wallet-embed-radius, 16px);
  background: Canvas;
  box-shadow: 0 8px 40px rgb(0 0 0 / 0.3);
}
.panel.top { top: calc(var(--_top) + var(--_step)); }
.panel.bottom { bottom: calc(var(--_bottom) + var(--_step)); }
iframe {
  display: block;
  width: 100%;
  height: 100%;
  min-height: 0;
  border: 0;
  color-scheme: light dark;
}

@media (max-height: 480px) {
  .panel.panel {
    top: env(safe-area-inset-top, 0px);
    bottom: env(safe-area-inset-bottom, 0px);
    width: min(400px, 100% - 2 * var(--_x) - var(--_step));
    height: auto;
    margin: 0 var(--_step);
    border-radius: 0;
  }
  dialog button { --_index: 0 !important; }
}
@media (max-width: 480px) {
  .panel.panel {
    display: flex;
    flex-direction: column;
    inset: calc(48px + env(safe-area-inset-top, 0px)) 0 0;
    box-sizing: border-box;
    width: auto;
    height: auto;
    margin: 0;
    padding: 0 env(safe-area-inset-right, 0px) env(safe-area-inset-bottom, 0px)
      env(safe-area-inset-left, 0px);
    border-radius: var(--wallet-embed-radius, 16px) var(--wallet-embed-radius, 16px) 0 0;
  }
  dialog button[class] {
    inset: calc(2px + env(safe-area-inset-top, 0px)) calc(8px + env(safe-area-inset-right, 0px)) auto auto;
    width: 44px;
    height: 44px;
    padding: 8px;
    background: Canvas;
    color: CanvasText;
    box-shadow: none;
  }
}
i { display: none; }
@media (max-width: 480px) and (min-height: 481px) {
  i {
    display: block;
    flex: none;
    height: 4px;
    padding: 8px calc(50% - 18px);
    background: GrayText content-box;
    touch-action: none;
  }
}
@media print { :host { display: none; } }
@media (forced-colors: active) {
  button, .panel { border: 2px solid ButtonText; }
}
`
