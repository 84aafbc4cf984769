/** Lean, since every page with the button loads it. */
export const styles = `
:host { display: inline-block; color-scheme: light dark; }
[hidden], :host([hidden]) { display: none !important; }
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
button:hover { box-shadow: 0 1px 4px rgb(0 0 0 / 0.3); }
button:focus-visible {
  outline: 3px solid var(--login-button-focus, #0364ff);
  outline-offset: 2px;
}
button:disabled { opacity: 0.5; cursor: not-allowed; }
[part=icon] { display: flex; flex: none; }
svg { fill: currentColor; }
svg, [part=spinner] { flex: none; width: 20px; height: 20px; }
[part=spinner] {
  box-sizing: border-box;
  border: 2px solid;
  border-block-start-color: transparent;
  border-radius: 50%;
  animation: turn 1s linear infinite;
}
@keyframes turn { to { rotate: 1turn; } }
@media (prefers-reduced-motion: reduce) { [part=spinner] { animation-duration: 4s; } }
p { margin: 0; }
p:not(:empty) {
  margin-block-start: 8px;
  font: 14px/1.4 var(--login-button-font, system-ui, sans-serif);
}
[part=error] { color: light-dark(#b3261e, #f2b8b5); }
`
