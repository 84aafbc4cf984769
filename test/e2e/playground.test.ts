/** The demo page as a playground: what one presses and sets there, and the code that it gives away. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext, Page } from 'playwright-core'

import { FONTS, type Font } from '../support/fonts.js'
import { after, before, describe, it } from '../support/suite.js'
import { listen, openWatched } from './complaints.js'
import { bringFonts, writeIn } from './fonts.js'
import {
  type Demo,
  openDemo,
  PERSON,
  pickAccount,
  request,
  type SharedWorld,
  shareWorld,
  walletFrame,
} from './support.js'
import { Place } from './visit.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Lets axe look at everything, without animations under way. */
const OPEN_ALL = "for (const one of document.querySelectorAll('details')) one.open = true"
const RUN_AXE = `axe.run(document, { iframes: false }).then(({ violations }) => violations.map(
  ({ id, nodes }) => id + ': ' + nodes.map((node) => node.html.slice(0, 120)).join(' | ')))`

/** As the playground keeps them. */
const EVERYTHING = {
  theme: 'dark',
  brand: '#0b7a53',
  logo: 'harbour',
  buttonPosition: 'top-left',
  ownButton: true,
  words: `It's "you" & </script><b>me</b>\\, at`,
  providers: { discord: { description: 'Members of "our" <server>' }, google: { isShown: false } },
  network: 'url',
  tncLink: 'https://shop.example.test/terms?a=1&b=2',
  topupHide: true,
  useLocalStorage: true,
  skipKeyOnboarding: true,
  enableLogging: true,
  integrity: true,
}

