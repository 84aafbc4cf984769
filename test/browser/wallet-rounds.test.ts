import { expect } from '@open-wc/testing'

import { createWallet } from './support.js'

describe('Wallet', () => {
  it('leaves nothing behind in 100 rounds', async () => {
    const wallet = createWallet()
    await wallet.init()
    await wallet.cleanUp()
    const listeners = countListeners()
    const nodes = document.querySelectorAll('*').length
    const sheets = document.adoptedStyleSheets.length
    for (let round = 0; round < 100; round++) {
      await wallet.init()
      await wallet.cleanUp()
    }
    expect(listeners.open()).to.deep.equal([])
    expect(document.querySelectorAll('*').length).to.equal(nodes)
    expect(document.adoptedStyleSheets.length).to.equal(sheets)
  }).timeout(240_000)
})

/** Counts what is added to the page's global objects and not taken away. */
function countListeners() {
  const open: string[] = []
  for (const target of [window, document]) {
    const { addEventListener, removeEventListener } = target
    target.addEventListener = ((...args: Parameters<typeof addEventListener>) => {
      open.push(args[0])
      addEventListener.apply(target, args)
    }) as typeof addEventListener
    target.removeEventListener = ((...args: Parameters<typeof removeEventListener>) => {
      const at = open.indexOf(args[0])
      if (at >= 0) open.splice(at, 1)
      removeEventListener.apply(target, args)
    }) as typeof removeEventListener
  }
  return { open: () => open }
}
