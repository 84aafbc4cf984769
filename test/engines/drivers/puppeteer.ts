/** Chromium by its own protocol, and Firefox by WebDriver BiDi: one library speaks both. */
import puppeteer, {
  type ElementHandle,
  type Frame,
  type LaunchOptions,
  type Page,
} from 'puppeteer-core'

import type { Browser, Place, Profile, Tab } from './driver.js'
import { FRAME_PATH } from './driver.js'

/** CSS pixels from the corner of what is pressed: not its middle. */
const BESIDE = { x: 16, y: 20 }

export async function launch(options: LaunchOptions, profile: Profile): Promise<Browser> {
  const browser = await puppeteer.launch({ headless: true, defaultViewport: null, ...options })
  // In Chromium such a context is a private window; Firefox is told by a preference.
  const context =
    profile === 'private' && options.browser === 'chrome'
      ? await browser.createBrowserContext()
      : browser.defaultBrowserContext()
  const known = new Map<Page, Tab>()
  return {
    open: async (url) => {
      const page = await context.newPage()
      await page.goto(url)
      return tabOf(page, known)
    },
    tabs: async () => (await context.pages()).map((page) => tabOf(page, known)),
    close: () => browser.close(),
  }
}

function tabOf(page: Page, known: Map<Page, Tab>): Tab {
  const tab = known.get(page) ?? new PuppeteerTab(page, `${known.size}`)
  known.set(page, tab)
  return tab
}

class PuppeteerTab implements Tab {
  readonly id: string
  readonly #page: Page

  constructor(page: Page, id: string) {
    this.#page = page
    this.id = id
  }

  async isOpen(): Promise<boolean> {
    return !this.#page.isClosed()
  }

  async go(url: string): Promise<void> {
    await this.#page.goto(url)
  }

  async reload(): Promise<void> {
    await this.#page.reload()
  }

  async read<T>(expression: string, place?: Place): Promise<T> {
    return (await this.#frame(place).evaluate(expression)) as T
  }

  async press(expression: string, place?: Place): Promise<boolean> {
    const element = await this.#find(expression, place)
    // A mouse comes from somewhere: the wallet takes one that it did not see coming for none.
    await element?.hover()
    await element?.click({ offset: BESIDE })
    return !!element
  }

  async type(expression: string, text: string, place?: Place): Promise<boolean> {
    const element = await this.#find(expression, place)
    await element?.click()
    await element?.type(text)
    return !!element
  }

  close(): Promise<void> {
    return this.#page.close()
  }

  async #find(expression: string, place?: Place): Promise<ElementHandle | null> {
    const found = await this.#frame(place).evaluateHandle(expression)
    return found.asElement() as ElementHandle | null
  }

  #frame(place: Place = 'page'): Frame {
    if (place === 'page') return this.#page.mainFrame()
    const frame = this.#page
      .frames()
      .find((one) => URL.canParse(one.url()) && new URL(one.url()).pathname.endsWith(FRAME_PATH))
    if (!frame) throw new Error('There is no wallet in this page.')
    return frame
  }
}
