/** One process of a test run, and its results. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { fromRoot } from '../../scripts/vite/shared.js'
import type { TestResult } from '../support/interface.js'

export interface Job {
  stage: string
  /** Test files, from the repository's root; of a check, its name. */
  files: readonly string[]
  /** Node arguments that run some of the files and write the results of tests to `results`. */
  args: (files: readonly string[], results: string) => string[]
  /** Milliseconds. */
  deadline: number
  /** True: the process writes a line for each test. False: the exit code is the only result. */
  hasTests: boolean
  env?: Record<string, string>
  /** Runs the files that the stage `bundle` makes. */
  isBundled?: boolean
  /** Uses the shared stacks. */
  isOnStacks?: boolean
}

export interface FileResult {
  job: Job
  stage: string
  file: string
  seconds: number
  tests: (TestResult & { state: State; why?: unknown })[]
  /** The process's whole output. */
  output: string
}
type State = 'passed' | 'failed' | 'skipped'

/** A line of a reporter: a test, or the end of a file if the process runs several files. */
type Line =
  | { file: string; name: string; state: State; why?: unknown }
  | { file: string; seconds: number }

/** The name of a failure that no test has: a file that does not load, or a process that ends before its tests do. */
const OUTSIDE = '(outside of its tests)'
/** Milliseconds that a process has to close its browser. */
const GRACE = 5_000
/** Ends a program when its parent ends, even if the parent is killed. */
const FOLLOW_PARENT = [
  '--import',
  new URL('../../demo/stack/follow-parent.mjs', import.meta.url).href,
]

const running = new Set<ChildProcess>()
let count = 0

/** A process that ends with this one, and leads a process group. */
export function start(args: readonly string[], env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [...FOLLOW_PARENT, ...args], {
    cwd: fromRoot('.'),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...env },
  })
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}

/** Ends all processes of the run. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map(stop))
}

/** Stops a process and its children with SIGINT, as Ctrl-C does: browsers end only if their parent can end them. */
export async function stop(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return
  const ended = endOf(child)
  signalGroup(child, 'SIGINT')
  const killing = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE)
  await ended
  clearTimeout(killing)
}

/** The exit code. Kills the rest of the process group, which would keep the output open. */
async function endOf(child: ChildProcess): Promise<number | null> {
  const closed = once(child, 'close')
  const [code] = (await once(child, 'exit')) as [number | null]
  signalGroup(child, 'SIGKILL')
  await closed
  return code
}

/**
 * @param files - Those of the job that run.
 * @param env - Besides the job's own.
 */
export async function run(
  job: Job,
  files: readonly string[],
  env: Record<string, string>,
): Promise<FileResult[]> {
  const lines = fromRoot(`test/.output/lines/${process.pid}-${count++}.jsonl`)
  mkdirSync(dirname(lines), { recursive: true })
  // Removes the file of a killed run with the same process id. Files of other ids may belong to a running test run.
  rmSync(lines, { force: true })
  const begin = performance.now()
  const child = start(job.args(files, lines), { ...env, ...job.env, RESULTS_FILE: lines })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const deadline = setTimeout(() => {
    output += `\nIt took longer than ${job.deadline / 60_000} minutes and was ended.\n`
    void stop(child)
  }, job.deadline)
  const code = await endOf(child)
  clearTimeout(deadline)
  const seconds = (performance.now() - begin) / 1000
  const told = job.hasTests ? read(lines) : [checked(files[0]!, code)]
  rmSync(lines, { force: true })
  return files.map((file) => resultOf({ job, stage: job.stage, file, seconds, output }, told, code))
}

const checked = (file: string, code: number | null): Line => ({
  file,
  name: file,
  state: code === 0 ? 'passed' : 'failed',
})

function read(path: string): Line[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as Line)
}

function resultOf(
  whole: Omit<FileResult, 'tests'>,
  told: readonly Line[],
  code: number | null,
): FileResult {
  const own = told.filter(({ file }) => file === whole.file)
  const tests = own.flatMap((line) =>
    'state' in line ? [{ ...line, passed: line.state === 'passed' }] : [],
  )
  const end = own.find((line) => 'seconds' in line)
  const isComplete = tests.length > 0 && (code === 0 || end !== undefined)
  if (!isComplete && !tests.some(({ state }) => state === 'failed')) {
    tests.push({ file: whole.file, name: OUTSIDE, state: 'failed', passed: false })
  }
  return { ...whole, seconds: end?.seconds ?? whole.seconds, tests }
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (!pid) return
  try {
    process.kill(-pid, signal)
  } catch {
    // The process has ended already.
  }
}

export const hasFailed = ({ tests }: FileResult): boolean =>
  tests.some(({ state }) => state === 'failed')

export const OUTPUT = fromRoot('test/.output')
export const BUNDLES = join(OUTPUT, 'bundles')
