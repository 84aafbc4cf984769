import { css } from 'lit'

import { brandColors, DEFAULT_BRAND } from './brand.js'

/** Colours, spaces and type of everything that the wallet draws. On the outermost element only. */
export const tokens = css`
  :host {
    color-scheme: light dark;
    --surface: light-dark(#ffffff, #17181c);
    --sunken: light-dark(#f4f5f7, #202227);
    --raised: light-dark(#ffffff, #24262c);
    --hover: light-dark(#ebedf0, #2b2e35);
    --line: light-dark(#e3e5e9, #33363e);
    --line-strong: light-dark(#868c98, #7c8290);
    --text: light-dark(#14161a, #f3f4f6);
    --muted: light-dark(#5b626e, #a3a9b5);
    --danger: light-dark(#b3261e, #ff9a91);
    --danger-surface: light-dark(#fdeeed, #3a2120);
    --warning: light-dark(#7a4b00, #f5c46b);
    --warning-surface: light-dark(#fff5e0, #332a18);
    --success: light-dark(#0f6b3c, #6fd6a0);
    --success-surface: light-dark(#e8f6ee, #17301f);
    --brand: #0364ff;
    --on-brand: #ffffff;
    --brand-text: light-dark(#0364ff, #5f9bff);
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

/** Puts a brand colour into an element's tokens. */
export function applyBrand(element: HTMLElement, hex = DEFAULT_BRAND): void {
  const { fill, onFill, textLight, textDark } = brandColors(hex)
  element.style.setProperty('--brand', fill)
  element.style.setProperty('--on-brand', onFill)
  element.style.setProperty('--brand-text', `light-dark(${textLight}, ${textDark})`)
}
