/**
 * `npm run bench`: what the product costs a page, measured beside its peers in the same run, what a
 * login costs a key node and the login service, and how long a person waits for it and for an explanation. `npm run bench -- nodes`
 * runs one part.
 * Figures are medians; a busy machine moves them, the ratios less so.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'

import { startStack } from '../demo/stack.js'
import { build } from '../scripts/build.js'
import { bundle, measure } from '../scripts/size.js'
import { fromRoot } from '../scripts/vite/shared.js'
import type { WalletParams } from '../src/shared/options.js'
import type { Wallet } from '../src/wallet.js'
import { BROWSER_ARGS, findBrowser } from '../test/support/browser.js'
import { approvals } from './approvals.js'
import { explanations } from './explain.js'
import { firstVisit } from './first-visit.js'
import { logins } from './logins.js'
import { nodes } from './nodes.js'
import { registry } from './registry.js'
import { screens } from './screens.js'
import { serve } from './serve.js'
import { service } from './service.js'
import { syncStores } from './sync.js'
import { median, round, table } from './table.js'

type Bench = typeof import('./pages/host.js')
type BenchWindow = { bench: Bench; wallet: Wallet }

const CPU_THROTTLE = 4
const LOADS = 15

async function sizes(): Promise<void> {
  const rows = (await measure()).map(({ name, gzip, limit }) => ({
    what: name,
    'kB, min+gzip': round(gzip / 1000, 1),
    'goal, at most': limit / 1000,
  }))
  table('Bytes', rows)
}

async function messages(page: Page, frameOrigin: string): Promise<void> {
  const result = await page.evaluate(
    (origin) => (window as unknown as BenchWindow).bench.measureMessages(origin),
    frameOrigin,
  )
  const bare = result['bare MessagePort']!
  const rows = Object.entries(result).map(([way, { roundTrip, perSecond }]) => ({
    way,
    'round trip, ms': round(roundTrip, 3),
    'x bare (goal 1.2)': round(roundTrip / bare.roundTrip),
    'calls/s, 1,000 at once': Math.round(perSecond),
    'x bare (goal 0.9)': round(perSecond / bare.perSecond),
  }))
  table('Messages, page to a frame on another site and back', rows)
}

/** Parse, compile, run and construct, in a page of its own each time so that nothing is cached. */
async function evaluation(page: Page, url: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const codes = {
    // What loading a module costs by itself.
    'an empty module': ['-', 'globalThis.used = 1'],
    Wallet: [30, "import { Wallet } from 'wallet-embed'; new Wallet(); globalThis.used = Wallet"],
    LoginClient: [
      15,
      "import { LoginClient } from 'wallet-embed'; globalThis.used = new LoginClient({ clientId: 'a' })",
    ],
    penpal: [
      '-',
      "import { connect, WindowMessenger } from 'penpal'; globalThis.used = [connect, WindowMessenger]",
    ],
    comlink: ['-', "import * as Comlink from 'comlink'; globalThis.used = Comlink"],
  } as const
  const rows: Record<string, string | number>[] = []
  let empty: number | undefined
  for (const [what, [goal, code]] of Object.entries(codes)) {
    const { text } = await bundle(code)
    const times: number[] = []
    for (let load = 0; load < LOADS; load += 1) {
      await page.goto(`${url}?${what}${load}`)
      await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLE })
      times.push(
        await page.evaluate(async (code) => {
          // The comment makes it another source: compiled code is not taken from a cache.
          const source = new Blob([code, `\n//${Math.random()}`], { type: 'text/javascript' })
          const address = URL.createObjectURL(source)
          const start = performance.now()
          await import(address)
          return performance.now() - start
        }, text),
      )
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    }
    const ms = median(times)
    empty ??= ms
    rows.push({
      what,
      ms: round(ms, 1),
      'less the empty module': round(ms - empty, 1),
      'goal of that, at most': goal,
    })
  }
  table(`Evaluating the page's code, processor slowed ${CPU_THROTTLE} x`, rows)
}

async function start(page: Page, demo: string, frameOrigin: string, host: string): Promise<void> {
  const empty: number[] = []
  const wallet: number[] = []
  const checked: number[] = []
  const hash = (await readFile(fromRoot('dist/wallet/integrity.txt'), 'utf8')).trim()
  const init = (params: WalletParams) =>
    page.evaluate(async (params) => {
      const { wallet } = window as unknown as BenchWindow
      await wallet.cleanUp()
      const start = performance.now()
      await wallet.init({ buildEnv: 'development', network: { host: 'localhost' }, ...params })
      return performance.now() - start
    }, params)
  for (let load = 0; load < LOADS; load += 1) {
    await page.goto(host)
    await page.waitForFunction(() => 'bench' in window)
    empty.push(
      await page.evaluate(
        (origin) => (window as unknown as BenchWindow).bench.measureEmptyFrame(origin),
        frameOrigin,
      ),
    )
    await page.goto(demo)
    await page.waitForFunction(() => (window as unknown as BenchWindow).wallet?.isInitialized)
    wallet.push(await init({}))
    checked.push(await init({ integrity: { check: true, hash } }))
  }
  const row = (what: string, times: number[]) => ({
    what,
    ms: round(median(times), 1),
    'x empty (goal 2)': round(median(times) / median(empty)),
  })
  table('init() to ready', [
    row('empty frame, one round trip', empty),
    row('wallet-embed', wallet),
    row('wallet-embed, every file compared with a pinned hash', checked),
  ])
}

async function pageCode(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'wallet-embed-bench-'))
  await build()
  const { port, server } = await serve()
  const stack = await startStack({ dir, build: false })
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_ARGS })
  try {
    const page = await browser.newPage()
    const host = `http://host.localhost:${port}/host.html`
    const frameOrigin = `http://frame.localhost:${port}`
    await page.goto(host)
    await page.waitForFunction(() => 'bench' in window)
    await sizes()
    await messages(page, frameOrigin)
    await evaluation(page, `http://host.localhost:${port}/blank.html`)
    await start(page, stack.urls.demo, frameOrigin, host)
  } finally {
    await browser.close()
    await stack.stop()
    server.close()
    server.closeAllConnections()
    await rm(dir, { recursive: true, force: true })
  }
}

const PARTS: Record<string, () => Promise<void>> = {
  page: pageCode,
  'first-visit': firstVisit,
  screens,
  approvals,
  explain: explanations,
  nodes,
  logins,
  registry,
  service,
  sync: syncStores,
}

const wanted = process.argv.slice(2)
for (const name of wanted.length ? wanted : Object.keys(PARTS)) {
  const part = PARTS[name]
  if (!part) throw new Error(`No part ${name}. There are: ${Object.keys(PARTS).join(', ')}.`)
  await part()
}
