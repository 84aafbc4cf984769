/** A page that wants a yes by trickery: what it may do to the panel, and what comes of it. */
import assert from 'node:assert/strict'
import type { BrowserContext, Frame, Locator, Page } from 'playwright-core'

import { after, afterEach, before, describe, it } from '../support/suite.js'
import { until } from '../support/until.js'
import { barePage, type Site, startSite } from './site.js'
import {
  approve as approveIn,
  continueInWindow,
  launch,
  PATIENCE,
  PERSON,
  pickAccount,
  type SharedWorld,
  shareWorld,
  skipOnboarding,
  still,
  walletFrame,
} from './support.js'
import { ATTACKS, LAYOUTS, overlay, restyle, UNDO } from './tricks.js'

/** Why nothing can be approved: which of the two is for the attack to say. */
const REASON =
  /Approving is possible when the whole wallet can be seen\.|The wallet is shown too small here to be read\./

let world: SharedWorld
let site: Site

before(async () => {
  site = await startSite()
  world = await shareWorld()
  site.page('/', barePage())
})
after(async () => {
  await world?.stop()
  await site?.close()
})

async function start(page: Page): Promise<string> {
  await page.goto(`${site.origin('shop')}/`)
  await page.waitForFunction(() => 'loaded' in window)
  await page.evaluate(async (url) => {
    const { Wallet } = (window as unknown as { lib: typeof import('../../src/index.js') }).lib
    window.wallet = new Wallet({ walletUrls: { production: url } })
    await window.wallet.init({ network: { host: 'localhost' } })
  }, world.stack.urls.wallet)
  const accounts = page.evaluate(() => window.wallet.login())
  const popup = page.waitForEvent('popup')
  await walletFrame(page).getByRole('button', { name: 'Continue with Google' }).click()
  await pickAccount(await popup, PERSON)
  return ((await accounts) as string[])[0]!
}

async function fund(account: string): Promise<void> {
  const [method, params] = ['anvil_setBalance', [account, '0xde0b6b3a7640000']]
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'Content-Type': 'application/json' }
  const { ok } = await fetch(world.stack.urls.chain, { method: 'POST', headers, body })
  assert.equal(ok, true)
}

