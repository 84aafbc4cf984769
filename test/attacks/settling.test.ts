import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

import { clientPage, closeWindow, outcome, windowOf } from '../e2e/closing.js'
import { type Site, startSite } from '../e2e/site.js'
import { startWorld, type World } from '../e2e/support.js'
import { newProfile, pageAt } from '../e2e/visit.js'
import { type OddProvider, startOddProvider, type TROUBLES } from '../support/odd-provider.js'
import { pass } from '../support/until.js'
import { claim } from './claim.js'

const ATTACKS: [id: string, trouble: keyof typeof TROUBLES, name: string][] = [
  ['github', 'hanging', 'A provider takes the request and never answers'],
  ['discord', 'half', 'A provider answers with its first bytes and never ends'],
  ['reddit', 'void', 'A provider cuts the window off from the page and shows nothing'],
  ['facebook', 'loop', 'A provider leads back to itself for ever'],
  ['linkedin', 'twice', 'A provider cuts the window off and opens another one'],
]
/** Milliseconds, in which the trouble is well under way. */
const MEANWHILE = 1_500

const SAYS = 'No provider can keep a login pending for a person who closed its window'

claim(SAYS, { concurrency: ATTACKS.length }, (suite) => {
  let world: World
  let site: Site
  let provider: OddProvider

  suite.before(async () => {
    site = await startSite()
    provider = await startOddProvider()
    const verifiers = ATTACKS.map(([id, trouble]) => [
      id,
      { authorizationEndpoint: provider.authorize(id, trouble) },
    ])
    world = await startWorld({
      origins: [site.origin('shop')],
      verifiers: Object.fromEntries(verifiers),
    })
    const { idp, wallet } = world.stack.urls
    provider.front(idp)
    const ids = ATTACKS.map(([id]) => id)
    site.page('/client', clientPage(wallet, ids))
  })
  suite.after(async () => {
    provider?.close()
    await world?.stop()
    await site?.close()
  })

  const open = async (): Promise<Page> => {
    const context = await newProfile(world)
    const page = await pageAt(context, `${site.origin('shop')}/client`)
    return page
  }

  for (const [id, , name] of ATTACKS) {
    suite.attack(
      name,
      'The login ends with POPUP_CLOSED, and the next press opens a window',
      async () => {
        const page = await open()
        const button = page.locator(`login-button[provider=${id}]`).getByRole('button')
        await windowOf(page, () => button.click())
        await pass(MEANWHILE)
        await closeWindow(page)
        assert.equal(await outcome(page, 0), 'POPUP_CLOSED')
        await windowOf(page, () => button.click())
        await page.context().close()
      },
    )
  }
})
