/** What we sign, recover and decrypt, held against the libraries that sites use. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  encryptSafely,
  getEncryptionPublicKey,
  encrypt as metamaskEncrypt,
  signTypedData as metamaskSign,
  personalSign,
  recoverPersonalSignature,
  recoverTypedSignature,
  SignTypedDataVersion,
} from '@metamask/eth-sig-util'
import { Transaction } from 'ethers'
import { parseTransaction as parseRaw, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import { decrypt, encryptionPublicKey } from '../../src/app/signer/decrypt.js'
import {
  recover,
  signMessage,
  signTransaction,
  signTypedData,
  signTypedDataV1,
} from '../../src/app/signer/sign.js'
import { parseDecrypt } from '../../src/chain/requests/encryption.js'
import { parseRecover } from '../../src/chain/requests/message.js'
import { type Transaction as Ours, parseTransaction } from '../../src/chain/requests/transaction.js'
import { parseTypedData } from '../../src/chain/requests/typed-data.js'
import { parseTypedDataV1 } from '../../src/chain/requests/typed-data-v1.js'
import { utf8 } from '../../src/shared/encoding.js'
import { WalletError } from '../../src/shared/errors.js'

const KEY = new Uint8Array(32).fill(7)
const privateKey = Buffer.from(KEY)
const ACCOUNT = privateKeyToAccount(toHex(KEY)).address
const OTHER = '0x52908400098527886E0F7030069857D2E4169EE7'
const WORD = `0x${'ab'.repeat(32)}` as const

const LETTER = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Person: [{ name: 'wallet', type: 'address' }],
    Letter: [
      { name: 'from', type: 'Person' },
      { name: 'text', type: 'string' },
      { name: 'amount', type: 'int64' },
      { name: 'sealed', type: 'bool' },
      { name: 'data', type: 'bytes' },
    ],
  },
  primaryType: 'Letter' as const,
  domain: { name: 'Post', chainId: 31_337 },
  message: { from: { wallet: OTHER }, text: 'grüß', amount: -5, sealed: true, data: '0xdead' },
}
/** A list whose last entry has none behind it, and a tree. */
const CHAIN = {
  types: {
    EIP712Domain: LETTER.types.EIP712Domain,
    Person: [
      { name: 'name', type: 'string' },
      { name: 'mother', type: 'Person' },
      { name: 'children', type: 'Person[]' },
    ],
  },
  primaryType: 'Person' as const,
  domain: LETTER.domain,
  message: {
    name: 'Ada',
    mother: { name: 'Bea', mother: null, children: [] },
    children: [null, { name: 'Cleo', mother: null, children: [] }],
  },
}
const LIST = [
  { type: 'string', name: 'text', value: 'grüß' },
  { type: 'uint8', name: 'small', value: 7 },
  { type: 'uint256', name: 'big', value: '123456789012345678901234567890' },
  { type: 'int16', name: 'less', value: -2 },
  { type: 'bool', name: 'yes', value: true },
  { type: 'address', name: 'who', value: OTHER },
  { type: 'bytes4', name: 'id', value: '0xdeadbeef' },
  { type: 'bytes', name: 'data', value: '0x0102' },
]

const isInvalid = (text: RegExp) => (error: unknown) => {
  assert.ok(WalletError.is(error, 'INVALID_ARGUMENT'), String(error))
  assert.match(error.message, text)
  return true
}

