/**
 * The stack of this repository: what `npm start` runs and what the end-to-end tests run against, each test in a
 * separate folder and on separate ports.
 */
import { existsSync } from 'node:fs'
import type { Part } from '../scripts/build.js'
import { fromRoot } from '../scripts/vite/shared.js'
import { deadline } from '../src/shared/deadline.js'
import type { Places } from './stack/places.js'
import { type RunOptions, runStack, type Stack } from './stack/run.js'

export type { Stack } from './stack/run.js'

/** What runs; the rest of a build is for those who install the packages. */
const BUILT_PARTS: Part[] = ['cdn', 'wallet', 'programs', 'demo']
const PLACES: Places = {
  cli: fromRoot('dist/programs/cli.js'),
  idp: fromRoot('dist/programs/idp.js'),
  inbox: fromRoot('dist/programs/inbox.js'),
  wallet: fromRoot('dist/wallet'),
  demo: fromRoot('dist/demo'),
}

export interface StackOptions extends RunOptions {
  /** False: dist/ is there and up to date. */
  build: boolean
}

/** @throws {StartError} If a port is taken or a program does not start. Then nothing is left running. */
export async function startStack(options: StackOptions): Promise<Stack> {
  if (options.build || !existsSync(PLACES.cli)) {
    // Only then: the bundlers take longer to load than the programs to start.
    const { build } = await import('../scripts/build.js')
    // Bundlers take no signal: they end with this process, which the launcher ends.
    await deadline(build(BUILT_PARTS), Infinity, 'build', options.signal)
  }
  return runStack(PLACES, options)
}
