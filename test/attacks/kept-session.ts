/** A person who is signed in at one site, whose session the browser keeps, and what attackers do from others. */
import type { Page } from 'playwright-core'

import { barePage } from '../e2e/site.js'
import { windowOf as newWindowOf, PERSON, pickAccount, walletFrame } from '../e2e/support.js'
import { Place, pageAt } from '../e2e/visit.js'
import { until } from '../support/until.js'
import type { Suite } from './claim.js'

const GOOGLE = 'Continue with Google'
/** Attacks at the same time, each on a different person. */
export const AT_ONCE = 3
/** The button of the window's question. */
export const YES = /^Continue as /
const GONE = 'The page that asked is gone'
/** Of the windows that attackers open. */
export const NONCE = 'AAAAAAAAAAAAAAAAAAAAAA'
/** In a page: answers every window of the wallet's as the frame would that opened it, and notes what that says. */
export const PRETEND = `
  window.said = []
  window.pretend = (target) => setInterval(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => said.push(data)
    const say = (message, ports) => target().postMessage({ protocol: 'wallet-embed/1', ...message }, '*', ports)
    say({ type: 'go', url: 'https://idp.example/?state=${NONCE}', continues: 'yes' }, [])
    say({ type: 'connect', nonce: '${NONCE}' }, [port2])
  }, 100)`

export class KeptSession extends Place {
  readonly #suite: Suite

  constructor(suite: Suite) {
    super('trusting', suite)
    this.#suite = suite
    suite.before(async () => this.#pages())
  }

  /** With a person who is signed in at the shop. */
  attack(name: string, outcome: string, run: () => Promise<void>): void {
    const signedIn = async () => {
      const shop = await this.open('shop')
      await this.begin(shop)
      await pickAccount(await this.window(shop), PERSON)
      await shop.waitForFunction(() => window.wallet.isLoggedIn)
      await this.id()
      await run()
    }
    this.#suite.attack(name, outcome, this.alone(signedIn))
  }

  /** Where the person is signed in. */
  get shop(): Page {
    return this.context.pages()[0]!
  }

  open(name: string, path = '/'): Promise<Page> {
    return pageAt(this.context, `${this.site.origin(name)}${path}`)
  }

  /** Asks to sign in, and leaves it at that. */
  begin(page: Page): Promise<void> {
    return page.evaluate(() => void window.wallet.login().catch(() => {}))
  }

  /** The window of a sign-in that a page has begun. */
  window(page: Page): Promise<Page> {
    return newWindowOf(page, () => this.button(page).click())
  }

  button(page: Page) {
    return walletFrame(page).getByRole('button', { name: GOOGLE, exact: true })
  }

  /** The window that offers the session at a site. */
  async asked(page: Page): Promise<Page> {
    await this.begin(page)
    return this.window(page)
  }

  /** A window of the wallet's that a page opens, and answers as a frame would. */
  opened(page: Page, path: string): Promise<Page> {
    return newWindowOf(page, () =>
      page.evaluate((url) => {
        const opened = window.open(url)
        Reflect.get(window, 'pretend')(() => opened)
      }, `${this.world.stack.urls.wallet}/${path}`),
    )
  }

  /** The session's, once the wallet's own window has kept it. */
  id(): Promise<string> {
    const frame = this.shop.frames().find((one) => one.url().includes('/frame?'))!
    return until('the id of the session', () =>
      frame.evaluate(
        () => JSON.parse(localStorage.getItem('wallet-embed:session')!).id as string | undefined,
      ),
    )
  }

  /** A window with the browser's session. */
  async own(): Promise<Page> {
    const own = await this.context.newPage()
    await own.goto(`${this.world.stack.urls.wallet}/login#browser`)
    return own
  }

  #pages(): void {
    const { site, world } = this
    const init = (more = '') => `
      window.wallet = new lib.Wallet({ walletUrls: { production: '${world.stack.urls.wallet}' } })
      await wallet.init({ network: { host: 'localhost' }, useLocalStorage: true, ${more} })`
    site.page('/', barePage(init()))
    site.page('/bare', barePage(PRETEND))
    // The source of the first message is the window.
    site.page(
      '/answering',
      barePage(`${PRETEND}
        addEventListener('message', ({ source, data }) => {
          said.push(data)
          pretend(() => source)
        })`),
    )
    const logo = `${site.origin('thief')}/logo.svg`
    const whiteLabel = {
      theme: { isDark: false, colors: {} },
      logoDark: logo,
      logoLight: logo,
      customTranslations: {
        en: { 'Sign in to {0}?': 'Sign in to Big Bank?', 'Continue as {0}': 'Big Bank' },
      },
    }
    site.page(
      '/posing',
      barePage(init(`language: 'en', whiteLabel: ${JSON.stringify(whiteLabel)}`)),
    )
  }
}

/** Where a window goes that offers nothing. */
export const provider = (popup: Page) => popup.getByLabel('Any other e-mail address')
export const question = (popup: Page) => popup.getByRole('heading', { name: /^Sign in to / })
export const isLoggedIn = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.wallet.isLoggedIn)

/** It has done all that it does: it closes itself, or says that it is of no use. */
export const ended = (popup: Page) =>
  until(
    'the end of the window',
    async () => popup.isClosed() || (await popup.getByText(GONE).isVisible()),
  )
