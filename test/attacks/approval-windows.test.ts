import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'

import { approve, PERSON, pickAccount, walletFrame, windowOf } from '../e2e/support.js'
import { newProfile, Place, pageAt, signInAt } from '../e2e/visit.js'
import { until } from '../support/until.js'
import { claim } from './claim.js'
import { askingPage } from './support/answers.js'

const HEX = '0x6869'
/** What a page may ask. Each would sign, pay or read. */
const REQUESTS: Record<string, (account: string) => [method: string, params: unknown[]]> = {
  'a message': (account) => ['personal_sign', [HEX, account]],
  'typed data': (account) => [
    'eth_signTypedData_v4',
    [
      account,
      JSON.stringify({
        domain: { name: 'Shop' },
        primaryType: 'Note',
        message: { text: 'hi' },
        types: {
          EIP712Domain: [{ name: 'name', type: 'string' }],
          Note: [{ name: 'text', type: 'string' }],
        },
      }),
    ],
  ],
  'a payment': (account) => ['eth_sendTransaction', [{ from: account, to: account, value: '0x0' }]],
  'a batch': (account) => [
    'wallet_sendCalls',
    [
      {
        version: '2.0.0',
        chainId: '0x7a69',
        from: account,
        atomicRequired: false,
        calls: [
          { to: account, value: '0x0' },
          { to: account, value: '0x1' },
        ],
      },
    ],
  ],
}

/** What leaves of the wallet only what the page wants to be seen; no observer in a frame sees the first five. */
const DISGUISES: Record<string, string> = {
  'an outline over all but the button':
    'iframe { outline: 260px solid #fff; outline-offset: -260px }',
  'a mask': 'iframe { mask: linear-gradient(#0000 80%, #000 80%) }',
  'a clip path': 'iframe { clip-path: polygon(0 80%, 100% 80%, 100% 100%, 0 100%) }',
  'round corners': 'iframe { border-radius: 50% }',
  'a zoom of a tenth': 'iframe { zoom: .1 }',
  'a cover of the page’s own':
    '.panel::after { content: ""; position: absolute; inset: 0 0 90px; background: #fff }',
}

/** Tells its page what it hears, and the wallet’s frame what only a window of the wallet’s says. */
const SPY = `<!doctype html><script>
  const page = parent === self ? opener : parent
  window.walletFrame = page
  window.onmessage = ({ data }) => page.heard.push(data)
  setInterval(() => {
    const { contentWindow } = page.document.querySelector('wallet-embed').shadowRoot.querySelector('iframe')
    contentWindow.postMessage({ protocol: 'wallet-embed/1', type: 'here' }, '*')
  }, 100)
</script>`

