/** Finds the tests whose bundle contains code of a source file. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'

import { inOneFile } from './programs.js'
import { fromRoot } from './vite/shared.js'

/** Folders of `test` whose tests run in Node. */
const NODE = ['node', 'programs']

/** Bundles a test with our own sources, but not with packages. */
export const covering: BuildOptions = {
  ...inOneFile,
  packages: 'external',
  tsconfig: fromRoot('test/tsconfig.json'),
  logLevel: 'silent',
}

/**
 * @returns Tests by source file, as absolute paths: the less a test contains, the closer it is to the file, and the earlier
 *   it comes.
 */
export async function testsBySource(
  folders: readonly string[] = NODE,
): Promise<Map<string, string[]>> {
  const { metafile } = await build({
    ...covering,
    entryPoints: folders.map((folder) => fromRoot(`test/${folder}/*.test.ts`)),
    outdir: fromRoot('test/.output/covering'),
    loader: { '.css': 'empty' },
    metafile: true,
    write: false,
  })
  const outputs = Object.values(metafile!.outputs).filter(({ entryPoint }) => entryPoint)
  outputs.sort((one, other) => Object.keys(one.inputs).length - Object.keys(other.inputs).length)
  const tests = new Map<string, string[]>()
  for (const { entryPoint, inputs } of outputs) {
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      if (!bytesInOutput) continue
      const source = fromRoot(input)
      tests.set(source, [...(tests.get(source) ?? []), fromRoot(entryPoint!)])
    }
  }
  return tests
}

/** The sources of a folder, or the file, as absolute paths. */
export function sourcesIn(path: string): string[] {
  const absolute = fromRoot(path)
  if (statSync(absolute).isFile()) return [absolute]
  return readdirSync(absolute, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => join(absolute, name))
}
