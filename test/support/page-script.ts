import { build } from 'esbuild'

import { fromRoot } from '../../scripts/vite/shared.js'

/**
 * A page's program in one script, as a page's bundler would make it.
 *
 * @param path - From the repository's root.
 */
export async function pageScript(path: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fromRoot(path)],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
    logLevel: 'error',
  })
  return outputFiles[0]!.text
}
