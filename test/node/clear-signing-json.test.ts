import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { valueText, type Wording } from '../../src/app/screens/explanation/values.js'
import { type Call, clarifyCall } from '../../src/chain/clear-signing/calldata.js'
import type { ClearText, Hex } from '../../src/chain/clear-signing/descriptor.js'
import { readDescriptor } from '../../src/chain/clear-signing/read-descriptor.js'
import { clarifyTypedData } from '../../src/chain/clear-signing/typed-data.js'
import { parseTypedData } from '../../src/chain/typed-data.js'
import { WalletError } from '../../src/shared/errors.js'
import { encodeCall as encode } from '../support/contracts.js'

const ME = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const YOU = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const TOKEN = '0x52908400098527886E0F7030069857D2E4169EE7'
const OTHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const NATIVE = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const MOST = 2n ** 256n - 1n

const SIGNATURE =
  'mix(uint256 amount, address who, uint256 packed, bytes data, uint256[] amounts, address[] tokens, (uint256 size, address coin)[] items, bool on)'
const ITEMS = [
  { size: 3n, coin: TOKEN },
  { size: 4n, coin: OTHER },
]
const ARGS = { amount: 5n, packed: BigInt(YOU), data: '0x01020304', on: true }
const DEPLOYMENTS = [{ chainId: 1, address: TOKEN }]
const none = (path: string): never => assert.fail(`Nothing includes ${path}.`)

type Json = Record<string, unknown>
const descriptor = (format: Json, rest: Json = {}): Json => ({
  $schema: 'https://example.com/schema.json',
  context: { $id: 'Mix', contract: { deployments: DEPLOYMENTS } },
  metadata: {
    owner: 'Sample',
    constants: {
      token: OTHER,
      most: `0x${'f'.repeat(64)}`,
      all: 'Everything',
      coin: NATIVE,
      ten: 10,
    },
    enums: { mode: { 1: 'Fast', 4: 'Slow' }, rights: { True: 'May', False: 'May not' } },
  },
  display: { formats: { [SIGNATURE]: { intent: 'Mix', ...format } } },
  ...rest,
})

const call = (args: Partial<typeof ARGS> = {}): Call => {
  const { amount, packed, data, on } = { ...ARGS, ...args }
  const values = [amount, ME, packed, data, [1n, 2n], [TOKEN, OTHER], ITEMS, on]
  return { chainId: 1, from: ME, to: TOKEN, value: 7n, data: encode(SIGNATURE, values) }
}
const clear = (format: Json, args?: Partial<typeof ARGS>): ClearText | undefined =>
  clarifyCall(call(args), undefined, [readDescriptor(descriptor(format), none)])?.clear
/** What fields say of a call, without their labels. */
const values = (fields: Json[], args?: Partial<typeof ARGS>) =>
  clear({ fields }, args)?.fields.map(({ value }) => value)
const token = (amount: bigint, address: Hex, rest: object = {}) => {
  return { kind: 'token', amount, token: address, isUnlimited: false, ...rest }
}

