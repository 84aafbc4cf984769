/**
 * The programs of the demo's stack, each in one file with all that it imports: Node starts one in half the
 * time that it takes to find the same modules one by one, and the end-to-end tests start hundreds.
 */
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BuildOptions, Plugin } from 'esbuild'

import { fromRoot } from './vite/shared.js'

/** Replaces `import.meta.url` by the source's URL, so that a bundled source still finds the files next to it. */
export const inItsPlace = (path: string, text: string): string =>
  text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))

const keepPlaces: Plugin = {
  name: 'keep-places',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/(demo|scripts|src|test)\/.*\.ts$/ }, async ({ path }) => {
      return { contents: inItsPlace(path, await readFile(path, 'utf8')), loader: 'ts' }
    })
  },
}

/** Defines globals that older packages expect and ES modules lack. */
const OLDER = `
import { createRequire as createRequire_ } from 'node:module'
import { fileURLToPath as toPath_ } from 'node:url'
const require = createRequire_(import.meta.url)
const __filename = toPath_(import.meta.url)
const __dirname = toPath_(new URL('.', import.meta.url))`

/** Options for bundling programs and tests into one file. */
export const inOneFile = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  banner: { js: OLDER },
  // Prefer the ES module: jsonc-parser's other build has a `require` that bundlers cannot follow.
  mainFields: ['module', 'main'],
  // The first two load native files next to themselves; operators install the rest only if they need it.
  external: ['lmdb', 'pg', '@opentelemetry/*'],
  plugins: [keepPlaces],
  logLevel: 'warning',
} satisfies BuildOptions

export const programsBuild = {
  ...inOneFile,
  entryPoints: {
    cli: fromRoot('src/server/cli.ts'),
    idp: fromRoot('demo/idp/main.ts'),
    inbox: fromRoot('demo/inbox/main.ts'),
  },
  outdir: fromRoot('dist/programs'),
  // Each command's modules are in separate files, loaded when it runs.
  splitting: true,
  tsconfig: fromRoot('src/server/tsconfig.json'),
} satisfies BuildOptions

/** The same stack for other projects: dependencies stay packages, and data files lie beside each program. */
export const devBuilds: BuildOptions[] = [
  'stack/cli',
  'idp/main',
  'inbox/main',
  'testing/index',
].map((path) => ({
  entryPoints: [fromRoot(`demo/${path}.ts`)],
  outdir: fromRoot(`dist/dev/${dirname(path)}`),
  // Keeps dynamic imports in separate files, so that they run after the code before them.
  splitting: true,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
  tsconfig: fromRoot('src/server/tsconfig.json'),
}))

/** Paths in the folder `demo`. */
export const DEV_FILES = [
  ...['idp/style.css', 'inbox/style.css', 'inbox/inbox.js'],
  ...['stack/follow-parent.mjs', 'stack/supervise.mjs'],
]