claim(
  'On a page that is not trusted to show the wallet, no yes is given inside the page',
  (suite) => {
    const here = new Place('asking', suite)
    let context: BrowserContext
    let page: Page
    let account: string

    suite.before(async () => {
      const { wallet } = here.world.stack.urls
      here.site.page('/', askingPage(wallet))
      here.site.page('/spy', SPY)
      context = await newProfile(here.world)
      page = await pageAt(context, `${here.site.origin('stranger')}/`)
      const accounts = page.evaluate(() => window.wallet.login())
      await signInAt(page)
      account = (await accounts)[0]!
    })
    suite.after(async () => {
      await context?.close()
    })

    const ask = (what: string) => {
      const [method, params] = REQUESTS[what]!(account)
      return page.evaluate(`answers.length = 0; ask('${method}', ${JSON.stringify(params)}); 0`)
    }
    const reload = async () => {
      await page.reload()
      await page.waitForFunction(() => 'loaded' in window && window.wallet.isLoggedIn)
      await page.evaluate('window.heard = []; 0')
    }
    const assertAsked = (popup: Page) => popup.getByText('hi', { exact: true }).waitFor()
    const answers = () => page.evaluate('answers') as Promise<unknown[]>
    const reject = async () => {
      // Whether its frame is drawn is the page's to say.
      await walletFrame(page).getByRole('button', { name: 'Reject' }).dispatchEvent('click')
      await page.waitForFunction('answers.length === 1')
      assert.deepEqual(await answers(), [4001])
    }

    const kinds = Object.keys(REQUESTS)
    for (const [at, [disguise, css]] of Object.entries(DISGUISES).entries()) {
      const what = kinds[at % kinds.length]!
      suite.attack(
        `A page asks for ${what} and hides what is asked behind ${disguise}`,
        'the frame shows neither the question nor a way to approve it',
        async () => {
          // Whoever is told no again and again may not ask for a while; a page begins anew.
          await reload()
          await page.evaluate((css) => {
            // All is left to the frame.
            window.open = () => null
            const style = document.createElement('style')
            style.id = 'disguise'
            style.textContent = css
            document.querySelector('wallet-embed')!.shadowRoot!.append(style)
          }, css)
          await ask(what)
          await walletFrame(page)
            .getByRole('heading', { name: 'This site has a request' })
            .waitFor()
          // Whatever is pressed by mouse or key, nothing but a window or a no comes of it.
          const buttons = await walletFrame(page).getByRole('button').allInnerTexts()
          assert.deepEqual(buttons.sort(), ['Continue in a window', 'Reject'])
          assert.deepEqual(await answers(), [])
          await reject()
        },
      )
    }

    suite.attack(
      'A page that is not trusted frames one that is, to cover the wallet in it',
      'each page around the wallet has to be trusted: the frame asks nothing',
      async () => {
        here.site.page(
          '/around',
          `<!doctype html><title>A site</title>
          <iframe src="${here.site.origin('trusted')}/" style="width: 500px; height: 800px"></iframe>`,
        )
        const outer = await context.newPage()
        await outer.goto(`${here.site.origin('stranger')}/around`)
        const inner = await until('the trusted page', () =>
          outer.frames().find((frame) => frame.url() === `${here.site.origin('trusted')}/`),
        )
        const wallet = outer.frameLocator('iframe').frameLocator('wallet-embed iframe')
        await inner.waitForFunction("'loaded' in window")
        const accounts = inner.evaluate(() => window.wallet.login())
        const login = await windowOf(outer, () =>
          wallet.getByRole('button', { name: 'Continue with Google' }).click(),
        )
        await pickAccount(login, PERSON)
        const [method, params] = REQUESTS['a message']!((await accounts)[0]!)
        const popup = await windowOf(outer, () =>
          inner.evaluate(`ask('${method}', ${JSON.stringify(params)}); 0`),
        )
        await assertAsked(popup)
        assert.equal(await wallet.getByRole('button', { name: 'Approve' }).count(), 0)
        await outer.close()
      },
    )

    /** The window, as the page's library opens it for a question. */
    const openWindow = async (): Promise<Page> => {
      await reload()
      const [popup] = await Promise.all([page.waitForEvent('popup'), ask('a message')])
      return popup
    }

    suite.attack(
      'A page opens the window itself and sends it a port, as the wallet’s frame does',
      'the window hears its own origin alone, and asks the page nothing',
      async () => {
        // With a clock that goes as fast as a test has it go.
        const thief = await newProfile(here.world)
        await thief.clock.install()
        const own = await pageAt(thief, `${here.site.origin('stranger')}/`)
        const opened = await windowOf(own, () =>
          own.evaluate(
            (url) => void Object.assign(window, { heard: [], opened: window.open(url, 'mine') }),
            `${here.world.stack.urls.wallet}/confirm#wait`,
          ),
        )
        // It listens.
        await opened.locator('html[data-question]').waitFor({ state: 'attached' })
        await opened.evaluate(`window.came = 0; addEventListener('message', () => came++)`)
        await own.evaluate(`for (let at = 0; at < 20; at++) {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = ({ data }) => heard.push(data)
          opened.postMessage({ protocol: 'wallet-embed/1', type: 'ask' }, '*', [port2])
        }`)
        // It heard none of them, or it would wait no more.
        await opened.waitForFunction('came === 20')
        await thief.clock.fastForward(20_000)
        await opened.getByRole('heading', { name: 'Nothing to approve here' }).waitFor()
        assert.deepEqual(await own.evaluate('heard'), [])
        await thief.close()
      },
    )

    suite.attack(
      'A page takes the window elsewhere while it asks, and back',
      'the page is given nothing, and the question is asked anew in a document of its own',
      async () => {
        const popup = await openWindow()
        await assertAsked(popup)
        await popup.evaluate("window.isOld = true; location.href = 'about:blank'")
        await popup.waitForURL('about:blank')
        assert.deepEqual(await answers(), [])
        await popup.evaluate(`location.href = '${here.world.stack.urls.wallet}/confirm#wait'`)
        await assertAsked(popup)
        assert.equal(await popup.evaluate("'isOld' in window"), false)
        await approve(popup)
        await page.waitForFunction('answers.length === 1')
        assert.match(String((await answers())[0]), /^0x[0-9a-f]{130}$/)
      },
    )

    suite.attack(
      'A page closes the window while it asks',
      'nothing is signed, and the person finds the question in the panel',
      async () => {
        const popup = await openWindow()
        await assertAsked(popup)
        await popup.close()
        await walletFrame(page).getByRole('button', { name: 'Continue in a window' }).waitFor()
        assert.deepEqual(await answers(), [])
        await reject()
      },
    )

    suite.attack(
      'A page opens the window as small as a button',
      'the window makes itself as large as a question needs',
      async () => {
        await reload()
        await page.evaluate(() => {
          const { open } = window
          window.open = (url, name) => open.call(window, url, name, 'popup,width=100,height=100')
        })
        const [popup] = await Promise.all([page.waitForEvent('popup'), ask('a message')])
        await assertAsked(popup)
        // The driver holds what is inside at the size that the page asked for.
        const [width, height] = await popup.evaluate(() => [outerWidth, outerHeight])
        assert.ok(width! >= 320 && height! >= 480, `${width} x ${height}`)
        await popup.getByRole('button', { name: 'Reject', exact: true }).click()
      },
    )

    /** Asks, and the question stays the panel's: no window takes it. */
    const assertNotTaken = async () => {
      await ask('a message')
      await walletFrame(page).getByRole('heading', { name: 'The window did not open' }).waitFor()
      assert.deepEqual(await page.evaluate('heard'), [])
      await reject()
    }

    suite.attack(
      'A page puts a document of its own where the frame and the window meet, to hear and to say what they say',
      'neither has anything to do with a document of another origin',
      async () => {
        await reload()
        await page.evaluate(() => {
          const { append } = document.body
          document.body.append = (...all) => {
            for (const one of all) {
              if (!(one instanceof HTMLIFrameElement)) continue
              one.removeAttribute('sandbox')
              one.src = '/spy'
            }
            append.apply(document.body, all)
          }
        })
        await assertNotTaken()
      },
    )

    suite.attack(
      'A page opens a window of its own under the name that the wallet is told, and says from there that it waits',
      'the frame hears its own origin alone',
      async () => {
        await reload()
        await page.evaluate(() => {
          const { open } = window
          window.open = (_, name) => open.call(window, '/spy#wait', name)
        })
        await assertNotTaken()
      },
    )

    suite.attack(
      'A page names a window of the wallet’s that asks for something else',
      'the frame gives it no question, and answers in the panel',
      async () => {
        await reload()
        await page.evaluate((wallet) => {
          const { open } = window
          window.open = (_, name, features) =>
            open.call(window, `${wallet}/login#wait`, name, features)
        }, here.world.stack.urls.wallet)
        const [popup] = await Promise.all([page.waitForEvent('popup'), ask('a message')])
        // It finds nobody to wait for, and goes.
        await popup.waitForEvent('close')
        await walletFrame(page).getByRole('heading', { name: 'The window did not open' }).waitFor()
        await reject()
      },
    )
  },
)