describe('the playground', () => {
  let world: SharedWorld
  let demo: Demo
  let page: Page
  let complaints: string[]
  let address: string

  before(async () => {
    world = await shareWorld()
    ;({ demo, complaints } = await openWatched(world, await world.browser.newContext()))
    page = demo.page
  })
  after(() => world?.stop())

  const setting = (selector: string) => page.locator(`#settings-form ${selector}`)

  it('signs a newcomer in and has a message signed, with one button each', async () => {
    await page.locator('#wallet-login').click()
    await demo.finishSignIn(PERSON)
    await page.locator('#wallet-state', { hasText: 'Signed in' }).waitFor()
    await page.locator('#sign').click()
    await demo.approve()
    await page.locator('#sign-result', { hasText: 'your account signed it' }).waitFor()
    ;[address] = (await request(page, 'eth_accounts')) as [string]
    const shown = await page.locator('#wallet-address').getAttribute('title')
    assert.equal(shown, address)
    if (await demo.isPanelOpen()) await demo.closeWallet()
  })

  it('gives play money, and sends some of it', async () => {
    await page.locator('#wallet-fund').click()
    await page.locator('#wallet-balance', { hasText: /^10 ETH/ }).waitFor()
    await page.locator('#send').click()
    await demo.approve()
    await page.locator('#send-result', { hasText: /In block \d+/ }).waitFor()
    await page.locator('#wallet-balance', { hasText: /^9\.8/ }).waitFor()
    if (await demo.isPanelOpen()) await demo.closeWallet()
  })

  it('tops an account up with coins of the local chain', async () => {
    const balance = async () =>
      BigInt((await request(page, 'eth_getBalance', [address, 'latest'])) as string)
    const before = await balance()
    await demo.openWallet()
    await demo.press('Top up')
    const opened = page.waitForEvent('popup')
    await demo.frame.getByRole('link', { name: 'Play money' }).click()
    const faucet = await opened
    const isFilled = `document.querySelector('#address')?.value === '${address}'`
    await faucet.waitForFunction(isFilled)
    await faucet.getByRole('button', { name: 'Get 10 ETH' }).click()
    await faucet.getByText('Done: 10 ETH more.').waitFor()
    assert.equal((await balance()) - before, 10n ** 19n)
    await faucet.close()
    await demo.closeWallet()
  })

  it('logs events of the class, the provider and the announcement with their time, until it is cleared', async () => {
    const entries = page.locator('#log li')
    for (const [source, event] of [
      ['wallet', 'login'],
      ['provider', 'accountsChanged'],
      ['page', 'eip6963:announceProvider'],
    ] as const) {
      const entry = entries.filter({ hasText: source }).filter({ hasText: event }).first()
      assert.match((await entry.locator('time').getAttribute('datetime')) ?? '', /^\d{4}-/)
    }
    await page.locator('#log-clear').click()
    assert.equal(await entries.count(), 0)
    assert.equal(await page.locator('#log-empty').isVisible(), true)
  })

  it('logs in with the login client, and shows the key only when asked', async () => {
    const popup = page.waitForEvent('popup')
    await page.locator('#client-provider').selectOption('google')
    await page.locator('#client-extra').fill('{ "login_hint": "sample.two@example.test" }')
    await page.locator('#client-app-state').fill('cart 7')
    await page.locator('#client-login').click()
    await (await popup).locator('[aria-current=true]', { hasText: 'sample.two' }).waitFor()
    await pickAccount(await popup, PERSON)
    await page.locator('#client-state', { hasText: 'Signed in' }).waitFor()
    await page.locator('#client-note', { hasText: 'cart 7' }).waitFor()
    await page.locator('#client-address', { hasText: /^0x[0-9a-fA-F]{40}$/ }).waitFor()
    const privKey = await page.evaluate(() => window.loginClient.privKey)
    const shows = async () => (await page.locator('body').innerText()).includes(privKey)
    assert.equal(await shows(), false)
    await page.locator('#client-reveal').click()
    assert.equal(await shows(), true)
    await page.locator('#client-user').getByText(PERSON).first().waitFor()
    await page.locator('[name=ux-mode][value=redirect]').check()
    await page.waitForFunction((key) => window.loginClient.privKey === key, privKey)
    await page.locator('#client-logout').click()
    await page.locator('#client-state', { hasText: 'Signed out' }).waitFor()
    assert.equal(await shows(), false)
  })

  it('hands the wallet what is set, at once, in the frame that was there', async () => {
    await page.evaluate(OPEN_ALL)
    const frame = page.frames().find((one) => one.url().includes('/frame?'))!
    await frame.evaluate('window.untouched = true')
    const url = 'https://shop.example.test/page'
    for (const id of ['words', 'tnc-link', 'privacy-link', 'contact-link'])
      await page.locator(`#${id}`).fill(id === 'words' ? 'Enter <b>here</b>,' : url)
    await page.locator('#logo').selectOption('harbour')
    await setting('[name=brand][value="#be185d"]').check()
    await setting('[name=theme][value=dark]').check()
    for (const key of ['topupHide', 'featuredBillboardHide', 'disclaimerHide', 'ownButton'])
      await setting(`[data-setting=${key}]`).check()
    await setting('[aria-label="Show Facebook"]').uncheck()
    await setting('[aria-label="Text on the button for Discord"]').fill('Members')
    await setting('[aria-label="Icon of my own for GitHub"]').check()
    await page.locator('#language').selectOption('de')
    const set = await page.evaluate(() => {
      const { theme, language, loginConfig, whiteLabel } = document.querySelector('wallet-embed')!
      return { theme, language, loginConfig, whiteLabel }
    })
    const { logoDark, logoLight, ...whiteLabel } = set.whiteLabel!
    assert.deepEqual([set.theme, set.language], ['dark', 'de'])
    assert.match(`${logoDark} ${logoLight}`, /harbour-dark.* .*harbour-light/)
    assert.deepEqual(whiteLabel, {
      theme: { isDark: true, colors: { walletBrand1: '#be185d' } },
      ...{ topupHide: true, featuredBillboardHide: true, disclaimerHide: true },
      ...{ tncLink: { en: url }, privacyPolicy: { en: url }, contactLink: { en: url } },
      customTranslations: { de: { 'Sign in to connect to': 'Enter <b>here</b>,' } },
    })
    const { facebook, discord, github } = set.loginConfig!
    assert.deepEqual([facebook?.showOnModal, discord?.description], [false, 'Members'])
    assert.match(`${github?.logoDark}`, /star-dark/)
    await page.getByRole('button', { name: 'My wallet' }).waitFor()
    for (const [network, said] of [
      ['url', '31337'],
      ['goerli', 'NETWORK_UNAVAILABLE'],
    ] as const) {
      await page.locator('#network').selectOption(network)
      await page.locator('#network-result', { hasText: said }).waitFor()
      assert.equal(await request(page, 'eth_chainId'), '0x7a69')
    }
    await page.locator('#settings-reset').click()
    await page.locator('#network-result', { hasText: '31337' }).waitFor()
    await page.getByRole('button', { name: 'Open wallet' }).waitFor()
    assert.equal(await frame.evaluate('window.untouched'), true)
    assert.equal(await page.evaluate(() => window.wallet.isLoggedIn), true)
  })

  it('restarts the same wallet for what only a start can change', async () => {
    const restart = page.locator('#restart')
    await page.evaluate(() => Object.assign(window, { sameWallet: window.wallet }))
    assert.equal(await restart.isEnabled(), false)
    for (const key of ['useLocalStorage', 'skipKeyOnboarding', 'integrity'])
      await setting(`[data-setting=${key}]`).check()
    assert.equal(await page.evaluate(() => window.wallet.isLoggedIn), true)
    await restart.click()
    await page.waitForFunction(() => {
      // It signs out first, with the settings from before.
      const { skipKeyOnboarding, integrity } = document.querySelector('wallet-embed')!
      const { isInitialized, isLoggedIn } = window.wallet
      return skipKeyOnboarding && integrity?.check && isInitialized && !isLoggedIn
    })
    assert.equal(await page.evaluate('window.wallet === window.sameWallet'), true)
    await demo.signIn(PERSON)
    const kept = page.frames().find((one) => one.url().includes('/frame?'))!
    assert.ok(await kept.evaluate(() => localStorage.length > 0))
  })

  it('has nothing to complain of in the console but the network that was retired, and asked nobody but this machine', async () => {
    assert.deepEqual(complaints, [
      'wallet-embed: Network unavailable. goerli is retired: pass the URL of a node as network.host. docs/errors.md#network_unavailable',
    ])
    const urls = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).hostname),
    )
    assert.ok(urls.length > 0)
    assert.deepEqual(
      urls.filter((host) => host !== 'localhost' && host !== '127.0.0.1'),
      [],
    )
  })
})

