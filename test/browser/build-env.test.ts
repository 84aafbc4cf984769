import { expect } from '@open-wc/testing'

import { BUILD_ENVS, DEVELOPMENT_WALLET_URL } from '../../src/shared/options.js'
import { Wallet } from '../../src/wallet.js'
import { STAND_IN, until, WALLET_ORIGIN } from './support.js'

/** Where the wallet's frame comes from. */
const source = () =>
  document.querySelector('wallet-embed')?.shadowRoot?.querySelector('iframe')?.src.split('#')[0]

describe('buildEnv', () => {
  let wallet: Wallet | undefined

  afterEach(() => wallet?.cleanUp())

  for (const buildEnv of BUILD_ENVS) {
    it(`${buildEnv} loads the wallet that is set for it, and no other`, async () => {
      const elsewhere = Object.fromEntries(
        BUILD_ENVS.map((name) => [name, `${WALLET_ORIGIN}/nothing-here/${name}/`]),
      )
      wallet = new Wallet({ walletUrls: { ...elsewhere, [buildEnv]: STAND_IN } })
      await wallet.init({ buildEnv })
      expect(source()).to.equal(`${STAND_IN}frame?origin=${encodeURIComponent(location.origin)}`)
      expect(wallet.isInitialized).to.equal(true)
    })
  }

  it('is production when it is left out', async () => {
    wallet = new Wallet({ walletUrls: { production: STAND_IN } })
    await wallet.init()
    expect(source()).to.equal(`${STAND_IN}frame?origin=${encodeURIComponent(location.origin)}`)
  })

  it('development needs no URL: it is the wallet on this machine', async () => {
    wallet = new Wallet({ initTimeout: 5_000 })
    const done = wallet.init({ buildEnv: 'development' }).catch(() => {})
    await until(source)
    expect(source()).to.equal(
      `${DEVELOPMENT_WALLET_URL}/frame?origin=${encodeURIComponent(location.origin)}`,
    )
    await wallet.cleanUp()
    await done
  })
})
