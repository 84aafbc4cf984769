import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { prepareTransaction } from '../../src/chain/costs/prepare-transaction.js'
import { parseTransaction } from '../../src/chain/requests/transaction.js'
import { ProviderRpcError, WalletError, type WalletErrorCode } from '../../src/shared/errors.js'
import { tableNode } from './support/table-node.js'

const ACCOUNT = '0x52908400098527886E0F7030069857D2E4169EE7'
const TO = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const GWEI = 10n ** 9n
const ETHER = 10n ** 18n

const parse = (transaction: unknown) => parseTransaction([transaction], ACCOUNT, 31_337)

const LONDON = {
  eth_getBalance: `0x${ETHER.toString(16)}`,
  eth_getTransactionCount: '0x7',
  eth_getBlockByNumber: { baseFeePerGas: `0x${(10n * GWEI).toString(16)}` },
  eth_maxPriorityFeePerGas: `0x${(2n * GWEI).toString(16)}`,
  eth_estimateGas: '0x5208',
}

describe('a transaction that a page asks for', () => {
  it('is read from hex, with what is absent left for the wallet', () => {
    assert.deepEqual(parse({ from: ACCOUNT.toLowerCase(), to: TO, value: '0x0de0b6b3a7640000' }), {
      from: ACCOUNT,
      to: TO,
      value: ETHER,
      data: '0x',
      fees: undefined,
    })
  })

  it('may call its data input, name its gas as old libraries do, and set a legacy price', () => {
    const read = parse({ to: TO, input: '0xdeadbeef', gasLimit: '0x10000', gasPrice: '0x1' })
    assert.equal(read.data, '0xdeadbeef')
    assert.equal(read.gas, 65_536n)
    assert.deepEqual(read.fees, { type: 'legacy', gasPrice: 1n })
  })

  it('may have null for what it does not say', () => {
    const nothing = Object.fromEntries(
      [
        'from',
        'value',
        'data',
        'gas',
        'gasLimit',
        'gasPrice',
        'maxFeePerGas',
        'maxPriorityFeePerGas',
        'accessList',
        'nonce',
        'chainId',
        'type',
        'authorizationList',
      ].map((name) => [name, null]),
    )
    assert.deepEqual(parse({ ...nothing, to: TO }), parse({ to: TO }))
    assert.deepEqual(parse({ to: null, data: '0x6000' }), parse({ data: '0x6000' }))
  })

  it('may have no bytes for the recipient of what makes a contract', () => {
    assert.deepEqual(parse({ to: '0x', data: '0x6000' }), parse({ data: '0x6000' }))
    assert.throws(() => parse({ to: '0x', value: '0x1' }), { code: 'INVALID_ARGUMENT' })
  })

  it('may have numbers and bigints, and a type with leading zeros', () => {
    const numbers = { value: 1, gas: 21_000, nonce: 0, chainId: 31_337, maxFeePerGas: 7, type: 2 }
    const texts = { value: '0x1', gas: '0x5208', nonce: '0x0', maxFeePerGas: '0x7' }
    assert.deepEqual(parse({ to: TO, ...numbers }), parse({ to: TO, ...texts, type: '0x02' }))
    assert.equal(parse({ to: TO, value: ETHER }).value, ETHER)
  })

  it('may make a contract', () => {
    assert.equal(parse({ data: '0x6000' }).to, undefined)
  })

  it('is refused where it is not in a list', () => {
    assert.throws(() => parseTransaction({ to: TO }, ACCOUNT, 31_337), {
      code: 'INVALID_ARGUMENT',
      message: /params: expected a list/,
    })
  })

  for (const [what, transaction, text, code = 'INVALID_ARGUMENT'] of [
    ['is absent', undefined, /a transaction/],
    ['has a decimal value', { to: TO, value: '1' }, /0\.value: .*quantity/],
    ['has a number that lost digits', { to: TO, value: 2 ** 60 }, /0\.value/],
    ['has a bigint over 256 bits', { to: TO, value: 2n ** 256n }, /0\.value/],
    ['has a bigint below nought', { to: TO, value: -1n }, /0\.value/],
    ['has a number below nought', { to: TO, gas: -1 }, /0\.gas/],
    ['has an empty value', { to: TO, value: '0x' }, /0\.value/],
    ['has a negative value', { to: TO, value: '-0x1' }, /0\.value/],
    ['has a value over 256 bits', { to: TO, value: `0x1${'0'.repeat(64)}` }, /value/],
    ['goes to a name', { to: 'sample.eth' }, /0\.to: .*address/],
    ['has half a byte of data', { to: TO, data: '0x123' }, /0\.data/],
    ['says two things as data', { to: TO, data: '0x01', input: '0x02' }, /input/],
    ['goes nowhere with nothing', { value: '0x1' }, /to: /],
    ['is of a type that we do not sign', { to: TO, type: '0x4' }, /0\.type/],
    ['is of such a type as a number', { to: TO, type: 4 }, /0x0, 0x1 or 0x2/],
    ['is of a type by name', { to: TO, type: 'eip1559' }, /0x0, 0x1 or 0x2/],
    [
      'has an access list that is none',
      { to: TO, accessList: [{ address: TO, storageKeys: ['0x1'] }] },
      /0\.accessList\.0\.storageKeys\.0: .*32 bytes/,
    ],
    [
      'has an access list that its type has no place for',
      { to: TO, type: '0x0', accessList: [{ address: TO, storageKeys: [] }] },
      /accessList/,
    ],
    [
      'has a base fee that its type has no place for',
      { to: TO, type: '0x1', maxFeePerGas: '0x1' },
      /type: expected 0x2/,
    ],
    [
      'has a gas price that its type has no place for',
      { to: TO, type: '0x2', gasPrice: '0x1' },
      /gasPrice/,
    ],
    [
      'hands the account over',
      { to: TO, authorizationList: [] },
      /0\.authorizationList: expected nothing/,
    ],
    ['carries blobs', { to: TO, blobs: [] }, /0\.blobs: expected nothing/],
    ['has a nonce that no chain has', { to: TO, nonce: '0x10000000000000000' }, /0\.nonce/],
    ['says two things as gas', { to: TO, gas: '0x1', gasLimit: '0x2' }, /gasLimit/],
    ['is for another chain', { to: TO, chainId: '0x1' }, /chainId: expected 0x7a69/],
    [
      'tips more than it pays',
      { to: TO, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' },
      /maxPriorityFeePerGas/,
    ],
    ['mixes both kinds of price', { to: TO, maxFeePerGas: '0x1', gasPrice: '0x1' }, /gasPrice/],
    ['is from another account', { from: TO, to: TO }, /from/, 'UNAUTHORIZED'],
  ] as const satisfies readonly (readonly [string, unknown, RegExp, WalletErrorCode?])[]) {
    it(`is refused with ${code} if it ${what}`, () => {
      assert.throws(
        () => parse(transaction),
        (error) => {
          assert.ok(WalletError.is(error, code), String(error))
          assert.match(error.message, text)
          return true
        },
      )
    })
  }
})

describe('what the wallet fills in', () => {
  it('is nonce, gas and fees, from the node; and what the account is left with', async () => {
    const { rpc } = tableNode(LONDON)
    const prepared = await prepareTransaction(rpc, parse({ to: TO, value: '0x1' }), 31_337)
    assert.deepEqual(prepared.transaction, {
      from: ACCOUNT,
      to: TO,
      value: 1n,
      data: '0x',
      chainId: 31_337,
      nonce: 7n,
      gas: 21_000n,
      fees: { type: 'eip1559', maxFeePerGas: 22n * GWEI, maxPriorityFeePerGas: 2n * GWEI },
    })
    assert.deepEqual(prepared.price, { gas: 12n * GWEI, base: 10n * GWEI })
    assert.equal(prepared.fee, 21_000n * 12n * GWEI)
    assert.equal(prepared.maxFee, 21_000n * 22n * GWEI)
    assert.equal(prepared.total, 1n + prepared.maxFee)
    assert.equal(prepared.remaining, ETHER - prepared.total)
    assert.equal(prepared.failure, undefined)
  })

  it('leaves a fifth more gas to calls, whose cost may change', async () => {
    const { rpc } = tableNode({ ...LONDON, eth_estimateGas: '0x186a0' })
    const { transaction, fee } = await prepareTransaction(rpc, parse({ to: TO, data: '0x01' }), 1)
    assert.equal(transaction.gas, 120_000n)
    assert.equal(fee, 100_000n * 12n * GWEI)
  })

  it('is no more gas than the protocol allows, if the call itself takes less (EIP-7825)', async () => {
    for (const [estimate, expected] of [
      [14_000_000n, 2n ** 24n],
      [2n ** 24n, 2n ** 24n],
      // A chain that allows more.
      [20_000_000n, 24_000_000n],
    ] as const) {
      const { rpc } = tableNode({ ...LONDON, eth_estimateGas: `0x${estimate.toString(16)}` })
      const { transaction } = await prepareTransaction(rpc, parse({ to: TO, data: '0x01' }), 1)
      assert.equal(transaction.gas, expected)
    }
  })

  it('is nothing that the page has set', async () => {
    const { rpc, asked } = tableNode(LONDON)
    const set = {
      to: TO,
      nonce: '0x9',
      gas: '0x30000',
      maxFeePerGas: '0x3b9aca00',
      maxPriorityFeePerGas: '0x1',
    }
    const { transaction } = await prepareTransaction(rpc, parse(set), 31_337)
    assert.equal(transaction.nonce, 9n)
    assert.equal(transaction.gas, 196_608n)
    assert.deepEqual(transaction.fees, {
      type: 'eip1559',
      maxFeePerGas: GWEI,
      maxPriorityFeePerGas: 1n,
    })
    assert.equal(asked.includes('eth_getTransactionCount'), false)
  })

  it('is a legacy price on a chain without a base fee, and where the page sets one', async () => {
    const old = tableNode({ ...LONDON, eth_getBlockByNumber: {}, eth_gasPrice: '0x5' })
    const { transaction } = await prepareTransaction(old.rpc, parse({ to: TO }), 31_337)
    assert.deepEqual(transaction.fees, { type: 'legacy', gasPrice: 5n })
    const set = tableNode({ ...LONDON, eth_getBlockByNumber: undefined })
    const own = await prepareTransaction(set.rpc, parse({ to: TO, gasPrice: '0x6' }), 31_337)
    assert.deepEqual(own.transaction.fees, { type: 'legacy', gasPrice: 6n })
    const london = await prepareTransaction(
      tableNode(LONDON).rpc,
      parse({ to: TO, gasPrice: '0x6' }),
      1,
    )
    assert.deepEqual(london.price, { gas: 6n, base: 10n * GWEI })
  })

  it('keeps the kind that the page asks for', async () => {
    const { rpc } = tableNode({ ...LONDON, eth_gasPrice: '0x5' })
    const kinds = await Promise.all(
      [{ type: '0x0' }, { type: '0x1' }, { type: '0x2' }, { maxPriorityFeePerGas: '0x1' }].map(
        async (kind) => {
          const request = parse({ to: TO, ...kind })
          return (await prepareTransaction(rpc, request, 31_337)).transaction.fees
        },
      ),
    )
    assert.deepEqual(kinds, [
      { type: 'legacy', gasPrice: 5n },
      { type: 'eip2930', gasPrice: 5n },
      { type: 'eip1559', maxFeePerGas: 22n * GWEI, maxPriorityFeePerGas: 2n * GWEI },
      { type: 'eip1559', maxFeePerGas: 20n * GWEI + 1n, maxPriorityFeePerGas: 1n },
    ])
  })

  it('does without a node’s opinion on tips', async () => {
    const { rpc } = tableNode({
      ...LONDON,
      eth_maxPriorityFeePerGas: new ProviderRpcError(-32601, 'no'),
    })
    const { transaction } = await prepareTransaction(rpc, parse({ to: TO }), 31_337)
    assert.deepEqual(transaction.fees, {
      type: 'eip1559',
      maxFeePerGas: 21n * GWEI,
      maxPriorityFeePerGas: GWEI,
    })
  })

  it('has the tip that is in the price of a node without an opinion', async () => {
    const base = 5_000_000n
    for (const [price, tip] of [
      [base + 1_000_000n, 1_000_000n],
      [base, 0n],
      [base - 1n, GWEI],
    ] as const) {
      const { rpc } = tableNode({
        ...LONDON,
        eth_getBlockByNumber: { baseFeePerGas: `0x${base.toString(16)}` },
        eth_maxPriorityFeePerGas: new ProviderRpcError(-32601, 'no'),
        eth_gasPrice: `0x${price.toString(16)}`,
      })
      const { transaction } = await prepareTransaction(rpc, parse({ to: TO }), 31_337)
      assert.deepEqual(transaction.fees, {
        type: 'eip1559',
        maxFeePerGas: 2n * base + tip,
        maxPriorityFeePerGas: tip,
      })
    }
  })

  it('shows by how much the account falls short', async () => {
    const { rpc } = tableNode({ ...LONDON, eth_getBalance: '0x1' })
    const { remaining } = await prepareTransaction(rpc, parse({ to: TO, value: '0x2' }), 31_337)
    assert.ok(remaining < 0n)
  })

  it('tells why a transaction would fail, in the node’s words', async () => {
    const reverted = new ProviderRpcError(3, 'execution reverted: too early')
    const { rpc } = tableNode({ ...LONDON, eth_estimateGas: reverted })
    const prepared = await prepareTransaction(rpc, parse({ to: TO, data: '0x01' }), 31_337)
    assert.equal(prepared.failure, 'execution reverted: too early')
  })

  it('that would fail has the gas that the page gave, or as much as most calls take', async () => {
    const reverted = new ProviderRpcError(3, 'execution reverted')
    const { rpc } = tableNode({ ...LONDON, eth_estimateGas: reverted })
    const gasOf = async (own: object) => {
      const prepared = await prepareTransaction(rpc, parse({ to: TO, ...own }), 31_337)
      assert.equal(prepared.maxFee, prepared.transaction.gas * 22n * GWEI)
      return prepared.transaction.gas
    }
    assert.equal(await gasOf({ data: '0x01', gas: '0x30000' }), 196_608n)
    assert.equal(await gasOf({ data: '0x01' }), 500_040n)
    assert.equal(await gasOf({ data: '0x0102', to: null }), 500_480n)
    // What one transaction may take at all (EIP-7825).
    assert.equal(await gasOf({ data: `0x${'5b'.repeat(100_000)}`, to: null }), 2n ** 24n)
  })

  it('with less gas than the node estimates is told from one that would fail of it', async () => {
    const request = parse({ to: TO, data: '0x01', gas: '0xc350' })
    const prepare = (answer: unknown) =>
      prepareTransaction(
        tableNode({ ...LONDON, eth_estimateGas: '0x186a0', eth_call: answer }).rpc,
        request,
        31_337,
      )
    const tight = await prepare('0x')
    assert.equal(tight.transaction.gas, 50_000n)
    assert.equal(tight.estimate, 100_000n)
    assert.equal(tight.failure, undefined)
    const failing = await prepare(new ProviderRpcError(-32000, 'out of gas'))
    assert.equal(failing.transaction.gas, 50_000n)
    assert.equal(failing.estimate, 100_000n)
    assert.equal(failing.failure, 'out of gas')
  })

  it('is not made up when the node is down', async () => {
    const { rpc } = tableNode({ ...LONDON, eth_getBalance: new WalletError('CHAIN_DISCONNECTED') })
    await assert.rejects(prepareTransaction(rpc, parse({ to: TO }), 31_337), (error) =>
      WalletError.is(error, 'CHAIN_DISCONNECTED'),
    )
  })
})
