/** A person switches to an account that the site has not seen: wagmi hears of it once they let it. */
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { verifyMessage } from 'viem'

import { CHAIN_ID } from '../../demo/stack/settings.js'
import { afterEach, before, describe, it } from '../support/suite.js'
import { bundle } from './clients/bundle.js'
import { barePage } from './site.js'
import {
  approve,
  pickAccount,
  pressButton,
  skipOnboarding,
  walletFrame,
  windowOf,
} from './support.js'
import { newProfile, Place, pageAt } from './visit.js'

describe('an account that the person switches to', () => {
  const here = new Place()
  let context: BrowserContext

  before(async () => {
    const { wallet, chain } = here.world.stack.urls
    const chains = { first: { id: CHAIN_ID, url: chain }, second: { id: 31_338, url: chain } }
    const script = await bundle('wagmi')
    here.site.page('/wagmi.js', script, { 'content-type': 'text/javascript' })
    here.site.page(
      '/',
      barePage(`
        window.chains = ${JSON.stringify(chains)}
        window.wallet = new lib.Wallet({ walletUrls: { production: '${wallet}' } })
        await window.wallet.init({ network: { host: 'localhost' } })
        await import('/wagmi.js')`),
    )
  })
  afterEach(() => context?.close())

  const press = (page: Page, name: string | RegExp) =>
    pressButton(walletFrame(page).getByRole('button', { name }))

  it('reaches wagmi, once they let the site see it', async () => {
    context = await newProfile(here.world)
    const page = await pageAt(context, `${here.site.origin('shop')}/`)
    const connecting = page.evaluate(() => window.steps.connect())
    const popup = await windowOf(page, () => press(page, 'Continue with Google'))
    await pickAccount(popup, 'switches@example.test')
    const first = await connecting
    await page.evaluate(() => void window.wallet.showWallet())
    await skipOnboarding(page)
    await walletFrame(page).getByTitle('Accounts').click()
    await press(page, 'Add an account')
    await press(page, /^Account 2 /)
    const question = walletFrame(page).getByRole('heading', { name: /^Use Account 2 on / })
    await question.waitFor()
    assert.deepEqual(await page.evaluate(() => window.steps.accounts()), [first])
    await approve(walletFrame(page), 'Use Account 2')
    await page.waitForFunction(
      (before) => window.steps.accounts().then(([now]) => now !== before),
      first,
    )
    const second = await page.evaluate(async () => (await window.steps.accounts())[0]!)
    await page.getByRole('button', { name: 'Close wallet' }).click()
    const signing = page.evaluate(() => window.steps.signMessage('hello'))
    await approve(walletFrame(page))
    const signature = (await signing) as `0x${string}`
    const address = second as `0x${string}`
    assert.ok(await verifyMessage({ address, message: 'hello', signature }))
  })
})
