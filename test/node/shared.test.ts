import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as jose from 'jose'

import { deadline } from '../../src/shared/deadline.js'
import { fromWire, ProviderRpcError, toWire, WalletError } from '../../src/shared/errors.js'
import {
  decrypt,
  encrypt,
  exportPublicKey,
  generateKeyPair,
  thumbprint,
} from '../../src/shared/jwe.js'
import { addResult, readResultIn } from '../../src/shared/redirect.js'
import { serviceUrl } from '../../src/shared/service-url.js'

const utf8 = new TextEncoder()

describe('JWE', () => {
  it('opens what jose sealed, and jose opens what it sealed', async () => {
    const { privateKey, publicKey } = await generateKeyPair()
    const jwk = await exportPublicKey(publicKey)
    const recipient = await jose.importJWK({ ...jwk }, 'ECDH-ES')
    const sealed = await new jose.CompactEncrypt(utf8.encode('from jose'))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
      .encrypt(recipient)
    assert.equal(await decrypt(sealed, privateKey), 'from jose')
    const { plaintext } = await jose.compactDecrypt(await encrypt('für jose', jwk), privateKey)
    assert.equal(new TextDecoder().decode(plaintext), 'für jose')
  })

  it('names a key as RFC 7638 does', async () => {
    const jwk = await exportPublicKey((await generateKeyPair()).publicKey)
    assert.equal(await thumbprint(jwk), await jose.calculateJwkThumbprint({ ...jwk }))
  })

  it('cannot be opened with another key, nor after a change of any part', async () => {
    const mine = await generateKeyPair()
    const other = await generateKeyPair()
    const sealed = await encrypt('secret', await exportPublicKey(mine.publicKey))
    await assert.rejects(decrypt(sealed, other.privateKey), { code: 'TOKEN_MALFORMED' })
    const parts = sealed.split('.')
    for (const index of [0, 2, 3, 4]) {
      const changed = parts.map((part, i) => (i === index ? flipLastBut(part) : part)).join('.')
      await assert.rejects(decrypt(changed, mine.privateKey), { code: 'TOKEN_MALFORMED' })
    }
  })

  it('refuses another algorithm than its own', async () => {
    const { privateKey, publicKey } = await generateKeyPair()
    const jwk = await exportPublicKey(publicKey)
    const sealed = await new jose.CompactEncrypt(utf8.encode('x'))
      .setProtectedHeader({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM' })
      .encrypt(await jose.importJWK({ ...jwk }, 'ECDH-ES+A256KW'))
    await assert.rejects(decrypt(sealed, privateKey), { code: 'TOKEN_MALFORMED' })
  })

  it('keeps the private half from everybody', async () => {
    const { privateKey } = await generateKeyPair()
    assert.equal(privateKey.extractable, false)
  })
})

/** Changes one character in the middle of a base64url text. */
const flipLastBut = (text: string) => {
  const at = Math.floor(text.length / 2)
  return text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
}

describe('errors on the wire', () => {
  it('have their names where a page has frozen what all errors have', () => {
    Object.defineProperty(Error.prototype, 'name', { writable: false })
    try {
      assert.equal(new WalletError('ABORTED').name, 'WalletError')
      assert.equal(new ProviderRpcError(4001, 'No.').name, 'ProviderRpcError')
    } finally {
      Object.defineProperty(Error.prototype, 'name', { writable: true })
    }
  })

  it('keep their code and detail', () => {
    const back = fromWire(structuredClone(toWire(new WalletError('USER_REJECTED', 'By hand.'))))
    assert.ok(WalletError.is(back, 'USER_REJECTED'))
    assert.equal(back.detail, 'By hand.')
    assert.equal(back.rpcCode, 4001)
  })

  it("keep a node's own code, message and data", () => {
    const wire = { code: 3, message: 'execution reverted', data: '0x08c379a0' }
    const back = fromWire(toWire(new ProviderRpcError(wire.code, wire.message, wire.data)))
    assert.deepEqual(toWire(back), wire)
  })

  it('carry neither stack nor cause', () => {
    const wire = toWire(new Error('a secret is in here'))
    assert.equal(JSON.stringify(wire).includes('secret'), false)
    assert.equal(wire.code, -32603)
  })

  for (const junk of [null, undefined, 7, 'x', {}, { code: '1' }, { code: 1 }]) {
    it(`read ${JSON.stringify(junk)} as INTERNAL`, () => {
      assert.ok(WalletError.is(fromWire(junk), 'INTERNAL'))
    })
  }

  it('do not take a name of Object.prototype for a code', () => {
    const back = fromWire({ code: 1, message: 'm', data: { walletError: 'constructor' } })
    assert.ok(back instanceof ProviderRpcError)
  })
})

describe('deadline', () => {
  it('gives what the work gives', async () => {
    assert.equal(await deadline(Promise.resolve(1), 1000, 'work'), 1)
  })

  it('rejects TIMEOUT when the time is up', async () => {
    await assert.rejects(deadline(new Promise(() => {}), 1, 'work'), { code: 'TIMEOUT' })
  })

  it("rejects with the signal's reason, ABORTED if it is not ours", async () => {
    const never = new Promise(() => {})
    const own = AbortSignal.abort(new WalletError('POPUP_CLOSED'))
    await assert.rejects(deadline(never, 1000, 'work', own), { code: 'POPUP_CLOSED' })
    await assert.rejects(deadline(never, 1000, 'work', AbortSignal.abort()), { code: 'ABORTED' })
  })
})

describe('a redirect result in a URL', () => {
  for (const url of ['https://site.example/', 'https://site.example/page?a=1&b=2']) {
    it(`is the fragment of ${url}`, () => {
      const { origin, pathname, search, hash } = new URL(addResult(url, 'sta-te', 'a.b.c_-d.e'))
      assert.equal(`${origin}${pathname}${search}`, url)
      assert.deepEqual(readResultIn(hash), { state: 'sta-te', result: 'a.b.c_-d.e' })
    })
  }

  it('is the same where a hash router put a slash before it', () => {
    const { hash } = new URL(addResult('https://site.example/', 'sta-te', 'a.b.c_-d.e'))
    assert.deepEqual(readResultIn(hash.replace('#', '#/')), readResultIn(hash))
  })

  for (const hash of ['', '#/route', '#wallet-login=broken', '#x&wallet-login=sta-te.a.b.c.d.e']) {
    it(`is not in ${hash || 'no fragment'}`, () => {
      assert.deepEqual(readResultIn(hash), { state: undefined, result: undefined })
    })
  }
})

describe('the URL of a service', () => {
  it('has one slash before the path, however the operator wrote it', () => {
    for (const service of ['https://login.example.test/a', 'https://login.example.test/a/'])
      assert.equal(serviceUrl(service, '/token'), 'https://login.example.test/a/token')
  })
})
