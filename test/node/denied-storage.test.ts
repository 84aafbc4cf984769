/** A browser that denies storage, or has no room left: what the person chooses lasts as long as the page. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'

import { Accounts } from '../../src/app/session/accounts.js'
import { SessionManager } from '../../src/app/session/session-manager.js'
import type { Signer } from '../../src/app/signer/signer.js'
import { SiteStore } from '../../src/app/sites/site-store.js'
import { storeRefused } from '../../src/app/stores/kept-list.js'
import { Prices } from '../../src/app/stores/prices.js'
import { loadPreference, savePreference } from '../../src/app/support/preferences.js'
import { MemoryStorage } from './support/memory-storage.js'

const FIRST = `0x${'a'.repeat(40)}` as const
const USER = {
  ...{ email: '', name: '', profileImage: '', aggregateVerifier: '' },
  ...{ verifier: 'sample', verifierId: 'one', typeOfLogin: 'jwt' },
}
const define = (name: string, get: () => unknown) =>
  Object.defineProperty(globalThis, name, { get, configurable: true })

const storage = new MemoryStorage()
const full = Object.assign(new MemoryStorage(), {
  setItem() {
    throw new DOMException('', 'QuotaExceededError')
  },
})
const denied = () => {
  throw new DOMException('', 'SecurityError')
}

function manager(): SessionManager {
  const nothing = () => {}
  const sealed = { keyId: 'key', iv: 'iv', data: 'data' }
  const ask = async (method: string) => (method === 'seal' ? sealed : null)
  return new SessionManager({
    ...{ isLasting: false, signer: { ask } as unknown as Signer, site: null },
    siteStore: new SiteStore(false, null),
    elsewhere: async () => ({
      follow: async () => {},
      tellEnd: nothing,
      bring: async () => {},
    }),
    ...{ onOvertaken: nothing, onBegun: nothing, onConnected: nothing, onChanged: nothing },
    ...{ onEnded: nothing, onExpired: nothing },
  })
}

for (const [what, now] of [
  ['denied', denied],
  ['full', () => full],
] as const) {
  describe(`where storage is ${what}`, () => {
    beforeEach(() => {
      storage.clear()
      define('localStorage', now)
    })
    afterEach(() => {
      define('localStorage', () => storage)
      storeRefused()
    })

    it('a session is said to be forgotten by a reload', async () => {
      define('sessionStorage', now)
      define('addEventListener', () => () => {})
      const life = manager()
      const person = { addresses: [FIRST], userInfo: USER }
      const said: boolean[] = []
      for (const place of [now, () => storage]) {
        define('sessionStorage', place)
        await life.begin(person as never)
        said.push(life.isForgetful)
        await life.end()
      }
      assert.deepEqual(said, [true, false])
    })

    it('an account has the name that the person gives it', () => {
      const current = { addresses: [FIRST], connected: [], given: {} }
      const own = new Accounts({ current, change() {} } as never, {} as never, null)
      own.rename(FIRST, 'Savings')
      assert.deepEqual(
        own.all.map(({ name }) => name),
        ['Savings'],
      )
      own.rename(FIRST, '')
      assert.equal(own.all[0]!.name, '')
    })

    it('prices are in the currency that the person chooses', () => {
      const content = { config: { prices: { currencies: ['USD', 'EUR'] } } }
      const prices = new Prices(Object.assign(new EventTarget(), { content }) as never)
      prices.choose('EUR')
      assert.equal(prices.currency, 'EUR')
    })

    it('a language is not given up at the next exchange with other devices', () => {
      savePreference('language', 'de')
      assert.equal(loadPreference('language'), 'de')
      savePreference('language', undefined)
      assert.equal(loadPreference('language'), undefined)
    })
  })
}

it('a full storage gives no session of a person before back, after a reload', async () => {
  const room = new MemoryStorage()
  define('sessionStorage', () => room)
  const life = manager()
  await life.begin({ addresses: [FIRST], userInfo: USER } as never)
  Object.assign(room, { setItem: full.setItem })
  await life.begin({ addresses: [`0x${'b'.repeat(40)}`], userInfo: USER } as never)
  const reloaded = manager()
  reloaded.restore()
  const { current } = reloaded
  await Promise.all([life.end(), reloaded.end()])
  assert.equal(current, undefined)
})

it('is stored once there is room', () => {
  define('localStorage', () => full)
  savePreference('currency', 'EUR')
  assert.equal(storeRefused(), false)
  define('localStorage', () => storage)
  assert.equal(storeRefused(), true)
  assert.equal(storage.getItem('wallet-embed:currency'), 'EUR')
})
