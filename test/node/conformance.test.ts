import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { serializeTransaction } from 'viem'

import { Registry } from '../../scripts/erc7730/registry.js'
import { report } from '../../scripts/erc7730/report.js'
import { encodeCall } from '../support/contracts.js'

const SHOP = '0x52908400098527886E0F7030069857D2E4169EE7'
const COIN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const WHO = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const BUY = 'buy(uint256 price, address whom, uint256 until)'
const SETTLE = 'settle(bytes inner)'

const deployments = [{ chainId: 1, address: SHOP }]
const FILES = {
  'registry/shop/common-shop.json': {
    metadata: { owner: 'Shop' },
    display: {
      formats: {
        [BUY]: {
          intent: 'Buy',
          interpolatedIntent: 'Buy for {price}',
          fields: [
            { path: 'price', label: 'Price', format: 'tokenAmount', params: { token: COIN } },
            { path: 'whom', label: 'Whom', format: 'addressName', params: { sources: ['ens'] } },
            { path: 'until', label: 'Until', format: 'date', params: { encoding: 'timestamp' } },
          ],
        },
        [SETTLE]: {
          intent: 'Settle',
          fields: [
            { path: 'inner', label: 'Call', format: 'calldata', params: { calleePath: '@.to' } },
          ],
        },
      },
    },
  },
  'registry/shop/calldata-shop.json': {
    includes: './common-shop.json',
    context: { contract: { deployments } },
  },
  'registry/shop/calldata-outside.json': { includes: '../../../outside.json' },
  'registry/shop/eip712-shop.json': {
    context: { eip712: { deployments } },
    metadata: { owner: 'Shop' },
    display: {
      formats: {
        'Pay(uint256 wait)': {
          intent: 'Pay',
          fields: [{ path: 'wait', label: 'Wait', format: 'duration' }],
        },
      },
    },
  },
}

const BOUGHT = {
  intent: 'Buy',
  interpolatedIntent: 'Buy for 1.5 COIN',
  owner: 'Shop',
  fields: [
    { label: 'Price', value: '1.5 COIN' },
    { label: 'Whom', value: 'somebody.eth' },
    { label: 'Until', value: '2030-01-01 00:00:00Z' },
  ],
}
const buy = encodeCall(BUY, [1_500_000n, WHO, 1_893_456_000n])
const raw = (data: `0x${string}`, chainId = 1) => ({
  rawTx: serializeTransaction({ type: 'eip1559', chainId, to: SHOP, data, nonce: 1, gas: 1n }),
})
const settled = (inner: unknown) => {
  return { intent: 'Settle', owner: 'Shop', fields: [{ label: 'Call', value: inner }] }
}
const pay = {
  types: { Pay: [{ name: 'wait', type: 'uint256' }] },
  primaryType: 'Pay',
  domain: { chainId: 1, verifyingContract: SHOP },
  message: { wait: 3723 },
}
const paid = { intent: 'Pay', owner: 'Shop', fields: [{ label: 'Wait', value: '01:02:03' }] }

const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
after(() => rmSync(folder, { recursive: true }))

const write = (name: string, json: unknown) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), JSON.stringify(json))
}
/** What the report says of these tests. */
function figures(calls: object[], typed: object[], descriptor = '../calldata-shop.json') {
  const dataProvider = {
    tokens: { [COIN]: { symbol: 'COIN', decimals: 6, name: 'Coin' } },
    ensNames: { [WHO.toLowerCase()]: 'somebody.eth' },
  }
  const named = (tests: object[]) => tests.map((test, at) => ({ description: `${at}`, ...test }))
  const tests = { descriptor, dataProvider, tests: named(calls) }
  write('registry/shop/testsv2/calldata-shop.tests.json', tests)
  const others = { descriptor: '../eip712-shop.json', tests: named(typed) }
  write('registry/shop/testsv2/eip712-shop.tests.json', others)
  return report(new Registry(folder), false).split('\n')
}

describe('npm run conformance -- erc7730=PATH', () => {
  for (const [name, json] of Object.entries(FILES)) write(name, json)

  it('counts tests whose texts are as expected, calls in calls too', () => {
    const inner = encodeCall(SETTLE, [buy])
    const lines = figures(
      [
        { ...raw(buy), expected: BOUGHT },
        { ...raw(inner), expected: settled(BOUGHT) },
      ],
      [{ data: pay, expected: paid }],
    )
    assert.deepEqual(lines, [
      'descriptors: 2 of 3 can be read',
      'contract tests: 2 of 2 equal (100.0 %), 0 not equal, 0 with wrong texts',
      'typed data tests: 1 of 1 equal (100.0 %), 0 not equal, 0 with wrong texts',
    ])
  })

  it('tells wrong texts from what is missing, and why, the most frequent reason first', () => {
    const price = { label: 'Price', value: '2.5 COIN' }
    const wrong = { ...BOUGHT, fields: [price, ...BOUGHT.fields.slice(1)] }
    const lines = figures(
      [
        { ...raw(buy), expected: wrong },
        { ...raw(buy, 5), expected: BOUGHT },
        { ...raw(buy, 6), expected: BOUGHT },
        { ...raw(buy), expected: { ...BOUGHT, fields: [] } },
      ],
      [
        { data: pay, expected: { ...paid, intent: 'Take' } },
        { data: pay, expected: { ...paid, owner: 'Nobody' } },
        { data: pay, expected: { ...paid, interpolatedIntent: 'Pay soon' } },
        { data: { ...pay, types: {} }, expected: paid },
      ],
    )
    assert.equal(lines[1], 'contract tests: 0 of 4 equal (0.0 %), 3 not equal, 1 with wrong texts')
    assert.equal(
      lines[2],
      'typed data tests: 0 of 4 equal (0.0 %), 1 not equal, 3 with wrong texts',
    )
    assert.equal(lines[3], '2 × not explained')
    assert.ok(lines.includes('1 × 3 fields and not 0'))
    assert.ok(lines.includes('1 × intent: “Take” and not “Pay”'))
  })

  it('names a descriptor that it cannot read, such as one that includes what is outside', () => {
    const lines = figures([{ ...raw(buy), expected: BOUGHT }], [], '../calldata-outside.json')
    assert.match(lines[3] ?? '', /^1 × the descriptor cannot be read: .* is outside\.$/)
  })
})
