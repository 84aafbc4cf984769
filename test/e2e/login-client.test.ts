import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

import { before, describe, it } from '../support/suite.js'
import { barePage } from './site.js'
import { logIn, OTHER, openDemo, PERSON, pickAccount, type SharedWorld } from './support.js'
import { newProfile, Place } from './visit.js'

describe('LoginClient', () => {
  const here = new Place()
  /** The person's key for the application `demo`. */
  let key: string

  before(async () => {
    here.site.page('/', barePage())
  })

  const open = async (url: string) => {
    const context = await newProfile(here.world)
    const page = await context.newPage()
    await page.goto(url)
    await page.waitForFunction(() => 'loaded' in window || window.loginClient)
    return { context, page }
  }

  it('gives 64 hex digits by popup, to every instance on the page', async () => {
    const demo = await openDemo(here.world)
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

  it('gives each application, and each person, another key, and none of them is the wallet’s', async () => {
    const demo = await openDemo(here.world)
    await demo.signIn(PERSON)
    const { context, page } = await open(`${here.site.origin('shop')}/`)
    await makeClient(page, here.world, 'second')
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

  /** A login with these parameters, and what comes of it. */
  const attempt = async (page: Page, params: object) => {
    const popup = page.waitForEvent('popup')
    const login = page.evaluate(
      (params) =>
        window.loginClient.login({ loginProvider: 'google', relogin: true, ...params }).then(
          ({ privKey }) => privKey,
          (error) => `${error.code} ${error.detail ?? ''}`,
        ),
      { ...params, skipKeyOnboarding: true },
    )
    return { popup: await popup, login }
  }

  it('gives the wallet’s own key only where the operator and the person say so (getWalletKey)', async () => {
    const demo = await openDemo(here.world)
    await demo.signIn(PERSON)
    const walletKey = await demo.walletKey()
    const unasked = await attempt(demo.page, { getWalletKey: true })
    assert.match(await unasked.login, /^UNAUTHORIZED getWalletKey: /)
    await demo.close()

    const { context, page } = await open(`${here.site.origin('shop')}/`)
    await makeClient(page, here.world, 'keeper')
    for (const answer of ['Cancel', 'Give the key']) {
      const { popup, login } = await attempt(page, { getWalletKey: true })
      await pickRedirected(popup, PERSON)
      await popup.getByText('Give Keeper the key to your wallet?').waitFor()
      const give = popup.getByRole('button', { name: 'Give the key' })
      assert.equal(await give.getAttribute('aria-disabled'), 'true', 'nothing is ticked')
      if (answer === 'Cancel') {
        await popup.getByRole('button', { name: 'Cancel', exact: true }).click()
        assert.match(await login, /^USER_REJECTED/)
      } else {
        await popup.getByRole('checkbox').check()
        await give.and(popup.locator('[aria-disabled=false]')).click()
        assert.equal(await login, walletKey)
      }
    }
    assert.equal(await page.evaluate(() => window.loginClient.privKey), walletKey)
    await context.close()
  })

  it('sends what the page adds to the provider, and holds the answer to it', async () => {
    const { context, page } = await open(`${here.site.origin('shop')}/`)
    await makeClient(page, here.world)
    const extraLoginOptions = { login_hint: OTHER, max_age: 600, prompt: 'login' }
    const hinted = await attempt(page, { extraLoginOptions })
    const field = hinted.popup.getByLabel('Any other e-mail address')
    assert.equal(await field.inputValue(), OTHER)
    const closed = hinted.popup.waitForEvent('close')
    await hinted.popup.getByRole('button', { name: 'Continue', exact: true }).click()
    await closed
    assert.match(await hinted.login, /^[0-9a-f]{64}$/)

    for (const [extra, expected] of [
      [{ prompt: 'none', login_hint: PERSON }, /^LOGIN_FAILED login_required/],
      [{ max_age: 'soon' }, /^INVALID_ARGUMENT extraLoginOptions\.max_age: /],
      [{ verifierIdField: 'sub' }, /^INVALID_ARGUMENT extraLoginOptions\.verifierIdField: /],
      [{ domain: 'evil.example.test' }, /^UNKNOWN_VERIFIER google at evil\.example\.test/],
    ] as const) {
      const { login } = await attempt(page, { extraLoginOptions: extra })
      assert.match(await login, expected)
    }
    await context.close()
  })

  it('tells people in an app’s own browser, which the provider refuses, where to go on', async () => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Mobile/21E219 Instagram 325.0'
    const context = await here.world.browser.newContext({ userAgent })
    const page = await context.newPage()
    await page.goto(`${here.site.origin('shop')}/`)
    await makeClient(page, here.world)
    const { popup, login } = await attempt(page, {})
    await popup.getByText('Google does not allow signing in inside Instagram.').waitFor()
    await popup.getByText(here.site.origin('shop'), { exact: true }).waitFor()
    await popup.getByRole('button', { name: 'Copy the link' }).waitFor()
    await popup.getByRole('button', { name: 'Try it here' }).click()
    await pickAccount(popup, PERSON)
    assert.equal(await login, key)
    await context.close()
  })

  it('gives nothing to a client id that nobody registered, and says so to the page and in the window', async () => {
    const { context, page } = await open(`${here.site.origin('shop')}/`)
    await makeClient(page, here.world, 'nobody')
    const { popup, login } = await attempt(page, {})
    assert.match(await login, /^UNKNOWN_CLIENT nobody:/)
    await popup
      .getByText(/no application is registered/i)
      .first()
      .waitFor()
    await context.close()
  })
})

async function pickRedirected(page: Page, email: string): Promise<void> {
  await page.getByLabel('Any other e-mail address').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

async function makeClient(page: Page, world: SharedWorld, clientId = 'demo'): Promise<void> {
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
