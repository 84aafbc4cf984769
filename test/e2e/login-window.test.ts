/** The wallet's login window: opened, blocked, closed, refused. */
import assert from 'node:assert/strict'

import { after, before, describe, it } from '../support/suite.js'
import {
  type Demo,
  openDemo,
  PERSON,
  pickAccount,
  type SharedWorld,
  shareWorld,
} from './support.js'

describe("the wallet's login window", () => {
  let world: SharedWorld
  let demo: Demo

  before(async () => {
    world = await shareWorld()
  })
  after(() => world?.stop())

  const loginOutcome = (verifier?: string) =>
    demo.page.evaluate(
      (verifier) =>
        window.wallet.login(verifier ? { verifier } : {}).then(
          (accounts) => accounts.length,
          (error) => error.code as string,
        ),
      verifier,
    )

  it('is for the provider that the page names, in the click of the page', async () => {
    demo = await openDemo(world)
    const outcome = demo.page.evaluate(
      () =>
        new Promise((resolve) => {
          const button = document.createElement('button')
          button.textContent = 'Google, please'
          button.onclick = () =>
            window.wallet
              .login({ verifier: 'google' })
              .then(({ length }) => resolve(length), resolve)
          document.body.prepend(button)
        }),
    )
    const popup = demo.page.waitForEvent('popup')
    await demo.page.getByRole('button', { name: 'Google, please' }).click()
    await pickAccount(await popup, PERSON)
    assert.equal(await outcome, 1)
    await demo.close()
  })

  it('may be closed: the person is told, and can try again', async () => {
    demo = await openDemo(world)
    await demo.context.clock.install()
    const outcome = loginOutcome()
    const popup = demo.page.waitForEvent('popup')
    await demo.press('Continue with Google')
    await (await popup).getByRole('button', { name: 'Cancel' }).waitFor()
    // Long enough in sight to be known as alive.
    await demo.context.clock.runFor(1_000)
    await (await popup).close()
    await demo.frame
      .getByRole('alert')
      .getByText(/closed/i)
      .waitFor()
    await demo.finishSignIn(PERSON)
    assert.equal(await outcome, 1)
    await demo.close()
  })

  it('may be closed, and the panel after it: login() rejects USER_REJECTED', async () => {
    demo = await openDemo(world)
    const outcome = loginOutcome()
    const popup = demo.page.waitForEvent('popup')
    await demo.press('Continue with Google')
    // The browser loses a wish to close a window that is on its way to another page.
    await (await popup).getByRole('button', { name: 'Cancel' }).waitFor()
    await (await popup).close()
    await demo.closeWallet()
    assert.equal(await outcome, 'USER_REJECTED')
    await demo.close()
  })

  it('may be refused at the provider: the person is told, and can try again', async () => {
    demo = await openDemo(world)
    const outcome = loginOutcome()
    const popup = demo.page.waitForEvent('popup')
    await demo.press('Continue with Google')
    await (await popup).getByRole('button', { name: 'Cancel' }).click()
    await demo.frame.getByRole('alert').first().waitFor()
    await demo.finishSignIn(PERSON)
    assert.equal(await outcome, 1)
    await demo.close()
  })

  it('offers a button when the browser blocks it, tells the page, and goes on from there', async () => {
    demo = await openDemo(world)
    const frame = demo.page.frames().find((one) => one.url().includes('/frame?'))!
    // As a browser that blocks: no window for a call without a click of its own.
    await frame.evaluate(`{
      const open = window.open
      let isFirst = true
      window.open = (...args) => (isFirst ? ((isFirst = false), null) : open.apply(window, args))
    }`)
    await demo.page.evaluate(() => {
      window.open = () => null
      window.heard = []
      window.wallet.on('popupBlocked', () => window.heard.push('popupBlocked'))
    })
    const outcome = loginOutcome('google')
    const button = demo.frame.getByRole('button', { name: 'Continue', exact: true })
    await button.waitFor()
    await demo.page.waitForFunction(() => window.heard.length === 1)
    const popup = demo.page.waitForEvent('popup')
    await button.press('Enter')
    await pickAccount(await popup, PERSON)
    assert.equal(await outcome, 1)
    await demo.close()
  })
})
