/** A sign-in that no press in the wallet's frame began is a use as well. */
import assert from 'node:assert/strict'
import { it } from 'node:test'

import { AutoLock } from '../../src/app/session/auto-lock.js'
import { MemoryStorage } from './support/memory-storage.js'

it('does not lock a session that has just begun, after a reload', () => {
  const localStorage = new MemoryStorage()
  Object.assign(globalThis, { localStorage, document: { addEventListener: () => {} } })
  localStorage.setItem('wallet-embed:auto-lock', '5')
  localStorage.setItem('wallet-embed:last-use', String(Date.now() - 86_400_000))
  new AutoLock(() => {}).follow()
  // Here the page's own button signs the person in: nothing notes a use (WalletApp has no call for it).
  let locks = 0
  new AutoLock(() => locks++).follow()
  assert.equal(locks, 0)
})
