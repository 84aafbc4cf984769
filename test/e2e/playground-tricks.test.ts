/** The demo's fourth step: what a dishonest site would ask, as the wallet says it, and as the page tells the outcome. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { from } from 'ox/ContractAddress'
import type { Page } from 'playwright-core'

import { MAKER, POSTCARD, POSTCARD_MAKER, TOKEN } from '../../demo/page/play-money.js'
import { POSTCARD_DATA, TOKEN_DATA } from '../../demo/page/token-code.js'
import { fromRoot } from '../../scripts/vite/shared.js'
import { deployData } from '../support/contracts.js'
import { LocalChain } from '../support/local-chain.js'
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

  it('are played with contracts of our tests, at the addresses that the page expects', () => {
    const base64 = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64')
    const svg = readFileSync(fromRoot('demo/page/art/postcard.svg'))
    const image = `data:image/svg+xml;base64,${base64(svg)}`
    const metadata = JSON.stringify({ name: 'Harbour at dusk', image })
    const url = `data:application/json;base64,${base64(metadata)}`
    assert.equal(TOKEN_DATA, deployData('Token', ['Harbour Dollar', 'HUSD', 6]))
    assert.equal(POSTCARD_DATA, deployData('Postcard', ['Harbour Postcards', 'CARD', url]))
    assert.equal(from({ from: MAKER, nonce: 0n }), TOKEN.toLowerCase())
    assert.equal(from({ from: POSTCARD_MAKER, nonce: 0n }), POSTCARD.toLowerCase())
  })

  it('have play money, and a postcard that the wallet finds and shows with its picture', async () => {
    await page.locator('#wallet-fund').click()
    await page.locator('#send-result.done').getByText('a postcard').waitFor()
    const frame = walletFrame(page)
    await demo.openWallet()
    await demo.press('Add')
    await pressButton(frame.getByRole('button', { name: /^Harbour Postcards/ }))
    await demo.press('Add')
    const card = frame.getByRole('button', { name: /^Harbour Postcards.*Yours/ })
    await card.locator('img[src^="data:image/svg+xml"]').waitFor()
    await demo.closeWallet()
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

  it('ask for nothing on any chain but the local one: a yes must not cost money', async () => {
    const other = await LocalChain.start(5)
    try {
      await page.evaluate((host) => window.wallet.setNetwork({ host }), other.url)
      for (const [button, result] of [
        ['send', 'send-result'],
        ['trick-address', 'trick-result'],
        ['trick-cap', 'trick-result'],
        ['trick-gift', 'trick-result'],
      ]) {
        await page.locator(`#${button}`).click()
        await page.locator(`#${result}.failed`).getByText('the chain that is in use').waitFor()
      }
    } finally {
      await other.stop()
    }
  })
})
