/** What a page may do to the panel without keeping a person from an answer, and when they are told why they cannot give one. */
import assert from 'node:assert/strict'

import { ARMING_TIME } from '../../src/app/approval/approval-guard.js'
import { Asking } from '../attacks/support/asking.js'
import { after, afterEach, before, describe, it } from '../support/suite.js'
import { until } from '../support/until.js'
import { approve as approveIn, skipOnboarding, walletFrame } from './support.js'
import { LAYOUTS, overlay } from './tricks.js'

const REASON = 'Approving is possible when the whole wallet can be seen.'
const COVER = overlay('background:#fff')
/** Nothing that is pressed counts under it, and everything arrives. */
const TINT = overlay('background:rgb(255 0 0 / 0.01);pointer-events:none')

describe('a page', () => {
  let asking: Asking

  before(async () => {
    asking = await Asking.start()
  })
  after(() => asking?.stop())
  afterEach(async () => {
    await asking.undo()
    // What a failed test left behind is not the next one's.
    if (await asking.isAsked()) await asking.reject()
  })

  const button = (name: string) =>
    walletFrame(asking.page).getByRole('button', { name, exact: true })
  const becomes = (outcome: string) =>
    asking.page.waitForFunction(`window.outcome === '${outcome}'`)

  /** The pointer comes to where the panel is now, and then presses. */
  async function approve(): Promise<void> {
    await asking.armed.waitFor()
    // It comes from elsewhere: a press where it had been all the time is none.
    await asking.approve.hover({ position: { x: 16, y: 20 } })
    await asking.approve.click()
    await becomes('approved')
  }

  it('gets no yes, and the person is told why, where the panel is covered from the beginning', async () => {
    await asking.page.evaluate(() => window.wallet.showWallet('home'))
    await skipOnboarding(asking.page)
    await button('Log out').waitFor()
    await asking.run(TINT)
    await asking.ask('a message')
    await walletFrame(asking.page).getByText(REASON).waitFor()
    await asking.insist()
    await asking.undo()
    await approve()
    await asking.page.getByRole('button', { name: 'Close wallet' }).click()
    await asking.page.locator('wallet-embed dialog').waitFor({ state: 'hidden' })
  })

  for (const how of ['mouse', 'Enter', 'Space'] as const) {
    it(`gets no yes by uncovering the panel right before the press (${how})`, async () => {
      let isAsked = false
      // A yes that comes later than the wallet's pause after the uncovering is a true one: that try shows nothing.
      await until('a press soon after the uncovering', async () => {
        await asking.ask('a message')
        await asking.armed.waitFor()
        const { x, y } = (await asking.point())!
        await asking.approve.focus()
        await asking.run(COVER)
        await asking.disarmed.waitFor({ state: 'attached' })
        const uncovered = performance.now()
        await asking.undo()
        if (how === 'mouse') await asking.page.mouse.click(x, y)
        else await asking.page.keyboard.press(how)
        const isSoon = performance.now() - uncovered < ARMING_TIME
        isAsked = await asking.isAsked()
        return isSoon
      })
      assert.equal(isAsked, true)
      await approve()
    })
  }

  it('gets no yes by swapping the request under the finger', async () => {
    await asking.ask('a message')
    await asking.armed.waitFor()
    const { x, y } = (await asking.approve.boundingBox())!
    await asking.page.mouse.move(x + 20, y + 20)
    await asking.page.mouse.down()
    await asking.run(
      `document.querySelector('wallet-embed').shadowRoot.querySelector('dialog').dispatchEvent(new Event('cancel'))`,
    )
    await becomes('refused with 4001')
    await asking.ask('typed data')
    await asking.page.mouse.up()
    await asking.assertUnanswered('mouse')
  })

  it('lets a person reject while the panel is covered', async () => {
    await asking.ask('a message')
    await asking.run(TINT)
    await asking.disarmed.waitFor()
    await button('Reject').click()
    await becomes('refused with 4001')
  })

  for (const [name, script] of Object.entries(LAYOUTS)) {
    it(`with ${name} lets a person approve`, async () => {
      // A popover over an open dialog has its backdrop over it too.
      await asking.page.locator('wallet-embed dialog').waitFor({ state: 'hidden' })
      await asking.run(script)
      await asking.ask('a message')
      await approve()
      await asking.run('scrollTo(0, 0)')
    })
  }

  it('with all of that lets a person approve by the keyboard', async () => {
    await asking.page.locator('wallet-embed dialog').waitFor({ state: 'hidden' })
    for (const script of Object.values(LAYOUTS)) await asking.run(script)
    await asking.ask('a message')
    await asking.armed.waitFor()
    await asking.approve.press('Enter')
    await becomes('approved')
    await asking.run('scrollTo(0, 0)')
  })

  it('that keeps a question unproven can be answered in a window', async () => {
    await asking.ask('a message')
    await asking.armed.waitFor()
    await asking.run(TINT)
    const opened = asking.page.waitForEvent('popup')
    await button('Continue in a window').click()
    const popup = await opened
    await popup.getByText(`shop.localhost:${asking.site.port}`).waitFor()
    await approveIn(popup)
    await becomes('approved')
  })
})
