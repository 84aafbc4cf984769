import { css } from 'lit'

import { type Colors, palette, type Scheme, type Token } from './palette.js'

/** Spaces and type of everything that the wallet draws; `applyColors` adds the colours. On the outermost element only. */
export const tokens = css`
  :host {
    color-scheme: light dark;
    --radius: 14px;
    --radius-small: 10px;
    --font: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
    --mono: ui-monospace, 'SF Mono', SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace;
    background: var(--surface);
    color: var(--text);
    font: 400 15px / 1.45 var(--font);
    -webkit-font-smoothing: antialiased;
    -webkit-text-size-adjust: 100%;
  }

  :host([theme='light']) {
    color-scheme: light;
  }

  :host([theme='dark']) {
    color-scheme: dark;
  }
`

/** Puts the colours of a scheme into an element's tokens; without one, of both, as the browser wishes. */
export function applyColors(
  element: HTMLElement,
  colors: Colors,
  scheme: Scheme | undefined,
): void {
  const light = palette(colors, scheme ?? 'light')
  const dark = palette(colors, scheme ?? 'dark')
  for (const token of Object.keys(light) as Token[]) {
    element.style.setProperty(`--${token}`, `light-dark(${light[token]}, ${dark[token]})`)
  }
}