describe('a descriptor of others, in JSON', () => {
  it('takes over what it includes, and its own values come first', () => {
    const base = {
      metadata: { owner: 'Base', constants: { one: 'One' } },
      display: {
        formats: {
          [SIGNATURE]: {
            intent: 'Base',
            fields: [
              { path: 'amount', label: 'Size', format: 'amount' },
              { path: 'who', label: 'Who', format: 'addressName' },
            ],
          },
        },
      },
    }
    const own = {
      includes: './base.json',
      context: { contract: { deployments: DEPLOYMENTS } },
      metadata: { owner: 'Own' },
      display: {
        formats: {
          [SIGNATURE]: {
            fields: [
              { path: 'on', label: 'On' },
              { path: 'amount', label: 'How much' },
              { value: '$.metadata.constants.one', label: 'Which' },
            ],
          },
        },
      },
    }
    const asked: string[] = []
    const read = readDescriptor(own, (path) => {
      asked.push(path)
      return base
    })
    assert.deepEqual(asked, ['./base.json'])
    assert.deepEqual(clarifyCall(call(), undefined, [read])?.clear, {
      intent: 'Base',
      owner: 'Own',
      fields: [
        { label: 'How much', value: { kind: 'coin', amount: 5n } },
        { label: 'Who', value: { kind: 'address', address: ME } },
        { label: 'On', value: { kind: 'yesNo', value: true } },
        { label: 'Which', value: { kind: 'text', text: 'One' } },
      ],
    })
  })

  it('that includes itself is refused', () => {
    const json = { ...descriptor({}), includes: 'self.json' }
    assert.throws(() => readDescriptor(json, () => json), isRefusal(/includes: expected at most 4/))
  })

  it('is refused where it is deeper than anybody writes', () => {
    let field: Json = { path: 'amount' }
    for (let depth = 0; depth < 10_000; depth++) field = { fields: [field] }
    const json = descriptor({ fields: [field] })
    assert.throws(() => readDescriptor(json, none), isRefusal(/at most 32 levels/))
  })

  it('explains nothing if it has no end, or goes through lists again and again', () => {
    const itself = descriptor({ fields: [{ $ref: '$.display.definitions.loop' }] })
    const loop = { path: '#', fields: [{ $ref: '$.display.definitions.loop' }] }
    Object.assign(itself.display as Json, { definitions: { loop } })
    assert.equal(clarifyCall(call(), undefined, [readDescriptor(itself, none)]), undefined)
    let hidden: Json = { path: 'size', visible: { ifNotIn: [3, 4] } }
    const deeper = () => {
      hidden = { path: '#.items.[]', fields: [hidden, hidden, hidden, hidden] }
    }
    deeper()
    deeper()
    assert.deepEqual(values([hidden]), [])
    for (let depth = 2; depth < 8; depth++) deeper()
    assert.equal(values([hidden]), undefined)
  })

  for (const [what, json, message] of [
    ['nothing', 'text', /descriptor: expected/],
    ['no contract', descriptor({}, { context: { contract: {} } }), /context: expected/],
    [
      'a factory that nobody asks',
      descriptor({}, { context: { contract: { deployments: DEPLOYMENTS, factory: {} } } }),
      /factory: expected nothing/,
    ],
    ['an unknown format', descriptor({ fields: [{ path: 'amount', format: 'magic' }] }), /format/],
    [
      'an encrypted value',
      descriptor({ fields: [{ path: 'amount', encryption: { scheme: 'x' } }] }),
      /encryption: expected nothing/,
    ],
    [
      'a token of another chain',
      descriptor({ fields: [{ path: 'amount', format: 'tokenAmount', params: { chainId: 5 } }] }),
      /chainId: expected nothing/,
    ],
    [
      'a map',
      descriptor({ fields: [{ path: 'amount', params: { token: { map: 'x', keyPath: 'y' } } }] }),
      /token: expected/,
    ],
    [
      'what is no function',
      descriptor({}, { display: { formats: { 'f(thing a)': { intent: 'F' } } } }),
      /f\(thing a\): expected the signature/,
    ],
    [
      'a rule that it has not',
      descriptor({ fields: [{ path: 'amount', visible: { ifIn: [1] } }] }),
      /visible: expected/,
    ],
  ] as const) {
    it(`with ${what} is refused`, () => {
      assert.throws(() => readDescriptor(json, none), isRefusal(message))
    })
  }

  it('explains no function that it has no intent for', () => {
    assert.equal(clear({ intent: undefined }), undefined)
  })

  it('may have an intent of several parts', () => {
    assert.equal(
      clear({ intent: { Staking: 'Withdraw', Rewards: 'All' } })?.intent,
      'Staking: Withdraw, Rewards: All',
    )
  })
})

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

describe('typed data with a descriptor of others', () => {
  const TYPE = 'Offer(Item item,address to)Item(uint256 size,address coin)'
  const json = (eip712: Json = {}, type = TYPE) => ({
    context: { eip712: { deployments: DEPLOYMENTS, domain: { name: 'Shop' }, ...eip712 } },
    display: {
      formats: {
        [type]: {
          intent: 'Offer',
          fields: [
            {
              path: 'item.size',
              label: 'Size',
              format: 'tokenAmount',
              params: { tokenPath: 'item.coin' },
            },
            { path: '@.from', label: 'Whose', format: 'addressName' },
          ],
        },
      },
    },
  })
  const data = (domain: Json = { name: 'Shop', chainId: 1, verifyingContract: TOKEN }) => ({
    types: {
      Item: [
        { name: 'size', type: 'uint256' },
        { name: 'coin', type: 'address' },
      ],
      Offer: [
        { name: 'item', type: 'Item' },
        { name: 'to', type: 'address' },
      ],
    },
    primaryType: 'Offer',
    domain,
    message: { item: { size: '9', coin: OTHER }, to: YOU },
  })
  const explained = (given: Json, typed = data()) =>
    clarifyTypedData(parseTypedData([ME, typed], ME, 1), ME, [readDescriptor(given, none)])

  it('is put into words', () => {
    assert.deepEqual(explained(json()), {
      intent: 'Offer',
      fields: [
        { label: 'Size', value: token(9n, OTHER) },
        { label: 'Whose', value: { kind: 'address', address: ME } },
      ],
    })
  })

  it('is not, if its type, its domain or its contract is another one', () => {
    assert.ok(explained(json({}, TYPE.replace(',', ', '))))
    assert.equal(explained(json({}, TYPE.replace('size', 'sum'))), undefined)
    assert.equal(explained(json({ domain: { name: 'Shop', version: 1 } })), undefined)
    assert.equal(explained(json({ deployments: [{ chainId: 2, address: TOKEN }] })), undefined)
    assert.equal(explained(json({ deployments: [{ chainId: 1, address: OTHER }] })), undefined)
  })

  it('may have its chain in the salt', () => {
    const salted = (id: string) =>
      data({ name: 'Shop', verifyingContract: TOKEN, salt: `0x${id.padStart(64, '0')}` })
    assert.ok(explained(json(), salted('1')))
    assert.equal(explained(json(), salted('2')), undefined)
    assert.equal(explained(json(), data({ name: 'Shop', verifyingContract: TOKEN })), undefined)
  })
})

function isRefusal(text: RegExp): (error: unknown) => boolean {
  return (error) => WalletError.is(error, 'INVALID_ARGUMENT') && text.test(error.message)
}
