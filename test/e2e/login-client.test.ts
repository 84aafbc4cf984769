import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'

import { barePage, type Site, startSite } from './site.js'
import { logIn, OTHER, openDemo, PERSON, pickAccount, startWorld, type World } from './support.js'

describe('LoginClient', () => {
  let world: World
  let site: Site
  /** The person's key for the application `demo`. */
  let key: string

  before(async () => {
    site = await startSite()
    site.page('/', barePage())
    world = await startWorld({ origins: [site.origin('shop'), site.origin('forum')] })
  })
  after(async () => {
    await world?.stop()
    await site?.close()
  })

  const open = async (url: string) => {
    const context = await world.browser.newContext()
    context.setDefaultTimeout(15_000)
    const page = await context.newPage()
    await page.goto(url)
    await page.waitForFunction(() => 'loaded' in window || window.loginClient)
    return { context, page }
  }

  it('gives 64 hex digits by popup, to every instance on the page', async () => {
    const demo = await openDemo(world)
    key = await demo.loginClient(PERSON)
    assert.match(key, /^[0-9a-f]{64}$/)
    const { page } = demo
    assert.equal(await page.evaluate(() => window.loginClient.privKey), key)
    const info = await page.evaluate(() => window.loginClient.getUserInfo())
    assert.equal(info.email, PERSON)
    assert.equal(info.verifier, 'google')
    assert.deepEqual(
      Object.entries(info).filter(([, value]) => typeof value !== 'string'),
      [],
    )
    await demo.close()
  })

  it('gives the same key by redirect, keeps the rest of the URL, and hands appState back', async () => {
    const demo = await openDemo(world, '/?uxMode=redirect&tab=2#/route?x=1')
    const before = demo.page.url()
    await demo.page.evaluate(() => {
      void window.loginClient.login({ loginProvider: 'google', appState: 'where I was' })
    })
    await pickRedirected(demo.page, PERSON)
    await demo.page.waitForURL(before)
    await demo.page.waitForFunction(() => window.loginClient?.privKey)
    assert.deepEqual(
      await demo.page.evaluate(() => [window.loginClient.privKey, window.loginClient.appState]),
      [key, 'where I was'],
    )
    assert.equal(demo.page.url(), before)
    await demo.close()
  })

  it('gives each application, and each person, another key, and none of them is the wallet’s', async () => {
    const demo = await openDemo(world)
    await demo.signIn(PERSON)
    const { context, page } = await open(`${site.origin('shop')}/`)
    await makeClient(page, world, 'second')
    const keys = [
      key,
      await logIn(page, PERSON),
      await demo.loginClient(OTHER),
      await demo.walletKey(),
    ]
    assert.equal(new Set(keys).size, 4)
    await demo.close()
    await context.close()
  })

  it('has the key on another page after init(), and nowhere after logout()', async () => {
    const { context, page } = await open(`${site.origin('shop')}/`)
    await makeClient(page, world)
    const popup = page.waitForEvent('popup')
    const login = page.evaluate(() => window.loginClient.login({ loginProvider: 'google' }))
    await pickAccount(await popup, PERSON)
    assert.equal((await login).privKey, key)

    const another = await context.newPage()
    await another.goto(`${site.origin('shop')}/`)
    await makeClient(another, world)
    assert.equal(await another.evaluate(() => window.loginClient.privKey), key)

    await another.evaluate(() => window.loginClient.logout())
    await page.waitForFunction(() => window.loginClient.privKey === '')
    await page.reload()
    await makeClient(page, world)
    assert.equal(await page.evaluate(() => window.loginClient.privKey), '')
    await assert.rejects(
      page.evaluate(() => window.loginClient.getUserInfo()),
      /Nobody is logged in/,
    )
    const left = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    assert.equal(left, '{"wallet-embed:logout:demo":"plain"}')
    await context.close()
  })

  it('offers every provider when none is named', async () => {
    const demo = await openDemo(world)
    const popup = demo.page.waitForEvent('popup')
    const login = demo.page.evaluate(() => window.loginClient.login())
    const window_ = await popup
    await window_.getByRole('button', { name: 'Continue with Google' }).click()
    await pickAccount(window_, PERSON)
    assert.equal((await login).privKey, key)
    await demo.close()
  })

  it('rejects POPUP_CLOSED when the person closes the window, and can log in after', async () => {
    const demo = await openDemo(world)
    await demo.page.clock.install()
    const popup = demo.page.waitForEvent('popup')
    const closed = assert.rejects(
      demo.page.evaluate(() => window.loginClient.login({ loginProvider: 'google' })),
      /was closed before/,
    )
    const login = await popup
    await login.getByRole('button', { name: 'Cancel' }).waitFor()
    // Long enough in sight to be known as alive.
    await demo.page.clock.runFor(1_000)
    await login.close()
    await closed
    assert.equal(await demo.loginClient(PERSON), key)
    await demo.close()
  })

  it('rejects LOGIN_FAILED when the person cancels at the provider', async () => {
    const demo = await openDemo(world)
    const popup = demo.page.waitForEvent('popup')
    const refused = assert.rejects(
      demo.page.evaluate(() => window.loginClient.login({ loginProvider: 'google' })),
      /access_denied/,
    )
    await (await popup).getByRole('button', { name: 'Cancel' }).click()
    await refused
    await demo.close()
  })

  it('rejects POPUP_BLOCKED without a gesture', async () => {
    // The page tells by itself: whatever a test evaluates in it counts as a gesture.
    const options = {
      clientId: 'demo',
      uxMode: 'popup',
      walletUrls: { production: world.stack.urls.wallet },
    }
    site.page(
      '/by-itself',
      barePage(`
        const client = new lib.LoginClient(${JSON.stringify(options)})
        await client.init()
        client.login({ loginProvider: 'google' }).then(
          () => console.log('logged in'),
          ({ code }) => console.log('rejected', code),
        )`),
    )
    const context = await world.browser.newContext()
    const page = await context.newPage()
    const told = page.waitForEvent('console', { timeout: 10_000 })
    await page.goto(`${site.origin('shop')}/by-itself`)
    assert.equal((await told).text(), 'rejected POPUP_BLOCKED')
    await context.close()
  })

  for (const [what, clientId, host, text] of [
    ['a site that is not registered', 'demo', 'evil', /may not log in/i],
    ['a client id that nobody registered', 'nobody', 'shop', /no application is registered/i],
  ] as const) {
    it(`gives nothing to ${what}, and says so in the window`, async () => {
      const { context, page } = await open(`${site.origin(host)}/`)
      await makeClient(page, world, clientId)
      const popup = page.waitForEvent('popup')
      const refused = assert.rejects(
        page.evaluate(() => window.loginClient.login({ loginProvider: 'google' })),
        /was closed before/,
      )
      const login = await popup
      await login.getByText(text).first().waitFor()
      await login.close()
      await refused
      await context.close()
    })
  }

  it('ignores, and strips, a result that nobody here asked for', async () => {
    const demo = await openDemo(world, '/?uxMode=redirect#/route&wallet-login=c3RhdGU.a.b.c.d.e')
    assert.match(demo.page.url(), /#\/route$/)
    assert.equal(await demo.page.evaluate(() => window.loginClient.privKey), '')
    await demo.close()
  })
})

async function pickRedirected(page: Page, email: string): Promise<void> {
  await page.getByLabel('Any other e-mail address').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

async function makeClient(page: Page, world: World, clientId = 'demo'): Promise<void> {
  await page.waitForFunction(() => 'loaded' in window)
  await page.evaluate(
    async ([clientId, walletUrl]) => {
      const { LoginClient } = (window as unknown as { lib: typeof import('../../src/index.js') })
        .lib
      window.loginClient = new LoginClient({
        clientId,
        uxMode: 'popup',
        walletUrls: { production: walletUrl },
      })
      await window.loginClient.init()
    },
    [clientId, world.stack.urls.wallet] as const,
  )
}
