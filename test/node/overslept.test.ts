/** A computer that was asleep: its timers stood still meanwhile, and fire too late. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'

import { Accounts } from '../../src/app/session/accounts.js'
import { AutoLock } from '../../src/app/session/auto-lock.js'
import { SessionManager } from '../../src/app/session/session-manager.js'
import type { Signer } from '../../src/app/signer/signer.js'
import { SiteStore } from '../../src/app/sites/site-store.js'
import type { WalletApp } from '../../src/app/wallet/wallet-app.js'
import { watchEnd } from '../../src/app/wallet/watch/ended-elsewhere.js'
import { MemoryStorage } from './support/memory-storage.js'

const ADDRESS = `0x${'a'.repeat(40)}` as const
const SHOP = 'https://shop.example.test'
const USER = {
  ...{ email: '', name: '', profileImage: '', aggregateVerifier: '' },
  ...{ verifier: 'sample', verifierId: 'one', typeOfLogin: 'jwt' },
}
/** Milliseconds. */
const HOUR = 3_600_000

const define = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })

let page: EventTarget

beforeEach(() => {
  page = new EventTarget()
  define('document', page)
  define('addEventListener', () => {})
  define('localStorage', new MemoryStorage())
  define('sessionStorage', new MemoryStorage())
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() })
})
afterEach(() => mock.timers.reset())

/** The clock goes on, and no timer fires. */
function sleep(ms: number): void {
  const now = Date.now() + ms
  mock.timers.reset()
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now })
}

describe('after a sleep', () => {
  it('a wallet that was unused for too long locks at the first press', () => {
    let locks = 0
    const autoLock = new AutoLock(() => locks++)
    autoLock.choose(5)
    autoLock.follow()
    sleep(HOUR)
    page.dispatchEvent(new Event('pointerdown'))
    assert.equal(locks, 1)
    sleep(HOUR / 60)
    page.dispatchEvent(new Event('pointerdown'))
    assert.equal(locks, 1)
  })

  const unlocked = { addresses: [ADDRESS] }
  const ask = async (method: string) => (method === 'signMessage' ? '0x1' : unlocked)
  const signer = { ask } as unknown as Signer
  const begin = (life: SessionManager) => {
    const carried = { id: 'one', expires: Date.now() + HOUR }
    return life.begin({ ...unlocked, userInfo: USER } as never, false, carried)
  }
  /** Sessions had no id once. */
  const restore = async (life: SessionManager) => {
    const sealed = { keyId: 'key', iv: 'iv', data: 'data' }
    const about = { userInfo: USER, connected: [SHOP], expires: Date.now() + HOUR }
    const session = { sealed, ...unlocked, ...about }
    sessionStorage.setItem('wallet-embed:session', JSON.stringify(session))
    life.restore()
    assert.equal(life.current?.id, undefined)
  }

  /** A session manager, and how often its session has expired. */
  async function manager() {
    const { follow } = await import('../../src/app/shared-session/ended.js')
    const nothing = () => {}
    const expired = { times: 0 }
    const life = new SessionManager({
      ...{ isLasting: false, signer, site: SHOP, siteStore: new SiteStore(false, SHOP) },
      elsewhere: async () => ({ follow, tellEnd: nothing, bring: async () => {} }),
      ...{ onOvertaken: nothing, onBegun: nothing, onConnected: nothing, onChanged: nothing },
      ...{ onEnded: nothing, onExpired: () => expired.times++ },
    })
    return { life, expired }
  }

  it('with a clock that was set back by a month, a session lasts a day and no longer', async (t) => {
    const { life, expired } = await manager()
    sleep(-30 * 24 * HOUR)
    const waits = t.mock.method(globalThis, 'setTimeout')
    await life.begin({ ...unlocked, userInfo: USER } as never, false, {
      ...{ id: 'one', expires: Date.now() + 30 * 24 * HOUR + HOUR },
    })
    const longest = waits.mock.calls.map(({ arguments: [, ms = 0] }) => ms)
    // A longer time would be over at once.
    assert.ok(Math.max(...longest) < 2 ** 31, String(longest))
    mock.timers.tick(HOUR)
    assert.equal(expired.times, 0)
    mock.timers.tick(24 * HOUR)
    assert.equal(expired.times, 1)
  })

  it('with a clock that was set back, a proof of identity is old', async () => {
    const { life } = await manager()
    await life.begin({ ...unlocked, userInfo: USER } as never, true)
    assert.deepEqual([life.isFresh, life.isNew], [true, true])
    sleep(-HOUR)
    assert.deepEqual([life.isFresh, life.isNew], [false, false])
  })

  for (const [which, start] of [
    ['a session', begin],
    ['a session of an older build', restore],
  ] as const) {
    it(`${which} that expired meanwhile signs nothing more`, async () => {
      const { life, expired } = await manager()
      await start(life)
      const own = new Accounts(life, signer, SHOP)
      sleep(2 * HOUR)
      const signed = own.sign('signMessage', { message: new Uint8Array(1) }, ADDRESS)
      await assert.rejects(signed, { code: 'NOT_LOGGED_IN' })
      assert.equal(expired.times, 1)
    })

    it(`${which} that expired meanwhile ends once the page is seen again`, async () => {
      const { life, expired } = await manager()
      await start(life)
      watchEnd(Object.assign(new EventTarget(), { life }) as unknown as WalletApp)
      sleep(2 * HOUR)
      Object.assign(page, { visibilityState: 'visible' })
      page.dispatchEvent(new Event('visibilitychange'))
      assert.deepEqual([life.current, expired.times], [undefined, 1])
    })
  }
})
