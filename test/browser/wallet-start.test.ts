import { expect } from '@open-wc/testing'

import type { Wallet } from '../../src/wallet.js'
import { codeOf, createWallet, STAND_IN, WALLET_ORIGIN } from './support.js'

describe('a wallet that cannot be started', () => {
  let wallet: Wallet

  /** Code, and milliseconds until it was known. */
  async function start(walletUrl: string, options = {}): Promise<[string, number]> {
    wallet = createWallet(walletUrl, options)
    const nodes = document.querySelectorAll('*').length
    const begin = performance.now()
    const errors: string[] = []
    wallet.on('error', ({ code }) => errors.push(code))
    const code = await codeOf(wallet.init())
    expect(errors).to.deep.equal([code])
    expect(document.querySelectorAll('*').length, 'the page is as it was').to.equal(nodes)
    expect(wallet.isInitialized).to.be.false
    return [code, performance.now() - begin]
  }

  afterEach(() => wallet.cleanUp())

  it('says so soon if nothing answers at its URL', async () => {
    // Port 1 is never served.
    const [code, ms] = await start('http://localhost:1/')
    expect(code).to.equal('LOAD_FAILED')
    expect(ms).to.be.below(20_000)
  })

  it('says so if another page answers', async () => {
    const [code] = await start(`${WALLET_ORIGIN}/test/`)
    expect(code).to.equal('LOAD_FAILED')
  })

  it('gives up on one that greets and then says nothing', async () => {
    const [code, ms] = await start(`${STAND_IN}mute/`, { initTimeout: 700 })
    expect(code).to.equal('TIMEOUT')
    expect(ms).to.be.within(690, 20_000)
  })

  it('rejects what waited for it, and starts on the next try', async () => {
    wallet = createWallet(`${STAND_IN}mute/`, { initTimeout: 300 })
    const waiting = wallet.provider.request({ method: 'eth_chainId' }).catch(({ data }) => data)
    await codeOf(wallet.init())
    expect(await waiting).to.deep.include({ walletError: 'TIMEOUT' })
    wallet = createWallet()
    await wallet.init()
  })

  for (const url of ['http://wallet.example/', 'ftp://localhost/', 'wallet']) {
    it(`refuses the URL ${url}`, async () => {
      expect((await start(url))[0]).to.equal('INVALID_ARGUMENT')
    })
  }
})

describe('a page whose policy forbids the frame', () => {
  it('is told so, and left as it was', async () => {
    const frame = document.createElement('iframe')
    frame.src = `/test/browser/stand-in/blocked.html?wallet=${encodeURIComponent(STAND_IN)}`
    const told = new Promise<unknown>((resolve) => {
      window.addEventListener('wallet-blocked', (event) => resolve((event as CustomEvent).detail))
    })
    document.body.append(frame)
    expect(await told).to.deep.equal({ code: 'CSP_BLOCKED', elements: 0 })
    frame.remove()
  })
})
