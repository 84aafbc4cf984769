/** The command line as its own process, from the sources. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const CLI = fileURLToPath(new URL('../../../src/server/cli.ts', import.meta.url))
/** Milliseconds: a process that has not ended by then is ended. */
const DEADLINE = 60_000

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export interface Running {
  child: ChildProcess
  /** Resolves with the first line of the log that matches. */
  line(pattern: RegExp): Promise<RegExpMatchArray>
  ended: Promise<Ended>
}

export function runCli(args: string[], env: Record<string, string> = {}): Running {
  const child = spawn(process.execPath, ['--import', 'tsx', CLI, ...args], {
    env: { ...process.env, ...env },
    timeout: DEADLINE,
    killSignal: 'SIGKILL',
  })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...output }))
  const line = async (pattern: RegExp): Promise<RegExpMatchArray> => {
    for (;;) {
      const found = output.stdout.match(pattern)
      if (found) return found
      const isOver = await Promise.race([once(child.stdout, 'data').then(() => false), ended])
      if (isOver) throw new Error(`Ended without ${pattern}: ${output.stdout}${output.stderr}`)
    }
  }
  return { child, line, ended }
}
