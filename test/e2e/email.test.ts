/** Sign-in by e-mail, from the wallet's frame and from a login client, through a real mail server. */
import assert from 'node:assert/strict'
import type { FrameLocator, Page } from 'playwright-core'

import { after, before, describe, it } from '../support/suite.js'
import { typeMailedCode } from './mail.js'
import { openDemo, PERSON, request, type SharedWorld, shareWorld } from './support.js'

describe('a sign-in by e-mail', () => {
  let world: SharedWorld
  /** The person's key for the application `demo`. */
  let key: string

  before(async () => {
    world = await shareWorld()
  })
  after(() => world?.stop())

  const typeCode = (place: Page | FrameLocator, email: string) =>
    typeMailedCode(world, place, email)

  const profile = (email: string) => ({
    email,
    name: '',
    profileImage: '',
    aggregateVerifier: '',
    verifier: 'email_passwordless',
    verifierId: email,
    typeOfLogin: 'email_passwordless',
  })

  it('opens the wallet in its frame without a window, and gives the same account however it is typed', async () => {
    const addresses: unknown[] = []
    for (const email of [PERSON, PERSON.toUpperCase()]) {
      const demo = await openDemo(world)
      const windows: unknown[] = []
      demo.page.on('popup', (popup) => windows.push(popup))
      await demo.openWallet()
      await typeCode(demo.frame, email)
      await demo.page.waitForFunction(() => window.wallet.isLoggedIn)
      const info = await demo.page.evaluate(() => window.wallet.getUserInfo())
      assert.deepEqual(info, profile(PERSON))
      addresses.push(await request(demo.page, 'eth_accounts'))
      assert.equal(windows.length, 0)
      await demo.close()
    }
    assert.match(String(addresses[0]), /^0x[0-9a-fA-F]{40}$/)
    assert.deepEqual(addresses[0], addresses[1])
  })

  it('gives a login client its key by popup, and the seven fields of the profile', async () => {
    const demo = await openDemo(world)
    const popup = demo.page.waitForEvent('popup')
    const login = demo.page.evaluate(
      (login_hint) =>
        window.loginClient.login({
          loginProvider: 'email_passwordless',
          extraLoginOptions: { login_hint },
          skipKeyOnboarding: true,
        }),
      PERSON,
    )
    const window_ = await popup
    assert.equal(await window_.getByLabel('E-mail address').inputValue(), PERSON)
    const closed = window_.waitForEvent('close')
    await typeCode(window_, PERSON)
    await closed
    key = (await login).privKey
    assert.match(key, /^[0-9a-f]{64}$/)
    assert.deepEqual(
      await demo.page.evaluate(() => window.loginClient.getUserInfo()),
      profile(PERSON),
    )
    await demo.close()
  })

  it('gives the same key by redirect, where the person chooses e-mail', async () => {
    const demo = await openDemo(world, '/?uxMode=redirect')
    const before = demo.page.url()
    await demo.page.evaluate(() => void window.loginClient.login({ skipKeyOnboarding: true }))
    await demo.page.getByRole('button', { name: 'Continue with email' }).click()
    await demo.page.getByRole('button', { name: 'Back' }).click()
    await typeCode(demo.page, PERSON)
    await demo.page.waitForURL(before)
    await demo.page.waitForFunction(() => window.loginClient?.privKey)
    assert.equal(await demo.page.evaluate(() => window.loginClient.privKey), key)
    await demo.close()
  })
})
