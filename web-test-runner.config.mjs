import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { defaultReporter } from '@web/test-runner'
import { chromeLauncher } from '@web/test-runner-chrome'
import { tsImport } from 'tsx/esm/api'

import { unbundled } from './web-plugins.js'

const { BROWSER_ARGS, findBrowser, findFirefox, IGNORED_DEFAULT_ARGS } = await tsImport(
  './test/support/browser.ts',
  import.meta.url,
)
const { FONT_LINKS, FONT_SETS, FONTS, fontStyles, MONO } = await tsImport(
  './test/support/fonts.ts',
  import.meta.url,
)

const { freePorts } = await tsImport('./demo/stack/free-ports.ts', import.meta.url)
const { placeOf, withoutSecrets } = await tsImport('./test/support/failures.ts', import.meta.url)

/** Tests in a suite and its suites. */
const testsOf = ({ suites = [], tests = [] } = {}) => [...tests, ...suites.flatMap(testsOf)]

/** Writes each test, and the end of each file, as a line of JSON for test/runner/job.ts. */
function countReporter(path) {
  let begin = performance.now()
  return {
    reportTestFileResults({ sessionsForTestFile }) {
      for (const { testFile, testResults, passed } of sessionsForTestFile) {
        const file = relative(process.cwd(), testFile)
        const tests = testsOf(testResults).map(({ name, passed, skipped }) => {
          const state = skipped ? 'skipped' : passed ? 'passed' : 'failed'
          return { file, name, state }
        })
        const isBroken = !passed && !tests.some(({ state }) => state === 'failed')
        if (isBroken) tests.push({ file, name: '(outside of its tests)', state: 'failed' })
        const seconds = (performance.now() - begin) / 1000
        begin = performance.now()
        const lines = [...tests, { file, seconds }].map((line) => `${JSON.stringify(line)}\n`)
        appendFileSync(path, lines.join(''))
      }
    },
  }
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

/** Milliseconds: a page that draws nothing any more gives no picture, and the other tests go on. */
const PICTURE_TIMEOUT = 10_000

/** Tells of a test that failed what its page shows. */
const failures = {
  name: 'failures',
  transform: ({ path, body }) =>
    /^\/test\/browser\/[^?]*\.test\.ts$/.test(path)
      ? `import '/test/browser/failures.ts'; ${body}`
      : undefined,
  async executeCommand({ command, payload, session }) {
    if (command !== 'failure') return undefined
    const { test, texts } = payload
    const place = await placeOf(basename(session.testFile, '.test.ts'), test)
    const page = session.browser.getPage?.(session.id)
    const picture = page?.screenshot({ path: `${place}.png` }).then(
      () => `\n  picture: ${relative(process.cwd(), place)}.png`,
      (error) => `\n  no picture: ${error.message}`,
    )
    const late = pause(PICTURE_TIMEOUT, '\n  no picture in time', { ref: false })
    console.log(
      withoutSecrets(`“${test}” failed. Its page shows:\n${texts}`),
      page ? await Promise.race([picture, late]) : '',
    )
    return true
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

/** Sources stay as they are while a run goes on: a page need not ask for hundreds of modules again. */
const keepModules = async (context, next) => {
  await next()
  if (process.env.RESULTS_FILE && /\.(js|mjs|ts)$/.test(context.path)) {
    context.set('cache-control', 'max-age=3600')
  }
}

/** The fonts of all pages; FONTS=all: those that draw are drawn in all of them (docs/testing.md). */
const font = process.env.FONT || 'dejavu'
if (!FONT_SETS.includes(font)) throw new Error(`FONT is one of: ${FONT_SETS.join(', ')}.`)
const names = font === 'machine' ? [] : [FONTS[font], MONO]
const ownFonts = names.flatMap((name) => [400, 700].map((weight) => `${weight} 16px '${name}'`))

const { webkitLauncher } = await tsImport('./test/support/webkit-launcher.ts', import.meta.url)

/** ENGINE: the same pages in Firefox or WebKitGTK. */
const isFirefox = process.env.ENGINE === 'firefox'
const isWebKit = process.env.ENGINE === 'webkitgtk'

export default {
  files: 'test/browser/**/*.test.ts',
  // Two that start at the same time would find the same one free.
  port: (await freePorts(1))[0],
  ...unbundled,
  middleware: [keepModules, allowOrigins, ...unbundled.middleware],
  plugins: [devtools, failures, privateElements, ...unbundled.plugins],
  browsers: [
    isWebKit
      ? webkitLauncher()
      : chromeLauncher({
          launchOptions: isFirefox
            ? {
                browser: 'firefox',
                executablePath: findFirefox(),
                extraPrefsFirefox: { 'dom.disable_open_during_load': true },
              }
            : {
                executablePath: await findBrowser(),
                // Chromium ends with the pipe, and so with this process, however that ends.
                pipe: true,
                args: BROWSER_ARGS,
                ignoreDefaultArgs: IGNORED_DEFAULT_ARGS,
              },
        }),
  ],
  // A page behind another draws nothing, has no focus, and waits for ever for a frame.
  concurrency: 1,
  testRunnerHtml: (testRunnerImport) => `<!doctype html>
<html><head>
${FONT_LINKS}
<style id="font" data-set="${font}" data-is-all="${process.env.FONTS === 'all'}" data-languages="${process.env.LANGUAGES ?? ''}">${fontStyles(font)}</style>
</head><body><script type="module">
// Before any test measures a text.
await Promise.all(${JSON.stringify(ownFonts)}.map((one) => document.fonts.load(one)))
await import('${testRunnerImport}')
</script></body></html>`,
  // Every screen in every state, in ten languages, is one file.
  testsFinishTimeout: 900_000,
  // What hangs ends some day; how fast it goes is the bench's to say.
  testFramework: { config: { timeout: 60_000 } },
  reporters: [
    defaultReporter({ reportTestProgress: process.stdout.isTTY ?? false }),
    ...(process.env.RESULTS_FILE ? [countReporter(process.env.RESULTS_FILE)] : []),
  ],
}
