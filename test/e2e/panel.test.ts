/** A press on a panel that has just opened is the wallet's. */
import assert from 'node:assert/strict'
import type { BrowserContext, Frame, Page } from 'playwright-core'

import { before, describe, it } from '../support/suite.js'
import { until } from '../support/until.js'
import { barePage } from './site.js'
import { walletFrame } from './support.js'
import { newProfile, Place, pageAt } from './visit.js'

/** A phone of the cheaper kind. */
const SLOWER = 20

describe('the panel of a site', () => {
  const here = new Place()
  let context: BrowserContext
  let page: Page
  /** On another site, and so in its own process: the browser brings presses there. */
  let wallet: Frame

  before(async () => {
    here.site.page(
      '/',
      barePage(`
        document.body.append(document.createElement('input'))
        window.wallet = new lib.Wallet({ walletUrls: { production: '${here.world.stack.urls.wallet}' } })
        await wallet.init({ network: { host: 'localhost' } })
        window.pressed = 0
        addEventListener('pointerdown', () => pressed++, true)`),
    )
    context = await newProfile(here.world)
    page = await pageAt(context, `${here.site.origin('shop')}/`)
    wallet = page.frames().find((frame) => frame !== page.mainFrame())!
  })

  it('takes a press as soon as it is open, also where the wallet is slow', async () => {
    const button = walletFrame(page).getByRole('button', { name: 'Continue with Google' })
    const open = () => page.getByRole('button', { name: 'Open wallet' }).click()
    await open()
    const { x, y } = (await button.boundingBox())!
    await page.getByRole('button', { name: 'Close wallet' }).click()
    await button.waitFor({ state: 'hidden' })
    await wallet.evaluate(`{
      window.heard = 0
      addEventListener('pointerdown', () => heard++, true)
      addEventListener('click', (event) => event.stopPropagation(), true)
    }`)
    const session = await context.newCDPSession(wallet)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await open()
    // The page has drawn the panel: before that there is nothing to see, and nothing to press.
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
    )
    await page.mouse.click(x + 20, y + 20)
    await until('the press', () => wallet.evaluate('heard'))
    // One on the button that opens the panel.
    assert.equal(await page.evaluate('pressed'), 3)
  })
})
