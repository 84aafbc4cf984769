import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as AbiFunction from 'ox/AbiFunction'
import { encodePacked } from 'ox/AbiParameters'

import { type Call, decodeCalldata } from '../../src/chain/clear-signing/calldata.js'
import type { Descriptor, Field, Hex } from '../../src/chain/clear-signing/descriptor.js'
import { CALLS } from '../../src/chain/clear-signing/descriptors/calls.js'
import { decodeCall, flatten } from '../../src/chain/decode/decode.js'
import { callData, encodeCall as encode } from '../support/contracts.js'

const ME = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const YOU = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const TOKEN = '0x52908400098527886E0F7030069857D2E4169EE7'
const OTHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const DEADLINE = 1_900_000_000n

const call = (data: Hex, to: Hex = TOKEN): Call => ({ chainId: 1, from: ME, to, value: 7n, data })
/** What a descriptor makes of a call, as label and value. */
const clear = (data: Hex, descriptors?: readonly Descriptor[]) => {
  const known = decodeCalldata(call(data), undefined, descriptors)
  return (
    known && [known.clear.intent, ...known.clear.fields.map(({ label, value }) => [label, value])]
  )
}
const ofFields = (signature: string, ...fields: Field[]): Descriptor => ({
  context: { contract: {} },
  metadata: {
    owner: 'Sample',
    constants: { token: OTHER },
    enums: { mode: { 0: 'Slow', 1: 'Fast' } },
  },
  display: {
    definitions: {
      amount: { label: 'Amount', format: 'tokenAmount', params: { tokenPath: '@.to' } },
    },
    formats: { [signature]: { intent: 'Test', fields } },
  },
})

describe('a call that the wallet knows', () => {
  it('says in words what it does, with amounts of the token that is called', () => {
    const data = callData('Token', 'transfer', [YOU, 5n])
    assert.deepEqual(clear(data), [
      'Send tokens',
      ['Amount', { kind: 'token', amount: 5n, token: TOKEN, isUnlimited: false }],
      ['To', { kind: 'address', address: YOU }],
    ])
  })

  it('has no limit if its amount is one that nobody means', () => {
    const amount = 2n ** 256n - 1n
    assert.deepEqual(clear(callData('Token', 'approve', [YOU, amount]))?.[2], [
      'Spending cap',
      { kind: 'token', amount, token: TOKEN, isUnlimited: true },
    ])
  })

  it('is read as the contract’s own standard has it where two share a function', () => {
    const data = callData('Collectible', 'approve', [YOU, 5n])
    assert.equal(
      decodeCalldata(call(data), 'ERC-721')?.clear.intent,
      'Give permission to move a collectible',
    )
    assert.equal(decodeCalldata(call(data), 'ERC-20')?.clear.intent, 'Approve a spending cap')
  })

  it('is of no known function, or has arguments that are not the function’s: then it is not explained', () => {
    assert.equal(clear('0xdeadbeef'), undefined)
    assert.equal(clear('0xa9059cbb00'), undefined)
    assert.equal(clear('0x'), undefined)
  })

  it('finds tokens inside of packed bytes, as Uniswap’s paths have them', () => {
    const path = encodePacked(['address', 'uint24', 'address'], [TOKEN, 3000, OTHER])
    const params = { path, recipient: ME, deadline: DEADLINE, amountIn: 1n, amountOutMinimum: 2n }
    const signature =
      'exactInput((bytes path,address recipient,uint256 deadline,uint256 amountIn,uint256 amountOutMinimum) params)'
    const [, pays, gets, , until] = clear(encode(signature, [params]))!
    assert.deepEqual(pays, [
      'You pay',
      { kind: 'token', amount: 1n, token: TOKEN.toLowerCase(), isUnlimited: false },
    ])
    assert.deepEqual(gets, [
      'You get at least',
      { kind: 'token', amount: 2n, token: OTHER.toLowerCase(), isUnlimited: false },
    ])
    assert.deepEqual(until, ['Valid until', { kind: 'date', seconds: DEADLINE }])
  })

  it('names the chain’s coin where a protocol has an address for it', () => {
    const args = [1n, 2n, [TOKEN, `0x${'0'.repeat(40)}`], ME, DEADLINE]
    const signature =
      'swapExactTokensForTokens(uint256 amountIn,uint256 amountOutMin,address[] path,address to,uint256 deadline)'
    assert.deepEqual(clear(encode(signature, args))?.[2], [
      'You get at least',
      { kind: 'coin', amount: 2n },
    ])
  })
})

