/** Identity in, keys out: fixed values, because a change of any of them would lose people their wallets. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { mnemonicToAccount } from 'viem/accounts'

import { account, appKey, recoveryPhrase, walletSecret } from '../../src/keys/derive.js'
import { identityInput, verifierIdOf } from '../../src/keys/identity.js'
import { lowerCaseOf } from '../../src/keys/letter-case.js'
import { toHex } from '../../src/shared/encoding.js'

const secret = walletSecret(Uint8Array.from({ length: 64 }, (_, i) => i))

describe('the wallet secret', () => {
  it('never changes for an output', () => {
    assert.equal(toHex(secret), 'da69cb49fb68903dd89ace510299baf5bd4cc02185bf99b1d76127388be67d2c')
  })

  it('gives 24 words, and accounts that another wallet finds under them', () => {
    const phrase = recoveryPhrase(secret)
    assert.equal(phrase.split(' ').length, 24)
    for (const index of [0, 1, 7]) {
      const theirs = mnemonicToAccount(phrase, { addressIndex: index })
      const ours = account(secret, index)
      assert.equal(ours.address, theirs.address)
      assert.deepEqual(ours.privateKey, theirs.getHdKey().privateKey)
    }
  })

  it('gives other accounts for another output', () => {
    assert.notEqual(
      account(walletSecret(new Uint8Array(64)), 0).address,
      account(secret, 0).address,
    )
  })
})

describe("an application's key", () => {
  it('never changes for a secret and a client id', () => {
    assert.equal(
      appKey(secret, 'demo'),
      '6fe067f122a0710700c1ecd7c5fe555bc244e377f5026ab93e009fcc457ef8dc',
    )
  })

  it('differs per application and per person, and is never the key of an account', () => {
    const keys = [
      appKey(secret, 'demo'),
      appKey(secret, 'demo2'),
      appKey(secret, ''),
      appKey(walletSecret(new Uint8Array(64)), 'demo'),
      toHex(account(secret, 0).privateKey),
    ]
    assert.equal(new Set(keys).size, keys.length)
    for (const key of keys) assert.match(key, /^[0-9a-f]{64}$/)
  })
})

describe('the input of an identity', () => {
  it('is a label, then each field behind its length in two bytes', () => {
    const expected = '77616c6c65742d656d6265642f6964656e746974792f7631' + '000161' + '0003c3a963'
    assert.equal(toHex(identityInput('a', 'éc')), expected)
  })

  it('differs where only the border between the fields does', () => {
    assert.notDeepEqual(identityInput('ab', 'c'), identityInput('a', 'bc'))
  })
})

describe('the verifierId of a token', () => {
  const rule = { verifierIdField: 'email', isVerifierIdCaseSensitive: false }
  const claims = { sub: 'Abc', email: 'Sample.One@Example.test', email_verified: true }

  it('is the named claim, folded only where case does not count', () => {
    assert.equal(verifierIdOf(claims, rule), 'sample.one@example.test')
    const sensitive = { verifierIdField: 'sub', isVerifierIdCaseSensitive: true }
    assert.equal(verifierIdOf(claims, sensitive), 'Abc')
  })

  it('is what it was for everybody who is let in', () => {
    for (const name of [
      'Sample.One@Example.test',
      'GROSS',
      'groß',
      'ÅSA',
      'ŽOFIE',
      'ΝΙΚΗ',
      'νίκος',
      'ИВАН',
      '山田',
    ])
      assert.equal(lowerCaseOf(name), name.toLowerCase())
  })

  it('is refused where lower case would make it ambiguous', () => {
    // No normal form; no letter of this version of Unicode, which may have one of lower case.
    for (const name of ['A\u030a', '\uf900', '\u0378', '\u{e0080}'])
      assert.equal(lowerCaseOf(name), undefined, name)
  })

  it('is taken as it is where case counts', () => {
    const sensitive = { verifierIdField: 'sub', isVerifierIdCaseSensitive: true }
    for (const sub of ['\u212a', 'A\u030a', 'ΝΙΚΟΣ'])
      assert.equal(verifierIdOf({ sub }, sensitive), sub)
  })

  for (const [name, wrong] of [
    ['missing', { sub: 'Abc' }],
    ['empty', { email: '' }],
    ['no text', { email: 7 }],
    ['beyond 512 characters', { email: 'a'.repeat(513) }],
    ['an address of which nobody says that it is verified', { email: 'a@example.test' }],
    ['a text with a control in it', { ...claims, email: 'a\0@example.test' }],
    ['an address that is not verified', { ...claims, email_verified: false }],
    ['an address that is not verified, said as text', { ...claims, email_verified: 'false' }],
  ] as const) {
    it(`is refused if it is ${name}`, () => {
      assert.throws(() => verifierIdOf(wrong, rule), { code: 'TOKEN_CLAIM' })
    })
  }

  it('is never taken from the prototype', () => {
    const inherited = { verifierIdField: 'constructor', isVerifierIdCaseSensitive: true }
    assert.throws(() => verifierIdOf({}, inherited), { code: 'TOKEN_CLAIM' })
  })
})
