/** Each mistake of docs/mistakes.md in a page, and the one line that its console has. */
import assert from 'node:assert/strict'

import { after, before, describe, it } from '../support/suite.js'
import { MistakePages } from './mistakes/page.js'
import { MISTAKES } from './mistakes/table.js'

describe('a page’s developer is told', () => {
  let pages: MistakePages

  before(async () => {
    pages = await MistakePages.start()
  })
  after(() => pages?.stop())

  for (const [group, mistakes] of Object.entries(MISTAKES)) {
    describe(group, { concurrency: 3 }, () => {
      for (const mistake of Object.values(mistakes)) {
        it(mistake.says, async () => {
          assert.deepEqual(await pages.linesOf(mistake), [mistake.line])
        })
      }
    })
  }

  it('nothing of two copies of the package: they work side by side', async () => {
    const says = 'Two copies of the package'
    const script = `
      const copy = await import('/lib.js?another')
      const second = new copy.Wallet({ walletUrls })
      const network = { host: 'localhost' }
      await Promise.all([wallet.init({ network }), second.init({ network })])
      console.warn([copy.Wallet === lib.Wallet, wallet.isInitialized, second.isInitialized].join())`
    const line = 'false,true,true'
    assert.deepEqual(await pages.linesOf({ says, script, line, todo: '' }), [line])
  })
})
