import { defineConfig, type Plugin } from 'vite'

import { compactStyles, fromRoot, keepSideEffects, shared } from './shared.js'

/** Dynamic imports to make static: the importing file, the imported file, and the name. */
const LATER: Record<string, [file: string, name: string]> = {
  '/frame/connection.ts': ['./integrity.js', 'integrityFault'],
  '/login-button/texts.ts': ['./notes.js', 'NOTES'],
  '/wallet-embed/panel.ts': ['./drag.js', 'makeDraggable'],
  '/login-button/login-button.ts': ['./mistakes.js', 'tellMistakes'],
}

/**
 * Makes dynamic imports static, since the library is a single file. A bundler would turn an `import()` into a loop over
 * inherited names as well: on a page that extends `Object.prototype`, the wallet would fail.
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
  // Lib mode leaves this to the user's bundler, but this build is for pages without one.
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
