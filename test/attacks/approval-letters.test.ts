import assert from 'node:assert/strict'
import type { BrowserContext, Page, Request, Route } from 'playwright-core'

import { newSecret } from '../../src/app/windows/letter-port.js'
import { barePage } from '../e2e/site.js'
import {
  approve,
  closed,
  continueInWindow,
  windowOf as newWindowOf,
  PERSON,
  pickAccount,
  pressButton,
  ready,
  walletFrame,
} from '../e2e/support.js'
import { newProfile, Place, pageAt } from '../e2e/visit.js'
import { until } from '../support/until.js'
import { claim } from './claim.js'
import { askingPage } from './support/answers.js'

const COOP = { 'cross-origin-opener-policy': 'same-origin' }
const WORDS = 'pay the usual'
const HEX = `0x${Buffer.from(WORDS).toString('hex')}`

claim(
  'A window that the page’s policy severs asks what the frame that opened it asks, and answers that frame alone',
  (suite) => {
    const here = new Place('asking', suite)
    let context: BrowserContext
    /** Where the clock goes as fast as a test has it go. */
    let thief: BrowserContext
    let page: Page
    let account: string

    suite.before(async () => {
      const { wallet } = here.world.stack.urls
      here.site.page('/', askingPage(wallet), COOP)
      here.site.page('/open', barePage())
      here.site.page('/severed', barePage(), COOP)
      ;[context, thief] = await Promise.all([newProfile(here.world), newProfile(here.world)])
      await thief.clock.install()
      page = await pageAt(context, `${here.site.origin('stranger')}/`)
      const accounts = page.evaluate(() => window.wallet.login())
      const first = await windowOf(() => press('Continue with Google'))
      await closed(first)
      await pickAccount(await windowOf(() => press('Continue')), PERSON)
      account = (await accounts)[0]!
    })
    suite.after(async () => {
      await Promise.all([context, thief].map((one) => one?.close()))
    })
    suite.beforeEach(async () => {
      await page.reload()
      await page.waitForFunction(() => 'loaded' in window && window.wallet.isLoggedIn)
    })
    suite.afterEach(async () => {
      await context.unrouteAll()
      for (const one of [...context.pages(), ...thief.pages()]) if (one !== page) await one.close()
    })

    const press = (name: string) =>
      pressButton(walletFrame(page).getByRole('button', { name, exact: true }))
    const windowOf = (act: () => Promise<unknown>) => newWindowOf(page, act)
    const request = async () => {
      // Else the next press hits the button of a question that is over.
      await page.locator('wallet-embed dialog:not([open])').waitFor({ state: 'attached' })
      await page.evaluate(`ask('personal_sign', ${JSON.stringify([HEX, account])}); 0`)
    }
    /** Asks, and takes the question to the window. */
    const asked = async (): Promise<Page> => {
      await request()
      const popup = await continueInWindow(page)
      await popup.getByText(WORDS, { exact: true }).waitFor()
      return popup
    }
    const answers = () => page.evaluate('answers') as Promise<unknown[]>
    /** The question is the panel's again, unanswered. */
    const assertBack = async () => {
      await walletFrame(page).getByRole('button', { name: 'Continue in a window' }).waitFor()
      assert.deepEqual(await answers(), [])
    }
    /** What this opens asks nobody for letters, and shows no question. */
    const assertIdle = async (act: () => Promise<Page>, within = context) => {
      const letters: [from: Page, url: string][] = []
      const hear = (request: Request) => {
        const url = request.url()
        if (url.includes('/mailbox')) letters.push([request.frame().page(), url])
      }
      within.on('request', hear)
      const opened = await act()
      await useless(opened)
      within.off('request', hear)
      // The window that asks may still be writing.
      assert.deepEqual(
        letters.filter(([from]) => from === opened),
        [],
      )
    }
    /** It has done all that it does: it closes itself, or says that it is of no use. */
    const useless = (opened: Page) => {
      const heading = opened.getByRole('heading', { name: 'Nothing to approve here' })
      return until('the end of the window', async () => {
        if (opened.isClosed() || (await heading.isVisible())) return true
        // It waits for a frame to find it.
        if (opened.context() === thief) await thief.clock.fastForward(1_000)
        return false
      })
    }
    const letterOf = (route: Route): { id: string; data: string } =>
      JSON.parse(route.request().postData() ?? '{}')
    /** Does with each letter what the login service might. */
    const meddle = async (what: (route: Route) => Promise<void>) => {
      await context.route('**/mailbox', (route) =>
        route.request().method() === 'POST' ? what(route) : route.continue(),
      )
    }
    const isWindows = (route: Route) => route.request().frame().page() !== page
    const accepted = (route: Route) =>
      route.fulfill({ json: {}, headers: { 'access-control-allow-origin': '*' } })

    for (const [where, path] of [
      ['a page', '/open'],
      ['a page whose policy severs the window from it', '/severed'],
    ] as const) {
      for (const address of ['begin#ask=', 'confirm#ask=', 'confirm#begun=']) {
        suite.attack(
          `${where[0]!.toUpperCase()}${where.slice(1)} opens \`/${address}…\` with a secret of its own, to ask there in the wallet’s name`,
          'no frame of the wallet’s wrote that secret: the window takes no letter and shows nothing',
          async () => {
            const other = await pageAt(thief, `${here.site.origin('thief')}${path}`)
            const url = `${here.world.stack.urls.wallet}/${address}${newSecret()}`
            await assertIdle(
              () => newWindowOf(other, () => other.evaluate((url) => void window.open(url), url)),
              thief,
            )
          },
        )
      }
    }

    suite.attack(
      'Somebody sends a person a link to `/begin#ask=…`',
      'the window takes no letter and shows nothing',
      async () => {
        const url = `${here.world.stack.urls.wallet}/begin#ask=${newSecret()}`
        await assertIdle(async () => {
          const opened = await context.newPage()
          await opened.goto(url)
          return opened
        })
      },
    )

    suite.attack(
      'Somebody opens the address that the window shows, while it asks',
      'nothing in it is of use anywhere else: that window takes no letter and shows nothing',
      async () => {
        const popup = await asked()
        await assertIdle(async () => {
          const opened = await context.newPage()
          await opened.goto(popup.url())
          return opened
        })
        assert.ok(await ready(popup))
      },
    )

    suite.attack(
      'The window is loaded again while it asks',
      'it is of no more use, and the question is the panel’s again',
      async () => {
        const popup = await asked()
        await popup.reload().catch(() => {})
        await assertBack()
        await useless(popup)
      },
    )

    suite.attack(
      'Who runs the mailbox reads what the frame and the window say to each other',
      'there is no word of it, nor of whom it is about',
      async () => {
        const letters: string[] = []
        await meddle(async (route) => {
          letters.push(letterOf(route).data)
          await route.continue()
        })
        const popup = await asked()
        await approve(popup)
        await page.waitForFunction('answers.length === 1')
        assert.match(String((await answers())[0]), /^0x[0-9a-f]{130}$/)
        assert.ok(letters.length >= 4)
        for (const letter of letters) {
          const text = Buffer.from(letter, 'base64url').toString('latin1')
          for (const word of [WORDS, 'personal', 'next', 'settle', account.slice(2), 'stranger']) {
            assert.ok(!text.toLowerCase().includes(word.toLowerCase()), word)
          }
        }
      },
    )

    suite.attack(
      'Who runs the mailbox sends the frame a letter of their own making in the place of the window’s',
      'the frame ends the conversation, and the question is the panel’s again',
      async () => {
        const popup = await asked()
        await meddle((route) => {
          const data = Buffer.alloc(120, 7).toString('base64url')
          return route.continue({ postData: { ...letterOf(route), data } })
        })
        await approve(popup)
        await assertBack()
      },
    )

    suite.attack(
      'Who runs the mailbox answers for the window with all that it said when the person agreed before',
      'letters of one conversation are of no use in another: the frame hears no yes',
      async () => {
        const said: string[] = []
        await meddle(async (route) => {
          if (isWindows(route)) said.push(letterOf(route).data)
          await route.continue()
        })
        const first = await asked()
        await approve(first)
        await page.waitForFunction('answers.length === 1')
        await closed(first)
        await page.evaluate('answers.length = 0; 0')
        await context.unrouteAll()
        let number = 0
        await meddle((route) => {
          const data = said[number]
          if (!isWindows(route) || !data) return route.continue()
          number += 1
          return route.continue({ postData: { ...letterOf(route), data } })
        })
        await request()
        await continueInWindow(page)
        await walletFrame(page).getByRole('heading', { name: 'The window did not open' }).waitFor()
        assert.equal(number, 1)
        assert.deepEqual(await answers(), [])
      },
    )

    suite.attack(
      'Who runs the mailbox keeps back that the person said no in the panel, and they press “Approve” in the window that stayed',
      'a yes to a question that is over counts for nothing',
      async () => {
        const popup = await asked()
        let isLeft = false
        await meddle(async (route) => {
          if (!isWindows(route)) return accepted(route)
          await route.fulfill({ response: await route.fetch() })
          isLeft = true
        })
        await press('Reject')
        await page.waitForFunction('answers.length === 1')
        const agreeing = approve(popup).catch(() => {})
        await until('the letter with the yes', () => isLeft)
        // The frame has its say on the next question: no yes has come to it.
        await request()
        await press('Reject')
        await page.waitForFunction('answers.length === 2')
        assert.deepEqual(await answers(), [4001, 4001])
        await popup.close()
        await agreeing
      },
    )

    suite.attack(
      'Who runs the mailbox keeps the yes back',
      'nothing is signed: a yes that does not arrive is none',
      async () => {
        const popup = await asked()
        let isKept = false
        await meddle((route) => {
          isKept ||= isWindows(route)
          return accepted(route)
        })
        const agreeing = approve(popup).catch(() => {})
        await until('the letter with the yes', () => isKept)
        // The question is still there to be refused, and that is its answer.
        await press('Reject')
        await page.waitForFunction('answers.length === 1')
        assert.deepEqual(await answers(), [4001])
        await popup.close()
        await agreeing
      },
    )
  },
)
