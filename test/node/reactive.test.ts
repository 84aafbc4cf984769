/** Vue makes deep proxies of what a page keeps in its state, and a proxy reaches no private field. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { reactive, ref } from 'vue'

import { wholeOf } from '../../components/wallet-embed/whole.js'
import { LoginClient, Wallet } from '../../src/index.js'

describe("in Vue's state", () => {
  it('a wallet stays itself, however it is kept', () => {
    const kept = ref(new Wallet())
    assert.equal(kept.value.isLoggedIn, false)
    const { wallet } = reactive({ wallet: new Wallet() })
    wallet.on('login', () => {})
    wallet.subscribe(() => {})
    assert.equal(wallet.listenerCount('login'), 1)
  })

  it('so does its provider', () => {
    const provider = ref(new Wallet().provider)
    provider.value.on('chainChanged', () => {})
    assert.equal(provider.value.listenerCount('chainChanged'), 1)
  })

  it('so does a login client', () => {
    const client = ref(new LoginClient({ clientId: 'shop' }))
    client.value.on('login', () => {})
    assert.equal(client.value.isLoggedIn, false)
  })

  it('settings are copied out of it, as a port takes no proxies', () => {
    const settings = {
      network: { host: 'localhost' },
      theme: { isDark: true, colors: { walletBrand1: '#0b7a53' } },
      loginConfig: { google: { jwtParameters: { domain: 'example.test' } } },
      whiteLabel: {
        theme: { isDark: false, colors: { walletBrand1: '#fff' } },
        customTranslations: { en: { 'Log out': 'Leave' } },
      },
    }
    assert.deepEqual(structuredClone(wholeOf(reactive(settings) as never)), settings)
  })
})
