/** The stages of both test runs. Each list is a sequence of steps; a step starts when the one before is done. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { fromRoot } from '../../scripts/vite/shared.js'
import { findFirefox, findWebKit } from '../support/browser.js'
import { BUNDLES, type Job } from './job.js'
import { CORES } from './pool.js'

export interface Stage {
  name: string
  jobs: Job[]
  /** If this stage fails, nothing after it can run. */
  isNeeded?: boolean
  /** Runs only when it is named. */
  isExtra?: boolean
  /** Why this machine cannot run it; false if it can. */
  lacks?: () => string | false
}

const MINUTE = 60_000

/** The short run's part of `e2e` and `attacks`: the whole product once, with real parts. */
const SMOKE = [
  ...['approvals', 'email', 'login-client', 'recovery', 'wallet'].map((name) => `e2e/${name}`),
  ...['client-logins', 'wallet-logins'].map((name) => `attacks/${name}`),
]
/** Tests with random inputs, which print their seed. */
const RANDOM = ['node/rights-random', 'node/sign-shown', 'programs/permissions-random']
/** Takes minutes, since it installs the tools of five frameworks. */
const SERVERS = ['packages/servers']
/** Takes two minutes: one test of a browser waits for what never comes. */
const PLANTED = ['programs/planted-faults']
/** Languages in the short run: long words, right to left, and the language of the sources. */
const FEW_LANGUAGES = 'en,de,ar'
/**
 * Tests that need no Chromium protocol: elements, the dashboard's page, messages between page and wallet, and some
 * screens.
 */
const IN_ALL_ENGINES = [
  ...['app-connect', 'app-letter-port', 'app-login', 'app-login-request'],
  ...['app-page-window', 'app-send'],
  ...['login-button', 'provider', 'provider-nodes', 'wallet', 'wallet-embed'],
  ...['wallet-integrity', 'wallet-live', 'wallet-login', 'wallet-panel'],
  ...['dashboard', 'windows'],
].map(browserFile)
const BROWSER_FILES = namesIn('browser').map((name) => `test/${name}.test.ts`)
/** Tests with a hundred starts, and with random inputs. */
const LONG = ['app-shown', 'wallet-rounds'].map(browserFile)
const STATES = BROWSER_FILES.filter((file) => file.includes('/states'))

/** `npm test`. */
export const GATE: Stage[][] = [
  [{ ...script('build', 'scripts/build.ts'), isNeeded: true }],
  [{ ...script('bundle', 'test/runner/bundle.ts', BUNDLES), isNeeded: true }],
  [
    check('lint', [bin('@biomejs/biome/bin/biome'), 'ci', fromRoot('.')]),
    types('types', 'tsconfig.json'),
    types('server-types', 'src/server/tsconfig.json'),
    types('test-types', 'test/tsconfig.json'),
    script('attacks-page', 'scripts/attacks.ts', '--check'),
    script('browsers-page', 'scripts/browsers.ts', '--check'),
    script('mistakes-page', 'scripts/mistakes.ts', '--check'),
    script('package', 'scripts/check-package.ts'),
    nodeTests('node', without(namesIn('node'), RANDOM)),
    browserTests('browser', without(BROWSER_FILES, [...STATES, ...LONG])),
    browserTests('states', [browserFile('states')], { LANGUAGES: FEW_LANGUAGES }),
    endToEnd('smoke', SMOKE),
  ],
]

/**
 * Stages that `npm run test:all` adds. Long files first, in case durations are unknown, so that none runs alone at the
 * end.
 */
export const REST: Stage[][] = [
  [
    nodeTests('engines', namesIn('engines')),
    endToEnd('e2e', without(namesIn('e2e'), SMOKE)),
    endToEnd('attacks', without(namesIn('attacks'), SMOKE)),
    browserTests('browser-long', LONG),
    browserTests('all-states', STATES),
    inEngine('firefox', () => !findFirefox() && 'there is no Firefox here'),
    inEngine('webkitgtk', () => !findWebKit() && 'there is no WebKitGTK with its driver, and Xvfb'),
    nodeTests('packages', without(namesIn('packages'), SERVERS)),
    nodeTests('operate', namesIn('operate')),
    nodeTests('programs', without(namesIn('programs'), [...RANDOM, ...PLANTED])),
    nodeTests('random', RANDOM),
    { ...nodeTests('servers', SERVERS), isExtra: true },
    { ...nodeTests('planted', PLANTED), isExtra: true },
    { ...browserTests('fonts', [browserFile('states-fonts')], { FONTS: 'all' }), isExtra: true },
  ],
]

