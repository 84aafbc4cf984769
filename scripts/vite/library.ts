import { defineConfig } from 'vite'

import { compactStyles, fromRoot, keepSideEffects, shared } from './shared.js'

/** The package: ES modules for bundlers. Not minified, so that stack traces and diffs can be read. */
export const library = defineConfig({
  ...shared,
  root: fromRoot('.'),
  publicDir: false,
  plugins: [compactStyles, keepSideEffects],
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
        react: fromRoot('components/react/react.ts'),
        wagmi: fromRoot('components/wagmi.ts'),
        legacy: fromRoot('components/legacy.ts'),
        'define/wallet-embed': fromRoot('components/wallet-embed/wallet-embed.define.ts'),
        'define/login-button': fromRoot('components/login-button/login-button.define.ts'),
      },
      formats: ['es'],
    },
    rolldownOptions: {
      ...shared.build.rolldownOptions,
      // The page's own.
      external: [/^react(\/|$)/, 'viem'],
      output: {
        entryFileNames: '[name].js',
        // Next.js: marks the file as a client component, which a server may render but not run.
        banner: ({ name, isEntry }) => (isEntry && name === 'react' ? "'use client'" : ''),
        // package.json declares side effects by folder, so modules that register elements must be in define/.
        chunkFileNames: ({ moduleIds }) =>
          `${moduleIds.some((id) => id.includes('.define.')) ? 'define' : 'chunks'}/[name].js`,
      },
    },
  },
})
