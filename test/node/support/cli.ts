/** The command line as its own process, bundled as it is shipped: it starts faster than its sources do. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { build } from 'esbuild'

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const CLI = fromHere(`../../.output/cli-${process.pid}.js`)
/** Milliseconds: a process that has not ended by then is ended. */
const DEADLINE = 240_000

await build({
  entryPoints: [fromHere('../../../src/server/cli.ts')],
  outfile: CLI,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  tsconfig: fromHere('../../../src/server/tsconfig.json'),
})
process.once('exit', () => rmSync(CLI))

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export interface Running {
  child: ChildProcess
  /** Resolves with the first line of the log that matches. */
  line(pattern: RegExp): Promise<RegExpMatchArray>
  /** What it wrote to its standard output so far. */
  stdoutNow(): string
  ended: Promise<Ended>
}

/** @param cwd - The folder it runs in. */
export function runCli(
  args: string[],
  env: Record<string, string> = {},
  cwd = process.cwd(),
): Running {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd,
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
  return { child, line, stdoutNow: () => output.stdout, ended }
}