/** Runs after failed files ran again. Checks that each row of the interface names a test that passed. */
export const INTERFACE: Stage = {
  name: 'interface',
  jobs: [
    {
      ...jobOf('interface', ['docs/interface.md']),
      args: () => ['--import', 'tsx', fromRoot('test/interface.ts')],
      hasTests: true,
    },
  ],
}

function jobOf(stage: string, files: string[]): Omit<Job, 'args'> {
  return { stage, files, deadline: 5 * MINUTE, hasTests: false }
}

/** A stage with one command, judged by its exit code. */
function check(name: string, args: string[]): Stage {
  return { name, jobs: [{ ...jobOf(name, [name]), args: () => args }] }
}

function types(name: string, project: string): Stage {
  return check(name, [bin('typescript/bin/tsc'), '-p', fromRoot(project)])
}

function script(name: string, path: string, ...args: string[]): Stage {
  return check(name, ['--import', 'tsx', fromRoot(path), ...args])
}

/** A process for each file. */
function nodeTests(name: string, tests: string[], more: Partial<Job> = {}): Stage {
  const jobs = tests.map((test) => ({
    ...nodeJob(name, `test/${test}.test.ts`, [join(BUNDLES, `${test}.test.js`)]),
    isBundled: true,
    ...more,
  }))
  return { name, jobs }
}

function nodeJob(stage: string, file: string, program: string[]): Job {
  return {
    ...jobOf(stage, [file]),
    args: (_, results) => [
      '--enable-source-maps',
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      `--test-reporter=${new URL('count.mjs', import.meta.url)}`,
      `--test-reporter-destination=${results}`,
      ...program,
    ],
    deadline: 12 * MINUTE,
    hasTests: true,
  }
}

/** End-to-end tests. A file with `startWorld` starts its own stack; all others use the shared ones. */
function endToEnd(name: string, tests: string[]): Stage {
  const sharing = tests.filter((test) => {
    const source = readFileSync(fromRoot(`test/${test}.test.ts`), 'utf8')
    return !source.includes('startWorld(')
  })
  return {
    name,
    jobs: [
      ...nodeTests(name, without(tests, sharing)).jobs,
      ...nodeTests(name, sharing, { isOnStacks: true }).jobs,
    ],
  }
}

/** Splits the files among as many browsers as there are cores. */
function browserTests(name: string, files: string[], env: Record<string, string> = {}): Stage {
  const parts = Array.from({ length: CORES }, (_, part) =>
    files.filter((_, at) => at % CORES === part),
  )
  const jobs = parts.filter(({ length }) => length).map((files) => browserJob(name, files, env))
  return { name, jobs }
}

/** A browser for some files, with one page at a time: that page has the focus. */
function browserJob(stage: string, files: string[], env: Record<string, string> = {}): Job {
  return {
    ...jobOf(stage, files),
    args: (some) => [bin('@web/test-runner/dist/bin.js'), '--files', ...some],
    deadline: 30 * MINUTE,
    hasTests: true,
    env,
  }
}

/** Runs test files from the sources: for a few files, bundling would take longer. */
export function jobsFor(stage: string, files: string[]): Job[] {
  const inBrowser = files.filter((file) => file.startsWith('test/browser/'))
  const inNode = without(files, inBrowser).map((file) =>
    nodeJob(stage, file, ['--import', 'tsx', fromRoot(file)]),
  )
  return inBrowser.length ? [browserJob(stage, inBrowser), ...inNode] : inNode
}

function inEngine(name: 'firefox' | 'webkitgtk', lacks: () => string | false): Stage {
  return { ...browserTests(name, IN_ALL_ENGINES, { ENGINE: name }), lacks }
}

function bin(path: string): string {
  return fromRoot(`node_modules/${path}`)
}

function browserFile(name: string): string {
  return `test/browser/${name}.test.ts`
}

function namesIn(folder: string): string[] {
  return readdirSync(fromRoot(`test/${folder}`))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `${folder}/${file.replace('.test.ts', '')}`)
}

function without(all: readonly string[], others: readonly string[]): string[] {
  return all.filter((one) => !others.includes(one))
}
