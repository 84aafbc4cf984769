/**
 * What a person waits for from the click on a site's button on: until the question is there, until it can be approved, and
 * from the yes until the site has its answer; in the page that is trusted to show the wallet, and in the wallet's own
 * window. Times of all documents are of one clock.
 */
import type { Page } from 'playwright-core'

import { build } from '../scripts/build.js'
import { BUTTONS, barePage, type Site, startSite } from '../test/e2e/site.js'
import {
  approve,
  PERSON,
  pickAccount,
  startWorld,
  type World,
  walletFrame,
} from '../test/e2e/support.js'
import { median, round, table } from './table.js'

const VISITS = 3
const QUESTIONS = 5

/** Unix times in milliseconds. */
type Moment = 'clicked' | 'shown' | 'approvable' | 'approved' | 'answered'
type Times = Record<Moment, number>

/** In every document: tells when a question is drawn, when it can be approved, and when it is. */
const WATCH = `
  (() => {
    const now = () => performance.timeOrigin + performance.now()
    const find = (root) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.localName === 'we-sign-message') return element
        const inner = element.shadowRoot && find(element.shadowRoot)
        if (inner) return inner
      }
    }
    let asked
    const look = () => {
      const found = find(document)
      const yes = found?.shadowRoot?.querySelector('.primary')
      if (yes?.checkVisibility()) {
        if (found !== asked?.found) {
          asked = { found, isApprovable: false }
          mark('shown', now())
        }
        if (!asked.isApprovable && yes.ariaDisabled === 'false') {
          asked.isApprovable = true
          mark('approvable', now())
          yes.addEventListener('click', () => mark('approved', now()), { capture: true })
        }
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })()`

const BUTTON = `
  ${BUTTONS}
  const now = () => performance.timeOrigin + performance.now()
  addButtons({
    'Log in': () => wallet.login().then((accounts) => { window.accounts = accounts }),
    Ask: async () => {
      mark('clicked', now())
      const [account] = window.accounts
      await wallet.provider.request({ method: 'personal_sign', params: ['0x68656c6c6f', account] })
      mark('answered', now())
    },
  })
`

export async function approvals(): Promise<void> {
  await build()
  const site = await startSite()
  const world = await startWorld({ embedders: [site.origin('trusted'), '*'] })
  try {
    site.page(
      '/',
      barePage(`
        window.wallet = new lib.Wallet({ walletUrls: { production: '${world.stack.urls.wallet}' } })
        await wallet.init({ network: { host: 'localhost' } })
        ${BUTTON}`),
    )
    for (const place of ['page', 'window'] as const) {
      const visits: Times[][] = []
      for (let count = 0; count < VISITS; count += 1) visits.push(await visit(world, site, place))
      report(place, visits)
    }
  } finally {
    await world.stop()
    await site.close()
  }
}

/** In a profile of its own: nothing is cached or compiled at the first question. */
async function visit(world: World, site: Site, place: 'page' | 'window'): Promise<Times[]> {
  const context = await world.browser.newContext()
  let times: Partial<Times> = {}
  await context.exposeBinding('mark', (_, moment: Moment, time: number) => {
    times[moment] ??= time
  })
  await context.addInitScript(WATCH)
  const page = await context.newPage()
  await page.goto(`${site.origin(place === 'page' ? 'trusted' : 'stranger')}/`)
  await page.waitForFunction(() => 'loaded' in window)
  const login = page.waitForEvent('popup')
  await press(page, 'Log in')
  await walletFrame(page).getByRole('button', { name: 'Continue with Google' }).click()
  await pickAccount(await login, PERSON)
  await outcome(page)
  const all: Times[] = []
  for (let count = 0; count < QUESTIONS; count += 1) {
    times = {}
    if (place === 'page') {
      await press(page, 'Ask')
      await approve(walletFrame(page))
      await outcome(page)
      await page.locator('wallet-embed dialog').waitFor({ state: 'hidden' })
    } else {
      const [popup] = await Promise.all([page.waitForEvent('popup'), press(page, 'Ask')])
      await approve(popup)
      await outcome(page)
      if (!popup.isClosed()) await popup.waitForEvent('close')
    }
    all.push(times as Times)
  }
  await context.close()
  return all
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function outcome(page: Page): Promise<void> {
  await page.waitForFunction('outcomes.length')
  await page.evaluate('outcomes.pop()')
}

function report(place: 'page' | 'window', visits: Times[][]): void {
  const row = (what: string, times: Times[], from: Moment, to: Moment) => ({
    what,
    'median, ms': round(median(times.map((one) => one[to] - one[from])), 0),
  })
  const first = visits.map(([one]) => one!)
  const later = visits.flatMap(([, ...others]) => others)
  table(`A yes in the ${place === 'page' ? 'page' : 'wallet’s own window'}, ${VISITS} visits`, [
    row('from the click to the first question of a visit', first, 'clicked', 'shown'),
    row('from the click to a later question', later, 'clicked', 'shown'),
    row('from the click until it can be approved', later, 'clicked', 'approvable'),
    row('from the yes to the answer', later, 'approved', 'answered'),
  ])
}
