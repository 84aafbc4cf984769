import { defineConfig } from 'vite'

import { fromRoot, keepSideEffects, shared } from './shared.js'

/** The package: ES modules for bundlers. Not minified, so that stack traces and diffs can be read. */
export const library = defineConfig({
  ...shared,
  root: fromRoot('.'),
  publicDir: false,
  plugins: [keepSideEffects],
  // Its entry for modules imports a CommonJS file, which no browser reads, and which bundlers wrap at a cost in bytes.
  resolve: {
    alias: { eventemitter3: fromRoot('node_modules/eventemitter3/dist/eventemitter3.esm.js') },
  },
  build: {
    ...shared.build,
    outDir: fromRoot('dist'),
    // The folder is everyone's; scripts/build.ts empties it.
    emptyOutDir: false,
    minify: false,
    lib: {
      entry: {
        index: fromRoot('src/index.ts'),
        define: fromRoot('components/define.ts'),
        'define/wallet-embed': fromRoot('components/wallet-embed/wallet-embed.define.ts'),
        'define/login-button': fromRoot('components/login-button/login-button.define.ts'),
      },
      formats: ['es'],
    },
    rolldownOptions: {
      ...shared.build.rolldownOptions,
      external: [/^lit(\/|$)/, /^@lit\//],
      output: {
        entryFileNames: '[name].js',
        // package.json declares side effects by folder: what registers an element must be in define/.
        chunkFileNames: ({ moduleIds }) =>
          `${moduleIds.some((id) => id.includes('.define.')) ? 'define' : 'chunks'}/[name].js`,
      },
    },
  },
})
