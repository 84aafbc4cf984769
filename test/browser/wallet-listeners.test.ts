/** Listeners of a page that throw: its own mistakes stay its own. */
import { expect } from '@open-wc/testing'

import type { WalletEvents } from '../../src/client/frame/connection.js'
import type { Wallet } from '../../src/wallet.js'
import { ACCOUNT } from './stand-in/orders.js'
import { createWallet, order } from './support.js'

describe('a listener that throws', () => {
  const { reportError } = window
  let wallet: Wallet
  let reported: unknown[]
  const mistake = new Error('a mistake of the page')
  const fail = () => {
    throw mistake
  }

  beforeEach(() => {
    reported = []
    window.reportError = (error) => reported.push(error)
    wallet = createWallet()
  })

  afterEach(async () => {
    await wallet.cleanUp()
    window.reportError = reportError
  })

  it('stops no other, and no call of the page: state and events stay in step', async () => {
    const heard: string[] = []
    for (const event of ['ready', 'login', 'accountsChanged', 'chainChanged'] as const) {
      wallet.on(event, fail)
      wallet.on(event, () => heard.push(event))
    }
    for (const event of ['connect', 'accountsChanged', 'chainChanged'] as const) {
      wallet.provider.on(event, fail)
      wallet.provider.on(event, () => heard.push(`provider ${event}`))
    }
    await wallet.init()
    expect(await wallet.login()).to.deep.equal([ACCOUNT])
    await order(wallet.provider, { state: { chainId: 5 } })
    expect(wallet.isLoggedIn).to.be.true
    expect(await wallet.provider.request({ method: 'eth_chainId' })).to.equal('0x5')
    expect(heard).to.deep.equal([
      'provider connect',
      'ready',
      'login',
      'provider accountsChanged',
      'accountsChanged',
      'provider chainChanged',
      'chainChanged',
    ])
    expect(reported.length).to.equal(heard.length)
    expect(reported.every((error) => error === mistake)).to.be.true
  })

  it('is taken off as any other, and hears once what it asked for once', () => {
    const heard: string[] = []
    const listener = (chainId: string) => {
      heard.push(chainId)
      fail()
    }
    const event: keyof WalletEvents = 'chainChanged'
    wallet.once(event, listener)
    wallet.emit(event, '0x1')
    wallet.emit(event, '0x2')
    wallet.addListener(event, listener)
    wallet.emit(event, '0x3')
    wallet.off(event, listener)
    wallet.emit(event, '0x4')
    wallet.once(event, listener)
    wallet.removeListener(event, listener)
    wallet.emit(event, '0x5')
    expect(heard).to.deep.equal(['0x1', '0x3'])
    expect(wallet.listenerCount(event)).to.equal(0)
  })
})
