/** `wallet_connect` (ERC-7846): what it takes, and the sign-in that the wallet writes (EIP-4361). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'

import { parseConnect, writeSignIn } from '../../src/chain/requests/connect.js'

const ACCOUNT = '0x52908400098527886E0F7030069857D2E4169EE7'
const SITE = 'https://shop.example.test:8443'
const NOW = new Date('2026-03-01T12:00:00Z')
const SIGN_IN = { nonce: 'abcdefgh12345678', chainId: '0x7a69' }

const read = (signInWithEthereum: unknown, version = '1') =>
  parseConnect([{ version, capabilities: { signInWithEthereum } }])
const written = (own: Record<string, unknown> = {}, site = SITE) =>
  writeSignIn(read({ ...SIGN_IN, ...own })!, { site, account: ACCOUNT, now: NOW })
const codeOf = (work: () => unknown): string => {
  try {
    return `no error but ${JSON.stringify(work())}`
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return `${code}: ${message}`
  }
}

describe('wallet_connect', () => {
  it('takes no parameters, no capabilities, and some that it does not know', () => {
    const all = [undefined, [{}], [{ version: '1' }], [{ version: '1.0', capabilities: {} }]]
    for (const params of all) assert.equal(parseConnect(params), undefined)
    const unknown = [{ version: '1', capabilities: { addSubAccount: { account: {} } } }]
    assert.equal(parseConnect(unknown), undefined)
  })

  it('takes a chain id as text or as a number', () => {
    assert.match(written(), /^Chain ID: 31337$/m)
    assert.match(written({ chainId: 31_337 }), /^Chain ID: 31337$/m)
  })

  for (const [what, wrong] of [
    ['another version', () => read(SIGN_IN, '2')],
    ['no nonce', () => read({ chainId: '0x1' })],
    ['no chain id', () => read({ nonce: 'abcdefgh' })],
    ['a nonce that is too short', () => read({ ...SIGN_IN, nonce: 'abcdefg' })],
    ['a chain id in decimal digits', () => read({ ...SIGN_IN, chainId: '31337' })],
    ['another version of the sign-in', () => read({ ...SIGN_IN, version: '2' })],
    ['a text without end', () => read({ ...SIGN_IN, statement: 'x'.repeat(1_001) })],
  ] as const) {
    it(`refuses ${what}`, () => assert.match(codeOf(wrong), /^INVALID_ARGUMENT/))
  }
})

describe('the sign-in of wallet_connect', () => {
  it('is for the page that asks, now, and other programs read it', () => {
    const text = written()
    const fields = parseSiweMessage(text)
    assert.deepEqual(fields, {
      ...{ address: ACCOUNT, chainId: 31_337, nonce: SIGN_IN.nonce, version: '1' },
      ...{ domain: 'shop.example.test:8443', uri: SITE, issuedAt: NOW },
    })
    const expected = { domain: 'shop.example.test:8443', nonce: SIGN_IN.nonce, time: NOW }
    assert.equal(validateSiweMessage({ message: fields, ...expected }), true)
  })

  it('says all that the page asks for', () => {
    const own = {
      ...{ scheme: 'https', uri: `${SITE}/login`, statement: 'Sign in to the shop.' },
      ...{ issuedAt: '2026-03-01T11:59:00Z', expirationTime: '2026-03-01T13:00:00.000Z' },
      ...{ notBefore: '2026-03-01T11:00:00Z', requestId: 'order-7' },
      resources: ['https://shop.example.test/terms', 'ipfs://terms'],
    }
    const { issuedAt, expirationTime, notBefore, ...fields } = parseSiweMessage(written(own))
    const { issuedAt: _, expirationTime: __, notBefore: ___, ...said } = own
    assert.deepEqual(
      [issuedAt, expirationTime, notBefore],
      [own.issuedAt, own.expirationTime, own.notBefore].map((time) => new Date(time)),
    )
    const { address, chainId, domain, nonce, version, ...rest } = fields
    assert.deepEqual(rest, said)
  })

  const REFUSED: [string, Record<string, unknown>, RegExp][] = [
    ['another site’s domain', { domain: 'bank.example.test' }, /domain: expected shop/],
    ['the host without its port', { domain: 'shop.example.test' }, /domain: expected shop/],
    ['another scheme', { scheme: 'http' }, /domain/],
    ['a domain with a line', { domain: 'shop.example.test:8443\nx' }, /domain/],
    [
      'a statement that passes for a field',
      { statement: 'Hello\n\nURI: https://x.test' },
      /signInWithEthereum/,
    ],
    ['a statement that is a field', { statement: 'Nonce: 1' }, /statement/],
    [
      'a nonce with another field after it',
      { nonce: 'abcdefgh\nRequest ID: 1' },
      /signInWithEthereum/,
    ],
    ['a nonce with a space', { nonce: 'abcd efgh' }, /Nonce/],
    ['a time that is none', { issuedAt: 'yesterday' }, /Issued At/],
    ['an id with another field after it', { requestId: 'a\nResources:' }, /requestId|Request ID/],
    ['a resource with another after it', { resources: ['a:b\n- c:d'] }, /resources|Resources/],
    ['a resource that is no URI', { resources: ['terms'] }, /Resources/],
    ['a URI that is none', { uri: 'login' }, /URI/],
  ]
  for (const [what, own, said] of REFUSED) {
    it(`is not written with ${what}`, () => {
      const code = codeOf(() => written(own))
      assert.match(code, /^INVALID_ARGUMENT/)
      assert.match(code, said)
    })
  }
})
