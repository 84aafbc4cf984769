/** The shipped program as a process, and its own CPU time: a busy machine moves that less than the clock. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'

import { fromRoot } from '../scripts/vite/shared.js'

/** Microseconds of one tick of a process's times in /proc. */
const TICK = 10_000

export interface Program {
  url: string
  /** Microseconds that it and its threads have used so far. */
  cpuTime(): Promise<number>
  /** Megabytes that it holds now. */
  memory(): Promise<number>
  end(): Promise<void>
}

/** Logs to where an operator's log would go. @param args - A service, with its options. */
export async function startProgram(...args: string[]): Promise<Program> {
  const child = spawn(process.execPath, [fromRoot('dist/server/cli.js'), ...args, '--port', '0'], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let log = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    log += chunk
    const url = log.match(/listening at (http:\/\/[^"]*)/)?.[1]
    if (url) {
      child.stdout.resume()
      const [cpuTime, memory] = [() => cpuTimeOf(child), () => memoryOf(child)]
      return { url, cpuTime, memory, end: () => end(child) }
    }
  }
  throw new Error(`It did not start: ${log}`)
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** proc(5): utime and stime. */
async function cpuTimeOf({ pid }: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK
}

/** proc(5): the resident set. */
async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(status.match(/^VmRSS:\s*(\d+) kB/m)![1]) / 1_000
}
