import { defineConfig } from 'vite'

import { fromRoot, keepSideEffects, shared } from './scripts/vite/shared.js'

/** The demo's pages. The builds of the package and of the wallet app are in scripts/vite. */
export default defineConfig({
  ...shared,
  root: fromRoot('.'),
  publicDir: false,
  plugins: [keepSideEffects],
  build: {
    ...shared.build,
    outDir: fromRoot('dist/demo'),
    // The wallet loads the demo's logos: they need addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      ...shared.build.rolldownOptions,
      input: ['index.html', 'demo/tag.html', 'demo/faucet.html', 'demo/states.html'].map(fromRoot),
    },
  },
})
