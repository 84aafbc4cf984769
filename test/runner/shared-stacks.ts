/** Runs Node with the given arguments while one stack is up that the tests share: its code is theirs. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { shareLibrary } from '../e2e/site.js'
import { startShared } from '../e2e/support.js'

const { dir, env, stop } = await startShared()
const library = await shareLibrary(join(dir, 'lib.js'))
const child = spawn(process.execPath, process.argv.slice(2), {
  stdio: 'inherit',
  env: { ...process.env, ...env, ...library },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => child.kill(signal))
}
const code = await new Promise<number | null>((resolve, reject) => {
  child.once('exit', resolve)
  child.once('error', reject)
})
await stop()
process.exit(code ?? 1)
