/**
 * What a person waits for on the wallet's screens: from a page's address to a sign-in screen that can be used, from a
 * click to that screen, and from home to its amounts. Times of the page and of the frame are of one clock.
 */
import type { Frame, Page } from 'playwright-core'

import { fundAll } from '../demo/page/play-money.js'
import { build } from '../scripts/build.js'
import { openDemo, request, type SharedWorld, startWorld, type World } from '../test/e2e/support.js'
import { median, round, table } from './table.js'

const PEOPLE = 5
/** Milliseconds that each answer of the chain's node takes, for the amounts at home. */
const NODE_TIME = 100

/** Milliseconds. */
interface Visit {
  usable: number
  opened: number
}

export async function screens(): Promise<void> {
  await build()
  const world = await startWorld({ listsToken: true })
  try {
    const visits: Visit[] = []
    const amounts: Amounts[] = []
    for (let count = 0; count < PEOPLE; count += 1) {
      visits.push(await visit(world))
      amounts.push(await atHome(world, `sample.${count}@example.test`))
    }
    report(visits)
    reportAmounts(amounts)
  } finally {
    await world.stop()
  }
}

/** One visit in a profile of its own: nothing is cached or compiled. */
export async function visit(world: SharedWorld): Promise<Visit> {
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

/** Milliseconds from home to what it has of each. */
interface Amounts {
  coin: number
  token: number
}

/** Home after a reload: nothing is known of what the account has. */
async function atHome(world: World, email: string): Promise<Amounts> {
  const demo = await openDemo(world)
  const { page, context } = demo
  const { chain } = world.stack.urls
  await demo.signIn(email)
  const [account] = (await request(page, 'eth_accounts')) as string[]
  await fundAll(chain, account!)
  await page.reload()
  await demo.ready()
  await context.route(`${chain}/**`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, NODE_TIME))
    await route.continue()
  })
  const frame = page.frames().find((one) => one.url().includes('/frame'))!
  const home = onScreen(frame, 'we-home', 'h1')
  const coin = onScreen(frame, 'we-home', 'h1', '10')
  const token = onScreen(frame, 'we-holdings', '.amount', '1,250.5')
  await demo.openWallet()
  const [homeAt, coinAt, tokenAt] = [await home, await coin, await token]
  await demo.close()
  return { coin: coinAt - homeAt, token: tokenAt - homeAt }
}

const clickOf = (page: Page) => page.evaluate('window.clickedAt') as Promise<number>

/**
 * Resolves to the Unix time in milliseconds at which a screen has such an element with that text; drawn, since frames out
 * of sight draw nothing.
 */
const onScreen = (frame: Frame, screen: string, selector: string, text = ''): Promise<number> =>
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
      if (found?.checkVisibility() && found.textContent.includes('${text}')) resolve(performance.timeOrigin + performance.now())
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

function reportAmounts(all: Amounts[]): void {
  const row = (what: string, times: number[]) => ({ what, 'median, ms': round(median(times), 0) })
  table(`From home to its amounts, with a node that takes ${NODE_TIME} ms (goal 1,000)`, [
    row(
      'the coin',
      all.map(({ coin }) => coin),
    ),
    row(
      'a token',
      all.map(({ token }) => token),
    ),
  ])
}
