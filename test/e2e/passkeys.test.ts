/** Passkeys, with the browser's own virtual authenticator: an account in a passkey, and fast login. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { mnemonicToAccount } from 'viem/accounts'

import { after, before, describe, it } from '../support/suite.js'
import { Device } from './device.js'
import { openDemo, PERSON, request, startWorld, type World, windowOf } from './support.js'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const outcome = (page: Page, params: object) =>
  page.evaluate(
    (params) =>
      window.loginClient.login(params).then(
        ({ privKey }) => privKey,
        ({ code }) => code as string,
      ),
    params,
  )

describe('passkeys', () => {
  let world: World

  before(async () => {
    world = await startWorld()
  })
  after(() => world?.stop())

  const openRedirect = async () => {
    const demo = await openDemo(world, '/?uxMode=redirect')
    return { demo, page: demo.page, device: await Device.add(demo.page) }
  }
  /** Leaves for the login window in the same tab. */
  const leave = async (page: Page, params: object) => {
    await page.evaluate(
      (params) => window.loginClient.init().then(() => void window.loginClient.login(params)),
      { ...params, skipKeyOnboarding: true },
    )
    await page.waitForURL(`${world.stack.urls.wallet}/login**`)
  }
  /** Back on the page. */
  const keyOf = async (page: Page): Promise<string> => {
    await page.waitForFunction(() => window.loginClient?.privKey)
    return page.evaluate(() => window.loginClient.init().then(() => window.loginClient.privKey))
  }

  // Each for a different visitor.
  describe('of anybody', { concurrency: 3 }, () => {
    it('hold an account of their own, in a window: created, and its user info is of the account alone', async () => {
      const { page, close } = await openDemo(world).then((demo) => ({
        page: demo.page,
        close: () => demo.close(),
      }))
      const popup = page.waitForEvent('popup')
      const login = outcome(page, { loginProvider: 'webauthn' })
      const window_ = await popup
      await Device.add(window_)
      await press(window_, 'Create a passkey')
      assert.match(await login, /^[0-9a-f]{64}$/)
      const info = await page.evaluate(() => window.loginClient.getUserInfo())
      assert.match(info.verifierId, /^0x[0-9a-fA-F]{40}$/)
      const { verifierId, ...rest } = info
      assert.deepEqual(rest, {
        email: '',
        name: '',
        profileImage: '',
        aggregateVerifier: '',
        verifier: 'webauthn',
        typeOfLogin: 'webauthn',
      })
      await close()
    })

    it('hold an account of their own, by redirect: the same key and account the second time', async () => {
      const { demo, page, device } = await openRedirect()
      await leave(page, { loginProvider: 'webauthn' })
      await press(page, 'Create a passkey')
      const key = await keyOf(page)
      const { verifierId } = await page.evaluate(() => window.loginClient.getUserInfo())
      await page.evaluate(() => window.loginClient.logout())
      await leave(page, { loginProvider: 'webauthn' })
      await press(page, 'Use a passkey')
      assert.equal(await keyOf(page), key)
      assert.equal(
        (await page.evaluate(() => window.loginClient.getUserInfo())).verifierId,
        verifierId,
      )
      assert.equal(await device.count(), 1)

      // A second passkey is a second account.
      await page.evaluate(() => window.loginClient.logout())
      await leave(page, { loginProvider: 'webauthn' })
      await press(page, 'Create a passkey')
      assert.notEqual(await keyOf(page), key)
      await demo.close()
    })

    it('that cannot keep a key end in PASSKEY_UNAVAILABLE, which the window says first', async () => {
      const demo = await openDemo(world)
      const popup = demo.page.waitForEvent('popup')
      const login = outcome(demo.page, { loginProvider: 'webauthn' })
      const window_ = await popup
      await Device.add(window_, { hasPrf: false })
      await press(window_, 'Create a passkey')
      await window_.getByRole('heading', { name: 'Passkeys do not work here' }).waitFor()
      await press(window_, 'Cancel')
      assert.equal(await login, 'PASSKEY_UNAVAILABLE')
      await demo.close()
    })

    it('are among the ways to sign in, and lead back to the others', async () => {
      const demo = await openDemo(world)
      const popup = demo.page.waitForEvent('popup')
      const login = outcome(demo.page, {})
      const window_ = await popup
      await press(window_, 'Continue with a passkey')
      await press(window_, 'Sign in another way')
      await press(window_, 'Continue with a passkey')
      await press(window_, 'Cancel')
      assert.equal(await login, 'USER_REJECTED')
      await demo.close()
    })

    it('open the wallet in the frame, by a window of its own', async () => {
      const demo = await openDemo(world)
      await demo.openWallet()
      const popup = demo.page.waitForEvent('popup')
      await demo.press('Continue with a passkey')
      const window_ = await popup
      await Device.add(window_)
      await press(window_, 'Create a passkey')
      await demo.page.waitForFunction(() => window.wallet.isLoggedIn)
      const [address] = (await request(demo.page, 'eth_accounts')) as string[]
      const info = await demo.page.evaluate(() => window.wallet.getUserInfo())
      assert.equal(info.verifierId, address)
      await demo.closeWallet()
      assert.equal(mnemonicToAccount(await demo.recoveryPhrase()).address, address)
      await demo.close()
    })

    it('are added from the frame, for the account that is open there', async () => {
      const demo = await openDemo(world)
      await demo.signIn(PERSON)
      await demo.openWallet()
      await demo.press('Settings')
      const popup = demo.page.waitForEvent('popup')
      await demo.press('Add a passkey')
      const window_ = await popup
      await Device.add(window_)
      const closed = window_.waitForEvent('close')
      await press(window_, 'Create a passkey')
      await closed
      const link = demo.frame.getByRole('link', { name: 'Passkeys' })
      const list = await windowOf(demo.page, () => link.click())
      await list.getByText(PERSON).waitFor()
      await list.getByText('Signs in faster, on this device only').waitFor()
      await demo.close()
    })

    it('open the wallet in the click of the page', async () => {
      const demo = await openDemo(world)
      await demo.page.evaluate(() => {
        const button = document.createElement('button')
        button.textContent = 'Passkey, please'
        button.onclick = () => void window.wallet.login({ verifier: 'webauthn' })
        document.body.prepend(button)
      })
      const popup = demo.page.waitForEvent('popup')
      await demo.page.getByRole('button', { name: 'Passkey, please' }).click()
      const window_ = await popup
      await Device.add(window_)
      await press(window_, 'Create a passkey')
      await demo.page.waitForFunction(() => window.wallet.isLoggedIn)
      await demo.close()
    })
  })

  // One visitor's story: each goes on from where the one before it ended, signed in.
  describe('for a fast login', () => {
    let page: Page
    let device: Device
    let key: string
    let close: () => Promise<void>

    before(async () => {
      const opened = await openRedirect()
      page = opened.page
      device = opened.device
      close = () => opened.demo.close()
    })
    after(() => close?.())

    const google = { loginProvider: 'google', fastLogin: true }
    const pick = async () => {
      await page.getByLabel('Any other e-mail address').fill(PERSON)
      await press(page, 'Continue')
    }
    const logOut = (params: object) =>
      page.evaluate((params) => window.loginClient.logout(params), params)
    /** What the wallet's own pages have, in another tab. */
    const storedPasskeys = async (): Promise<string> => {
      const wallet = await page.context().newPage()
      await wallet.goto(`${world.stack.urls.wallet}/login#passkeys`)
      await wallet.getByRole('heading', { name: 'Passkeys' }).waitFor()
      const stored = await wallet.evaluate(() => localStorage.getItem('wallet-embed:passkeys'))
      await wallet.close()
      return stored ?? ''
    }

    it('are offered after a login, and made in a click', async () => {
      await leave(page, google)
      await pick()
      await page.getByRole('heading', { name: 'Sign in faster next time?' }).waitFor()
      await press(page, 'Create a passkey')
      key = await keyOf(page)
      assert.match(await storedPasskeys(), /"wrapped":\{/)
    })

    it('need neither the identity provider nor a key node, after logout({ fastLogin: true })', async () => {
      const info = await page.evaluate(() => window.loginClient.getUserInfo())
      await logOut({ fastLogin: true })
      const { idp, node1, node2, node3 } = world.stack.processes
      const programs = [idp, node1, node2, node3]
      await Promise.all(programs.map((program) => program.kill()))
      await page.evaluate(() => void window.loginClient.login({ fastLogin: true }))
      assert.equal(await keyOf(page), key)
      assert.deepEqual(await page.evaluate(() => window.loginClient.getUserInfo()), info)
      await Promise.all(programs.map((program) => program.start()))
    })

    it('that are not confirmed lead to the provider as ever, to the same key', async () => {
      await logOut({ fastLogin: true })
      await device.remove()
      device = await Device.add(page, { isUserVerified: false })
      await leave(page, google)
      await page.getByText(PERSON).waitFor()
      await page.getByRole('alert').getByText('That did not work').waitFor()
      await press(page, 'Sign in another way')
      await pick()
      assert.equal(await keyOf(page), key)
      await device.remove()
      device = await Device.add(page)
    })

    it('are gone after a plain logout(): the provider asks again, and nothing wrapped is left', async () => {
      await logOut({})
      await leave(page, google)
      await page.getByLabel('Any other e-mail address').waitFor()
      assert.equal((await storedPasskeys()).includes('"wrapped":{'), false)
      await pick()
      await press(page, 'Not now')
      assert.equal(await keyOf(page), key)
    })

    it('are offered once: who said no is asked again only after logout({ fastLogin: true })', async () => {
      await logOut({})
      await leave(page, google)
      await pick()
      await keyOf(page)
      await logOut({ fastLogin: true })
      await leave(page, google)
      await pick()
      await press(page, 'Create a passkey')
      assert.equal(await keyOf(page), key)
    })

    it('are listed in the wallet, and removed there: the provider asks again', async () => {
      await logOut({ fastLogin: true })
      await page.goto(`${world.stack.urls.wallet}/login#passkeys`)
      await page.getByText(PERSON).waitFor()
      await press(page, 'Remove')
      await page.getByText('Remove this passkey?').waitFor()
      await press(page, 'Remove')
      await page.getByText('This browser knows no passkey of yours yet.').waitFor()
      await page.goto(`${world.stack.urls.demo}/?uxMode=redirect`)
      await page.waitForFunction(() => window.loginClient)
      await leave(page, google)
      await page.getByLabel('Any other e-mail address').waitFor()
    })
  })
})
