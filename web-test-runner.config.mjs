import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { esbuildPlugin } from '@web/dev-server-esbuild'
import { defaultReporter } from '@web/test-runner'
import { chromeLauncher } from '@web/test-runner-chrome'
import { tsImport } from 'tsx/esm/api'

const { BROWSER_ARGS, findBrowser, IGNORED_DEFAULT_ARGS } = await tsImport(
  './test/support/browser.ts',
  import.meta.url,
)

/** Tests in a suite and its suites. */
const testsOf = ({ suites = [], tests = [] } = {}) => [...tests, ...suites.flatMap(testsOf)]

/** Writes how many tests passed and failed, and which, for test/run.ts, which names the file. */
const countReporter = (file) => ({
  onTestRunFinished({ sessions }) {
    const counts = { passed: 0, failed: 0, skipped: 0, tests: [] }
    for (const { testFile, testResults, passed } of sessions) {
      const tests = testsOf(testResults)
      for (const test of tests)
        counts[test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed']++
      const file = relative(process.cwd(), testFile)
      for (const { name, passed, skipped } of tests) {
        if (!skipped) counts.tests.push({ file, name, passed })
      }
      // A file that broke before or after its tests.
      if (!passed && !tests.some((test) => !test.passed && !test.skipped)) counts.failed++
    }
    writeFileSync(file, JSON.stringify(counts))
  },
})

/** The package's own entry is CommonJS underneath, which a browser cannot load unbundled. */
const eventemitter3 = {
  name: 'eventemitter3',
  resolveImport: ({ source }) =>
    source === 'eventemitter3'
      ? '/node_modules/eventemitter3/dist/eventemitter3.esm.js'
      : undefined,
}

const sessions = new WeakMap()
/** Tests ask the browser itself: `executeCommand('devtools', { method, params })`. */
const devtools = {
  name: 'devtools',
  async executeCommand({ command, payload, session }) {
    if (command !== 'devtools') return undefined
    const page = session.browser.getPage(session.id)
    // What it emulates lasts as long as the session.
    if (!sessions.has(page)) sessions.set(page, await page.createCDPSession())
    return (await sessions.get(page).send(payload.method, payload.params)) ?? true
  },
}

/** Tests ask which elements the sources define: one that nothing loads is one of them, too. */
const privateElements = {
  name: 'private-elements',
  executeCommand({ command }) {
    if (command !== 'private-elements') return undefined
    const sources = ['src/ui', 'src/app/screens'].flatMap((folder) =>
      readdirSync(folder, { recursive: true })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => readFileSync(`${folder}/${file}`, 'utf8')),
    )
    return sources.flatMap((text) =>
      [...text.matchAll(/@customElement\('([^']+)'\)/g)].map(([, name]) => name),
    )
  },
}

/** The stand-in wallet's files may be read from other origins, as a wallet app's may. */
const allowOrigins = (context, next) => {
  if (context.path.startsWith('/test/browser/stand-in/')) {
    context.set('access-control-allow-origin', '*')
  }
  return next()
}

export default {
  files: 'test/browser/**/*.test.ts',
  middleware: [allowOrigins],
  nodeResolve: { exportConditions: ['browser'] },
  plugins: [
    eventemitter3,
    devtools,
    privateElements,
    esbuildPlugin({ ts: true, tsconfig: './tsconfig.json', target: 'es2022' }),
  ],
  browsers: [
    chromeLauncher({
      launchOptions: {
        executablePath: await findBrowser(),
        args: BROWSER_ARGS,
        ignoreDefaultArgs: IGNORED_DEFAULT_ARGS,
      },
    }),
  ],
  // A page behind another draws nothing, has no focus, and waits for ever for a frame.
  concurrency: 1,
  // Every screen in every state, in ten languages, is one file.
  testsFinishTimeout: 900_000,
  // What hangs ends some day; how fast it goes is the bench's to say.
  testFramework: { config: { timeout: 60_000 } },
  reporters: [
    defaultReporter({ reportTestProgress: process.stdout.isTTY ?? false }),
    ...(process.env.COUNTS_FILE ? [countReporter(process.env.COUNTS_FILE)] : []),
  ],
}
