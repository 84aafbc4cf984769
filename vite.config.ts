import { defineConfig } from 'vite'

import { fromRoot, keepSideEffects, shared } from './scripts/vite/shared.js'

/** The demo page. The builds of the package and of the wallet app are in scripts/vite. */
export default defineConfig({
  ...shared,
  root: fromRoot('.'),
  publicDir: false,
  plugins: [keepSideEffects],
  build: {
    ...shared.build,
    outDir: fromRoot('dist/demo'),
  },
})
