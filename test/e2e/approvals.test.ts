/**
 * Where a yes is given: in the page, where the operator trusts it to show the wallet; else in a window of the wallet's own,
 * which the page's library opens in the person's click, so that one press is enough.
 */
import assert from 'node:assert/strict'
import type { BrowserContext, FrameLocator, Page } from 'playwright-core'
import { verifyMessage } from 'viem'

import { Rpc } from '../../src/chain/rpc/rpc.js'
import { after, afterEach, before, describe, it } from '../support/suite.js'
import { BUTTONS, barePage, REQUESTS, type Site, startSite } from './site.js'
import {
  approve,
  closed,
  continueInWindow,
  windowOf as newWindowOf,
  PATIENCE,
  PERSON,
  pickAccount,
  skipOnboarding,
  startWorld,
  type World,
  walletFrame,
} from './support.js'

/** A page that asks in its visitor's click, as sites do. */
const sitePage = (wallet: string) =>
  barePage(`
  ${BUTTONS}
  window.wallet = new lib.Wallet({ walletUrls: { production: '${wallet}' } })
  await wallet.init({ network: { host: 'localhost' }, showWalletButton: false })
  const me = () => window.me
  ${REQUESTS}
  addButtons({
    ...requests,
    'Sign in': () => wallet.login().then(([one]) => (window.me = one)),
    'Message, then payment': () => requests.Message().then(pay),
    'Two at once': () => Promise.all([requests.Message(), requests.Message()]).then(([one]) => one),
    'Where windows are blocked': () => {
      const { open } = window
      window.open = () => null
      return requests.Message().finally(() => (window.open = open))
    },
    'Nothing that is asked': () => ask('personal_sign', [7]),
  })`)

