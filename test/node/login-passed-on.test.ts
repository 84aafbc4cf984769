/** The result of a popup login that a page of this origin passes on. */
import assert from 'node:assert/strict'
import { it } from 'node:test'

import { passedOn } from '../../src/client/login/login-redirect.js'

it('is waited for on a channel that ends with the login, even one that ended before', () => {
  const open = new Set<string>()
  class Channel {
    readonly #name: string
    constructor(name: string) {
      this.#name = name
      open.add(name)
    }
    close(): void {
      open.delete(this.#name)
    }
  }
  Object.assign(globalThis, { BroadcastChannel: Channel })
  const login = new AbortController()
  void passedOn('one', login.signal)
  assert.deepEqual([...open], ['wallet-embed:redirect:one'])
  login.abort()
  assert.deepEqual([...open], [])
  // The wait for the window's end is over a moment after the login.
  void passedOn('one', login.signal)
  assert.deepEqual([...open], [])
})
