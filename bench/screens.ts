/**
 * What a person waits for on the wallet's screens: from a page's address to a sign-in screen that can be used, and from a
 * click to that screen. Times of the page and of the frame are of one clock.
 */
import type { Frame, Page } from 'playwright-core'

import { build } from '../scripts/build.js'
import { openDemo, startWorld, type World } from '../test/e2e/support.js'
import { median, round, table } from './table.js'

const PEOPLE = 5

/** Milliseconds. */
interface Visit {
  usable: number
  opened: number
}

export async function screens(): Promise<void> {
  await build()
  const world = await startWorld()
  try {
    const visits: Visit[] = []
    for (let count = 0; count < PEOPLE; count += 1) visits.push(await visit(world))
    report(visits)
  } finally {
    await world.stop()
  }
}

/** One visit in a profile of its own: nothing is cached or compiled. */
async function visit(world: World): Promise<Visit> {
  const demo = await openDemo(world)
  const { page } = demo
  const frame = page.frames().find((one) => one.url().includes('/frame'))!
  await page.evaluate(
    "addEventListener('click', () => { window.clickedAt = performance.timeOrigin + performance.now() }, true)",
  )
  const signIn = onScreen(frame, 'we-sign-in', 'button')
  await demo.openWallet()
  const [shownAt, clickedAt, startedAt] = [
    await signIn,
    await clickOf(page),
    (await page.evaluate('performance.timeOrigin')) as number,
  ]
  const readyAt = (await frame.evaluate(
    "performance.timeOrigin + performance.getEntriesByType('paint')[0].startTime",
  )) as number
  await demo.close()
  return { usable: readyAt - startedAt, opened: shownAt - clickedAt }
}

const clickOf = (page: Page) => page.evaluate('window.clickedAt') as Promise<number>

/** Resolves to the Unix time in milliseconds at which a screen has such an element; drawn, since frames out of sight draw nothing. */
const onScreen = (frame: Frame, screen: string, selector: string): Promise<number> =>
  frame.evaluate(`new Promise((resolve) => {
    const find = (root) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.localName === '${screen}') return element
        const inner = element.shadowRoot && find(element.shadowRoot)
        if (inner) return inner
      }
    }
    const look = () => {
      const found = find(document)?.shadowRoot?.querySelector('${selector}')
      if (found?.checkVisibility()) resolve(performance.timeOrigin + performance.now())
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })`) as Promise<number>

function report(visits: Visit[]): void {
  const row = (what: string, times: number[]) => ({ what, 'median, ms': round(median(times), 0) })
  table(`Screens, ${PEOPLE} first visits`, [
    row(
      "from the page's start until the frame has drawn its first screen",
      visits.map(({ usable }) => usable),
    ),
    row(
      'from the click on the button to the sign-in screen',
      visits.map(({ opened }) => opened),
    ),
  ])
}
