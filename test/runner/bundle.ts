/**
 * `bundle.ts <folder>`: bundles each Node test with all its imports, for whole runs. A process then loads one compiled
 * module instead of hundreds. From `test/node/x.test.ts` it makes `<folder>/node/x.test.js`.
 */
import { build } from 'esbuild'

import { inOneFile } from '../../scripts/programs.js'
import { fromRoot } from '../../scripts/vite/shared.js'

/** Not bundled: these packages need files next to them, or few tests use them. */
const LARGE = [
  'esbuild',
  'lmdb',
  'playwright-core',
  'puppeteer-core',
  'rollup',
  'solc',
  'svelte',
  'typescript',
  'vite',
  'vue',
  'web3',
]

await build({
  ...inOneFile,
  entryPoints: ['node', 'programs', 'packages', 'operate', 'e2e', 'attacks', 'engines'].map(
    (folder) => fromRoot(`test/${folder}/*.test.ts`),
  ),
  outbase: fromRoot('test'),
  outdir: process.argv[2]!,
  splitting: true,
  chunkNames: 'chunks/[hash]',
  external: [...LARGE, '@lit/localize-tools', 'wallet-embed'],
  sourcemap: true,
  sourcesContent: false,
  tsconfig: fromRoot('test/tsconfig.json'),
})
