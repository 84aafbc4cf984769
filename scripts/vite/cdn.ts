import { defineConfig, type Plugin } from 'vite'

import { compactStyles, fromRoot, keepSideEffects, plainEventEmitter, shared } from './shared.js'

const LATER = "(await import('./notes.js')).NOTES"

/**
 * In one file nothing comes later. What a bundler makes of an `import()` there would fill the module's namespace by a
 * loop over inherited names too: a page that adds some to `Object.prototype` would have no wallet.
 */
const nothingLater: Plugin = {
  name: 'nothing-later',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/login-button/texts.ts')) return undefined
    if (!code.includes(LATER)) throw new Error(`${id} does not say ${LATER}.`)
    return `import { NOTES } from './notes.js'\n${code.replace(LATER, 'NOTES')}`
  },
}

/** One minified module with everything in it, for pages without a bundler. */
export const cdn = defineConfig({
  ...shared,
  root: fromRoot('.'),
  publicDir: false,
  plugins: [compactStyles, keepSideEffects, plainEventEmitter, nothingLater],
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
    // Lib mode keeps white space in ES modules, but this file is not bundled again.
    rolldownOptions: {
      ...shared.build.rolldownOptions,
      output: { codeSplitting: false, minify: true },
    },
  },
})
