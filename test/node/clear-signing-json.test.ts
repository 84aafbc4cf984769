import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeCalldata } from '../../src/chain/clear-signing/calldata.js'
import { readDescriptor } from '../../src/chain/clear-signing/read-descriptor.js'
import { clarifyTypedData } from '../../src/chain/clear-signing/typed-data.js'
import { parseTypedData } from '../../src/chain/requests/typed-data.js'
import { WalletError } from '../../src/shared/errors.js'
import {
  call,
  clear,
  DEPLOYMENTS,
  descriptor,
  type Json,
  ME,
  none,
  OTHER,
  SIGNATURE,
  TOKEN,
  token,
  values,
  YOU,
} from './support/descriptors.js'

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
    assert.deepEqual(decodeCalldata(call(), undefined, [read])?.clear, {
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
    assert.equal(decodeCalldata(call(), undefined, [readDescriptor(itself, none)]), undefined)
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
