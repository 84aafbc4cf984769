import { expect } from '@open-wc/testing'

import type { WalletEvents } from '../../src/client/frame/connection.js'
import { LoginClient } from '../../src/login-client.js'
import { WalletError } from '../../src/shared/errors.js'
import { Wallet } from '../../src/wallet.js'
import { ACCOUNT } from './stand-in/orders.js'
import { codeOf, createWallet, order, STAND_IN, until } from './support.js'

const inPage = () => document.querySelectorAll('wallet-embed').length

describe('Wallet', () => {
  let wallet: Wallet

  beforeEach(() => {
    wallet = createWallet()
  })

  afterEach(() => wallet.cleanUp())

  it('is there after init, and gone after cleanUp', async () => {
    await wallet.init()
    expect(wallet.isInitialized).to.be.true
    expect(wallet.isLoggedIn).to.be.false
    expect(inPage()).to.equal(1)
    await wallet.cleanUp()
    expect(wallet.isInitialized).to.be.false
    expect(inPage()).to.equal(0)
    await wallet.cleanUp()
  })

  it('gives the same promise for the same parameters, in whatever order', async () => {
    const first = wallet.init({ useLocalStorage: true, network: { host: 'mainnet', chainId: 1 } })
    const again = wallet.init({ network: { chainId: 1, host: 'mainnet' }, useLocalStorage: true })
    expect(first === again).to.be.true
    expect(await codeOf(wallet.init())).to.equal('ALREADY_INITIALIZED')
    await first
    expect(inPage()).to.equal(1)
  })

  it('cancels a start under way, and starts anew: the order of React in strict mode', async () => {
    const first = wallet.init()
    const cleaned = wallet.cleanUp()
    const second = wallet.init()
    expect(await codeOf(first)).to.equal('ABORTED')
    await cleaned
    await second
    expect(wallet.isInitialized).to.be.true
    expect(inPage()).to.equal(1)
  })

  it('logs in and out, with state and events in step', async () => {
    const heard: [keyof WalletEvents, unknown][] = []
    for (const event of ['ready', 'login', 'logout', 'accountsChanged'] as const) {
      wallet.on(event, (...args: unknown[]) => heard.push([event, args[0]]))
    }
    await wallet.init()
    expect(await wallet.login()).to.deep.equal([ACCOUNT])
    expect(wallet.isLoggedIn).to.be.true
    expect((await wallet.getUserInfo()).email).to.equal('sample.one@example.test')
    await wallet.logout()
    expect(wallet.isLoggedIn).to.be.false
    expect(heard).to.deep.equal([
      ['ready', undefined],
      ['login', [ACCOUNT]],
      ['accountsChanged', [ACCOUNT]],
      ['logout', undefined],
      ['accountsChanged', []],
    ])
  })

  it('refuses what needs a start or a person before there is one', async () => {
    for (const call of [
      () => wallet.login(),
      () => wallet.logout(),
      () => wallet.getUserInfo(),
      () => wallet.showWallet('home'),
      () => wallet.showWalletButton(),
      () => wallet.hideWalletButton(),
    ]) {
      expect(await codeOf(call()), `${call}`).to.equal('NOT_INITIALIZED')
    }
    await wallet.init()
    expect(await codeOf(wallet.logout())).to.equal('NOT_LOGGED_IN')
    expect(await codeOf(wallet.getUserInfo())).to.equal('NOT_LOGGED_IN')
    expect(await codeOf(wallet.login({ verifier: 'refused' }))).to.equal('USER_REJECTED')
  })

  it('logs out in cleanUp, and cleans up although the logout fails', async () => {
    const logouts: string[] = []
    wallet.on('logout', () => logouts.push('logout'))
    await wallet.init()
    await wallet.login()
    await wallet.cleanUp()
    expect(logouts).to.deep.equal(['logout'])
    await wallet.init()
    await wallet.login()
    await order(wallet.provider, { failLogout: true })
    await wallet.cleanUp()
    expect(inPage()).to.equal(0)
    expect(wallet.isLoggedIn).to.be.false
  })

  it('starts anew when the page took its element out, with everything around it', async () => {
    await wallet.init()
    await wallet.login()
    document.querySelector('wallet-embed')!.parentElement!.replaceChildren()
    expect(inPage()).to.equal(0)
    // The browser tells of it at once, and the wallet stops in the same task.
    await Promise.resolve()
    expect(wallet.isInitialized).to.be.false
    expect(await codeOf(wallet.login())).to.equal('NOT_INITIALIZED')
    const { provider } = wallet
    const first = wallet.init()
    expect(wallet.init() === first).to.be.true
    await first
    expect(inPage()).to.equal(1)
    expect(await wallet.login()).to.deep.equal([ACCOUNT])
    expect(await provider.request({ method: 'eth_accounts' })).to.deep.equal([ACCOUNT])
  })

  it('starts anew in the very task in which its element went, also while it started', async () => {
    const aborted = wallet.init()
    await until(inPage)
    document.querySelector('wallet-embed')!.remove()
    const second = wallet.init()
    expect(await codeOf(aborted)).to.equal('ABORTED')
    await second
    document.querySelector('wallet-embed')!.remove()
    await wallet.init({ useLocalStorage: true })
    expect(inPage()).to.equal(1)
    expect(wallet.isInitialized).to.be.true
  })

  it('is cleaned up and started again after the page took its element out', async () => {
    await wallet.init()
    document.querySelector('wallet-embed')!.remove()
    await wallet.cleanUp()
    expect(wallet.isInitialized).to.be.false
    await wallet.init()
    expect(wallet.isInitialized).to.be.true
    expect(inPage()).to.equal(1)
  })

  it('keeps one provider for life', async () => {
    const { provider } = wallet
    const waiting = provider.request({ method: 'eth_chainId' })
    await wallet.init()
    expect(await waiting).to.equal('0x7a69')
    await wallet.cleanUp()
    await wallet.init()
    expect(wallet.provider === provider).to.be.true
    expect(await provider.request({ method: 'net_version' })).to.equal('31337')
  })

  it('says what is wrong with its arguments', async () => {
    const options = { buttonPosition: 'middle' } as unknown as { buttonPosition: 'top-left' }
    expect(() => new Wallet(options)).to.throw(/buttonPosition: one of top-left/)
    for (const none of [null, 'top-left', 7])
      expect(() => new Wallet(none as never)).to.throw(WalletError, /options: an object/)
    expect(await codeOf(wallet.init(null as never))).to.equal('INVALID_ARGUMENT')
    expect(await codeOf(wallet.init({ buildEnv: 'lab' as never }))).to.equal('INVALID_ARGUMENT')
    expect(await codeOf(wallet.init({ network: { host: 'nowhere' } }))).to.equal(
      'NETWORK_UNAVAILABLE',
    )
    expect(await codeOf(wallet.init({ integrity: { check: true } }))).to.equal('INVALID_ARGUMENT')
    expect(inPage()).to.equal(0)
    await wallet.init()
    expect(await codeOf(wallet.showWallet('cellar' as never))).to.equal('INVALID_ARGUMENT')
  })

  it('is found where Wallet.configure says, and says how to set it where nothing does', async () => {
    const unset = new Wallet()
    try {
      await unset.init({ buildEnv: 'beta' })
      expect.fail('it had no URL')
    } catch (error) {
      expect((error as Error).message).to.match(/walletUrls\.beta/)
    }
    for (const { configure } of [Wallet, LoginClient]) {
      expect(() => configure(null as never)).to.throw(WalletError, 'expected { walletUrls }')
    }
    Wallet.configure({ walletUrls: { beta: STAND_IN } })
    await unset.init({ buildEnv: 'beta' })
    await unset.cleanUp()
  })

  it('connects again when the frame reloads, and rejects what was asked of the old one', async () => {
    const heard: string[] = []
    await wallet.init()
    await wallet.login()
    for (const event of ['disconnect', 'connect', 'accountsChanged'] as const) {
      wallet.provider.on(event, () => heard.push(event))
    }
    const asked = order(wallet.provider, { keep: true, reload: true })
    const code = await asked.catch((error) => error.code)
    expect(code).to.equal(4900)
    expect(await wallet.provider.request({ method: 'eth_accounts' })).to.deep.equal([ACCOUNT])
    expect(heard).to.deep.equal(['disconnect', 'connect'])
    expect(wallet.isLoggedIn).to.be.true
  })

  it('tells when the frame went away', async () => {
    await wallet.init()
    let code = 0
    wallet.provider.on('disconnect', (error) => {
      code = error.code
    })
    const asked = order(wallet.provider, { leave: true })
    expect(await asked.catch((error) => error.code)).to.equal(4900)
    await until(() => code)
    expect(code).to.equal(4900)
  })
})
