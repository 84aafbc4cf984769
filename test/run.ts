/**
 * `npm test`: everything, in steps: what is quickly known runs side by side, what takes the whole machine
 * alone. The last line is `N passed, N failed`; the exit code is 0 only if nothing failed.
 * `npm test -- node` runs one stage; `copies` and `fonts` run only when they are named.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { fromRoot } from '../scripts/vite/shared.js'
import { findBrowser, findFirefox, findWebKit, installEngines } from './support/browser.js'

interface Counts {
  passed: number
  failed: number
  skipped?: number
  tests?: { file: string; name: string; passed: boolean }[]
  /** What did not run, or not all of it. */
  skips?: { file: string; name: string; why: unknown }[]
}

interface Stage {
  name: string
  /** Arguments to Node. */
  args: string[]
  /** Milliseconds. */
  deadline: number
  /** Whether it counts tests itself; else it is one test, by its exit code. */
  counts?: boolean
  env?: Record<string, string>
  /** Runs only when it is named. */
  isExtra?: boolean
  /** Runs what the stage `bundle` makes. */
  isBundled?: boolean
  /** Why this machine cannot run it; false if it can. */
  lacks?: () => string | false
}

const MINUTE = 60_000
const OUTPUT = fromRoot('test/.output')
const BUNDLES = join(OUTPUT, 'bundles')
/** They begin first, in this order: none of them then runs alone at the end. */
const LONGEST = [
  ...['passkeys', 'onboarding', 'guard', 'playground-requests', 'login-client', 'key-network'],
  ...['integrity', 'clients', 'frameworks', 'playground-settings', 'login-attacks', 'playground'],
  ...['closed-windows', 'severed'],
  ...['lasting', 'email', 'login-window', 'providers', 'recovery', 'hostile'],
  ...[
    'ceremony-faults',
    'share-generations',
    'email-odds',
    'operate',
    'server-faults',
    'confirmations',
    'start',
    'server-cli',
    'server-reshare',
  ],
  ...['client-logins', 'wallet-logins', 'floods', 'profile', 'settling'],
]
/** Every screen in every state: these compute, where other tests of the browser wait. */
const STATES = 'test/browser/states*.test.ts'
/** The elements, what pages talk to the wallet by, and screens that can: none of these asks for what only Chromium's own protocol can. */
const IN_ALL_ENGINES = [
  ...['app-connect', 'app-letter-port', 'app-login', 'app-page-window', 'app-send'],
  ...['build-env', 'login-button', 'provider', 'provider-nodes', 'wallet', 'wallet-embed'],
  ...['wallet-integrity', 'wallet-listeners', 'wallet-live', 'wallet-login', 'wallet-panel'],
  'windows',
]
const bin = (path: string) => fromRoot(`node_modules/${path}`)

const types = (name: string, project: string): Stage => ({
  name,
  args: [bin('typescript/bin/tsc'), '-p', fromRoot(project)],
  deadline: 3 * MINUTE,
})

const nodeTests = (name: string, folder: string, atOnce: number, deadline: number): Stage => {
  const files = readdirSync(fromRoot(`test/${folder}`))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => file.replace('.test.ts', ''))
  const rank = (file: string) => (LONGEST.includes(file) ? LONGEST.indexOf(file) : LONGEST.length)
  return {
    name,
    args: [
      ...['--enable-source-maps', '--test', `--test-concurrency=${atOnce}`],
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      `--test-reporter=${new URL('support/count.mjs', import.meta.url)}`,
      `--test-reporter-destination=${countsFile(name)}`,
      ...files
        .sort((a, b) => rank(a) - rank(b))
        .map((file) => join(BUNDLES, folder, `${file}.test.js`)),
    ],
    deadline,
    counts: true,
    isBundled: true,
  }
}

