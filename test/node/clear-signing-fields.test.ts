import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { valueText, type Wording } from '../../src/app/screens/explanation/values.js'
import type { Hex } from '../../src/chain/clear-signing/descriptor.js'
import { clear, ME, NATIVE, OTHER, TOKEN, token, values, YOU } from './support/descriptors.js'

const MOST = 2n ** 256n - 1n

describe('a field of it', () => {
  const amount = { path: 'amount', format: 'tokenAmount' }
  for (const [what, field, expected] of [
    [
      'an amount of a token that is a constant',
      { ...amount, params: { token: '$.metadata.constants.token' } },
      token(5n, OTHER),
    ],
    [
      'the whole data from inside of a struct',
      { path: 'items.[0]', fields: [{ ...amount, path: 'size', params: { tokenPath: '#.who' } }] },
      token(3n, ME),
    ],
    ['a constant', { value: '$.metadata.constants.all' }, { kind: 'text', text: 'Everything' }],
    ['a number', { value: 3, format: 'duration' }, { kind: 'duration', seconds: 3n }],
    [
      'a unit that is a constant',
      { path: 'amount', format: 'unit', params: { base: '$.metadata.constants.all' } },
      { kind: 'unit', value: 5n, base: 'Everything', decimals: 0, prefix: false },
    ],
    [
      'an address that is written as a number',
      { path: 'packed', format: 'addressName' },
      { kind: 'address', address: YOU.toLowerCase() },
    ],
    [
      'an amount of a token that is written as a number',
      { ...amount, params: { tokenPath: 'packed' } },
      token(5n, YOU.toLowerCase() as Hex),
    ],
    [
      'a number that is some bytes of others',
      { path: 'data.[1:3]', format: 'amount' },
      { kind: 'coin', amount: 0x0203n },
    ],
    [
      'a word for bytes',
      { path: 'data.[:1]', format: 'enum', params: { $ref: '$.metadata.enums.mode' } },
      { kind: 'choice', text: 'Fast' },
    ],
    [
      'a word for yes',
      { path: 'on', format: 'enum', params: { $ref: '$.metadata.enums.rights' } },
      { kind: 'choice', text: 'May' },
    ],
    [
      'no word that every object has',
      { path: 'on', format: 'enum', params: { $ref: '$.metadata.enums.constructor' } },
      { kind: 'yesNo', value: true },
    ],
    [
      'whose names count for an address',
      { path: 'who', format: 'addressName', params: { types: ['eoa'], sources: ['local'] } },
      { kind: 'address', address: ME, types: ['eoa'], sources: ['local'] },
    ],
    [
      'an address that is somebody’s as it is, even where it is said to stand for who signs',
      { path: 'tokens.[0]', format: 'addressName', params: { senderAddress: [OTHER, TOKEN] } },
      { kind: 'address', address: TOKEN },
    ],
    [
      'a call with the one who makes it',
      {
        path: 'data',
        format: 'calldata',
        params: { calleePath: 'tokens.[1]', spenderPath: 'who' },
      },
      { kind: 'call', to: OTHER, value: 0n, data: '0x01020304', from: ME },
    ],
  ] as const) {
    it(`shows ${what}`, () => assert.deepEqual(values([field]), [expected]))
  }

  it('shows who signs, where nobody’s address stands for that', () => {
    const params = { senderAddress: [`0x${'0'.repeat(40)}`] }
    assert.deepEqual(values([{ path: 'packed', format: 'addressName', params }], { packed: 0n }), [
      { kind: 'address', address: ME, isSender: true },
    ])
  })

  it('has each amount of a list in the token at its place, whichever way the lists are named', () => {
    const both = [token(1n, TOKEN), token(2n, OTHER)]
    for (const [path, tokenPath] of [
      ['amounts.[]', 'tokens.[]'],
      ['amounts', 'tokens'],
    ]) {
      assert.deepEqual(values([{ path, format: 'tokenAmount', params: { tokenPath } }]), both)
    }
  })

  it('has a word for amounts from a threshold on, of tokens and of coins', () => {
    const params = {
      token: '$.metadata.constants.token',
      threshold: '$.metadata.constants.most',
      message: '$.metadata.constants.all',
    }
    const message = 'Everything'
    assert.deepEqual(values([{ ...amount, params }]), [token(5n, OTHER)])
    assert.deepEqual(values([{ ...amount, params }], { amount: MOST }), [
      token(MOST, OTHER, { isUnlimited: true, message }),
    ])
    const native = {
      ...params,
      token: NATIVE.toLowerCase(),
      nativeCurrencyAddress: ['$.metadata.constants.coin'],
    }
    assert.deepEqual(values([{ ...amount, params: native }]), [{ kind: 'coin', amount: 5n }])
    assert.deepEqual(values([{ ...amount, params: native }], { amount: MOST }), [
      { kind: 'coin', amount: MOST, message },
    ])
  })

  it('is hidden where its value is one of a list', () => {
    const fields = [{ path: 'amount', visible: { ifNotIn: [5, 6] } }]
    assert.deepEqual(values(fields), [])
    assert.deepEqual(values(fields, { amount: 7n }), [{ kind: 'number', value: 7n }])
  })

  it('explains nothing where its value has to be another one', () => {
    const fields = [{ path: 'amount', visible: { mustMatch: [5] } }]
    assert.deepEqual(values(fields), [])
    assert.equal(values(fields, { amount: 6n }), undefined)
  })

  for (const [what, field] of [
    ['a constant that is not there', { value: '$.metadata.constants.toString' }],
    ['a threshold that is no number', { ...amount, params: { threshold: 'much' } }],
    ['a token that is no address', { ...amount, params: { token: 'DAI' } }],
    ['a number that is too small for an address', { ...amount, params: { tokenPath: 'amount' } }],
    ['a struct without its fields', { path: 'items.[0]' }],
    ['what every object has', { path: '@.toString' }],
  ] as const) {
    it(`explains nothing with ${what}`, () => assert.equal(values([field]), undefined))
  }

  it('is no address where a number has more bits than one', () => {
    const fields = [{ path: 'packed', format: 'addressName' }]
    assert.equal(values(fields, { packed: 2n ** 160n }), undefined)
    assert.ok(values(fields, { packed: 0n }))
  })

  it('is a date up to what is the largest number of 48 bits, which means never', () => {
    const fields = [{ path: 'amount', format: 'date', params: { encoding: 'timestamp' } }]
    const never = 2n ** 48n - 1n
    for (const [amount, seconds] of [
      [never - 1n, never - 1n],
      [never, undefined],
      [never + 1n, undefined],
    ] as const) {
      assert.deepEqual(values(fields, { amount }), [{ kind: 'date', seconds }])
    }
  })

  it('is one of at most 1,000', () => {
    const fields = (count: number) => Array(count).fill({ path: 'amount', label: 'Amount' })
    assert.equal(values(fields(1_000))?.length, 1_000)
    assert.equal(values(fields(1_001)), undefined)
  })
})
describe('an amount that a descriptor has a word for', () => {
  const wording: Wording = {
    locale: 'en',
    ticker: 'ETH',
    account: ME,
    parties: new Map(),
    tokens: new Map([
      [OTHER.toLowerCase(), { address: OTHER, standard: 'ERC-20', symbol: 'COIN', decimals: 6 }],
    ]),
  }

  it('is shown by it, and as what it is', () => {
    const large = { amount: MOST, message: 'All\u202e' } as const
    const { text } = valueText(
      { kind: 'token', ...large, token: OTHER, isUnlimited: true },
      wording,
    )
    assert.match(text, /^All\S* \(Unlimited COIN\)$/)
    assert.doesNotMatch(text, /\u202e/, 'a mark that turns letters round')
    assert.match(valueText({ kind: 'coin', ...large }, wording).text, /^All\S* \([\d,.]+ ETH\)$/)
  })
})
describe('a sentence with values', () => {
  const fields = [
    { path: '#.amount', label: 'Amount', format: 'amount', visible: 'never' },
    { path: 'amounts.[]', label: 'Sizes' },
    { path: 'items.[0]', fields: [{ path: 'coin', label: 'Coin', format: 'addressName' }] },
  ]
  const sentence = (interpolatedIntent: string) => clear({ interpolatedIntent, fields })?.sentence

  it('has them as their fields do, hidden ones too', () => {
    assert.deepEqual(sentence('Give {amount} in {items.[0].coin}'), [
      'Give ',
      { kind: 'coin', amount: 5n },
      ' in ',
      { kind: 'address', address: TOKEN },
    ])
  })

  it('lists all of several', () => {
    const [one, other] = [1n, 2n].map((value) => ({ kind: 'number', value }))
    assert.deepEqual(sentence('{amounts.[]}'), [one, ', ', other])
  })

  it('may have braces', () => assert.deepEqual(sentence('a {{b}}'), ['a ', '{', 'b', '}']))

  it('is left out where one of them is no field, or a brace is open: the intent stays', () => {
    for (const text of ['Give {who}', 'Give {amount', 'Give {}']) {
      const shown = clear({ interpolatedIntent: text, fields })
      assert.equal(shown?.intent, 'Mix')
      assert.equal(shown.sentence, undefined)
    }
  })
})
