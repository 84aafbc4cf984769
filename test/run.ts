/**
 * `npm test`: everything, one stage after another, since each uses the whole machine. The last line is
 * `N passed, N failed`; the exit code is 0 only if nothing failed. `npm test -- node` runs one stage.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { fromRoot } from '../scripts/vite/shared.js'
import { findBrowser } from './support/browser.js'

interface Counts {
  passed: number
  failed: number
  skipped?: number
}

interface Stage {
  name: string
  /** Arguments to Node. */
  args: string[]
  /** Milliseconds. */
  deadline: number
  /** Whether it counts tests itself; else it is one test, by its exit code. */
  counts?: boolean
}

const MINUTE = 60_000
const OUTPUT = fromRoot('test/.output')
const bin = (path: string) => fromRoot(`node_modules/${path}`)

const types = (name: string, project: string): Stage => ({
  name,
  args: [bin('typescript/bin/tsc'), '-p', fromRoot(project)],
  deadline: 3 * MINUTE,
})

const nodeTests = (name: string, folder: string, deadline: number): Stage => {
  const path = fromRoot(folder)
  const files = existsSync(path) ? readdirSync(path) : []
  return {
    name,
    args: [
      ...['--import', 'tsx', '--test', '--test-concurrency=2'],
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      `--test-reporter=${new URL('support/count.mjs', import.meta.url)}`,
      `--test-reporter-destination=${countsFile(name)}`,
      ...files.filter((file) => file.endsWith('.test.ts')).map((file) => join(path, file)),
    ],
    deadline,
    counts: true,
  }
}

const countsFile = (name: string) => join(OUTPUT, `${name}.json`)

const STAGES: Stage[] = [
  {
    name: 'lint',
    args: [bin('@biomejs/biome/bin/biome'), 'ci', fromRoot('.')],
    deadline: 3 * MINUTE,
  },
  types('types', 'tsconfig.json'),
  types('server-types', 'src/server/tsconfig.json'),
  types('test-types', 'test/tsconfig.json'),
  { name: 'build', args: ['--import', 'tsx', fromRoot('scripts/build.ts')], deadline: 3 * MINUTE },
  nodeTests('node', 'test/node', 10 * MINUTE),
  {
    name: 'browser',
    args: [bin('@web/test-runner/dist/bin.js')],
    deadline: 8 * MINUTE,
    counts: true,
  },
  nodeTests('e2e', 'test/e2e', 15 * MINUTE),
  {
    name: 'interface',
    args: ['--import', 'tsx', fromRoot('test/interface.ts'), OUTPUT],
    deadline: MINUTE,
    counts: true,
  },
]

let running: ChildProcess | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    end('SIGKILL')
    process.exit(1)
  })
}

const wanted = process.argv.slice(2)
const stages = wanted.length ? STAGES.filter(({ name }) => wanted.includes(name)) : STAGES
rmSync(OUTPUT, { recursive: true, force: true })
mkdirSync(OUTPUT, { recursive: true })
// Once and before all else: two stages that need one would install it twice.
const browser = await findBrowser()

const total = { passed: 0, failed: 0 }
for (const stage of stages) {
  console.log(`\n=== ${stage.name}`)
  const start = performance.now()
  const { passed, failed, skipped } = await run(stage)
  total.passed += passed
  total.failed += failed
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const rest = skipped ? `, ${skipped} skipped` : ''
  console.log(`--- ${stage.name}: ${passed} passed, ${failed} failed${rest} (${seconds} s)`)
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed ? 1 : 0)

async function run({ name, args, deadline, counts }: Stage): Promise<Counts> {
  // A process group of its own, so that all of it can be ended.
  const child = spawn(process.execPath, args, {
    cwd: fromRoot('.'),
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, CHROME_PATH: browser, COUNTS_FILE: countsFile(name) },
  })
  running = child
  const timer = setTimeout(() => {
    console.error(`${name} took longer than ${deadline / MINUTE} minutes and was ended.`)
    end('SIGKILL')
  }, deadline)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('exit', resolve)
    child.once('error', reject)
  })
  clearTimeout(timer)
  end('SIGTERM')
  running = undefined
  const isGood = code === 0
  if (!counts) return isGood ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const counted = readCounts(countsFile(name))
  // It broke without a test that did.
  if (!isGood && !counted.failed) counted.failed = 1
  return counted
}

function readCounts(file: string): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const text = readFileSync(file, 'utf8')
  return text ? JSON.parse(text) : { passed: 0, failed: 1 }
}

/** Ends what runs, and what it left behind in its process group. */
function end(signal: NodeJS.Signals): void {
  if (!running?.pid) return
  try {
    process.kill(-running.pid, signal)
  } catch {
    // Nothing was left.
  }
}
