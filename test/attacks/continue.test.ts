import assert from 'node:assert/strict'
import type { BrowserContext, Frame, Page } from 'playwright-core'

import { sessionName } from '../../src/shared/session-name.js'
import { barePage, type Site, startSite } from '../e2e/site.js'
import {
  approve,
  PERSON,
  pickAccount,
  ready,
  type SharedWorld,
  shareWorld,
  walletFrame,
} from '../e2e/support.js'
import { newProfile, pageAt } from '../e2e/visit.js'
import { claim } from './claim.js'

const CONTINUE = 'Continue from another site'
/** Milliseconds in which what is refused would have happened. */
const A_WHILE = 3_000
const NONCE = 'AAAAAAAAAAAAAAAAAAAAAA'
/** In a page: answers every window of the wallet's as the frame would that opened it, and notes what that says. */
const PRETEND = `
  window.said = []
  window.pretend = (target) => setInterval(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => said.push(data)
    target().postMessage({ protocol: 'wallet-embed/1', type: 'connect', nonce: '${NONCE}' }, '*', [port2])
  }, 100)`

claim(
  'The session that the browser keeps goes to nobody but the frame that asks for it, by a person’s press in a window that names the site',
  (suite) => {
    let world: SharedWorld
    let site: Site
    let context: BrowserContext
    let shop: Page

    suite.before(async () => {
      site = await startSite()
      world = await shareWorld()
      const { wallet } = world.stack.urls
      const init = (more = '') => `
        window.wallet = new lib.Wallet({ walletUrls: { production: '${wallet}' } })
        await wallet.init({ network: { host: 'localhost' }, useLocalStorage: true, ${more} })`
      site.page('/', barePage(init()))
      site.page('/bare', barePage(PRETEND))
      // Whoever speaks first has a handle on the window.
      site.page(
        '/answering',
        barePage(`${PRETEND}
          addEventListener('message', ({ source, data }) => {
            said.push(data)
            pretend(() => source)
          })`),
      )
      site.page(
        '/posing',
        barePage(
          init(
            `language: 'en', whiteLabel: { theme: { isDark: false, colors: {} }, logoDark: '${site.origin('thief')}/logo.svg', logoLight: '${site.origin('thief')}/logo.svg', customTranslations: { en: { 'Sign in to {0}?': 'Sign in to Big Bank?', Continue: 'Big Bank' } } }`,
          ),
        ),
      )
    })
    suite.after(async () => {
      await world?.stop()
      await site?.close()
    })
    suite.beforeEach(async () => {
      context = await newProfile(world)
      shop = await open('shop')
      await begin(shop)
      const [popup] = await windowOf(shop, 'Continue with Google')
      await pickAccount(popup, PERSON)
      await shop.waitForFunction(() => window.wallet.isLoggedIn)
    })
    suite.afterEach(() => context.close())

    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    const open = async (name: string, path = '/'): Promise<Page> => {
      const page = await pageAt(context, `${site.origin(name)}${path}`)
      return page
    }
    /** Asks to sign in, and leaves it at that. */
    const begin = (page: Page) => page.evaluate(() => void window.wallet.login().catch(() => {}))
    const windowOf = async (page: Page, name: string) =>
      Promise.all([
        context.waitForEvent('page'),
        walletFrame(page).getByRole('button', { name, exact: true }).click(),
      ])
    /** The window that asks whether to carry on at a site. */
    const asked = async (page: Page): Promise<Page> => {
      await begin(page)
      const [popup] = await windowOf(page, CONTINUE)
      return popup
    }
    const question = (popup: Page) => popup.getByRole('heading', { name: /^Sign in to / })
    const isLoggedIn = (page: Page) => page.evaluate(() => window.wallet.isLoggedIn)
    const post = (path: string, body: object, origin: string) =>
      fetch(`${world.stack.urls.login}/sessions/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify(body),
      }).then((response) => response.json() as Promise<Record<string, unknown>>)
    const sessionId = () =>
      shop
        .frames()
        .find((one) => one.url().includes('/frame?'))!
        .evaluate(
          () => JSON.parse(localStorage.getItem('wallet-embed:session')!).id as string | undefined,
        )
    /** Once the wallet's own window has kept it. */
    const kept = async (): Promise<string> => {
      let id: string | undefined
      while (!id) {
        id = await sessionId()
        await pause(50)
      }
      return id
    }

    suite.attack(
      'A page opens the window itself and answers it as a frame would, with a key of its own',
      'the window speaks to the wallet’s own origin alone, and shows nobody',
      async () => {
        await kept()
        const thief = await open('thief', '/bare')
        const [popup] = await Promise.all([
          context.waitForEvent('page'),
          thief.evaluate((url) => {
            const opened = window.open(url)
            Reflect.get(window, 'pretend')(() => opened)
          }, `${world.stack.urls.wallet}/login#continue=${NONCE}`),
        ])
        await popup.getByText('The page that asked is gone').waitFor()
        assert.deepEqual(await thief.evaluate('said'), [])
      },
    )

    suite.attack(
      'A page opens the window that keeps a session, with an answer of a provider’s that nobody asked for, and answers it as a frame would',
      'a window whose login did not begin in the wallet keeps nothing, and the person’s session stays',
      async () => {
        await kept()
        const thief = await open('thief', '/bare')
        await Promise.all([
          context.waitForEvent('page'),
          thief.evaluate((url) => {
            const opened = window.open(url)
            Reflect.get(window, 'pretend')(() => opened)
          }, `${world.stack.urls.wallet}/login?state=planted&code=planted#keep=${NONCE}`),
        ])
        await pause(A_WHILE)
        assert.deepEqual(await thief.evaluate('said'), [])
        const own = await context.newPage()
        await own.goto(`${world.stack.urls.wallet}/login#browser`)
        await own.getByText(PERSON).waitFor()
      },
    )

    suite.attack(
      'A page has its frame open the window, and puts a document of its own in the place of the frame, which answers the window',
      'that document hears nothing, and nothing is handed over',
      async () => {
        await kept()
        const thief = await open('thief')
        await begin(thief)
        const url = `${site.origin('thief')}/answering`
        // In the press itself, before the window has greeted anybody.
        await walletFrame(thief)
          .getByRole('button', { name: CONTINUE, exact: true })
          .evaluate((button) =>
            button.addEventListener('click', () => parent.postMessage('pressed', '*')),
          )
        await thief.evaluate((url) => {
          const frame = document.querySelector('wallet-embed')!.shadowRoot!.querySelector('iframe')!
          addEventListener('message', ({ data }) => {
            if (data === 'pressed') frame.src = url
          })
        }, url)
        const [popup] = await windowOf(thief, CONTINUE)
        let taken: Frame | undefined
        while (!taken) {
          taken = thief.frames().find((one) => one.url() === url)
          await pause(50)
        }
        if (!popup.isClosed() && (await question(popup).isVisible())) {
          await approve(popup, 'Continue').catch(() => {})
        }
        await pause(A_WHILE)
        assert.deepEqual(await taken.evaluate('said'), [])
      },
    )

    suite.attack(
      'A page has the person press in its frame without knowing, and waits',
      'nothing is handed over without a press in the window itself',
      async () => {
        await kept()
        const thief = await open('thief')
        const popup = await asked(thief)
        await question(popup).waitFor()
        await pause(A_WHILE)
        assert.equal(await isLoggedIn(thief), false)
      },
    )

    suite.attack(
      'A page has the window come up under the second of two clicks',
      'a press in haste counts for nothing',
      async () => {
        await kept()
        const thief = await open('thief')
        const popup = await asked(thief)
        const yes = popup.getByRole('button', { name: 'Continue', exact: true })
        await yes.dispatchEvent('click')
        await yes.click({ force: true, clickCount: 2 })
        await pause(A_WHILE)
        assert.equal(await isLoggedIn(thief), false)
        await approve(popup, 'Continue')
        await thief.waitForFunction(() => window.wallet.isLoggedIn)
      },
    )

    suite.attack(
      'A page calls itself by another’s name',
      'the window names the origin that the browser vouches for, and no name of the page’s',
      async () => {
        await kept()
        const thief = await open('thief', '/posing')
        const popup = await asked(thief)
        await ready(popup, 'Continue')
        const heading = await question(popup).innerText()
        assert.equal(heading, `Sign in to thief.localhost:${site.port}?`)
        assert.equal(await popup.getByText('Big Bank').count(), 0)
      },
    )

    suite.attack(
      'Who carried on at a second site asks for the recovery phrase, as somebody new may who has just signed in',
      'they have to prove that it is them',
      async () => {
        await kept()
        const second = await open('second')
        await approve(await asked(second), 'Continue')
        await second.waitForFunction(() => window.wallet.isLoggedIn)
        await second.evaluate(() => void window.wallet.showWallet())
        const frame = walletFrame(second)
        await frame.getByRole('button', { name: 'Settings', exact: true }).click()
        await frame.getByRole('button', { name: 'Recovery phrase', exact: true }).click()
        const again = frame.getByRole('button', { name: 'Sign in again', exact: true })
        const show = frame.getByRole('button', { name: 'Show the words' })
        await again.or(show).first().waitFor()
        assert.ok(await again.isVisible())
      },
    )

    suite.attack(
      'Somebody at the device carries on elsewhere after the person has logged out',
      'nobody is signed in in this browser any more',
      async () => {
        await kept()
        await shop.evaluate(() => window.wallet.logout())
        const popup = await asked(await open('thief'))
        await popup.getByRole('heading', { name: 'You are not signed in' }).waitFor()
      },
    )

    suite.attack(
      'The same, and the login service is kept from answering whether the session was ended',
      'nothing is carried anywhere without its word',
      async () => {
        await kept()
        await shop.evaluate(() => window.wallet.logout())
        await context.route('**/sessions/ended', (route) => route.abort())
        const thief = await open('thief')
        const popup = await asked(thief)
        await walletFrame(thief).getByText('The sign-in service does not answer.').waitFor()
        assert.equal(popup.isClosed() || !(await question(popup).isVisible()), true)
        assert.equal(await isLoggedIn(thief), false)
      },
    )

    suite.attack(
      'The same, with a window that was opened before and asks already',
      'it asks again whether the session was ended, and hands nothing over',
      async () => {
        await kept()
        const thief = await open('thief')
        const popup = await asked(thief)
        await ready(popup, 'Continue')
        await shop.evaluate(() => window.wallet.logout())
        await approve(popup, 'Continue')
        await walletFrame(thief).getByRole('button', { name: 'Continue with Google' }).waitFor()
        assert.equal(await isLoggedIn(thief), false)
      },
    )

    suite.attack(
      'Who sees by which name the login service is asked for a session ends it with that, and so does a page with its id',
      'a name ends nothing, and the service hears the wallet’s own pages alone',
      async () => {
        const id = await kept()
        const name = await sessionName(id)
        const { wallet } = world.stack.urls
        await post('end', { id: name }, wallet)
        const refused = await post('end', { id }, site.origin('thief'))
        assert.equal((refused.error as { code: string }).code, 'ORIGIN_NOT_ALLOWED')
        assert.deepEqual(await post('ended', { name }, wallet), { isEnded: false })
        await post('end', { id }, wallet)
        assert.deepEqual(await post('ended', { name }, wallet), { isEnded: true })
      },
    )
  },
)
