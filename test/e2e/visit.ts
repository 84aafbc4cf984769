/** What tests with sites of other people begin with: a site, a browser profile, a page, and the person's sign-in there. */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

import { Rpc } from '../../src/chain/rpc/rpc.js'
import { after, before } from '../support/suite.js'
import { type Site, startSite } from './site.js'
import {
  PATIENCE,
  PERSON,
  pickAccount,
  pressButton,
  type SharedWorld,
  shareWorld,
  walletFrame,
} from './support.js'

interface Hooks {
  before(run: () => Promise<void>): void
  after(run: () => Promise<void>): void
}

/** A site of tests and a shared stack, as long as the suite in which it is made. */
export class Place {
  site!: Site
  world!: SharedWorld

  constructor(
    name: Parameters<typeof shareWorld>[0] = 'trusting',
    suite: Hooks = { before, after },
  ) {
    suite.before(async () => {
      this.site = await startSite()
      this.world = await shareWorld(name)
    })
    suite.after(async () => {
      // First the browser: a site waits for connections, also for those on which nothing was ever asked.
      await this.world?.stop()
      await this.site?.close()
    })
  }
}

export async function newProfile(
  { browser }: SharedWorld,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(PATIENCE)
  return context
}

/** A page of a site, once its script has run. */
export async function pageAt(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForFunction(() => 'loaded' in window)
  return page
}

/** The person signs in, where the page's wallet asks for that. */
export async function signInAt(page: Page): Promise<void> {
  const popup = page.waitForEvent('popup')
  await pressButton(walletFrame(page).getByRole('button', { name: 'Continue with Google' }))
  await pickAccount(await popup, PERSON)
}

/** Gives it one coin. */
export async function fund({ stack }: SharedWorld, account: string): Promise<void> {
  await new Rpc(stack.urls.chain).request('anvil_setBalance', [account, '0xde0b6b3a7640000'])
}
