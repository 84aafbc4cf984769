import { defineConfig, type Plugin } from 'vite'

import { compactStyles, fromRoot, keepSideEffects, shared } from './shared.js'

/** What comes later elsewhere, by the file that says so, with the name that is imported. */
const LATER: Record<string, [file: string, name: string]> = {
  '/login-button/texts.ts': ['./notes.js', 'NOTES'],
  '/wallet-embed/panel.ts': ['./drag.js', 'makeDraggable'],
  '/login-button/login-button.ts': ['./mistakes.js', 'tellMistakes'],
}

/**
 * In one file nothing comes later. What a bundler makes of an `import()` there would fill the module's namespace by a
 * loop over inherited names too: a page that adds some to `Object.prototype` would have no wallet.
 */
const nothingLater: Plugin = {
  name: 'nothing-later',
  enforce: 'pre',
  transform(code, id) {
    const [, found] = Object.entries(LATER).find(([path]) => id.endsWith(path)) ?? []
    if (!found) return undefined
    const [file, name] = found
    const later = `(await import('${file}')).${name}`
    if (!code.includes(later)) throw new Error(`${id} does not say ${later}.`)
    return `import { ${name} } from '${file}'\n${code.replace(later, name)}`
  },
}

/** One minified module with everything in it, for pages without a bundler. */
export const cdn = defineConfig({
  ...shared,
  root: fromRoot('.'),
  publicDir: false,
  plugins: [compactStyles, keepSideEffects, nothingLater],
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
