import { defineConfig } from 'vite'

import { fromRoot, keepSideEffects, shared } from './shared.js'

/**
 * The wallet app: static pages that run under a policy without inline code. Relative URLs, so that the
 * same files work under `/v/<version>/`.
 */
export const wallet = defineConfig({
  ...shared,
  root: fromRoot('src/app'),
  publicDir: false,
  plugins: [keepSideEffects],
  base: './',
  worker: { format: 'es', plugins: () => [keepSideEffects] },
  build: {
    ...shared.build,
    outDir: fromRoot('dist/wallet'),
    // A data: URL is inline code to a strict policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      ...shared.build.rolldownOptions,
      input: ['frame', 'login', 'confirm', 'index'].map((page) => fromRoot(`src/app/${page}.html`)),
    },
  },
})
