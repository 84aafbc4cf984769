/** What tests with sites of other people begin with: a browser profile, a page, and the person's sign-in there. */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

import { Rpc } from '../../src/chain/rpc/rpc.js'
import {
  PATIENCE,
  PERSON,
  pickAccount,
  pressButton,
  type SharedWorld,
  walletFrame,
} from './support.js'

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
