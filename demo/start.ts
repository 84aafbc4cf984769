/**
 * `npm start`: builds, starts everything, and stays until Ctrl-C. `--dev` builds and starts again on
 * changes; `--no-build` takes dist/ as it is.
 */
import { fromRoot } from '../scripts/vite/shared.js'
import { type ProgramName, portsFromEnv } from './stack/ports.js'
import type { Program } from './stack/program.js'
import { type Stack, StartError, startStack } from './stack.js'

const TITLES: Record<ProgramName, string> = {
  demo: 'demo page',
  wallet: 'wallet app',
  login: 'login service',
  idp: 'identity provider',
  mail: 'mail inbox',
  node1: 'key node 1',
  node2: 'key node 2',
  node3: 'key node 3',
  chain: 'local chain',
}

const starting = new AbortController()
let stack: Stack | undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0))
// Whoever runs this file may be killed without a chance to tell us.
process.once('disconnect', () => stop(0))

try {
  stack = await startStack({
    dir: process.env.DEV_DIR ?? fromRoot('.dev'),
    ports: portsFromEnv(process.env),
    build: !process.argv.includes('--no-build'),
    signal: starting.signal,
    onUp: ({ name, url }) => console.log(`${TITLES[name].padEnd(18)} ${url}`),
    onWarning: (line) => console.warn(line),
    onDeath: fail,
  })
  if (process.argv.includes('--dev')) await (await import('./dev.js')).watch(stack)
  console.log(`ready: open ${stack.urls.demo}`)
} catch (error) {
  if (starting.signal.aborted) process.exit(0)
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}

function fail(program: Program): void {
  console.error(`${TITLES[program.name]} ended. Its last lines:\n${program.tail}`)
  void stop(1)
}

async function stop(code: number): Promise<void> {
  starting.abort()
  if (!stack) return
  await stack.stop()
  process.exit(code)
}
