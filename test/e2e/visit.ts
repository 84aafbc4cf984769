/** What tests with sites of other people begin with: a site, a browser profile, a page, and the person's sign-in there. */
import { AsyncLocalStorage } from 'node:async_hooks'
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
  readonly #profiles = new Profiles(() => this.world)

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

  /** The browser profile of the case that runs. */
  get context(): BrowserContext {
    return this.#profiles.context
  }

  /** As of `Profiles`. */
  alone(run: () => Promise<void>): () => Promise<void> {
    return this.#profiles.alone(run)
  }
}

/** Browser profiles of cases that may run at the same time. */
export class Profiles {
  readonly #world: () => SharedWorld
  readonly #own = new AsyncLocalStorage<BrowserContext>()

  constructor(world: () => SharedWorld) {
    this.#world = world
  }

  /** Of the case that runs. */
  get context(): BrowserContext {
    return this.#own.getStore()!
  }

  /** A case with a profile for itself. One that fails leaves it open, to be shown. */
  alone(run: () => Promise<void>): () => Promise<void> {
    return async () => {
      const context = await newProfile(this.#world())
      await this.#own.run(context, run)
      await context.close()
    }
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
