/** What a page shows of a wallet: one place to read it, and one listener to hear of it. */
import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'

import '../../components/wallet-embed/wallet-embed.define.js'
import type { WalletEmbed } from '../../components/wallet-embed/wallet-embed.js'
import type { WalletSnapshot } from '../../src/client/frame/snapshot.js'
import type { Wallet } from '../../src/wallet.js'
import { ACCOUNT } from './stand-in/orders.js'
import { createWallet, order, STAND_IN, until } from './support.js'

const NOTHING: WalletSnapshot = {
  isInitialized: false,
  isLoggedIn: false,
  accounts: [],
  chainId: null,
  isOpen: false,
  isAsking: false,
  isPending: false,
}
const READY = { ...NOTHING, isInitialized: true, chainId: '0x7a69' }
const SIGNED_IN = { ...READY, isLoggedIn: true, accounts: [ACCOUNT] }

/** Leaves a session for the wallet that starts next. */
async function leaveSession(): Promise<void> {
  const before = createWallet()
  await before.init()
  await before.login()
  await order(before.provider, { keep: true })
  await before.cleanUp()
}

describe('the state of a wallet', () => {
  let wallet: Wallet

  beforeEach(() => {
    wallet = createWallet()
  })
  afterEach(() => wallet.cleanUp())
  afterEach(fixtureCleanup)

  it('tells one listener of a session that was restored, once, and together with the wallet', async () => {
    await leaveSession()
    const heard: WalletSnapshot[] = []
    wallet.on('change', (state) => heard.push(state))
    await wallet.init()
    expect(heard).to.deep.equal([SIGNED_IN])
    expect(wallet.state).to.deep.equal(SIGNED_IN)
  })

  it('cannot be changed by the page', async () => {
    await leaveSession()
    await wallet.init()
    const { state } = wallet
    const changed = { ...state, isOpen: true }
    expect(() => Object.assign(state, changed)).to.throw(TypeError)
    expect(() => (state.accounts as string[]).push(ACCOUNT)).to.throw(TypeError)
    expect(wallet.state).to.deep.equal(SIGNED_IN)
  })

  it('tells a listener of the element likewise', async () => {
    await leaveSession()
    const heard: WalletSnapshot[] = []
    const element = await fixture<WalletEmbed>(html`<wallet-embed wallet-url=${STAND_IN}
      @wallet-change=${({ state }: HTMLElementEventMap['wallet-change']) => heard.push(state)}
    ></wallet-embed>`)
    await element.init()
    expect(heard).to.deep.equal([SIGNED_IN])
    expect(element.state).to.deep.equal(SIGNED_IN)
    element.remove()
    await Promise.resolve()
    expect(heard).to.deep.equal([SIGNED_IN, NOTHING])
  })

  it('is told at once to who subscribes, whenever that is, until they stop', async () => {
    const heard: boolean[] = []
    const stop = wallet.subscribe(({ isLoggedIn }) => heard.push(isLoggedIn))
    expect(heard).to.deep.equal([false])
    await wallet.init()
    await wallet.login()
    const late: string[] = []
    const stopLate = wallet.subscribe(({ accounts }) => late.push(accounts.join()))
    expect(late).to.deep.equal([ACCOUNT])
    stop()
    const count = heard.length
    await wallet.logout()
    expect(heard.length).to.equal(count)
    expect(late.at(-1)).to.equal('')
    stopLate()
  })

  it('lets the same function subscribe twice and stop once', async () => {
    let calls = 0
    const listener = () => {
      calls += 1
    }
    const stop = wallet.subscribe(listener)
    wallet.subscribe(listener)
    stop()
    calls = 0
    await wallet.init()
    expect(calls).to.equal(1)
  })

  it('is the same object until something is another', async () => {
    expect(wallet.state).to.deep.equal(NOTHING)
    await wallet.init()
    const { state } = wallet
    expect(state).to.deep.equal(READY)
    await order(wallet.provider, { state: { chainId: 31337 } })
    expect(wallet.state === state).to.be.true
    await order(wallet.provider, { state: { chainId: 5 } })
    expect(wallet.state).to.deep.equal({ ...READY, chainId: '0x5' })
    expect(state).to.deep.equal(READY)
  })

  it('says that the panel is open, that a person is asked, and that something is on its way', async () => {
    const heard: (keyof WalletSnapshot)[][] = []
    await wallet.init()
    await wallet.login()
    wallet.on('change', (state) => {
      const names = ['isOpen', 'isAsking', 'isPending'] as const
      heard.push(names.filter((name) => state[name]))
    })
    await wallet.showWallet()
    document.querySelector('wallet-embed')!.hide()
    await wallet.provider.request({ method: 'personal_sign', params: ['0x00', ACCOUNT] })
    await order(wallet.provider, { notices: { pending: { text: 'Open wallet: one' } } })
    await order(wallet.provider, { notices: { pending: { text: '' } } })
    expect(heard).to.deep.equal([['isOpen'], [], ['isAsking'], [], ['isPending'], []])
  })

  it('stays while the frame loads again, and is empty after the end', async () => {
    await wallet.init()
    await wallet.login()
    const heard: WalletSnapshot[] = []
    wallet.on('change', (state) => heard.push(state))
    await order(wallet.provider, { keep: true, reload: true }).catch(() => {})
    expect(await wallet.provider.request({ method: 'eth_accounts' })).to.deep.equal([ACCOUNT])
    expect(heard).to.deep.equal([])
    await wallet.cleanUp()
    expect(wallet.state).to.deep.equal(NOTHING)
    await until(() => heard.length)
    expect(heard.at(-1)).to.deep.equal(NOTHING)
  })
})
