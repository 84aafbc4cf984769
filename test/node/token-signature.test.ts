/** Signatures of ID tokens, made by jose: each scheme takes its own, by its own kind of key, and nothing else. */
import assert from 'node:assert/strict'
import { constants, createPrivateKey, KeyObject, sign } from 'node:crypto'
import { describe, it } from 'node:test'

import { type CryptoKey, generateKeyPair, SignJWT } from 'jose'

import { ALGORITHMS } from '../../src/protocol/service.js'
import { isSignedBy } from '../../src/server/tokens/token-signature.js'

type Algorithm = (typeof ALGORITHMS)[number]

const made = new Map(
  await Promise.all(
    ALGORITHMS.map(async (alg) => {
      const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
      const token = await new SignJWT({ sub: 'one' }).setProtectedHeader({ alg }).sign(privateKey)
      return [
        alg,
        { publicKey: publicKey as CryptoKey, privateKey: privateKey as CryptoKey, token },
      ] as const
    }),
  ),
)
const of = (alg: Algorithm) => made.get(alg)!

/** The same text under a signature that is made in the test. */
function signedAgain(alg: Algorithm, hash: string, options: object): string {
  const { privateKey, token } = of(alg)
  const key = createPrivateKey(KeyObject.from(privateKey).export({ format: 'pem', type: 'pkcs8' }))
  const text = token.slice(0, token.lastIndexOf('.'))
  return `${text}.${sign(hash, Buffer.from(text), { key, ...options }).toString('base64url')}`
}

describe('a signature', () => {
  for (const alg of ALGORITHMS) {
    it(`by ${alg} counts for its text, and no bit of both can be changed`, () => {
      const { publicKey, token } = of(alg)
      assert.ok(isSignedBy(publicKey, alg, token))
      const [header, claims, signature] = token.split('.') as [string, string, string]
      const bytes = Buffer.from(signature, 'base64url')
      for (const at of [0, bytes.length >> 1, bytes.length - 1]) {
        const other = Buffer.from(bytes)
        other[at]! ^= 1
        assert.ok(!isSignedBy(publicKey, alg, `${header}.${claims}.${other.toString('base64url')}`))
      }
      assert.ok(!isSignedBy(publicKey, alg, `${header}.${claims.slice(0, -1)}.${signature}`))
      assert.ok(!isSignedBy(publicKey, alg, `${header}.${claims}.`))
      assert.ok(!isSignedBy(publicKey, alg, `${header}.${claims}.${signature}AAAA`))
    })

    it(`by ${alg} counts by no other algorithm and for no other key`, () => {
      for (const other of ALGORITHMS) {
        if (other === alg) continue
        assert.ok(!isSignedBy(of(alg).publicKey, other, of(alg).token), other)
        assert.ok(!isSignedBy(of(other).publicKey, alg, of(alg).token), other)
      }
      assert.ok(!isSignedBy(of(alg).privateKey, alg, of(alg).token))
    })
  }

  it('counts in the one form of its scheme', () => {
    const padding = constants.RSA_PKCS1_PSS_PADDING
    const right = signedAgain('PS256', 'sha256', { padding, saltLength: 32 })
    assert.ok(isSignedBy(of('PS256').publicKey, 'PS256', right))
    for (const [alg, hash, options] of [
      ['PS256', 'sha256', { padding, saltLength: 0 }],
      ['PS256', 'sha512', { padding, saltLength: 32 }],
      ['RS256', 'sha1', {}],
      ['RS256', 'sha512', {}],
      ['ES256', 'sha256', { dsaEncoding: 'der' }],
      ['ES256', 'sha512', { dsaEncoding: 'ieee-p1363' }],
    ] as const) {
      const token = signedAgain(alg, hash, options)
      assert.ok(!isSignedBy(of(alg).publicKey, alg, token), `${alg} ${hash}`)
    }
  })

  it('by a key of a different kind does not count, though that key signed it', async () => {
    const ec = of('ES256')
    const asDer = signedAgain('ES256', 'sha256', { dsaEncoding: 'der' })
    assert.ok(!isSignedBy(ec.publicKey, 'RS256', asDer))
  })
})
