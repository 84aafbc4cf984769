/** A logout in a different tab, while this one restores the session. */
import assert from 'node:assert/strict'
import { it } from 'node:test'

import { MemoryStorage } from './support/memory-storage.js'

it('stays logged out', async () => {
  const channels: { onmessage?: (event: object) => void }[] = []
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  const done = (result: unknown) => {
    const request: Record<string, unknown> = { result }
    setTimeout(() => (request.onsuccess as () => void)(), 5)
    return request
  }
  const database = {
    transaction: () => ({ objectStore: () => ({ get: () => done(key) }) }),
    close: () => {},
  }
  Object.assign(globalThis, {
    localStorage: new MemoryStorage(),
    sessionStorage: new MemoryStorage(),
    indexedDB: { open: () => done(database) },
    BroadcastChannel: class {
      constructor() {
        channels.push(this as never)
      }
      postMessage() {}
      close() {}
    },
  })
  const { LoginSession } = await import('../../src/client/login/login-session.js')
  const { saveSession, saveLogout, removeSession } = await import(
    '../../src/client/login/login-store.js'
  )
  await saveSession('shop', {
    privKey: 'a'.repeat(64),
    isWalletKey: false,
    userInfo: {} as never,
    expires: Date.now() + 1e6,
    storage: 'local',
  })
  const follower = { emit: () => {} }
  const session = LoginSession.join('shop', follower)
  const restored = session.restore('local')
  saveLogout('shop', 'plain')
  removeSession('shop')
  channels[0]!.onmessage!({ data: 'logout' })
  await restored
  const { value } = session
  session.leave(follower)
  assert.equal(value, undefined)
})
