/**
 * How many presses a yes costs from the click on the site's own button on, whichever library the site asks by: one, in
 * the window that the same click opens. In a page that the operator trusts no window could come too late, and the walk
 * in test/engines counts.
 */
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'

import { CHAIN_ID } from '../../demo/stack/settings.js'
import { Rpc } from '../../src/chain/rpc/rpc.js'
import { after, before, describe, it } from '../support/suite.js'
import { bundle, CLIENTS } from './clients/bundle.js'
import { BUTTONS, barePage } from './site.js'
import { closed, PERSON, pickAccount, pressButton, walletFrame } from './support.js'
import { newProfile, Place, pageAt } from './visit.js'

const TO = '0x52908400098527886E0F7030069857D2E4169EE7'
/** What a site has its library do, by the button's name. */
const ASKED = {
  Message: `steps.signMessage('hi')`,
  'Typed data': 'steps.signTypedData()',
  Payment: `steps.send('${TO}', '${10n ** 17n}')`,
}

/** One press, and none before it: nothing has to be read on, and no danger ticked. */
async function approve(wallet: Page): Promise<void> {
  const yes = wallet.getByRole('button', { name: 'Approve', exact: true })
  await yes.and(wallet.locator('[aria-disabled=false]')).waitFor()
  // A mouse comes from somewhere.
  await yes.hover({ position: { x: 16, y: 20 } })
  await yes.click()
}

describe('a yes costs one press', { concurrency: 3 }, () => {
  const here = new Place('asking')

  before(async () => {
    const { urls } = here.world.stack
    const chain = { id: CHAIN_ID, url: urls.chain }
    for (const client of CLIENTS) {
      here.site.page(`/${client}.js`, await bundle(client), { 'content-type': 'text/javascript' })
      here.site.page(
        `/${client}`,
        barePage(`
          window.chains = ${JSON.stringify({ first: chain, second: chain })}
          window.wallet = new lib.Wallet({ walletUrls: { production: '${urls.wallet}' } })
          await wallet.init({ network: { host: 'localhost' } })
          await import('/${client}.js')
          ${BUTTONS}
          addButtons({
            Connect: () => steps.connect().then(() => 'done'),
            ${Object.entries(ASKED)
              .map(([name, act]) => `'${name}': () => ${act}.then(() => 'done')`)
              .join(',\n            ')}
          })`),
      )
    }
  })

  for (const client of CLIENTS) {
    describe(`on the page of a site that is not listed and uses ${client}`, {
      concurrency: 1,
    }, () => {
      let context: BrowserContext
      let page: Page

      const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
      const outcome = async (): Promise<unknown> => {
        await page.waitForFunction('outcomes.length')
        return page.evaluate('outcomes.pop()')
      }

      before(async () => {
        context = await newProfile(here.world, { viewport: { width: 1280, height: 900 } })
        page = await pageAt(context, `${here.site.origin('stranger')}/${client}`)
        await press('Connect')
        const popup = page.waitForEvent('popup')
        const google = walletFrame(page).getByRole('button', { name: 'Continue with Google' })
        await pressButton(google)
        // With nonces of their own.
        await pickAccount(await popup, `stranger.${client}.${PERSON}`)
        assert.equal(await outcome(), 'done')
        const [account] = await page.evaluate(() => window.steps.accounts())
        const chain = new Rpc(here.world.stack.urls.chain)
        await chain.request('anvil_setBalance', [account, '0xde0b6b3a7640000'])
      })
      after(() => context?.close())

      for (const name of Object.keys(ASKED)) {
        it(`for what its button “${name}” asks`, async () => {
          const [popup] = await Promise.all([page.waitForEvent('popup'), press(name)])
          await approve(popup)
          assert.equal(await outcome(), 'done')
          await closed(popup)
        })
      }
    })
  }
})
