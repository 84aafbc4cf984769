/** What a person hears of what they approved, once the panel is gone. */
import assert from 'node:assert/strict'

import { Rpc } from '../../src/chain/rpc/rpc.js'
import { Asking, type Kind } from '../attacks/support/asking.js'
import { after, before, describe, it } from '../support/suite.js'
import { approve, walletFrame } from './support.js'

describe('after a yes', () => {
  let asking: Asking

  before(async () => {
    asking = await Asking.start()
  })
  after(() => asking?.stop())

  const note = () => asking.page.locator('wallet-embed [part=note]')

  for (const [kind, word] of [
    ['typed data', 'Signed'],
    ['a batch', 'Sent'],
  ] satisfies [Kind, string][]) {
    it(`to ${kind} a note says “${word}”, and goes by itself`, async () => {
      await asking.ask(kind)
      await approve(walletFrame(asking.page))
      await note().filter({ hasText: word }).waitFor()
      await note().waitFor({ state: 'detached' })
    })
  }

  it('to a transaction the button has a mark, and says why, until it is settled', async () => {
    const chain = new Rpc(asking.world.stack.urls.chain)
    const { page } = asking
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const isMarked = () => page.evaluate("!!document.querySelector('wallet-embed:state(pending)')")
    await button('Open wallet').waitFor()
    assert.equal(await isMarked(), false)
    await chain.request('evm_setAutomine', [false])
    try {
      await asking.ask('a transaction')
      await approve(walletFrame(page))
      await button('Open wallet: a transaction is on its way').waitFor()
      assert.equal(await isMarked(), true)
    } finally {
      await chain.request('evm_setAutomine', [true])
      await chain.request('evm_mine', [])
    }
    await button('Open wallet').waitFor()
    assert.equal(await isMarked(), false)
  })

  it('the note is not in the way of the next question', async () => {
    await asking.ask('a message')
    await approve(walletFrame(asking.page))
    await note().waitFor()
    await asking.ask('a message')
    assert.equal(await note().count(), 0)
    await approve(walletFrame(asking.page))
    await asking.page.waitForFunction("window.outcome === 'approved'")
  })
})