describe('the playground’s layout', () => {
  let world: SharedWorld

  before(async () => {
    world = await shareWorld()
  })
  after(() => world?.stop())

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`is accessible in ${colorScheme} mode`, async () => {
      const context = await world.browser.newContext({ colorScheme, reducedMotion: 'reduce' })
      const { page } = await openDemo(world, '/', context)
      await page.evaluate(OPEN_ALL)
      await page.evaluate(AXE)
      assert.deepEqual(await page.evaluate(RUN_AXE), [])
      await context.close()
    })
  }

  for (const language of ['en', 'ar']) {
    it(`does not scroll sideways on a narrow phone, in any font, in ${language}`, async () => {
      const viewport = { width: 320, height: 740 }
      const context = await world.browser.newContext({ viewport })
      const { page } = await openDemo(world, '/', context)
      await page.evaluate(OPEN_ALL)
      await page.locator('#language').selectOption(language)
      await bringFonts(page)
      for (const set of Object.keys(FONTS) as Font[]) {
        await writeIn(page, set)
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        assert.equal(width, viewport.width, set)
      }
      assert.equal(
        await page.locator('html').getAttribute('dir'),
        language === 'ar' ? 'rtl' : 'ltr',
      )
      await context.close()
    })
  }

  it('wears the theme that is chosen, also after a reload', async () => {
    const context = await world.browser.newContext({ colorScheme: 'light' })
    const { page } = await openDemo(world, '/', context)
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await ground()
    await page.locator('#page-theme [value=dark]').check()
    const dark = await ground()
    assert.notEqual(dark, light)
    await page.reload()
    assert.equal(await ground(), dark)
    // The page fills its form in when it has started.
    await page.locator('#settings-form [name=theme][value=dark]:checked').waitFor()
    await context.close()
  })
})