/** Each has a browser of its own, with one page at a time: that has the focus. */
const browserTests = (name: string, files: string[]): Stage => ({
  name,
  args: [bin('@web/test-runner/dist/bin.js'), '--files', ...files],
  deadline: 20 * MINUTE,
  counts: true,
})

const inEngine = (name: 'firefox' | 'webkitgtk', lacks: () => string | false): Stage => ({
  ...browserTests(
    name,
    IN_ALL_ENGINES.map((file) => `test/browser/${file}.test.ts`),
  ),
  env: { ENGINE: name },
  lacks,
})

/** Its tests share one stack, where they can. */
const withStack = (stage: Stage): Stage => ({
  ...stage,
  args: ['--import', 'tsx', fromRoot('test/support/shared-stack.ts'), ...stage.args],
})

/** Of the stage `build`: tests that start the command line start this. */
const BUILT_CLI = fromRoot('dist/programs/cli.js')
const countsFile = (name: string) => join(OUTPUT, `${name}.json`)

const STEPS: Stage[][] = [
  [
    {
      name: 'lint',
      args: [bin('@biomejs/biome/bin/biome'), 'ci', fromRoot('.')],
      deadline: 3 * MINUTE,
    },
    types('types', 'tsconfig.json'),
    types('server-types', 'src/server/tsconfig.json'),
    types('test-types', 'test/tsconfig.json'),
    {
      name: 'attacks-page',
      args: ['--import', 'tsx', fromRoot('scripts/attacks.ts'), '--check'],
      deadline: MINUTE,
    },
    {
      name: 'browsers-page',
      args: ['--import', 'tsx', fromRoot('scripts/browsers.ts'), '--check'],
      deadline: MINUTE,
    },
  ],
  [
    {
      name: 'build',
      args: ['--import', 'tsx', fromRoot('scripts/build.ts')],
      deadline: 3 * MINUTE,
    },
  ],
  [
    {
      name: 'bundle',
      args: ['--import', 'tsx', fromRoot('test/support/bundle.ts'), BUNDLES],
      deadline: 3 * MINUTE,
    },
    {
      name: 'package',
      args: ['--import', 'tsx', fromRoot('scripts/check-package.ts')],
      deadline: 5 * MINUTE,
    },
  ],
  [
    nodeTests('node', 'node', 2, 20 * MINUTE),
    browserTests('browser', ['test/browser/**/*.test.ts', `!${STATES}`]),
    browserTests('states', [STATES]),
  ],
  [
    {
      ...browserTests('fonts', ['test/browser/states-fonts.test.ts']),
      env: { FONTS: 'all' },
      isExtra: true,
    },
  ],
  [nodeTests('packages', 'packages', 1, 5 * MINUTE)],
  [withStack(nodeTests('e2e', 'e2e', 3, 40 * MINUTE))],
  [withStack(nodeTests('attacks', 'attacks', 3, 20 * MINUTE))],
  [nodeTests('engines', 'engines', 3, 10 * MINUTE)],
  [
    inEngine('firefox', () => !findFirefox() && 'there is no Firefox here'),
    inEngine('webkitgtk', () => !findWebKit() && 'there is no WebKitGTK with its driver, and Xvfb'),
  ],
  [
    {
      ...withStack(nodeTests('copies', 'e2e', 2, 40 * MINUTE)),
      env: { COPIES: '1' },
      isExtra: true,
    },
  ],
  [
    {
      name: 'interface',
      args: ['--import', 'tsx', fromRoot('test/interface.ts'), OUTPUT],
      deadline: MINUTE,
      counts: true,
    },
  ],
]

/** What runs. */
const running = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const child of running) end(child, 'SIGKILL')
    process.exit(1)
  })
}

const wanted = process.argv.slice(2)
const isNamed = ({ name, isExtra = false }: Stage) =>
  wanted.length ? wanted.includes(name) : !isExtra
const isWanted = (stage: Stage) =>
  isNamed(stage) ||
  (stage.name === 'bundle' && STEPS.flat().some((other) => other.isBundled && isNamed(other)))
