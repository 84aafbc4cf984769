/** Every setting of the playground, and what the wallet makes of it: at once, in the frame that was there. */
import assert from 'node:assert/strict'
import type { FrameLocator, Page } from 'playwright-core'

import { after, before, describe, it } from '../support/suite.js'
import { openWatched } from './complaints.js'
import { type Demo, PERSON, request, type SharedWorld, shareWorld } from './support.js'

/** Hears all that a setting could break. */
const WATCH = `
  window.heard = []
  for (const event of ['logout', 'error', 'sessionExpired']) {
    window.wallet.on(event, (error) => heard.push(error?.code ?? event))
  }`

describe('a setting of the playground', () => {
  let world: SharedWorld
  let demo: Demo
  let page: Page
  let complaints: string[]

  before(async () => {
    world = await shareWorld()
    const context = await world.browser.newContext({ colorScheme: 'light', locale: 'en' })
    ;({ demo, complaints } = await openWatched(world, context))
    page = demo.page
    await page.evaluate(WATCH)
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    await theFrame().evaluate('window.untouched = true')
  })
  after(() => world?.stop())

  const theFrame = () => page.frames().find((one) => one.url().includes('/frame?'))!
  const setting = (selector: string) => page.locator(`#settings-form ${selector}`)
  const toggle = (key: string) => setting(`[data-setting=${key}]`)

  /** With the wallet open, and closed again: the button may have another name by now. */
  const inWallet = async (look: (frame: FrameLocator) => Promise<unknown>) => {
    await page.evaluate(() => window.wallet.showWallet())
    try {
      await look(demo.frame)
    } finally {
      await page.evaluate(() => document.querySelector('wallet-embed')!.hide())
    }
  }
  const shellStyled = (frame: FrameLocator, hex: string) =>
    frame.locator(`we-shell[style*="${hex}"]`).waitFor()

  describe('where people sign in', () => {
    it('replaces one text of the wallet, and only as text', async () => {
      await page.locator('#words').fill('Enter <b>here</b>,')
      await inWallet((frame) => frame.getByText('Enter <b>here</b>,').waitFor())
      await page.locator('#words').fill('')
      await inWallet((frame) => frame.getByText('Sign in to connect to').waitFor())
    })

    it('hides a provider, names one, and gives one an icon', async () => {
      const row = (name: string) => page.locator('#providers > div').filter({ hasText: name })
      await row('Facebook').getByLabel('Show Facebook').uncheck()
      await row('Discord').getByRole('textbox').fill('Members of our server')
      await row('GitHub').getByLabel('Icon of my own').check()
      await inWallet(async (frame) => {
        await frame.getByRole('button', { name: 'Members of our server' }).waitFor()
        await frame.locator('img[src*="star-dark"]').waitFor()
        await frame
          .getByRole('button', { name: 'Continue with Facebook' })
          .waitFor({ state: 'detached' })
      })
    })

    it('shows the logo for light surfaces on light, and the other on dark ones', async () => {
      await page.locator('#logo').selectOption('harbour')
      await inWallet((frame) => frame.locator('img[src*="harbour-dark"]').waitFor())
      await setting('[name=theme][value=dark]').check()
      await inWallet((frame) => frame.locator('img[src*="harbour-light"]').waitFor())
      await setting('[name=theme][value=auto]').check()
      await inWallet((frame) => frame.locator('img[src*="harbour-dark"]').waitFor())
    })

    it('links to terms, privacy and contact', async () => {
      for (const [id, name] of [
        ['#tnc-link', 'Terms'],
        ['#privacy-link', 'Privacy'],
        ['#contact-link', 'Contact'],
      ] as const) {
        const url = `https://shop.example.test/${name}`
        await page.locator(id).fill(url)
        await inWallet(async (frame) => {
          await frame.locator(`a[href="${url}"]`, { hasText: name }).waitFor()
        })
      }
    })

    it('leaves out the disclaimer once the providers are hidden that it is about', async () => {
      const disclaimer = (frame: FrameLocator) => frame.getByText('only confirms who you are')
      await toggle('disclaimerHide').check()
      await inWallet((frame) => disclaimer(frame).waitFor())
      const special = ['Google', 'Reddit', 'Twitch', 'Discord']
      for (const name of special) await setting(`[aria-label="Show ${name}"]`).uncheck()
      await inWallet(async (frame) => {
        await frame.getByRole('button', { name: 'Continue with GitHub' }).waitFor()
        await disclaimer(frame).waitFor({ state: 'detached' })
      })
      for (const name of [...special, 'Facebook'])
        await setting(`[aria-label="Show ${name}"]`).check()
    })
  })

  describe('for whoever is signed in', () => {
    before(async () => {
      await page.locator('#settings-reset').click()
      await demo.signIn(PERSON)
    })

    it('colours buttons and links, in the panel and beside it', async () => {
      await setting('[name=brand][value="#be185d"]').check()
      await inWallet((frame) => shellStyled(frame, '#be185d'))
      const button = page.getByRole('button', { name: 'Open wallet' })
      const color = await button.evaluate((one) => getComputedStyle(one).backgroundColor)
      assert.equal(color, 'rgb(190, 24, 93)')
      await setting('[name=brand][value=""]').check()
      await inWallet((frame) => shellStyled(frame, '#0364ff'))
    })

    it('turns dark and light, and follows the device when left alone', async () => {
      const shell = (theme: string) => demo.frame.locator(`we-shell[theme=${theme}]`)
      await setting('[name=theme][value=dark]').check()
      await inWallet(() => shell('dark').waitFor())
      await setting('[name=theme][value=light]').check()
      await inWallet(() => shell('light').waitFor())
      await setting('[name=theme][value=auto]').check()
      await inWallet((frame) => frame.locator('we-shell:not([theme])').waitFor())
    })

    it('speaks another language, from right to left and back', async () => {
      const speaks = (frame: FrameLocator, how: string) =>
        frame.locator(`xpath=/html${how}`).waitFor({ state: 'attached' })
      await page.locator('#language').selectOption('ar')
      await inWallet((frame) => speaks(frame, '[@lang="ar" and @dir="rtl"]'))
      await page.locator('#language').selectOption('de')
      await inWallet((frame) => speaks(frame, '[@lang="de" and @dir="ltr"]'))
      await page.locator('#language').selectOption('')
      await inWallet((frame) => speaks(frame, '[@lang="en"]'))
    })

    it('leaves out “Top up” and the notice on the wallet’s home', async () => {
      const topup = (frame: FrameLocator) => frame.getByRole('button', { name: 'Top up' })
      const notice = (frame: FrameLocator) => frame.getByText('a wallet for trying out')
      await inWallet((frame) => Promise.all([topup(frame).waitFor(), notice(frame).waitFor()]))
      await toggle('topupHide').check()
      await inWallet((frame) => topup(frame).waitFor({ state: 'detached' }))
      await inWallet((frame) => notice(frame).waitFor())
      await toggle('featuredBillboardHide').check()
      await inWallet((frame) => notice(frame).waitFor({ state: 'detached' }))
    })

    it('changes the chain to that of a node, and says so where that is in vain', async () => {
      await page.locator('#network').selectOption('url')
      await page.locator('#network-result', { hasText: '31337' }).waitFor()
      assert.equal(await request(page, 'eth_chainId'), '0x7a69')
      await page.locator('#network').selectOption('goerli')
      await page.locator('#network-result', { hasText: 'NETWORK_UNAVAILABLE' }).waitFor()
      assert.equal(await request(page, 'eth_chainId'), '0x7a69')
      await page.locator('#network').selectOption('localhost')
      await page.locator('#network-result', { hasText: '31337' }).waitFor()
    })

    it('puts a button of one’s own in the place of the wallet’s', async () => {
      await toggle('ownButton').check()
      await page.getByRole('button', { name: 'Open wallet' }).waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'My wallet' }).click()
      await page.waitForFunction(() => document.querySelector('wallet-embed')!.isOpen)
      await page.evaluate(() => document.querySelector('wallet-embed')!.hide())
      await toggle('ownButton').uncheck()
      await page.getByRole('button', { name: 'Open wallet' }).waitFor()
    })

    it('never loads the frame again, and signs nobody out', async () => {
      assert.equal(await theFrame().evaluate('window.untouched'), true)
      assert.equal(await page.evaluate(() => window.wallet.isLoggedIn), true)
      // The chain that was asked for in vain.
      assert.deepEqual(await page.evaluate(() => window.heard), ['NETWORK_UNAVAILABLE'])
    })
  })

  describe('that needs a restart', () => {
    const restart = async () => {
      await page.locator('#restart').click()
      await page.locator('#apply-state', { hasText: 'Running' }).waitFor()
    }

    it('skips the reminder of the secret words', async () => {
      const reminder = (frame: FrameLocator) => frame.getByText('24 words that bring')
      await toggle('skipKeyOnboarding').check()
      await restart()
      await demo.signIn(PERSON)
      await inWallet(async (frame) => {
        await frame.getByRole('button', { name: 'Log out' }).waitFor()
        await reminder(frame).waitFor({ state: 'detached' })
      })
      // A visit of its own: who said "Not now" is not reminded in the same one.
      await toggle('skipKeyOnboarding').uncheck()
      await restart()
      await demo.signIn(PERSON)
      await inWallet((frame) => reminder(frame).waitFor())
    })

    it('loads the wallet if it is the pinned build', async () => {
      await toggle('integrity').check()
      await restart()
      assert.equal(await page.evaluate(() => window.wallet.isInitialized), true)
    })
  })

  it('gives nothing to complain of in the console but the network that was retired', () => {
    assert.deepEqual(complaints, [
      'wallet-embed: Network unavailable. goerli is retired: pass the URL of a node as network.host. docs/errors.md#network_unavailable',
    ])
  })
})
