/** A browser whose IndexedDB gives no answer for a moment: the session is still there when it does. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { WireContract } from '../../src/app/signer/contract.js'
import { Peer } from '../../src/protocol/peer.js'

const SEALED = { keyId: 'key', iv: 'AAAAAAAAAAAAAAAA', data: 'AAAA' }

describe('unlocking a stored session', () => {
  let worker: Peer<WireContract>
  let isThere = false
  /** What the storage has, and when it answers. */
  let entry: object | undefined
  let late: Promise<void> = Promise.resolve()
  before(async () => {
    const { port1, port2 } = new MessageChannel()
    /** Opens, and has no key. */
    const found = () => {
      const transaction = {
        objectStore: () => ({ get: () => ({ result: entry }), delete: () => ({}) }),
        set oncomplete(hear: () => void) {
          void late.then(hear)
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
  })

  it('opens nothing where the session is ended before the storage has answered', async () => {
    isThere = true
    const name = { name: 'AES-GCM', length: 256 }
    const key = await crypto.subtle.generateKey(name, false, ['encrypt', 'decrypt'])
    const iv = new Uint8Array(12)
    const secret = new Uint8Array(32).fill(1)
    const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, secret)
    entry = { key, expires: Date.now() + 60_000 }
    const params = { ...SEALED, data: Buffer.from(data).toString('base64url') }
    const ask = (method: 'unlock' | 'lock' | 'addresses', params: object) =>
      worker.request(method, { params, account: 0 } as never, 10_000)
    await ask('unlock', params)
    await ask('addresses', { count: 1 })
    let answer = () => {}
    late = new Promise((resolve) => {
      answer = resolve
    })
    await ask('lock', {})
    const unlocked = ask('unlock', params)
    const locked = ask('lock', { keyId: 'key' })
    answer()
    await assert.rejects(unlocked, { code: 'NOT_LOGGED_IN' })
    await locked
    await assert.rejects(ask('addresses', { count: 1 }), { code: 'NOT_LOGGED_IN' })
  })
  after(() => worker.close())
})
