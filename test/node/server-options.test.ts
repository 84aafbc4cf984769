import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { describe, it } from 'node:test'

import { addressOf } from '../../src/server/cli/options/options.js'
import { createService, listen } from '../../src/server/platform/http.js'

const LOCAL = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
const NO_IPV6 = !LOCAL.some(({ address }) => address === '::1') && 'there is no IPv6 here'

describe('an address to listen on', () => {
  it('is a host and a port; one of IPv6 stands in brackets, as in a URL', () => {
    const of = (metrics: string) => addressOf({ metrics }, 'metrics')
    assert.deepEqual(of('localhost:9102'), { host: 'localhost', port: 9102 })
    assert.deepEqual(of('[::1]:9102'), { host: '::1', port: 9102 })
    assert.deepEqual(of('::1:9102'), { host: '::1', port: 9102 })
    for (const text of ['localhost', ':9102', '[::1]', '127.0.0.1:99999']) {
      assert.throws(() => of(text), { code: 'INVALID_ARGUMENT' }, text)
    }
  })

  it('has brackets in its URL, too', { skip: NO_IPV6 }, async () => {
    const app = createService({})
    try {
      assert.match(await listen(app, 0, '--port', '::1'), /^http:\/\/\[::1\]:\d+$/)
    } finally {
      await app.close()
    }
  })
})
