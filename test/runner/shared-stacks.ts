/**
 * `shared-stacks.ts PORT…`: runs the stacks that end-to-end tests share, and serves the library that their sites load.
 * Sends its parent the environment for the tests, and ends with the parent.
 *
 * @see test/e2e/shared.ts for what they allow.
 */
import { join } from 'node:path'

import { shareLibrary } from '../e2e/site.js'
import { startShared } from '../e2e/support.js'

const { dir, env, stop } = await startShared(process.argv.slice(2).map(Number))
const library = await shareLibrary(join(dir, 'lib.js'))
const end = async () => {
  await stop()
  process.exit()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
process.send!({ ...env, ...library })
