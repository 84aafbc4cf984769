/** What the two runs are made of. Each list holds steps: the jobs of one begin when those before it are done. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { fromRoot } from '../../scripts/vite/shared.js'
import { findFirefox, findWebKit } from '../support/browser.js'
import { BUNDLES, type Job } from './job.js'
import { CORES } from './pool.js'

export interface Stage {
  name: string
  jobs: Job[]
  /** Without what it makes nothing further can run. */
  isNeeded?: boolean
  /** Runs only when it is named. */
  isExtra?: boolean
  /** Why this machine cannot run it; false if it can. */
  lacks?: () => string | false
}

const MINUTE = 60_000

/** The whole product once, over real parts: what the gate has of `e2e` and `attacks`. */
const SMOKE = [
  ...['approvals', 'email', 'login-client', 'recovery', 'wallet'].map((name) => `e2e/${name}`),
  ...['client-logins', 'wallet-logins'].map((name) => `attacks/${name}`),
]
/** They try what comes by chance, and print the seed. */
const RANDOM = ['node/rights-random', 'node/sign-shown', 'programs/permissions-random']
/** They install the tool chains of five frameworks, which takes minutes. */
const SERVERS = ['packages/servers']
/** Of the gate's screens: long words, from right to left, and the language that texts are written in. */
const FEW_LANGUAGES = 'en,de,ar'
/** Elements, the dashboard's page, what pages talk to the wallet by, and screens that need nothing of Chromium's own protocol. */
const IN_ALL_ENGINES = [
  ...['app-connect', 'app-letter-port', 'app-login', 'app-login-request'],
  ...['app-page-window', 'app-send'],
  ...['build-env', 'login-button', 'provider', 'provider-nodes', 'wallet', 'wallet-embed'],
  ...['wallet-integrity', 'wallet-listeners', 'wallet-live', 'wallet-login', 'wallet-panel'],
  ...['dashboard', 'windows'],
].map(browserFile)
const BROWSER_FILES = namesIn('browser').map((name) => `test/${name}.test.ts`)
/** A hundred starts, and what comes by chance. */
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

/** What `npm run test:all` adds. Without known durations it runs in this order: long files first, so that none is left alone at the end. */
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
    nodeTests('programs', without(namesIn('programs'), RANDOM)),
    nodeTests('random', RANDOM),
    { ...nodeTests('servers', SERVERS), isExtra: true },
    { ...browserTests('fonts', [browserFile('states-fonts')], { FONTS: 'all' }), isExtra: true },
  ],
]

/** After what failed has run again: each row of the interface names a test that passed. */
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

/** One test, by its exit code. */
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

/** End-to-end tests: a file that starts a stack for itself, and one that shares those that are there. */
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

/** As many browsers as may run at once, each with a part of the files. */
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

/** Test files as they are in the sources: in a run of a few, making bundles of them would take longer. */
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
