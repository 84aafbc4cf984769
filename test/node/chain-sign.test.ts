/** What is asked to be signed, read; and the signatures, held against viem's. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import { signMessage, signTypedData } from '../../src/app/signer/sign.js'
import { parsePersonalSign } from '../../src/chain/requests/message.js'
import { parseTypedData } from '../../src/chain/requests/typed-data.js'
import { readUtf8 } from '../../src/chain/values/text.js'
import { utf8 } from '../../src/shared/encoding.js'
import { WalletError } from '../../src/shared/errors.js'

const KEY = new Uint8Array(32).fill(7)
const viem = privateKeyToAccount(toHex(KEY))
const ACCOUNT = viem.address
const OTHER = '0x52908400098527886E0F7030069857D2E4169EE7'

const MAIL = {
  domain: { name: 'Mail', version: '1', chainId: 31_337, verifyingContract: OTHER },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallets', type: 'address[]' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person[2]' },
      { name: 'amount', type: 'uint256' },
      { name: 'change', type: 'int8' },
      { name: 'data', type: 'bytes' },
      { name: 'id', type: 'bytes4' },
      { name: 'urgent', type: 'bool' },
    ],
  },
  primaryType: 'Mail',
  message: {
    from: { name: 'One', wallets: [OTHER] },
    to: [
      { name: 'Two', wallets: [] },
      { name: 'Three', wallets: [OTHER, OTHER] },
    ],
    amount: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
    change: -128,
    data: '0x',
    id: '0xdeadbeef',
    urgent: true,
  },
} as const

const TEXT = { name: 'text', type: 'string' }
/** With no field of its own, its type's text would be that of Permit2's transfer. */
const FORGED =
  'PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions'

const read = (data: unknown) => parseTypedData([ACCOUNT, data], ACCOUNT, 31_337)
/** MAIL with one field of the message another. */
const mailWith = (field: object) => ({ ...MAIL, message: { ...MAIL.message, ...field } })

describe('personal_sign', () => {
  for (const [what, message, bytes] of [
    ['hex as bytes', '0x6869', utf8('hi')],
    ['text as UTF-8', 'grüß dich', utf8('grüß dich')],
    ['half a byte as text', '0x123', utf8('0x123')],
    ['nothing', '', utf8('')],
  ] as const) {
    it(`signs ${what}, whichever way round the parameters are, as viem does`, async () => {
      for (const params of [
        [message, ACCOUNT],
        [ACCOUNT.toLowerCase(), message],
      ]) {
        const parsed = parsePersonalSign(params, ACCOUNT)
        assert.deepEqual(parsed, bytes)
        const expected = await viem.signMessage({ message: { raw: bytes } })
        assert.equal(signMessage(parsed, KEY), expected)
      }
    })
  }

  it('is refused for another account, and for what is no text', () => {
    assert.throws(
      () => parsePersonalSign(['hi', OTHER], ACCOUNT),
      (error) => WalletError.is(error, 'UNAUTHORIZED'),
    )
    for (const params of [undefined, [], ['hi'], [7, ACCOUNT], 'hi']) {
      assert.throws(
        () => parsePersonalSign(params, ACCOUNT),
        (error) => WalletError.is(error, 'INVALID_ARGUMENT'),
      )
    }
  })
})

describe('what a person reads', () => {
  it('is the text of UTF-8, and nothing for other bytes', () => {
    assert.equal(readUtf8(utf8('grüß 👩‍🚀')), 'grüß 👩‍🚀')
    assert.equal(readUtf8(Uint8Array.of(0xff)), undefined)
  })
})

