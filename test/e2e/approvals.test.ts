/**
 * Where a yes is given: in the page, where the operator trusts it to show the wallet; else in a window of the wallet's own,
 * which the page's library opens in the person's click, so that one press is enough.
 */
import assert from 'node:assert/strict'
import type { BrowserContext, FrameLocator, Page } from 'playwright-core'
import { verifyMessage } from 'viem'

import { afterEach, before, describe, it } from '../support/suite.js'
import { BUTTONS, barePage, REQUESTS } from './site.js'
import {
  approve,
  closed,
  continueInWindow,
  windowOf as newWindowOf,
  PERSON,
  pickAccount,
  pressButton,
  skipOnboarding,
  walletFrame,
} from './support.js'
import { fund, newProfile, Place, pageAt } from './visit.js'

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
    'Nothing that is asked': () => ask('personal_sign', [7]),
  })`)

describe('a yes', () => {
  const here = new Place('asking')
  let context: BrowserContext
  let page: Page
  let frame: FrameLocator
  let account: `0x${string}`
  /** Whose page is open. */
  let host = ''

  before(async () => {
    here.site.page('/', sitePage(here.world.stack.urls.wallet))
  })
  afterEach(async () => {
    await context?.unrouteAll()
    for (const one of context?.pages() ?? []) if (one !== page) await one.close()
  })

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

  const reload = async (): Promise<void> => {
    await page.reload()
    await page.waitForFunction(() => 'loaded' in window && window.wallet.isLoggedIn)
    await page.evaluate(`window.me = '${account}'`)
  }
  /** The page, signed in, with nothing asked. */
  const visit = async (name: string): Promise<void> => {
    if (host === name) return reload()
    await context?.close()
    host = ''
    context = await newProfile(here.world)
    page = await pageAt(context, `${here.site.origin(name)}/`)
    frame = walletFrame(page)
    await press('Sign in')
    const popup = await windowOf(() => pressButton(inWallet('Continue with Google')))
    await pickAccount(popup, PERSON)
    account = (await outcome()) as `0x${string}`
    await fund(here.world, account)
    await page.evaluate('outcomes.length = 0')
    host = name
  }

  for (const [name, what, form] of [
    ['guest', 'Message', /^0x[0-9a-f]{130}$/],
    ['stranger', 'Batch', /^.+$/],
  ] as const) {
    it(`to "${what}" on the page of a ${name} is given in a window, with one press there`, async () => {
      await visit(name)
      const popup = await windowOf(() => press(what))
      await popup.getByText(`${name}.localhost:${here.site.port}`).first().waitFor()
      assert.equal(await inWallet('Approve').count(), 0)
      const closed = popup.waitForEvent('close')
      await approve(popup)
      assert.match(String(await outcome()), form)
      await closed
    })
  }

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
    await reload()
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
    await visit('trusted')
    await page.evaluate(() => window.wallet.showWallet('settings'))
    await skipOnboarding(page)
    await frame.getByLabel('Approve in a window').selectOption('Always')
    await page.getByRole('button', { name: 'Close wallet' }).click()
    const popup = await windowOf(() => press('Message'))
    await approve(popup)
    await assertSigned(await outcome())
  })
})