describe('a hostile page', () => {
  let context: BrowserContext
  let page: Page
  let address: string

  const open = async () => {
    context = await world.browser.newContext()
    context.setDefaultTimeout(PATIENCE)
    page = await context.newPage()
    address = await start(page)
  }
  before(open)
  afterEach(async () => {
    // What a failed test left ends with its page. An Escape would be answered later, and take the next test's question.
    if (await isAtRest().catch(() => false)) return
    await context.close()
    await open()
  })

  /** Nothing is asked any more, and the panel has gone. */
  const isAtRest = async (): Promise<boolean> => {
    await run(UNDO)
    if ((await outcome()) === 'pending') return false
    await page.locator('wallet-embed dialog').waitFor({ state: 'hidden' })
    return true
  }

  const button = (name: string): Locator =>
    walletFrame(page).getByRole('button', { name, exact: true })
  const disarmed = () => button('Approve').and(walletFrame(page).locator('[aria-disabled=true]'))
  const armed = () => button('Approve').and(walletFrame(page).locator('[aria-disabled=false]'))

  /** Asks for a signature; `outcome` becomes what came of it. */
  async function ask(text = '0x6869'): Promise<void> {
    await page.evaluate(
      ([text, account]) => {
        const log = window as unknown as { outcome: string }
        log.outcome = 'pending'
        window.wallet.provider.request({ method: 'personal_sign', params: [text, account] }).then(
          () => {
            log.outcome = 'signed'
          },
          (error) => {
            log.outcome = `refused with ${error.code}`
          },
        )
      },
      [text, address],
    )
  }
  const outcome = () => page.evaluate(() => (window as unknown as { outcome: string }).outcome)
  const becomes = (wanted: string) =>
    page.waitForFunction(
      (wanted) => (window as unknown as { outcome: string }).outcome === wanted,
      wanted,
    )
  const run = (script: string) => page.evaluate(`(() => { ${script} })()`)

  /** A yes by mouse and by keyboard, as a person would give it, wherever the button is. */
  async function insist(): Promise<void> {
    const box = await button('Approve').boundingBox()
    const point = box && { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    // A press beside the panel would be a rejection.
    const isBeside =
      !point ||
      (await page.evaluate(({ x, y }) => {
        const { shadowRoot } = document.querySelector('wallet-embed')!
        return shadowRoot!.elementFromPoint(x, y)?.localName === 'dialog'
      }, point))
    if (point && !isBeside) await page.mouse.click(point.x, point.y)
    await button('Approve').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
  }

  /** The pointer comes to where the panel is now, and then presses. */
  async function approve(): Promise<void> {
    await armed().waitFor()
    // It comes from elsewhere: a press where it had been all the time is none.
    await button('Approve').hover({ position: { x: 16, y: 20 } })
    await button('Approve').click()
    await becomes('signed')
  }

  const frame = (): Frame => page.frames().find((one) => one.url().includes('/frame?'))!

  for (const [name, script] of Object.entries(ATTACKS)) {
    it(`gets no yes by ${name}, by mouse or by keyboard, and does once it stops`, async () => {
      await ask()
      await armed().waitFor({ state: 'attached' })
      await run(script)
      await disarmed().waitFor({ state: 'attached' })
      await insist()
      await walletFrame(page).getByText(REASON).waitFor({ state: 'attached' })
      assert.equal(await outcome(), 'pending')
      await run(UNDO)
      await approve()
    })
  }

  it('gets no yes from a click that comes before the question was seen for a while', async () => {
    await ask()
    await button('Approve').waitFor()
    await still(page)
    const box = (await button('Approve').boundingBox())!
    await button('Reject').click()
    await becomes('refused with 4001')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await frame().evaluate(`addEventListener('click', (event) => {
      window.wasReady = event.composedPath().some(({ ariaDisabled }) => ariaDisabled === 'false')
    }, true)`)
    const press = async () => {
      await ask()
      await button('Approve').waitFor()
      await page.mouse.down()
      await page.mouse.up()
      return frame().evaluate('window.wasReady')
    }
    // On a machine that does more, a press may come when it counts; then another one is early.
    for (let late = 0; await press(); late++) {
      assert.ok(late < 10, 'No press was early.')
      await becomes('signed')
    }
    assert.equal(await outcome(), 'pending')
    await approve()
  })

  it('gets no yes, and the person is told why, where the panel is covered from the beginning', async () => {
    await page.evaluate(() => window.wallet.showWallet('home'))
    await skipOnboarding(page)
    await walletFrame(page).getByRole('button', { name: 'Log out' }).waitFor()
    await run(overlay('background:rgb(255 0 0 / 0.01);pointer-events:none'))
    await ask()
    await walletFrame(page).getByText(REASON).waitFor()
    await insist()
    assert.equal(await outcome(), 'pending')
    await run(UNDO)
    await approve()
    await page.getByRole('button', { name: 'Close wallet' }).click()
    await page.locator('wallet-embed dialog').waitFor({ state: 'hidden' })
  })

  it('gets no yes by uncovering the panel right before the click', async () => {
    await ask()
    await armed().waitFor()
    await run(overlay('background:#fff'))
    await disarmed().waitFor({ state: 'attached' })
    await run(UNDO)
    await insist()
    assert.equal(await outcome(), 'pending')
    await approve()
  })

  it('gets no yes by moving the panel under the pointer at the last moment', async () => {
    await ask()
    await armed().waitFor()
    const box = (await button('Approve').boundingBox())!
    const [x, y] = [box.x + box.width / 2 + 100, box.y + box.height / 2]
    await page.mouse.move(x, y - 100)
    await page.mouse.move(x, y)
    await run(restyle('.panel { translate: 100px 0 }'))
    await page.mouse.click(x, y)
    assert.equal(await outcome(), 'pending')
    await run(UNDO)
    await approve()
  })

  it('gets no yes by swapping the request under the finger', async () => {
    await ask('0x6f6e65')
    await armed().waitFor()
    const box = (await button('Approve').boundingBox())!
    await page.mouse.move(box.x + 20, box.y + 20)
    await page.mouse.down()
    await run(
      `document.querySelector('wallet-embed').shadowRoot.querySelector('dialog').dispatchEvent(new Event('cancel'))`,
    )
    await becomes('refused with 4001')
    await ask('0x74776f')
    await walletFrame(page).getByText('two').waitFor()
    await page.mouse.up()
    assert.equal(await outcome(), 'pending')
    await approve()
  })

  it('gets no yes from the second half of a double click on its own button', async () => {
    await ask()
    await armed().waitFor()
    const box = (await button('Approve').boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await button('Reject').click()
    await becomes('refused with 4001')
    await page.locator('wallet-embed dialog').waitFor({ state: 'hidden' })
    await run(`
      const lure = document.createElement('button')
      lure.id = 'attack'
      lure.style.cssText = 'position:fixed;left:${x - 20}px;top:${y - 20}px;width:40px;height:40px'
      lure.addEventListener('click', () => window.ask(), { once: true })
      document.body.append(lure)`)
    await page.exposeFunction('ask', () => ask())
    await page.mouse.dblclick(x, y)
    await button('Approve').waitFor()
    await page.mouse.dblclick(x, y)
    assert.equal(await outcome(), 'pending')
    await run(UNDO)
    await approve()
  })

  it('gets no yes from events that a script made', async () => {
    await ask()
    await armed().waitFor()
    await run(`document.querySelector('wallet-embed').shadowRoot.querySelector('iframe').click()`)
    await frame().evaluate(`{
      const { shadowRoot } = document.querySelector('we-sign-message')
      shadowRoot.querySelector('.primary').click()
    }`)
    assert.equal(await outcome(), 'pending')
    await approve()
  })

  it('gets no yes by giving the panel the focus while a key is typed', async () => {
    await ask()
    await armed().waitFor()
    await button('Approve').focus()
    await page.getByRole('button', { name: 'Close wallet' }).focus()
    await run(`document.querySelector('wallet-embed').shadowRoot.querySelector('iframe').focus()`)
    // The browser takes the focus into another process, in its time.
    await until('the focus', () => frame().evaluate('document.hasFocus()'))
    await page.keyboard.press('Enter')
    assert.equal(await outcome(), 'pending')
    await approve()
  })

  it('lets a person reject while the panel is covered', async () => {
    await ask()
    await armed().waitFor()
    await run(overlay('background:rgb(255 0 0 / 0.01);pointer-events:none'))
    await disarmed().waitFor()
    await button('Reject').click()
    await becomes('refused with 4001')
    await run(UNDO)
  })

  for (const [name, script] of Object.entries(LAYOUTS)) {
    it(`with ${name} lets a person approve, by mouse and by keyboard`, async () => {
      // A popover over an open dialog has its backdrop over it too.
      await page.locator('wallet-embed dialog').waitFor({ state: 'hidden' })
      await run(script)
      await ask()
      await approve()
      await ask()
      await armed().waitFor()
      await button('Approve').press('Enter')
      await becomes('signed')
      await run(UNDO)
      await run('scrollTo(0, 0)')
    })
  }

  it('on a phone lets a person approve', async () => {
    await page.setViewportSize({ width: 390, height: 780 })
    await ask()
    await approve()
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  it('that keeps a question unproven can be answered in a window', async () => {
    await ask()
    await armed().waitFor()
    await run(overlay('background:rgb(255 0 0 / 0.01);pointer-events:none'))
    const opened = page.waitForEvent('popup')
    await button('Continue in a window').click()
    const popup = await opened
    await popup.getByText(`shop.localhost:${site.port}`).waitFor()
    await approveIn(popup)
    await becomes('signed')
    await run(UNDO)
  })
})

describe('a browser that cannot tell what is covered', () => {
  it('asks in a window for a signature and a payment, and not in the frame', async (t) => {
    const browser = await launch()
    t.after(() => browser.close())
    const context = await browser.newContext()
    context.setDefaultTimeout(PATIENCE)
    await context.addInitScript('delete IntersectionObserverEntry.prototype.isVisible')
    const page = await context.newPage()
    const account = await start(page)
    // The page's library opens it: to the browser, what is evaluated is as good as a click.
    const opening = page.waitForEvent('popup')
    const signature = page.evaluate(
      (account) =>
        window.wallet.provider.request({ method: 'personal_sign', params: ['0x6869', account] }),
      account,
    )
    const frame = walletFrame(page)
    await frame.getByRole('button', { name: 'Reject' }).waitFor()
    assert.equal(await frame.getByRole('button', { name: 'Approve' }).count(), 0)

    // Closing the window is no answer: the question is the panel's again.
    const first = await opening
    await first.getByText('hi', { exact: true }).waitFor()
    await first.close()
    const popup = await continueInWindow(page)
    const closed = popup.waitForEvent('close')
    await popup.getByText('hi', { exact: true }).waitFor()
    await approveIn(popup)
    assert.match(String(await signature), /^0x[0-9a-f]{130}$/)
    await closed

    await fund(account)
    const send = () =>
      page.evaluate(
        (account) =>
          window.wallet.provider
            .request({ method: 'eth_sendTransaction', params: [{ to: account, value: '0x0' }] })
            .catch((error) => error.code),
        account,
      )
    for (const [answer, expected] of [
      ['Reject', /^4001$/],
      ['Approve', /^0x[0-9a-f]{64}$/],
    ] as const) {
      const [asking, sent] = await Promise.all([page.waitForEvent('popup'), { answer: send() }])
      await asking.getByText('Local chain').first().waitFor()
      if (answer === 'Approve') await approveIn(asking)
      else await asking.getByRole('button', { name: answer, exact: true }).click()
      assert.match(String(await sent.answer), expected)
    }
  })
})
