/**
 * A yes on a page that cuts windows off (Cross-Origin-Opener-Policy) and is not trusted to show the wallet: given in the
 * wallet's own window all the same, which the frame tells what to ask by letters.
 */
import assert from 'node:assert/strict'
import type { BrowserContext, FrameLocator, Page } from 'playwright-core'
import { verifyMessage } from 'viem'

import { afterEach, before, beforeEach, describe, it } from '../support/suite.js'
import { until } from '../support/until.js'
import { BUTTONS, barePage, REQUESTS } from './site.js'
import {
  approve,
  closed,
  continueInWindow,
  windowOf as newWindowOf,
  PERSON,
  pickAccount,
  pressButton,
  walletFrame,
} from './support.js'
import { fund, newProfile, Place, pageAt } from './visit.js'

const COOP = { 'cross-origin-opener-policy': 'same-origin' }
/** More than a letter holds, with what is at its end. */
const LONG = `${'ein langer Satz, '.repeat(2_000)}Ende`
const hexOf = (text: string) => `0x${Buffer.from(text).toString('hex')}`

const sitePage = (wallet: string) =>
  barePage(`
  ${BUTTONS}
  window.wallet = new lib.Wallet({ walletUrls: { production: '${wallet}' } })
  await wallet.init({ network: { host: 'localhost' }, showWalletButton: false })
  const me = () => window.me
  ${REQUESTS}
  ;[window.me] = await ask('eth_accounts')
  addButtons({
    ...requests,
    'Sign in': () => wallet.login().then(([one]) => (window.me = one)),
    'Long message': () => sign('${hexOf(LONG)}'),
    'Two messages': () => requests.Message().then((one) => (outcomes.push(one), sign('${hexOf('hello')}'))),
  })`)

describe('a yes on a page that cuts windows off', () => {
  const here = new Place('asking')
  let context: BrowserContext
  let page: Page
  let frame: FrameLocator
  let account: `0x${string}`

  before(async () => {
    here.site.page('/', sitePage(here.world.stack.urls.wallet), COOP)
    context = await newProfile(here.world)
    page = await pageAt(context, `${here.site.origin('stranger')}/`)
    frame = walletFrame(page)
    await press('Sign in')
    // The first window has nobody to ask, and closes itself.
    await closed(await windowOf(() => pressButton(inWallet('Continue with Google'))))
    const popup = await windowOf(() => pressButton(inWallet('Continue')))
    await pickAccount(popup, PERSON)
    account = (await outcome()) as `0x${string}`
    await fund(here.world, account)
  })
  beforeEach(() => reload())
  afterEach(async () => {
    await context.unrouteAll()
    for (const one of context.pages()) if (one !== page) await one.close()
  })

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const inWallet = (name: string) => frame.getByRole('button', { name, exact: true })
  const windowOf = (act: () => Promise<void>) => newWindowOf(page, act)
  const outcome = async (): Promise<unknown> => {
    await page.waitForFunction('outcomes.length > 0')
    return page.evaluate('outcomes.shift()')
  }
  const reload = async (): Promise<void> => {
    await page.reload()
    await page.waitForFunction(() => 'loaded' in window && window.wallet.isLoggedIn)
  }
  const windowFor = async (what: string): Promise<Page> => {
    await press(what)
    return continueInWindow(page)
  }
  const assertSigned = async (message: string, signature: unknown) =>
    assert.ok(
      await verifyMessage({ address: account, message, signature: signature as `0x${string}` }),
    )

  it('to several calls is given in a window, which names the site and closes', async () => {
    const popup = await windowFor('Batch')
    await popup.getByText(`stranger.localhost:${here.site.port}`).first().waitFor()
    assert.equal(await inWallet('Approve').count(), 0)
    await approve(popup)
    assert.match(String(await outcome()), /^.+$/)
    await closed(popup)
  })

  it('to a message that takes more than one letter is a yes to all of it', async () => {
    const popup = await windowFor('Long message')
    await popup.getByText('Ende').first().waitFor()
    await approve(popup)
    await assertSigned(LONG, await outcome())
  })

  it('is no yes, and the question is back, when the person closes the window', async () => {
    const popup = await windowFor('Message')
    await popup.getByText('hi', { exact: true }).waitFor()
    // As a person does, of whom the document still hears.
    await popup.close({ runBeforeUnload: true })
    await inWallet('Continue in a window').waitFor()
    await pressButton(inWallet('Reject'))
    assert.equal(await outcome(), 4001)
  })

  it('goes to what the page asks next in the same window, as long as that is there', async () => {
    const popup = await windowFor('Two messages')
    await approve(popup)
    await assertSigned('hi', await outcome())
    await popup.getByText('hello', { exact: true }).waitFor()
    await approve(popup)
    await assertSigned('hello', await outcome())
  })

  it('is not waited for when the panel says no: the window closes', async () => {
    const popup = await windowFor('Message')
    await popup.getByText('hi', { exact: true }).waitFor()
    await pressButton(inWallet('Reject'))
    assert.equal(await outcome(), 4001)
    await closed(popup)
  })

  it('is asked for in another window where the person lost sight of the first', async () => {
    const lost = await windowFor('Message')
    await lost.getByText('hi', { exact: true }).waitFor()
    const popup = await windowOf(() => pressButton(inWallet('Show the window')))
    await closed(lost)
    await approve(popup)
    await assertSigned('hi', await outcome())
  })

  it('is given after the tab has forgotten that windows are cut off', async () => {
    await page
      .frames()
      .find((one) => one.url().includes('/frame?'))!
      .evaluate(() => sessionStorage.removeItem('wallet-embed:windows-cut-off'))
    await reload()
    // The page's library opens one, which has no opener to be found by.
    await closed(await windowOf(() => press('Message')))
    await frame.getByRole('heading', { name: 'The window did not open' }).waitFor()
    const popup = await continueInWindow(page)
    await approve(popup)
    await assertSigned('hi', await outcome())
    await closed(popup)
    // From now on it is known.
    await approve(await windowFor('Message'))
    await assertSigned('hi', await outcome())
  })

  it('is not to be had without the login service, and the panel says what hinders it', async () => {
    await context.route('**/mailbox**', (route) => route.abort())
    // Its letters may take 20 s. What a test moves on stays so: this is the last one.
    await context.clock.install()
    await reload()
    await press('Message')
    await continueInWindow(page)
    const told = frame.getByRole('heading', { name: 'The window did not open' })
    await until('the end of the wait', async () => {
      await context.clock.fastForward(1_000)
      return told.isVisible()
    })
    await pressButton(inWallet('Reject'))
    assert.equal(await outcome(), 4001)
  })
})