describe('typed data', () => {
  for (const version of ['V3', 'V4'] as const) {
    it(`of ${version} is signed as @metamask/eth-sig-util does, and recovered by it`, () => {
      const { value } = parseTypedData([ACCOUNT, LETTER], ACCOUNT, 31_337, version)
      const ours = signTypedData(value, KEY)
      const options = { data: LETTER as never, version: SignTypedDataVersion[version] }
      assert.equal(ours, metamaskSign({ ...options, privateKey }))
      const signer = recoverTypedSignature({ ...options, signature: ours })
      assert.equal(signer, ACCOUNT.toLowerCase())
    })
  }

  it('with a colon in the name of its type, as Hyperliquid has it, is signed as others do', async () => {
    const data = {
      types: {
        'HyperliquidTransaction:UsdSend': [
          { name: 'hyperliquidChain', type: 'string' },
          { name: 'destination', type: 'string' },
          { name: 'amount', type: 'string' },
          { name: 'time', type: 'uint64' },
        ],
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'version', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
      },
      primaryType: 'HyperliquidTransaction:UsdSend' as const,
      domain: {
        ...{ name: 'HyperliquidSignTransaction', version: '1', chainId: 31_337 },
        verifyingContract: `0x${'0'.repeat(40)}` as const,
      },
      message: { hyperliquidChain: 'Mainnet', destination: OTHER, amount: '1', time: 1n },
    }
    const ours = signTypedData(parseTypedData([ACCOUNT, data], ACCOUNT, 31_337).value, KEY)
    const version = SignTypedDataVersion.V4
    const theirs = { ...data, message: { ...data.message, time: 1 } } as never
    assert.equal(ours, metamaskSign({ data: theirs, version, privateKey }))
    assert.equal(ours, await privateKeyToAccount(toHex(KEY)).signTypedData(data as never))
  })

  it('with null where a struct could go on for ever is signed as @metamask/eth-sig-util does, and shown as nothing', () => {
    const { value, message } = parseTypedData([ACCOUNT, CHAIN], ACCOUNT, 31_337)
    const version = SignTypedDataVersion.V4
    const theirs = metamaskSign({ data: CHAIN as never, version, privateKey })
    assert.equal(signTypedData(value, KEY), theirs)
    const mother = message[1]!.children!
    assert.deepEqual(mother[1], { name: 'mother', type: 'Person', children: [] })
  })

  it('has null in place of no other struct, and of no value', () => {
    const read = (message: object) =>
      parseTypedData([ACCOUNT, { ...LETTER, message }], ACCOUNT, 31_337)
    assert.throws(() => read({ ...LETTER.message, from: null }), isInvalid(/message\.from/))
    assert.throws(() => read({ ...LETTER.message, text: null }), isInvalid(/message\.text/))
  })

  it('of version 1 is signed as @metamask/eth-sig-util does, one value or many, and recovered by it', () => {
    for (const data of [LIST, ...LIST.map((one) => [one])]) {
      const { value } = parseTypedDataV1([data, ACCOUNT], ACCOUNT)
      const ours = signTypedDataV1(value, KEY)
      const version = SignTypedDataVersion.V1
      assert.equal(ours, metamaskSign({ data, version, privateKey }), data[0]!.type)
      assert.equal(recoverTypedSignature({ data, version, signature: ours }), ACCOUNT.toLowerCase())
    }
  })

  it('may come in either order of the parameters, and as JSON', () => {
    const { value } = parseTypedData([ACCOUNT, LETTER], ACCOUNT, 31_337)
    const json = JSON.stringify(LETTER)
    assert.deepEqual(parseTypedData([json, ACCOUNT], ACCOUNT, 31_337).value, value)
    const list = parseTypedDataV1([LIST, ACCOUNT], ACCOUNT).value
    const swapped = parseTypedDataV1([ACCOUNT, JSON.stringify(LIST)], ACCOUNT).value
    assert.deepEqual(swapped, list)
  })

  it('of version 3 knows no lists and no struct inside of itself', () => {
    const withField = (field: object) => ({
      ...LETTER,
      types: { ...LETTER.types, Person: [...LETTER.types.Person, field] },
    })
    const read = (data: unknown) => parseTypedData([ACCOUNT, data], ACCOUNT, 31_337, 'V3')
    const list = withField({ name: 'all', type: 'address[]' })
    assert.throws(() => read(list), isInvalid(/types\.Person\.all/))
    const inside = withField({ name: 'parent', type: 'Person' })
    assert.throws(() => read(inside), isInvalid(/inside of itself/))
    const far = withField({ name: 'letter', type: 'Letter' })
    assert.throws(() => read(far), isInvalid(/inside of itself/))
  })

  for (const [what, data] of [
    ['no list', { a: 1 }],
    ['an empty list', []],
    ['a value of another type', [{ type: 'uint8', name: 'a', value: 256 }]],
    ['a list in it', [{ type: 'uint8[]', name: 'a', value: [1] }]],
    ['a type that does not exist', [{ type: 'money', name: 'a', value: 1 }]],
    ['no name', [{ type: 'uint8', value: 1 }]],
  ] as const) {
    it(`of version 1 is refused with INVALID_ARGUMENT for ${what}`, () => {
      assert.throws(() => parseTypedDataV1([data, ACCOUNT], ACCOUNT), isInvalid(/data|0\.name/))
    })
  }
})

describe('personal_ecRecover', () => {
  it('names who signed, here and in @metamask/eth-sig-util', () => {
    const data = toHex('hello')
    const theirs = personalSign({ privateKey, data })
    const { message, signature } = parseRecover([data, theirs])
    assert.equal(recover(message, signature), ACCOUNT.toLowerCase())
    const ours = signMessage(utf8('hello'), KEY)
    assert.equal(recoverPersonalSignature({ data, signature: ours }), ACCOUNT.toLowerCase())
  })

  it('is refused for what is no signature', () => {
    for (const signature of ['0x', '0x1234', 7, undefined, `0x${'zz'.repeat(65)}`]) {
      assert.throws(() => parseRecover(['0x', signature]), isInvalid(/1: expected a signature/))
    }
  })
})

