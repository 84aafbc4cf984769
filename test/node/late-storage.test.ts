/** A browser whose IndexedDB gives no answer for a moment: the session is still there when it does. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'

import type { WireContract } from '../../src/app/signer/contract.js'
import { Peer } from '../../src/protocol/peer.js'

const SEALED = { keyId: 'key', iv: 'AAAAAAAAAAAAAAAA', data: 'AAAA' }

describe('unlocking a stored session', () => {
  let worker: Peer<WireContract>
  let isThere = false
  before(async () => {
    const { port1, port2 } = new MessageChannel()
    /** Opens, and has no key. */
    const found = () => {
      const transaction = {
        objectStore: () => ({ get: () => ({ result: undefined }) }),
        set oncomplete(hear: () => void) {
          queueMicrotask(hear)
        },
      }
      return { transaction: () => transaction, close: () => {} }
    }
    const open = () => {
      const request = { result: found(), error: new DOMException('Late.', 'UnknownError') }
      const hears = () => Reflect.get(request, isThere ? 'onsuccess' : 'onerror')
      queueMicrotask(() => hears()?.())
      return request
    }
    Object.assign(globalThis, { self: port1, indexedDB: { open } })
    await import('../../src/app/signer/worker.js')
    worker = new Peer(port2)
  })
  const codeOf = () =>
    worker.request('unlock', { params: SEALED, account: 0 }, 10_000).then(
      () => undefined,
      ({ code }) => code,
    )

  it('fails for now where the storage gives no answer, and for good where the key is gone', async () => {
    assert.equal(await codeOf(), 'INTERNAL')
    isThere = true
    assert.equal(await codeOf(), 'SESSION_EXPIRED')
    worker.close()
  })
})