describe('eth_signTypedData_v4', () => {
  it('signs as viem does, from an object and from JSON', async () => {
    const expected = await viem.signTypedData(MAIL as never)
    assert.equal(signTypedData(read(MAIL).value, KEY), expected)
    assert.equal(signTypedData(read(JSON.stringify(MAIL)).value, KEY), expected)
    const bigints = mailWith({ amount: BigInt(MAIL.message.amount), change: -128n })
    assert.equal(signTypedData(read(bigints).value, KEY), expected)
  })

  it('signs a domain without a type of its own as viem does', async () => {
    const { EIP712Domain: _, ...types } = MAIL.types
    const data = { ...MAIL, types, domain: { chainId: 31_337, name: 'Mail' } }
    const expected = await viem.signTypedData(data as never)
    assert.equal(signTypedData(read(data).value, KEY), expected)
  })

  it('signs a domain without the fields that are null, as viem does', async () => {
    const { EIP712Domain: _, ...types } = MAIL.types
    const domain = { name: 'Mail', version: null, chainId: null, salt: null }
    const expected = await viem.signTypedData({ ...MAIL, types, domain } as never)
    assert.equal(signTypedData(read({ ...MAIL, types, domain }).value, KEY), expected)
  })

  it('signs a domain that names its contract as text, as Cosmos chains do, as viem does', async () => {
    const EIP712Domain = [{ name: 'verifyingContract', type: 'string' }]
    const types = { ...MAIL.types, EIP712Domain }
    const data = { ...MAIL, types, domain: { verifyingContract: 'cosmos' } }
    const expected = await viem.signTypedData(data as never)
    assert.equal(signTypedData(read(data).value, KEY), expected)
  })

  it('shows every value that is signed, and none that is not', () => {
    const { message, domain } = read(mailWith({ note: 'not in the type' }))
    assert.deepEqual(
      message.map(({ name }) => name),
      ['from', 'to', 'amount', 'change', 'data', 'id', 'urgent'],
    )
    assert.deepEqual(domain[2], { name: 'chainId', type: 'uint256', value: '31337' })
    const [, second] = message[1]!.children!
    assert.equal(second!.children![0]!.value, 'Three')
    assert.equal(second!.children![1]!.children!.length, 2)
    assert.equal(JSON.stringify(message).includes('not in the type'), false)
  })

  for (const [what, data, path] of [
    ['no JSON', '{', /data/],
    ['no domain', { ...MAIL, domain: undefined }, /domain: expected an object\./],
    ['a number', 7, /data/],
    ['a message without a field', { ...MAIL, message: {} }, /message\.from/],
    ['a type that does not exist', { ...MAIL, primaryType: 'Letter' }, /primaryType/],
    ['a type of every object', { ...MAIL, primaryType: 'constructor' }, /primaryType/],
    ['an integer that is too big', mailWith({ change: 128 }), /message\.change/],
    ['a negative unsigned integer', mailWith({ amount: -1 }), /message\.amount/],
    ['a bigint that is too big', mailWith({ amount: 2n ** 256n }), /message\.amount/],
    ['a bigint as a text', mailWith({ from: { name: 1n, wallets: [] } }), /message\.from\.name/],
    ['a bigint as bytes', mailWith({ data: 10n }), /message\.data/],
    ['a bigint without end', mailWith({ amount: 2n ** 3_000n }), /message\.amount/],
    ['an integer that lost digits', mailWith({ amount: 2 ** 60 }), /message\.amount/],
    ['a text as a truth value', mailWith({ urgent: 'true' }), /message\.urgent/],
    ['bytes of the wrong size', mailWith({ id: '0xdead' }), /message\.id/],
    ['a list that is too short', mailWith({ to: [] }), /message\.to/],
    [
      'an address in a list that is none',
      mailWith({ from: { name: '', wallets: ['0x1'] } }),
      /message\.from\.wallets\.0/,
    ],
    ['nothing in place of a struct', mailWith({ from: null }), /message\.from/],
    [
      'a text as an address',
      { ...MAIL, domain: { ...MAIL.domain, verifyingContract: 'cosmos' } },
      /domain\.verifyingContract: expected address/,
    ],
    [
      'a text as the address of a domain without a type',
      { ...MAIL, types: { Mail: [TEXT] }, domain: { verifyingContract: 'cosmos' } },
      /domain\.verifyingContract: expected address/,
    ],
    [
      'another chain',
      { ...MAIL, domain: { ...MAIL.domain, chainId: 1 } },
      /domain\.chainId: expected 31337/,
    ],
    [
      'another chain in hex',
      { ...MAIL, domain: { ...MAIL.domain, chainId: '0x1' } },
      /domain\.chainId/,
    ],
    [
      'a struct without end',
      {
        ...MAIL,
        types: { A: [{ name: 'a', type: 'A' }] },
        primaryType: 'A',
        domain: {},
        message: loop(40),
      },
      /levels/,
    ],
  ] as const) {
    it(`is refused with INVALID_ARGUMENT for ${what}`, () => {
      assert.throws(
        () => read(data),
        (error) => {
          assert.ok(WalletError.is(error, 'INVALID_ARGUMENT'), String(error))
          assert.match(error.message, path)
          return true
        },
      )
    })
  }

  for (const [what, types, primaryType = 'Mail'] of [
    ['a primary type that brings fields of its own', { [FORGED]: [] }, FORGED],
    ['a type with brackets in its name', { Mail: [{ name: 'a', type: 'B(uint256 x)' }] }],
    ['a type with a list in its name', { Mail: [], 'Mail[]': [] }],
    ['a name that libraries hash as another', { Mail: [], Mail$: [] }, 'Mail$'],
    [
      'a struct in a type with a colon in its name',
      { 'Mail:One': [{ name: 'a', type: 'Inner[]' }], Inner: [TEXT] },
      'Mail:One',
    ],
    ['a type of the name before the colon', { 'Mail:One': [TEXT], Mail: [TEXT] }, 'Mail:One'],
    ['a field of a type with a colon', { Mail: [{ name: 'a', type: 'In:One' }], 'In:One': [TEXT] }],
    ['nothing after a colon', { 'Mail:': [TEXT] }, 'Mail:'],
    ['a type in the name of a number', { Mail: [], uint256: [] }],
    ['a type that begins as one of numbers does', { Mail: [], integer: [] }, 'integer'],
    ['a type in the name of an address', { Mail: [{ name: 'a', type: 'address' }], address: [] }],
    ['a field that is there twice', { Mail: [TEXT, TEXT] }],
    ['a field with a space in its name', { Mail: [{ name: 'text,uint256 b', type: 'string' }] }],
    ['a size that begins with nought', { Mail: [{ name: 'text', type: 'bytes01' }] }],
    ['a list of nought', { Mail: [{ name: 'none', type: 'string[0]' }] }],
    ['a list of as many as 01', { Mail: [{ name: 'list', type: 'string[01]' }] }],
    ['a field that every object has', { Mail: [{ name: '__proto__', type: 'string' }] }],
  ] as const) {
    it(`is refused with INVALID_ARGUMENT for ${what}, before anybody is asked`, () => {
      const message = { text: '0x01', a: OTHER, none: [], list: [''] }
      assert.throws(
        () => read({ types, primaryType, domain: {}, message }),
        (error) => WalletError.is(error, 'INVALID_ARGUMENT'),
      )
    })
  }

  it('takes an address of capitals alone for one without a checksum, and none that begins with 0X', () => {
    const mail = (wallet: string) => mailWith({ from: { name: '', wallets: [wallet] } })
    const capitals = `0x${OTHER.slice(2).toUpperCase()}`
    const expected = signTypedData(read(mail(OTHER.toLowerCase())).value, KEY)
    assert.equal(signTypedData(read(mail(capitals)).value, KEY), expected)
    assert.throws(
      () => read(mail(OTHER.replace('0x', '0X'))),
      (error) => WalletError.is(error, 'INVALID_ARGUMENT'),
    )
  })

  it('is refused for another account', () => {
    assert.throws(
      () => parseTypedData([OTHER, MAIL], ACCOUNT, 31_337),
      (error) => WalletError.is(error, 'UNAUTHORIZED'),
    )
  })
})

function loop(depth: number): unknown {
  return depth ? { a: loop(depth - 1) } : {}
}