describe('a descriptor of ERC-7730', () => {
  const SIGNATURE = 'f(uint256 a,address b,bytes c,uint256[] d,(uint8 x,bool y)[] e,string g)'
  const data = encode(SIGNATURE, [1n, YOU, '0x1234', [5n, 6n], [{ x: 1, y: true }], 'text'])
  for (const [what, field, expected] of [
    ['a raw integer', { path: 'a' }, [{ kind: 'number', value: 1n }]],
    ['raw bytes', { path: '#.c' }, [{ kind: 'bytes', hex: '0x1234' }]],
    ['a raw text', { path: 'g' }, [{ kind: 'text', text: 'text' }]],
    [
      'each item of a list',
      { path: 'd.[]', format: 'amount' },
      [
        { kind: 'coin', amount: 5n },
        { kind: 'coin', amount: 6n },
      ],
    ],
    [
      'one item of a list, from its end',
      { path: 'd.[-1]', format: 'duration' },
      [{ kind: 'duration', seconds: 6n }],
    ],
    [
      'a field of each struct',
      { path: 'e.[]', fields: [{ path: 'y', label: '' }] },
      [{ kind: 'yesNo', value: true }],
    ],
    [
      'one of its own words',
      { path: 'a', format: 'enum', params: { $ref: '$.metadata.enums.mode' } },
      [{ kind: 'choice', text: 'Fast' }],
    ],
    [
      'an amount of a constant token',
      { path: 'a', format: 'tokenAmount', params: { tokenPath: '$.metadata.constants.token' } },
      [{ kind: 'token', amount: 1n, token: OTHER, isUnlimited: false }],
    ],
    [
      'what the transaction pays',
      { path: '@.value', format: 'amount' },
      [{ kind: 'coin', amount: 7n }],
    ],
    [
      'a unit',
      { path: 'a', format: 'unit', params: { base: '%', decimals: 2 } },
      [{ kind: 'unit', value: 1n, base: '%', decimals: 2, prefix: false }],
    ],
    [
      'a block',
      { path: 'a', format: 'date', params: { encoding: 'blockheight' } },
      [{ kind: 'block', number: 1n }],
    ],
    [
      'a collectible',
      { path: 'a', format: 'nftName', params: { collectionPath: 'b' } },
      [{ kind: 'nft', id: 1n, collection: YOU }],
    ],
    [
      'a call in the call',
      { path: 'c', format: 'calldata', params: { calleePath: 'b' } },
      [{ kind: 'call', to: YOU, value: 0n, data: '0x1234' }],
    ],
    [
      'a definition',
      { path: 'a', $ref: '$.display.definitions.amount' },
      [{ kind: 'token', amount: 1n, token: TOKEN, isUnlimited: false }],
    ],
    ['a constant', { value: 'Fixed' }, [{ kind: 'text', text: 'Fixed' }]],
    ['nothing that it hides', { path: 'a', visible: 'never' }, []],
  ] as const satisfies readonly (readonly [string, Field, unknown])[]) {
    it(`shows ${what}`, () => {
      const known = decodeCalldata(call(data), undefined, [ofFields(SIGNATURE, field)])
      assert.deepEqual(
        known?.clear.fields.map(({ value }) => value),
        expected,
      )
      assert.equal(known.clear.owner, 'Sample')
    })
  }

  it('that names a place which the data lacks explains nothing at all', () => {
    for (const field of [
      { path: 'z' },
      { path: 'b', format: 'amount' },
      { path: 'a', format: 'addressName' },
    ] as const) {
      assert.equal(clear(data, [ofFields(SIGNATURE, field)]), undefined)
    }
  })

  it('with deployments is for those contracts on those chains alone', () => {
    const at = (chainId: number, address: Hex): Descriptor => ({
      ...ofFields(SIGNATURE, { path: 'a' }),
      context: { contract: { deployments: [{ chainId, address }] } },
    })
    assert.ok(clear(data, [at(1, TOKEN.toLowerCase() as Hex)]))
    assert.equal(clear(data, [at(2, TOKEN)]), undefined)
    assert.equal(clear(data, [at(1, YOU)]), undefined)
  })
})

describe('calls in calls', () => {
  const send = callData('Token', 'transfer', [YOU, 5n])
  const texts = (data: Hex, to?: Hex) =>
    flatten(decodeCall(call(data, to))).map(({ call, known, selector, kind }) => [
      known?.clear.intent ?? selector ?? kind,
      call.to,
    ])

  it('are each explained, in multicalls of a contract with itself', () => {
    const data = encode('multicall(bytes[] data)', [[send, '0xdeadbeef']])
    assert.deepEqual(texts(data), [
      ['Several calls in one', TOKEN],
      ['Send tokens', TOKEN],
      ['0xdeadbeef', TOKEN],
    ])
  })

  it('are each explained, in Multicall3 with other contracts', () => {
    const calls = [{ target: OTHER, allowFailure: true, callData: send }]
    const data = callData('Multicall3', 'aggregate3', [calls])
    assert.deepEqual(texts(data, YOU), [
      ['Several calls in one', YOU],
      ['Send tokens', OTHER],
    ])
  })

  it('are each explained, in a Safe’s packed list', () => {
    const one = (to: Hex, value: bigint, data: Hex) =>
      encodePacked(
        ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
        [0, to, value, BigInt(data.length / 2 - 1), data],
      )
    const packed = `${one(OTHER, 0n, send)}${one(YOU, 9n, '0x').slice(2)}`
    const data = encode('multiSend(bytes transactions)', [packed])
    assert.deepEqual(texts(data), [
      ['Several calls in one', TOKEN],
      ['Send tokens', OTHER.toLowerCase()],
      ['payment', YOU.toLowerCase()],
    ])
    const broken = encode('multiSend(bytes transactions)', [packed.slice(0, -2)])
    assert.equal(texts(broken).length, 1)
  })

  it('end somewhere, and say so, however deep and many they are', () => {
    let data: Hex = send
    for (let depth = 0; depth < 20; depth++) data = encode('multicall(bytes[] data)', [[data]])
    const all = flatten(decodeCall(call(data)))
    assert.equal(all.length, 5)
    assert.equal(all.at(-1)?.isCut, true)
    const wide = encode('multicall(bytes[] data)', [Array.from({ length: 700 }, () => send)])
    assert.ok(flatten(decodeCall(call(wide))).length <= 601)
    assert.equal(decodeCall(call(wide)).isCut, true)
  })
})

describe('the descriptors that the wallet ships', () => {
  it('are all of functions that can be parsed', () => {
    for (const { context, display } of CALLS) {
      assert.ok(context.contract)
      for (const signature of Object.keys(display.formats)) {
        assert.doesNotThrow(() => AbiFunction.from<readonly string[]>([`function ${signature}`]))
      }
    }
  })
})