describe('the playground’s code', () => {
  const here = new Place()
  let context: BrowserContext
  let playground: Page

  before(async () => {
    context = await here.world.browser.newContext()
    ;({ page: playground } = await openDemo(here.world, '/', context))
    await playground.locator('#settings-form [value=top-right]').check()
  })

  /** What the tab shows, word for word. */
  const snippet = async (form: string) => {
    await playground.locator(`[data-form=${form}]`).click()
    return playground.locator('#snippet').innerText()
  }

  /** A page of somebody else's. What a bundler would do for it, an import map does. */
  const paste = async (name: string, body: string) => {
    const imports = { 'wallet-embed': '/lib.js', 'wallet-embed/define/wallet-embed': '/lib.js' }
    const map = `<script type="importmap">${JSON.stringify({ imports })}</script>`
    const head = `<head><meta charset="utf-8"><title>A site</title>${map}</head>`
    here.site.page(`/${name}`, `<!doctype html><html lang="en">${head}<body>${body}</body></html>`)
    const page = await context.newPage()
    const complaints = listen(page)
    await page.goto(`${here.site.origin(name)}/${name}`)
    return { page, complaints }
  }

  it('is copied word for word', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const code = await snippet('tag')
    await playground.locator('#copy').click()
    await playground.locator('#copy', { hasText: 'Copied' }).waitFor()
    assert.equal(await playground.evaluate(() => navigator.clipboard.readText()), code)
  })

  it('is a page of its own, with nothing but the tag', async () => {
    const page = await context.newPage()
    await page.goto(`${here.world.stack.urls.demo}/demo/tag.html`)
    const { x, y } = (await page.getByRole('button', { name: 'Open wallet' }).boundingBox())!
    assert.ok(x > page.viewportSize()!.width / 2 && y < page.viewportSize()!.height / 2)
    await page.close()
  })

  for (const form of ['cdn', 'tag', 'class']) {
    it(`brings every setting along, as ${form}, also words that would end a script`, async () => {
      await playground.evaluate(
        (settings) => localStorage.setItem('wallet-embed-playground', JSON.stringify(settings)),
        EVERYTHING,
      )
      await playground.reload()
      await playground.waitForFunction(() => window.wallet?.isInitialized)
      const code = await snippet(form)
      const body = form === 'class' ? `<script type="module">${code}</script>` : code
      const { page, complaints } = await paste(`all-${form}`, body)
      await page.getByRole('button', { name: 'My wallet' }).click()
      const frame = walletFrame(page)
      await frame.getByText(EVERYTHING.words).waitFor()
      await frame.locator('we-shell[theme=dark][style*="#0b7a53"]').waitFor()
      await frame.locator('img[src*="harbour-light"]').waitFor()
      await frame.getByRole('button', { name: 'Members of "our" <server>' }).waitFor()
      await frame.locator('a[href="https://shop.example.test/terms?a=1&b=2"]').waitFor()
      const chainId = await page.evaluate(() =>
        document.querySelector('wallet-embed')!.provider.request({ method: 'eth_chainId' }),
      )
      assert.equal(chainId, '0x7a69')
      assert.deepEqual(
        complaints.filter((text) => !/404/.test(text)),
        [],
      )
      await page.close()
    })
  }
})
