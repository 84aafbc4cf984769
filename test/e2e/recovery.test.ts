/** The way back that needs none of the operator's servers: the recovery phrase. */
import assert from 'node:assert/strict'
import { HDNodeWallet } from 'ethers'
import type { Page } from 'playwright-core'
import { mnemonicToAccount } from 'viem/accounts'

import { after, before, describe, it } from '../support/suite.js'
import { openDemo, PERSON, request, startWorld, type World } from './support.js'

describe('the recovery phrase', () => {
  let world: World
  let phrase: string
  let address: unknown

  before(async () => {
    world = await startWorld()
    const demo = await openDemo(world)
    await demo.signIn(PERSON)
    ;[address] = (await request(demo.page, 'eth_accounts')) as string[]
    phrase = await demo.recoveryPhrase()
    await demo.close()
    const { login, idp, mail, node1, node2, node3 } = world.stack.processes
    await Promise.all([login, idp, mail, node1, node2, node3].map((program) => program.kill()))
  })
  after(() => world?.stop())

  /** Types the first word, and pastes the whole phrase. */
  async function enter(page: Page, text: string): Promise<void> {
    await page
      .getByRole('textbox', { name: 'Word 1', exact: true })
      .or(page.getByRole('combobox', { name: 'Word 1', exact: true }))
      .fill(text)
    await page.getByRole('button', { name: 'Open the account' }).click()
  }

  it('gives the wallet’s address in viem and in ethers', () => {
    assert.deepEqual(
      [mnemonicToAccount(phrase).address, HDNodeWallet.fromPhrase(phrase).address],
      [address, address],
    )
  })

  it('opens the account in a page, with login service, identity provider and key nodes stopped', async () => {
    const demo = await openDemo(world)
    await demo.openWallet()
    const popup = demo.page.waitForEvent('popup')
    await demo.press('More ways')
    await demo.press('Use recovery phrase')
    const window_ = await popup
    await window_.getByRole('heading', { name: 'Use recovery phrase' }).waitFor()
    assert.equal(new URL(window_.url()).origin, world.stack.urls.wallet)
    const closed = window_.waitForEvent('close')
    await enter(window_, phrase)
    await closed
    await demo.page.waitForFunction(() => window.wallet.isLoggedIn)
    assert.deepEqual(await request(demo.page, 'eth_accounts'), [address])
    const signed = request(demo.page, 'personal_sign', ['0x6869', address])
    await demo.approve()
    assert.match(String(await signed), /^0x[0-9a-f]{130}$/)
    assert.deepEqual(await demo.page.evaluate(() => window.wallet.getUserInfo()), {
      ...{ email: '', name: '', profileImage: '', aggregateVerifier: '' },
      ...{ verifier: '', verifierId: '', typeOfLogin: '' },
    })
    await demo.page.reload()
    await demo.ready()
    await demo.page.waitForFunction(() => window.wallet.isLoggedIn)
    await demo.close()
  })
})
