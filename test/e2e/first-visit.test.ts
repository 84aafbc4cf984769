/** What a new visitor loads until they can sign in: all of it, on the wire. */
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'

import {
  type FirstVisit,
  pressSignIn,
  startFirstVisit,
  visitSignIn,
} from '../support/first-visit.js'
import { after, before, describe, it } from '../support/suite.js'
import {
  PERSON,
  pickAccount,
  pressProvider,
  type SharedWorld,
  shareWorld,
  skipOnboarding,
  walletFrame,
} from './support.js'
import { newProfile } from './visit.js'

/** Bytes: page, library, frame, configuration, with all headers. */
const BUDGET = 130_000

describe('a first visit', () => {
  let world: SharedWorld
  let site: FirstVisit
  before(async () => {
    world = await shareWorld()
    site = await startFirstVisit(world.dir, BUDGET)
  })
  after(async () => {
    await world?.stop()
    await site?.stop()
  })

  it(`gets to a sign-in screen that can be pressed by ${BUDGET / 1000} kB on the wire, and nothing more`, async () => {
    const context = await newProfile(world)
    const page = await context.newPage()
    await visitSignIn(page, site.tag)
    const sent = site.sent()
    site.release()
    const popup = page.waitForEvent('popup')
    await pressSignIn(page)
    await popup
    await context.close()
    assert.ok(sent > 10_000, `only ${sent} bytes were counted`)
    assert.ok(sent <= BUDGET, `${sent} bytes were sent`)
  })

  it('has all screens after the network failed while they loaded', async () => {
    const context = await newProfile(world)
    let isDown = true
    await context.route('**/lazy-screens-*.js', (route) =>
      isDown ? route.abort() : route.continue(),
    )
    const page = await pageWithWallet(context)
    const frame = walletFrame(page)
    await page.getByRole('button', { name: 'Open wallet' }).click()
    const popup = page.waitForEvent('popup')
    await pressProvider(frame, 'Google')
    const window_ = await popup
    isDown = false
    await pickAccount(window_, PERSON)
    await page.waitForFunction(() => window.wallet.isLoggedIn)
    await skipOnboarding(page)
    await frame.getByRole('button', { name: 'Settings' }).waitFor()
    await context.close()
  })

  async function pageWithWallet(context: BrowserContext): Promise<Page> {
    const page = await context.newPage()
    await page.goto(world.stack.urls.demo)
    await page.waitForFunction(() => window.wallet?.isInitialized)
    return page
  }
})
