/** Starts a stack from the command line, says where everything is, and stays until Ctrl-C. */
import { type ProgramName, StartError } from './ports.js'
import type { Program } from './program.js'
import type { RunOptions, Stack } from './run.js'

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

type Watching = Pick<RunOptions, 'signal' | 'onUp' | 'onWarning' | 'onDeath'>

/**
 * @param start - Starts it, with what watches it.
 * @returns When it is ready. The process then ends with the stack, or with Ctrl-C.
 */
export async function launch(start: (watching: Watching) => Promise<Stack>): Promise<Stack> {
  const starting = new AbortController()
  let stack: Stack | undefined
  const stop = async (code: number) => {
    process.exitCode ||= code
    starting.abort()
    if (!stack) return
    await stack.stop()
    process.exit(code)
  }
  const fail = (program: Program) => {
    console.error(`${TITLES[program.name]} ended. Its last lines:\n${program.tail}`)
    void stop(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0))
  // The parent may be killed without a chance to tell us.
  process.once('disconnect', () => stop(0))
  try {
    stack = await start({
      signal: starting.signal,
      onUp: ({ name, url }) => console.log(`${TITLES[name].padEnd(18)} ${url}`),
      onWarning: (line) => console.warn(line),
      onDeath: fail,
    })
    return stack
  } catch (error) {
    if (starting.signal.aborted) process.exit()
    console.error(error instanceof StartError ? error.message : error)
    process.exit(1)
  }
}
