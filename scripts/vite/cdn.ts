import { defineConfig } from 'vite'

import { fromRoot, keepSideEffects, plainEventEmitter, shared } from './shared.js'

/** One minified module with everything in it, for pages without a bundler. */
export const cdn = defineConfig({
  ...shared,
  root: fromRoot('.'),
  publicDir: false,
  plugins: [keepSideEffects, plainEventEmitter],
  // Lib mode leaves this to the user's bundler, and here there is none.
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ...shared.build,
    outDir: fromRoot('dist/cdn'),
    minify: true,
    lib: {
      entry: fromRoot('scripts/vite/cdn.entry.ts'),
      formats: ['es'],
      fileName: () => 'wallet-embed.js',
    },
    // Lib mode keeps white space in ES modules; nobody will bundle this one again.
    rolldownOptions: {
      ...shared.build.rolldownOptions,
      output: { codeSplitting: false, minify: true },
    },
  },
})
