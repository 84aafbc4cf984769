/** A session that goes on at a second site, in a browser that parts the storage of sites, and ends everywhere at once. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'

import { before, describe, it as test } from '../support/suite.js'
import { Device } from './device.js'
import { barePage } from './site.js'
import {
  approve,
  closed,
  OTHER,
  PERSON,
  pickAccount,
  pressButton,
  walletFrame,
  windowOf,
} from './support.js'
import { Place, pageAt } from './visit.js'

const GOOGLE = 'Continue with Google'

describe('a session that the browser keeps', { concurrency: 3 }, () => {
  const here = new Place()
  const it = (title: string, run: () => Promise<void>) => test(title, here.alone(run))

  before(async () => {
    const { wallet } = here.world.stack.urls
    for (const [path, useLocalStorage] of [
      ['/', false],
      ['/lasting', true],
    ] as const) {
      here.site.page(
        path,
        barePage(`
          window.wallet = new lib.Wallet({ walletUrls: { production: '${wallet}' } })
          await wallet.init({ network: { host: 'localhost' }, useLocalStorage: ${useLocalStorage} })`),
      )
    }
  })

  const open = async (name: string, path = '/'): Promise<Page> => {
    const page = await pageAt(here.context, `${here.site.origin(name)}${path}`)
    return page
  }
  const press = (page: Page, name: string) =>
    pressButton(walletFrame(page).getByRole('button', { name, exact: true }))
  const asked = async (page: Page, name: string): Promise<[Page, Promise<string[]>]> => {
    const accounts = page.evaluate(() => window.wallet.login())
    // Some tests end before anybody has signed in.
    accounts.catch(() => {})
    const popup = await windowOf(page, () => press(page, name))
    return [popup, accounts]
  }
  const signIn = async (page: Page): Promise<string> => {
    const [popup, accounts] = await asked(page, GOOGLE)
    await pickAccount(popup, PERSON)
    return (await accounts)[0]!
  }
  /** From the button to the account, in one press in the window. */
  const carryOn = async (page: Page): Promise<string> => {
    const [popup, accounts] = await asked(page, GOOGLE)
    await approve(popup, /^Continue/)
    await closed(popup)
    return (await accounts)[0]!
  }
  /** What a browser does to its cookies when it is closed. */
  const closeBrowser = async () => {
    const ending = (await here.context.cookies()).filter(({ expires }) => expires === -1)
    for (const { name } of ending) await here.context.clearCookies({ name })
  }
  /** Nothing was offered. */
  const atProvider = (popup: Page) => popup.getByLabel('Any other e-mail address').waitFor()
  const loggedOut = (page: Page) => page.waitForFunction(() => !window.wallet.isLoggedIn)

  it('is offered at a second site, tells of whom and where, and goes on in one press until it ends everywhere', async () => {
    const shop = await open('shop')
    const account = await signIn(shop)
    const second = await open('second')
    assert.equal(await second.evaluate(() => window.wallet.isLoggedIn), false)
    const [popup, accounts] = await asked(second, GOOGLE)
    await popup
      .getByRole('heading', { name: `Sign in to second.localhost:${here.site.port}?` })
      .waitFor()
    await popup.getByText(PERSON).waitFor()
    await approve(popup, /^Continue/)
    assert.deepEqual(await accounts, [account])
    await closed(popup)
    // Who was asked on the first site to save the phrase is not asked anew.
    await second.evaluate(() => void document.querySelector('wallet-embed')!.show())
    await walletFrame(second).getByRole('button', { name: 'Log out' }).waitFor()
    assert.equal((await second.evaluate(() => window.wallet.getUserInfo())).email, PERSON)
    // Nothing prolongs it.
    const expiries = await Promise.all(
      [shop, second].map((page) =>
        page
          .frames()
          .find((one) => one.url().includes('/frame?'))!
          .evaluate(() => JSON.parse(sessionStorage.getItem('wallet-embed:session')!).expires),
      ),
    )
    assert.equal(typeof expiries[0], 'number')
    assert.equal(expiries[0], expiries[1])
  })

  it('goes on for somebody who typed a recovery phrase: once', async () => {
    const phrase = generateMnemonic(english, 256)
    const shop = await open('shop')
    const accounts = shop.evaluate(() => window.wallet.login())
    await press(shop, 'More ways')
    const popup = await windowOf(shop, () => press(shop, 'Use recovery phrase'))
    await popup.getByRole('combobox', { name: 'Word 1', exact: true }).fill(phrase)
    await popup.getByRole('button', { name: 'Open the account' }).click()
    const { address } = mnemonicToAccount(phrase)
    assert.deepEqual(await accounts, [address])
    await closed(popup)
    const second = await open('second')
    assert.equal(await carryOn(second), address)
    await second.evaluate(() => window.wallet.logout())
    await shop.bringToFront()
    await loggedOut(shop)
  })

  it('goes on for somebody who signed in with a passkey', async () => {
    const shop = await open('shop')
    const [popup, accounts] = await asked(shop, 'Continue with a passkey')
    await Device.add(popup)
    await popup.getByRole('button', { name: 'Create a passkey' }).click()
    const [account] = await accounts
    await closed(popup)
    assert.equal(await carryOn(await open('second')), account)
  })

  it('ends everywhere within seconds when the person logs out, also if the page leaves at once', async () => {
    const shop = await open('shop')
    await signIn(shop)
    const second = await open('second')
    await carryOn(second)
    await second.evaluate(() => {
      window.wallet.on('logout', () => location.assign('about:blank'))
      void window.wallet.logout()
    })
    await second.waitForURL('about:blank')
    await shop.bringToFront()
    await loggedOut(shop)
  })

  it('ends where nobody looked, when somebody does', async () => {
    const shop = await open('shop')
    await signIn(shop)
    const second = await open('second')
    await carryOn(second)
    await shop.evaluate(() => window.wallet.logout())
    await second.reload()
    await second.waitForFunction(() => 'loaded' in window)
    await loggedOut(second)
  })

  it('outlives the tab of the site where it began, until the browser is closed', async () => {
    const shop = await open('shop')
    const account = await signIn(shop)
    await shop.close()
    assert.equal(await carryOn(await open('second')), account)
    await closeBrowser()
    // Somebody at the device writes that it lasts longer.
    const plain = await here.context.newPage()
    await plain.goto(`${here.world.stack.urls.wallet}/integrity.json`)
    await plain.evaluate(() => {
      const item = 'wallet-embed:browser-session'
      const stored = JSON.parse(localStorage.getItem(item)!)
      if (!stored.endsWithBrowser) throw new Error('It does not end with the browser.')
      localStorage.setItem(item, JSON.stringify({ ...stored, endsWithBrowser: false }))
    })
    const [popup] = await asked(await open('third'), GOOGLE)
    await atProvider(popup)
  })

  it('outlives the browser where the site’s own does', async () => {
    const account = await signIn(await open('shop', '/lasting'))
    await closeBrowser()
    assert.equal(await carryOn(await open('second')), account)
  })

  it('locks itself as it would where it began, there and wherever it goes on', async () => {
    const frameOf = (page: Page) => page.frames().find((one) => one.url().includes('/frame?'))!
    await here.context.clock.install()
    const shop = await open('shop')
    await frameOf(shop).evaluate(() => localStorage.setItem('wallet-embed:auto-lock', '15'))
    await shop.reload()
    await shop.waitForFunction(() => 'loaded' in window)
    await signIn(shop)
    await shop.close()
    const second = await open('second')
    await carryOn(second)
    const lock = () => localStorage.getItem('wallet-embed:auto-lock')
    assert.equal(await frameOf(second).evaluate(lock), '15')
    await second.close()
    await here.context.clock.fastForward(16 * 60_000)
    const [popup] = await asked(await open('third'), GOOGLE)
    await atProvider(popup)
  })

  it('leaves the choice of another account, at the provider that was pressed', async () => {
    const account = await signIn(await open('shop'))
    const second = await open('second')
    const [popup, accounts] = await asked(second, GOOGLE)
    // Else a provider that knows one account goes back with it at once.
    const asking = popup.waitForRequest((request) => /[?&]prompt=/.test(request.url()))
    await popup.getByRole('button', { name: 'Another account' }).click()
    await asking
    await atProvider(popup)
    await pickAccount(popup, OTHER)
    assert.notEqual((await accounts)[0], account)
  })

  it('is not offered to who closes the window: the sign-in screen is there at once', async () => {
    await signIn(await open('shop'))
    const second = await open('second')
    const [popup] = await asked(second, GOOGLE)
    await popup.getByText(PERSON).waitFor()
    await popup.close()
    await walletFrame(second).getByRole('button', { name: GOOGLE }).waitFor()
    assert.equal(await second.evaluate(() => window.wallet.isLoggedIn), false)
  })

  it('is offered to who is about to type a recovery phrase', async () => {
    const account = await signIn(await open('shop'))
    const second = await open('second')
    const accounts = second.evaluate(() => window.wallet.login())
    await press(second, 'More ways')
    const popup = await windowOf(second, () => press(second, 'Use recovery phrase'))
    await approve(popup, /^Continue/)
    assert.deepEqual(await accounts, [account])
    await closed(popup)
  })

  it('is shown in a window of the wallet’s, and ended there for all sites', async () => {
    const shop = await open('shop')
    await signIn(shop)
    const page = await here.context.newPage()
    await page.goto(`${here.world.stack.urls.wallet}/login#browser`)
    await page.getByText(PERSON).waitFor()
    await page.getByRole('button', { name: 'Log out everywhere' }).click()
    await page.getByText('You are not signed in in this browser').waitFor()
    await shop.bringToFront()
    await loggedOut(shop)
  })
})
