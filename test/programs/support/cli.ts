/** The command line as its own process, in one file with all that it imports: it starts in half the time. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { build } from 'esbuild'

import { programsBuild } from '../../../scripts/programs.js'
import { fromRoot } from '../../../scripts/vite/shared.js'
import { until } from '../../support/until.js'

/** All stages have the same; a file that runs alone makes its own. */
const CLI = process.env.BUILT_CLI ?? (await bundled())
/** Milliseconds: a process that has not ended by then is ended. */
const DEADLINE = 240_000

interface Ended {
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

/**
 * @param cwd - The folder it runs in.
 * @param cli - The program: that of these sources, or of a version before.
 */
export function runCli(
  args: string[],
  env: Record<string, string> = {},
  cwd = process.cwd(),
  cli = CLI,
): Running {
  const child = spawn(process.execPath, [cli, ...args], {
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
    let isOver = false
    void ended.then(() => {
      isOver = true
    })
    // The process itself has a deadline.
    await until(`${pattern}`, () => isOver || pattern.test(output.stdout), DEADLINE)
    const found = output.stdout.match(pattern)
    if (found) return found
    throw new Error(`Ended without ${pattern}: ${output.stdout}${output.stderr}`)
  }
  return { child, line, stdoutNow: () => output.stdout, ended }
}

async function bundled(): Promise<string> {
  const outdir = fromRoot(`test/.output/cli-${process.pid}`)
  await build({ ...programsBuild, entryPoints: [programsBuild.entryPoints.cli], outdir })
  process.once('exit', () => rmSync(outdir, { recursive: true }))
  return join(outdir, 'cli.js')
}