describe('a yes', () => {
  let world: World
  let site: Site
  let context: BrowserContext
  let page: Page
  let frame: FrameLocator
  let account: `0x${string}`

  before(async () => {
    site = await startSite()
    world = await startWorld({
      embedders: [site.origin('shop'), { origin: site.origin('guest'), approvals: 'window' }, '*'],
    })
    site.page('/', sitePage(world.stack.urls.wallet))
  })
  after(async () => {
    await world?.stop()
    await site?.close()
  })
  afterEach(() => context?.close())

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const inWallet = (name: string) => frame.getByRole('button', { name, exact: true })
  const windowOf = (act: () => Promise<void>) => newWindowOf(page, act)
  const outcome = async (index = 0): Promise<unknown> => {
    await page.waitForFunction(`outcomes.length > ${index}`)
    return page.evaluate(`outcomes[${index}]`)
  }

  const assertSigned = async (signature: unknown) =>
    assert.ok(
      await verifyMessage({
        address: account,
        message: 'hi',
        signature: signature as `0x${string}`,
      }),
    )

  const visit = async (name: string): Promise<void> => {
    context = await world.browser.newContext()
    context.setDefaultTimeout(PATIENCE)
    page = await context.newPage()
    await page.goto(`${site.origin(name)}/`)
    await page.waitForFunction(() => 'loaded' in window)
    frame = walletFrame(page)
    await press('Sign in')
    const popup = await windowOf(() => inWallet('Continue with Google').click())
    await pickAccount(popup, PERSON)
    account = (await outcome()) as `0x${string}`
    const chain = new Rpc(world.stack.urls.chain)
    await chain.request('anvil_setBalance', [account, '0xde0b6b3a7640000'])
    await page.evaluate('outcomes.length = 0')
  }

  it('is given in a page that the operator lists, with one press', async () => {
    await visit('shop')
    await press('Message')
    await approve(frame)
    await assertSigned(await outcome())
    assert.equal(context.pages().length, 1)
  })

  for (const name of ['guest', 'stranger']) {
    for (const [what, form] of [
      ['Message', /^0x[0-9a-f]{130}$/],
      ['Typed data', /^0x[0-9a-f]{130}$/],
      ['Payment', /^0x[0-9a-f]{64}$/],
      ['Batch', /^.+$/],
    ] as const) {
      it(`to "${what}" on the page of a ${name} is given in a window, with one press there`, async () => {
        await visit(name)
        const popup = await windowOf(() => press(what))
        await popup.getByText(`${name}.localhost:${site.port}`).first().waitFor()
        assert.equal(await inWallet('Approve').count(), 0)
        const closed = popup.waitForEvent('close')
        await approve(popup)
        assert.match(String(await outcome()), form)
        await closed
      })
    }
  }

  it('where the browser blocks windows takes one press more, and the frame shows nothing of it', async () => {
    await visit('stranger')
    await press('Where windows are blocked')
    await inWallet('Continue in a window').waitFor()
    assert.equal(await frame.getByText('hi', { exact: true }).count(), 0)
    const popup = await continueInWindow(page)
    await approve(popup)
    await assertSigned(await outcome())
  })

  it('is given in the window that the click opened, also while the frame still loads what takes it there', async () => {
    await visit('stranger')
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await context.route(/\/assets\/rest-/, async (route) => {
      await held
      await route.continue()
    })
    await page.reload()
    await page.waitForFunction(() => 'loaded' in window && window.wallet.isLoggedIn)
    await page.evaluate(`window.me = '${account}'`)
    const popup = await windowOf(() => press('Message'))
    // What came of it would be heard by now.
    await page.evaluate(`wallet.provider.request({ method: 'eth_chainId' })`)
    letGo()
    await approve(popup)
    await assertSigned(await outcome())
  })

  it('to two questions in a row is given in one window, with one press each', async () => {
    await visit('stranger')
    const popup = await windowOf(() => press('Message, then payment'))
    await popup.getByRole('heading', { name: /message/i }).waitFor()
    await approve(popup)
    await popup.getByRole('heading', { name: 'Send this payment?' }).waitFor()
    await approve(popup)
    assert.match(String(await outcome()), /^0x[0-9a-f]{64}$/)
  })

  it('counts for one question only, where two wait', async () => {
    await visit('stranger')
    const popup = await windowOf(() => press('Two at once'))
    await approve(popup)
    await popup.getByRole('button', { name: 'Reject' }).click()
    assert.equal(await outcome(), 4001)
  })

  it('that does not come closes the window: a no, a request that cannot be asked', async () => {
    await visit('stranger')
    const first = await windowOf(() => press('Message'))
    await first.getByRole('button', { name: 'Reject' }).click()
    assert.equal(await outcome(), 4001)
    await closed(first)
    const second = await windowOf(() => press('Nothing that is asked'))
    assert.equal(await outcome(1), -32_602)
    await closed(second)
  })

  it('can still come when the person has closed the window', async () => {
    await visit('stranger')
    const first = await windowOf(() => press('Message'))
    await first.getByText('hi', { exact: true }).waitFor()
    await first.close()
    const second = await continueInWindow(page)
    await approve(second)
    await assertSigned(await outcome())
  })

  it('is asked anew in a window that was reloaded, and not before it was looked at again', async () => {
    await visit('stranger')
    const popup = await windowOf(() => press('Message'))
    await popup.getByText('hi', { exact: true }).waitFor()
    await popup.reload()
    await popup.getByText('hi', { exact: true }).waitFor()
    await approve(popup)
    await assertSigned(await outcome())
  })

  it('is given in a window on every page, if the person wants that', async () => {
    await visit('shop')
    await page.evaluate(() => window.wallet.showWallet('settings'))
    await skipOnboarding(page)
    await frame.getByLabel('Approve in a window').selectOption('Always')
    await page.getByRole('button', { name: 'Close wallet' }).click()
    const popup = await windowOf(() => press('Message'))
    await approve(popup)
    await assertSigned(await outcome())
  })
})
