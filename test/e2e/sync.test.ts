/** What belongs to a person is there on a second site, and in a second browser, after one sign-in. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'

import { fundAll, TOKEN } from '../../demo/page/play-money.js'
import { after, afterEach, before, describe, it } from '../support/suite.js'
import { barePage, type Site, startSite } from './site.js'
import {
  approve,
  pickAccount,
  pressButton,
  proveAgain,
  readWords,
  skipOnboarding,
  startWorld,
  type World,
  walletFrame,
  windowOf,
} from './support.js'
import { fund, newProfile, pageAt } from './visit.js'

const PERSON = 'sample.traveller@example.test'
const FRIEND = `0x${randomBytes(20).toString('hex')}`

describe('a person with a second site and a second browser', () => {
  let world: World
  let site: Site
  /** At home. */
  let shop: Page
  const others: BrowserContext[] = []

  before(async () => {
    site = await startSite()
    world = await startWorld({ sync: true })
    site.page(
      '/',
      barePage(`
        window.wallet = new lib.Wallet({ walletUrls: { production: '${world.stack.urls.wallet}' } })
        await wallet.init({ network: { host: 'localhost' } })`),
    )
    shop = await signIn(await newProfile(world), 'shop')
  })
  afterEach(async () => {
    await Promise.all(others.splice(0).map((one) => one.close()))
  })
  after(async () => {
    await world?.stop()
    await site?.close()
  })

  const profile = async (): Promise<BrowserContext> => {
    const made = await newProfile(world)
    others.push(made)
    return made
  }
  const button = (page: Page, name: string) =>
    walletFrame(page).getByRole('button', { name, exact: true })
  /** Signs in, and goes home. */
  const signIn = async (context: BrowserContext, name: string): Promise<Page> => {
    const page = await pageAt(context, `${site.origin(name)}/`)
    const accounts = page.evaluate(() => window.wallet.login())
    const popup = await windowOf(page, () => pressButton(button(page, 'Continue with Google')))
    await pickAccount(popup, PERSON)
    const choice = walletFrame(page).getByRole('button', { name: 'Connect', exact: true })
    await Promise.race([accounts, choice.waitFor().then(() => pressButton(choice))])
    await accounts
    return page
  }
  const goHome = async (page: Page): Promise<void> => {
    await page.bringToFront()
    await page.evaluate(() => {
      const wallet = document.querySelector('wallet-embed')!
      wallet.hide()
      wallet.show()
    })
    await skipOnboarding(page)
    await button(page, 'Settings').waitFor()
  }
  const goTo = async (page: Page, place: string): Promise<void> => {
    await goHome(page)
    await pressButton(button(page, 'Settings'))
    await pressButton(button(page, place))
  }
  const untilSaved = async (page: Page): Promise<void> => {
    await goTo(page, 'Your other devices')
    await walletFrame(page).getByText('Everything is saved.').waitFor()
  }

  it('finds contacts and accounts there, untyped', async () => {
    await goTo(shop, 'Address book')
    await pressButton(button(shop, 'Add an address'))
    await walletFrame(shop).getByRole('textbox', { name: 'Name' }).fill('Ben of the shop')
    await walletFrame(shop).getByRole('textbox', { name: 'Address' }).fill(FRIEND)
    await pressButton(button(shop, 'Save'))
    await walletFrame(shop).getByText('Ben of the shop').waitFor()
    await untilSaved(shop)

    for (const [where, place] of [
      ['second', shop.context()],
      ['shop', await profile()],
    ] as const) {
      const page = await signIn(place, where)
      await goTo(page, 'Address book')
      await walletFrame(page).getByText('Ben of the shop').waitFor()
    }
  })

  it('finds there what they sent', async () => {
    await shop.bringToFront()
    const [from] = await shop.evaluate(() => window.wallet.login())
    assert.ok(from)
    await fund(world, from)
    const sent = shop.evaluate(
      ([account, to]) =>
        window.wallet.provider!.request({
          method: 'eth_sendTransaction',
          params: [{ from: account, to, value: '0x2386f26fc10000' }],
        }),
      [from, FRIEND] as const,
    )
    await approve(walletFrame(shop))
    const hash = (await sent) as string
    await goHome(shop)
    await walletFrame(shop).getByText('Done').first().waitFor()
    await untilSaved(shop)
    const second = await signIn(await profile(), 'second')
    await goHome(second)
    await walletFrame(second).getByText('0.01').first().click()
    await walletFrame(second).getByText('The network has carried it out.').waitFor()
    await walletFrame(second).getByText(hash.slice(0, 6)).waitFor()
  })

  it('finds a second account, and is asked which one a new site may see', async () => {
    await goHome(shop)
    await pressButton(walletFrame(shop).getByTitle('Accounts'))
    await pressButton(button(shop, 'Add an account'))
    await walletFrame(shop).getByText('Account 2').first().waitFor()
    await untilSaved(shop)
    const page = await pageAt(await profile(), `${site.origin('third')}/`)
    const accounts = page.evaluate(() => window.wallet.login())
    const popup = await windowOf(page, () => pressButton(button(page, 'Continue with Google')))
    await pickAccount(popup, PERSON)
    await walletFrame(page).getByText('Account 2').first().waitFor()
    await pressButton(button(page, 'Connect'))
    assert.equal((await accounts).length, 1)
  })

  it('finds all of it on a new device by the words alone', async () => {
    const [from] = await shop.evaluate(() => window.wallet.login())
    await fundAll(world.stack.urls.chain, from!)
    const added = shop.evaluate(
      (address) =>
        window.wallet.provider.request({
          method: 'wallet_watchAsset',
          params: { type: 'ERC20', options: { address, symbol: 'HUSD', decimals: 6 } },
        }),
      TOKEN,
    )
    await approve(walletFrame(shop))
    assert.equal(await added, true)
    await goTo(shop, 'Recovery phrase')
    await proveAgain(walletFrame(shop), shop, PERSON)
    await pressButton(button(shop, 'Show the words'))
    const phrase = (await readWords(walletFrame(shop))).join(' ')
    await untilSaved(shop)

    const page = await pageAt(await profile(), `${site.origin('fourth')}/`)
    const accounts = page.evaluate(() => window.wallet.login())
    await pressButton(button(page, 'More ways'))
    const popup = await windowOf(page, () => pressButton(button(page, 'Use recovery phrase')))
    await popup.getByRole('combobox', { name: 'Word 1', exact: true }).fill(phrase)
    await popup.getByRole('button', { name: 'Open the account' }).click()
    const frame = walletFrame(page)
    await frame.getByText('Account 2').first().waitFor()
    await pressButton(button(page, 'Connect'))
    assert.deepEqual(await accounts, [from])
    await page.evaluate(() => void document.querySelector('wallet-embed')!.show())
    // At home, and not at what somebody new is asked.
    await frame.getByRole('button', { name: /^Harbour Dollar.*1,250\.5/ }).waitFor()
    await frame.getByText('0.01').first().waitFor()
    await pressButton(button(page, 'Settings'))
    await pressButton(button(page, 'Address book'))
    await frame.getByText('Ben of the shop').waitFor()
  })

  it('sees where they are signed in, and logs out there', async () => {
    const lost = await signIn(await profile(), 'lost')
    await untilSaved(lost)
    await lost.evaluate(() => void document.querySelector('wallet-embed')!.hide())
    const again = await signIn(shop.context(), 'third')
    await goTo(again, 'Your other devices')
    const list = walletFrame(again).locator('we-other-devices li')
    const here = list.filter({ hasText: 'This browser' })
    await here.getByText('third.localhost').waitFor()
    const there = list.filter({ hasText: 'lost.localhost' })
    await lost.bringToFront()
    await there.getByRole('button', { name: /^Log out: Chrome, / }).click()
    await lost.waitForFunction(() => !window.wallet.isLoggedIn)
    await there.waitFor({ state: 'detached' })
    assert.equal(await again.evaluate(() => window.wallet.isLoggedIn), true)
  })

  it('is signed in as fast where the service does not answer for that', async () => {
    const context = await profile()
    // Never answered: the wallet has a deadline.
    await context.route('**/sync/read', () => {})
    const page = await signIn(context, 'shop')
    await goTo(page, 'Your other devices')
    await walletFrame(page).getByText('Not everything is saved yet.').waitFor()
    await context.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('is told when it is deleted, and what is here stays', async () => {
    await goTo(shop, 'Your other devices')
    await pressButton(button(shop, 'Delete what is saved'))
    await button(shop, 'Save again').waitFor()
    await pressButton(button(shop, 'Back'))
    await pressButton(button(shop, 'Address book'))
    await walletFrame(shop).getByText('Ben of the shop').waitFor()
  })

  it('left nothing readable at the login service', async () => {
    const folder = join(world.dir, 'sync')
    const files = await readdir(folder)
    assert.ok(files.length > 0)
    for (const file of files) {
      const bytes = (await readFile(join(folder, file))).toString('latin1').toLowerCase()
      for (const text of ['ben of', FRIEND.slice(2), PERSON, 'localhost']) {
        assert.equal(bytes.includes(text.toLowerCase()), false, `${file}: ${text}`)
      }
    }
  })
})
