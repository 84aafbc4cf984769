/** The demo's fourth step: what a dishonest site would ask, as the wallet says it, and as the page tells the outcome. */
import assert from 'node:assert/strict'
import { from } from 'ox/ContractAddress'
import type { Page } from 'playwright-core'

import { MAKER, TOKEN } from '../../demo/page/play-token.js'
import { DEPLOY_DATA } from '../../demo/page/token-code.js'
import { deployData } from '../support/contracts.js'
import { after, before, describe, it } from '../support/suite.js'
import { openWatched } from './complaints.js'
import {
  type Demo,
  PERSON,
  pressButton,
  type SharedWorld,
  shareWorld,
  walletFrame,
} from './support.js'

/** Button, and what the wallet says. */
const TRICKS = [
  ['trick-sign-in', /This sign-in is for bank\.example/],
  ['trick-address', /This is NOT the address that you know/],
  ['trick-cap', /This allows spending all of these tokens/],
  ['trick-gift', /That is all your HUSD/],
] as const

describe('the tricks of the playground', () => {
  let world: SharedWorld
  let demo: Demo
  let page: Page
  let complaints: string[]

  before(async () => {
    world = await shareWorld()
    ;({ demo, complaints } = await openWatched(world, await world.browser.newContext()))
    page = demo.page
    await demo.signIn(PERSON)
  })
  after(() => world?.stop())

  it('are played with the token of our tests, at the address that the page expects', () => {
    assert.equal(DEPLOY_DATA, deployData('Token', ['Harbour Dollar', 'HUSD', 6]))
    assert.equal(from({ from: MAKER, nonce: 0n }), TOKEN.toLowerCase())
  })

  for (const [id, words] of TRICKS) {
    it(`${id} is seen through, and a no costs nothing`, async () => {
      await page.locator(`#${id}`).click()
      await walletFrame(page).getByText(words).waitFor()
      await pressButton(walletFrame(page).getByRole('button', { name: 'Reject' }))
      await page.locator('#trick-result.done').getByText('You rejected it').waitFor()
      assert.deepEqual(complaints, [])
    })
  }
})