rmSync(OUTPUT, { recursive: true, force: true })
mkdirSync(OUTPUT, { recursive: true })
// Once and before all else: two stages that need one would install it twice.
const browser = await findBrowser()
const NEED_ENGINES = ['engines', 'firefox', 'webkitgtk']
if (STEPS.flat().some((stage) => NEED_ENGINES.includes(stage.name) && isNamed(stage))) {
  installEngines()
}

const total = { passed: 0, failed: 0 }
/** What failed, to be read at the end: what failed early is far above. */
const failures: string[] = []
/** What this machine lacks something for. */
const skips: string[] = []
for (const step of STEPS) {
  const stages = step.filter(isWanted)
  // What runs alone is seen at once; else each stage's lines stay together.
  const stdio = stages.length > 1 ? 'pipe' : 'inherit'
  await Promise.all(stages.map((stage) => report(stage, stdio)))
}
for (const skip of skips) console.log(`﹣ ${skip}`)
for (const failure of failures) console.log(`✖ ${failure}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed ? 1 : 0)

async function report(stage: Stage, stdio: 'pipe' | 'inherit'): Promise<void> {
  if (stdio === 'inherit') console.log(`\n=== ${stage.name}`)
  const lacking = stage.lacks?.()
  if (lacking) {
    skips.push(`${stage.name}: ${lacking}`)
    console.log(`--- ${stage.name}: skipped, ${lacking}`)
    return
  }
  const start = performance.now()
  const { counts, output } = await run(stage, stdio)
  const { passed, failed, skipped } = counts
  total.passed += passed
  total.failed += failed
  const named = counts.tests?.filter((test) => !test.passed) ?? []
  failures.push(...named.map((test) => `${stage.name}: ${test.file}: ${test.name}`))
  for (const { file, name, why } of counts.skips ?? []) {
    skips.push(`${stage.name}: ${file}: ${name}: ${why}`)
  }
  if (failed > named.length) failures.push(`${stage.name}: ${failed - named.length} without a name`)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const rest = skipped ? `, ${skipped} skipped` : ''
  if (stdio === 'pipe') console.log(`\n=== ${stage.name}\n${output}`)
  console.log(`--- ${stage.name}: ${passed} passed, ${failed} failed${rest} (${seconds} s)`)
}

async function run(
  { name, args, deadline, counts, env: own }: Stage,
  stdio: 'pipe' | 'inherit',
): Promise<{ counts: Counts; output: string }> {
  // A process group of its own, so that all of it can be ended.
  const child = spawn(process.execPath, args, {
    cwd: fromRoot('.'),
    detached: true,
    stdio: ['ignore', stdio, stdio],
    env: { ...process.env, CHROME_PATH: browser, BUILT_CLI, COUNTS_FILE: countsFile(name), ...own },
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const timer = setTimeout(() => {
    console.error(`${name} took longer than ${deadline / MINUTE} minutes and was ended.`)
    end(child, 'SIGKILL')
  }, deadline)
  const closed = new Promise((resolve) => child.once('close', resolve))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('exit', resolve)
    child.once('error', reject)
  })
  clearTimeout(timer)
  end(child, 'SIGTERM')
  if (stdio === 'pipe') await closed
  running.delete(child)
  const isGood = code === 0
  if (!counts) return { counts: { passed: Number(isGood), failed: Number(!isGood) }, output }
  const counted = readCounts(countsFile(name))
  // It broke without a test that did.
  if (!isGood && !counted.failed) counted.failed = 1
  return { counts: counted, output }
}

function readCounts(file: string): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const text = readFileSync(file, 'utf8')
  return text ? JSON.parse(text) : { passed: 0, failed: 1 }
}

/** Ends what runs, and what it left behind in its process group. */
function end({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (!pid) return
  try {
    process.kill(-pid, signal)
  } catch {
    // Nothing was left.
  }
}
