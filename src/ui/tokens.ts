import { css } from 'lit'

import { type Colors, palette, type Scheme, type Token } from './palette.js'

/**
 * Type, space, corners and motion of everything that the wallet draws; `applyColors` adds the colours. On the
 * outermost element only. Type is in `rem`, since people choose how large it is.
 */
export const tokens = css`
  :host {
    color-scheme: light dark;
    --type-small: 0.8125rem;
    --type-note: 0.875rem;
    --type-body: 0.9375rem;
    --type-title: 1.0625rem;
    --type-heading: 1.375rem;
    --type-amount: 2rem;
    --type-balance: 2.5rem;
    --strong: 600;
    --edge: clamp(16px, 6vw, 24px);
    --radius: 16px;
    --radius-small: 10px;
    --radius-full: 999px;
    --quick: 120ms;
    --calm: 260ms;
    --ease: cubic-bezier(0.2, 0.8, 0.2, 1);
    --font: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
    --mono: ui-monospace, 'SF Mono', SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace;
    background: var(--surface);
    color: var(--text);
    font: 400 var(--type-body) / 1.45 var(--font);
    font-variant-numeric: tabular-nums;
    /* Inherited by all elements: a word wider than its line breaks, instead of widening the page. */
    overflow-wrap: anywhere;
    -webkit-font-smoothing: antialiased;
    -webkit-text-size-adjust: 100%;
  }

  /* Korean words are separated by spaces, but browsers would break lines inside them. */
  :host(:lang(ko)) {
    word-break: keep-all;
  }

  /* Declared before the element's inline style, which has the colours: so the values need !important. */
  @media (prefers-contrast: more) {
    :host {
      --muted: var(--text) !important;
      --line: var(--text) !important;
      --line-strong: var(--text) !important;
    }
  }

  :host([theme='light']) {
    color-scheme: light;
  }

  :host([theme='dark']) {
    color-scheme: dark;
  }
`

/** Sets an element's colours for one scheme; without a scheme for both, so that the browser chooses. */
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
