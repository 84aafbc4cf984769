/**
 * Login windows that the browser blocks, that people close, and that are cut off from whoever opened
 * them (Cross-Origin-Opener-Policy of the page, of the provider, of both): none is a dead end.
 */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

import { STAND_INS } from '../../demo/idp/stand-ins/stand-ins.js'
import { after, before, describe, it as test } from '../support/suite.js'
import { barePage, type Site, startSite } from './site.js'
import {
  closed,
  windowOf as newWindowOf,
  PERSON,
  pickAccount,
  pressButton,
  pressProvider,
  startWorld,
  type World,
  walletFrame,
} from './support.js'
import { Profiles, pageAt } from './visit.js'

const COOP = { 'cross-origin-opener-policy': 'same-origin' }

/** A page with a wallet and a login client, and a button for each; what comes of it is in `outcome`. */
const sitePage = (wallet: string) =>
  barePage(`
  const walletUrls = { production: '${wallet}' }
  const outcomes = (window.outcomes = [])
  const note = (work) => work.then(
    (result) => outcomes.push(result.privKey ? 'key ' + result.privKey.length : 'accounts ' + result.length),
    (error) => outcomes.push(error.code),
  )
  const button = (name, act) => {
    const element = document.createElement('button')
    element.textContent = name
    element.onclick = () => note(act())
    document.body.append(element)
  }
  window.wallet = new lib.Wallet({ walletUrls })
  window.loginClient = new lib.LoginClient({ clientId: 'demo', uxMode: 'popup', walletUrls })
  await Promise.all([
    window.wallet.init({ network: { host: 'localhost' }, showWalletButton: false }),
    window.loginClient.init(),
  ])
  button('Wallet', () => window.wallet.login())
  for (const provider of ['google', 'github']) {
    button('Wallet by ' + provider, () => window.wallet.login({ verifier: provider }))
    button('Key by ' + provider, () => window.loginClient.login({ loginProvider: provider, relogin: true }))
  }`)

describe('a login window', { concurrency: 3 }, () => {
  let world: World
  let site: Site
  const profiles = new Profiles(() => world)
  const it = (title: string, run: () => Promise<void>) => test(title, profiles.alone(run))

  before(async () => {
    site = await startSite()
    // Google's stand-in leaves the window's opener alone; the way to GitHub's cuts it off.
    const authorizationEndpoint = `http://localhost:${site.port}/severing`
    world = await startWorld({
      origins: ['shop', 'strict'].map(site.origin),
      redirectUrls: [`${site.origin('shop')}/strict`],
      verifiers: { github: { authorizationEndpoint } },
    })
    const { idp, wallet } = world.stack.urls
    const provider = `${idp}/as/github/${STAND_INS.github!.authorize}`
    const onward = `<script>location.replace('${provider}' + location.search)</script>`
    site.page('/severing', onward, COOP)
    site.page('/', sitePage(wallet))
    site.page('/strict', sitePage(wallet), COOP)
  })
  after(async () => {
    await world?.stop()
    await site?.close()
  })

  const open = (path: string) => pageAt(profiles.context, `${site.origin('shop')}${path}`)
  const page = () => profiles.context.pages()[0]!
  const frame = () => walletFrame(page())
  const press = (name: string) => page().getByRole('button', { name, exact: true }).click()
  const pressInWallet = (name: string) =>
    pressButton(frame().getByRole('button', { name, exact: true }))
  const windowOf = (act: () => Promise<void>) => newWindowOf(page(), act)
  /**
   * The window that the wallet opens by this press. On a page that cuts windows off the first one finds nobody to
   * ask and closes itself; the next press opens one that knows where to go.
   */
  const walletWindow = async (act: () => Promise<void>, path: string) => {
    const first = await windowOf(act)
    if (path !== '/strict') return first
    await closed(first)
    return windowOf(() => pressInWallet('Continue'))
  }
  /** The window cannot ask a page that its policy cut it off from: the person says that they came from there. */
  const agree = async (popup: Page, provider: string) => {
    await popup.getByText('shop.localhost').first().waitFor()
    await popup.getByRole('button', { name: `Continue with ${provider}` }).click()
  }
  /** Longer than what a closed window is given for its answer. */
  const takeTime = async (popup: Page) => {
    await popup.getByRole('button', { name: 'Cancel' }).waitFor()
    await page().clock.runFor(10_000)
    assert.deepEqual(await page().evaluate('window.outcomes'), [])
  }
  const outcome = async () => {
    const first = await page().waitForFunction('window.outcomes[0]')
    return first.jsonValue()
  }

  for (const [what, path, provider] of [
    ['the page', '/strict', 'Google'],
    ['the provider', '/', 'GitHub'],
    ['both', '/strict', 'GitHub'],
  ] as const) {
    it(`that ${what} cut off signs in to the wallet all the same`, async () => {
      await open(path)
      await press('Wallet')
      const popup = await walletWindow(() => pressProvider(frame(), provider), path)
      await frame().getByText('Finish in the other window').waitFor()
      await pickAccount(popup, PERSON)
      assert.equal(await outcome(), 'accounts 1')
    })

    it(`that ${what} cut off gives a login client its key all the same`, async () => {
      await open(path)
      await page().clock.install()
      // The window has it. Playwright gives the focus to every page.
      await page().evaluate('Document.prototype.hasFocus = () => false')
      const popup = await windowOf(() => press(`Key by ${provider.toLowerCase()}`))
      if (path === '/strict') await agree(popup, provider)
      await takeTime(popup)
      await pickAccount(popup, PERSON)
      assert.equal(await outcome(), 'key 64')
    })
  }

  it('that is out of sight tells by the mailbox, too, that the person refused', async () => {
    await open('/')
    const popup = await windowOf(() => press('Key by github'))
    await popup.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await outcome(), 'LOGIN_FAILED')
  })

  it('that the page opened and its own policy cut off is offered in the wallet instead', async () => {
    await open('/strict')
    const lost = await windowOf(() => press('Wallet by google'))
    const popup = await walletWindow(() => pressInWallet('Continue'), '/strict')
    await pickAccount(popup, PERSON)
    assert.equal(await outcome(), 'accounts 1')
    await closed(lost)
  })

  it('that never opens is not needed: the page itself goes, comes back, and the person confirms', async () => {
    await open('/?shelf=7#/cart')
    await page()
      .frames()
      .find((one) => one.url().includes('/frame?'))!
      .evaluate('window.open = () => null')
    await press('Wallet')
    await pressInWallet('Continue with Google')
    await pressInWallet('Continue')
    await pressInWallet('Continue in this tab')
    await page().getByLabel('Any other e-mail address').fill(PERSON)
    await page().getByRole('button', { name: 'Continue', exact: true }).click()
    await frame().getByText(PERSON).waitFor()
    assert.equal(page().url(), `${site.origin('shop')}/?shelf=7#/cart`)
    assert.equal(await page().evaluate('window.wallet.isLoggedIn'), false)
    await pressInWallet('Continue')
    await page().waitForFunction('window.wallet.isLoggedIn')
  })

  it('that the page opened and the provider cut off signs in all the same', async () => {
    await open('/')
    await page().clock.install()
    const popup = await windowOf(() => press('Wallet by github'))
    await takeTime(popup)
    await pickAccount(popup, PERSON)
    assert.equal(await outcome(), 'accounts 1')
  })
})
