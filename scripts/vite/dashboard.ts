import { defineConfig } from 'vite'

import { fromRoot, keepSideEffects, shared } from './shared.js'

/** The page of the operators' dashboard, for a policy without inline code. */
export const dashboard = defineConfig({
  ...shared,
  root: fromRoot('src/dashboard'),
  publicDir: false,
  plugins: [keepSideEffects],
  build: {
    ...shared.build,
    outDir: fromRoot('dist/dashboard'),
    // A strict policy refuses data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