describe('a message that is encrypted to an account', () => {
  const publicKey = encryptionPublicKey(KEY)

  it('is one for the key that @metamask/eth-sig-util gives for it', () => {
    assert.equal(publicKey, getEncryptionPublicKey(toHex(KEY).slice(2)))
  })

  it('by @metamask/eth-sig-util is read here, from JSON and from the hex of JSON', () => {
    const version = 'x25519-xsalsa20-poly1305'
    for (const text of ['', 'grüß dich', 'x'.repeat(5_000)]) {
      const encrypted = metamaskEncrypt({ publicKey, data: text, version })
      const json = JSON.stringify(encrypted)
      for (const data of [encrypted, json, toHex(json)]) {
        assert.equal(decrypt(parseDecrypt([data, ACCOUNT], ACCOUNT), KEY), text)
      }
    }
    const safe = encryptSafely({ publicKey, data: 'padded', version })
    assert.match(decrypt(parseDecrypt([safe, ACCOUNT], ACCOUNT), KEY) ?? '', /"data":"padded"/)
  })

  it('is nothing to another key, and nothing once it was changed', () => {
    const version = 'x25519-xsalsa20-poly1305'
    const encrypted = metamaskEncrypt({ publicKey, data: 'secret', version })
    const read = parseDecrypt([encrypted, ACCOUNT], ACCOUNT)
    assert.equal(decrypt(read, new Uint8Array(32).fill(8)), null)
    const changed = { ...read, ciphertext: read.ciphertext.slice() }
    changed.ciphertext[20]! ^= 1
    assert.equal(decrypt(changed, KEY), null)
    assert.equal(decrypt({ ...read, ephemPublicKey: new Uint8Array(32) }, KEY), null)
  })

  const whole = metamaskEncrypt({ publicKey, data: 'x', version: 'x25519-xsalsa20-poly1305' })
  for (const [what, data] of [
    ['no JSON', '{'],
    ['a number', 7],
    ['hex of something else', '0x00ff'],
    ['another method', { ...whole, version: 'rot13' }],
    ['a short nonce', { ...whole, nonce: btoa('short') }],
    ['a key that is no base64', { ...whole, ephemPublicKey: '***' }],
    ['no ciphertext', { ...whole, ciphertext: undefined }],
  ] as const) {
    it(`is refused with INVALID_ARGUMENT if it is ${what}`, () => {
      assert.throws(
        () => parseDecrypt([data, ACCOUNT], ACCOUNT),
        isInvalid(/params\.0|version|nonce|ephemPublicKey|ciphertext/),
      )
    })
  }
})

describe('a signed transaction', () => {
  const base = { to: OTHER, value: '0x5', data: '0x01', gas: '0x5208', nonce: '0x3' }
  const accessList = [{ address: OTHER, storageKeys: [WORD] }]

  for (const [what, asked, type] of [
    ['legacy', { gasPrice: '0x7' }, 0],
    ['legacy by its type', { gasPrice: '0x7', type: '0x0' }, 0],
    ['EIP-2930', { gasPrice: '0x7', accessList }, 1],
    ['EIP-2930 by its type alone', { gasPrice: '0x7', type: '0x1' }, 1],
    ['EIP-1559', { maxFeePerGas: '0x9', maxPriorityFeePerGas: '0x2' }, 2],
    [
      'EIP-1559 with an access list',
      { maxFeePerGas: '0x9', maxPriorityFeePerGas: '0x2', accessList, type: '0x2' },
      2,
    ],
  ] as const) {
    it(`of the kind ${what} is read by viem and by ethers with the same fields`, async () => {
      const read = parseTransaction([{ ...base, ...asked }], ACCOUNT, 31_337)
      const { gas, nonce, fees } = read
      const transaction = { ...read, chainId: 31_337, gas, nonce, fees } as Ours
      const raw = signTransaction(transaction, KEY)
      const byEthers = Transaction.from(raw)
      const byViem = parseRaw(raw)
      assert.equal(byEthers.type, type)
      assert.equal(byEthers.from, ACCOUNT)
      assert.equal(byEthers.to, OTHER)
      assert.equal(byViem.to?.toLowerCase(), OTHER.toLowerCase())
      for (const { value, data, chainId, nonce: n } of [byEthers, byViem] as const) {
        assert.deepEqual([value, data, Number(chainId), n], [5n, '0x01', 31_337, 3])
      }
      assert.deepEqual([byEthers.gasLimit, byViem.gas], [21_000n, 21_000n])
      const list = 'accessList' in asked ? asked.accessList : []
      if (type > 0) assert.deepEqual(byEthers.accessList, list)
      assert.equal(byViem.accessList?.length ?? 0, list.length)
      if (type < 2) assert.deepEqual([byEthers.gasPrice, byViem.gasPrice], [7n, 7n])
      else {
        assert.deepEqual([byEthers.maxFeePerGas, byViem.maxFeePerGas], [9n, 9n])
        assert.deepEqual([byEthers.maxPriorityFeePerGas, byViem.maxPriorityFeePerGas], [2n, 2n])
      }
    })
  }
})
