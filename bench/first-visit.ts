/**
 * A first visit on a slow phone: from the page's start to a sign-in screen that can be pressed, beside the same page with an
 * empty frame. The frame runs in the page's process, as on phones with little memory: one throttle then holds for both.
 */
import { type BrowserContext, chromium } from 'playwright-core'

import { build } from '../scripts/build.js'
import { startAlone } from '../test/e2e/support.js'
import { BROWSER_ARGS, findBrowser } from '../test/support/browser.js'
import { type FirstVisit, startFirstVisit, visitSignIn } from '../test/support/first-visit.js'
import { median, round, table } from './table.js'

const VISITS = 5
const CPU_THROTTLE = 4
/** Bytes a second: 1.6 Mbit/s. */
const THROUGHPUT = 1_600_000 / 8
/** Milliseconds. */
const LATENCY = 150
const PHONE = { width: 390, height: 740 }

export async function firstVisit(): Promise<void> {
  await build()
  const { dir, stop } = await startAlone({})
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [...BROWSER_ARGS, '--disable-site-isolation-trials'],
  })
  const site = await startFirstVisit(dir)
  try {
    const visits: Record<'empty' | 'tag', number[]> = { empty: [], tag: [] }
    for (let count = 0; count < VISITS; count += 1) {
      for (const way of ['empty', 'tag'] as const) {
        // A new profile: nothing is cached, compiled or connected.
        const context = await browser.newContext({ viewport: PHONE })
        visits[way].push(await visit(context, site, way))
        await context.close()
      }
    }
    report(visits)
  } finally {
    await browser.close()
    await site.stop()
    await stop()
  }
}

async function visit(
  context: BrowserContext,
  site: FirstVisit,
  way: 'empty' | 'tag',
): Promise<number> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLE })
  await session.send('Network.enable')
  const speed = { downloadThroughput: THROUGHPUT, uploadThroughput: THROUGHPUT }
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: LATENCY, ...speed },
  })
  if (way === 'tag') await visitSignIn(page, site.tag)
  else await page.goto(site.empty, { waitUntil: 'load' })
  return page.evaluate(() => performance.now())
}

function report({ empty, tag }: Record<'empty' | 'tag', number[]>): void {
  const base = median(empty)
  const row = (what: string, times: number[]) => {
    const ms = median(times)
    return { what, 'median, ms': round(ms, 0), 'x empty': round(ms / base) }
  }
  table(`First visit on a slow phone: ${CPU_THROTTLE} x CPU, 1.6 Mbit/s, ${LATENCY} ms`, [
    row('the same page with an empty frame, loaded', empty),
    row('a sign-in screen that can be pressed', tag),
  ])
}
