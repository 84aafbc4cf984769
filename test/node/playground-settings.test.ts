/** The playground's settings, and the wallet that follows them. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'

import { SettingsStore } from '../../demo/page/settings/settings.js'
import type { Wallet } from '../../src/index.js'

const element: Record<string, unknown> = {}

describe('a setting that changes while the wallet starts', () => {
  before(() => {
    const part = {
      dataset: {},
      classList: { toggle() {} },
      addEventListener() {},
      parentElement: {},
    }
    const document = { getElementById: () => part, querySelector: () => element }
    Object.assign(globalThis, { document })
  })

  it('is taken up as soon as it runs', async () => {
    const { LiveWallet } = await import('../../demo/page/settings/live.js')
    const store = new SettingsStore()
    const wallet = {
      isInitialized: false,
      init: async () => {
        store.set({ theme: 'dark', buttonPosition: 'top-right' })
        wallet.isInitialized = true
      },
    }
    const config = { walletUrl: '', chainId: 1, rpcUrl: '', loginClientIds: [] }
    await new LiveWallet(wallet as unknown as Wallet, store, config).start()
    assert.deepEqual(element, { theme: 'dark', buttonPosition: 'top-right', hideButton: false })
  })
})
