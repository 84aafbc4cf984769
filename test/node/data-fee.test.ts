/** What a rollup takes for a transaction's bytes, beside the gas. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as AbiFunction from 'ox/AbiFunction'
import * as Envelope from 'ox/TxEnvelopeEip1559'
import { Costs } from '../../src/app/screens/send/costs.js'
import type { WalletApp } from '../../src/app/wallet/wallet-app.js'
import { prepareCalls } from '../../src/chain/costs/prepare-calls.js'
import { prepareTransaction } from '../../src/chain/costs/prepare-transaction.js'
import type { TransactionRequest } from '../../src/chain/requests/transaction.js'
import { ProviderRpcError } from '../../src/shared/errors.js'
import { APP, type Hex, ME, TOKEN } from './support/signed-calls.js'
import { tableNode } from './support/table-node.js'

const FEE = AbiFunction.from('function getL1Fee(bytes data) view returns (uint256)')
const [BASE, SCROLL, ARBITRUM] = [8453, 534_352, 42_161]
const ETHER = 10n ** 18n
const DATA_FEE = 1_000n
/** 21,000 gas, at 3 wei at most and 2 probably. */
const [GAS_MOST, GAS_LIKELY] = [63_000n, 42_000n]

const request: TransactionRequest = { from: ME, to: APP, value: 5n, data: '0x', fees: undefined }
const withData: TransactionRequest = {
  ...{ from: ME, value: 0n, data: '0x123456', fees: undefined },
  accessList: [{ address: TOKEN, storageKeys: [`0x${'44'.repeat(32)}`] }],
}

/** A rollup's node, and what its contract for fees was asked. */
function rollup(answer: unknown = () => `0x${DATA_FEE.toString(16).padStart(64, '0')}`) {
  const asked: { to: Hex; data: Hex }[] = []
  const { rpc } = tableNode({
    eth_getBalance: `0x${ETHER.toString(16)}`,
    eth_getTransactionCount: '0x7',
    eth_getBlockByNumber: { baseFeePerGas: '0x1' },
    eth_maxPriorityFeePerGas: '0x1',
    eth_estimateGas: '0x5208',
    eth_simulateV1: new ProviderRpcError(-32_601, 'No such method.'),
    eth_call: ([call]: [{ to: Hex; data: Hex }]) => {
      asked.push(call)
      if (answer instanceof Error) throw answer
      return (answer as () => Hex)()
    },
  })
  return { rpc, asked }
}

describe('a rollup’s fee for data', () => {
  it('is in the fee, twice in the highest one, and in what is left', async () => {
    const { rpc } = rollup()
    const prepared = await prepareTransaction(rpc, request, BASE)
    assert.equal(prepared.fee, GAS_LIKELY + DATA_FEE)
    assert.equal(prepared.maxFee, GAS_MOST + 2n * DATA_FEE)
    assert.equal(prepared.remaining, ETHER - 5n - prepared.maxFee)
  })

  it('is asked for each of several transactions', async () => {
    const { rpc, asked } = rollup()
    const prepared = await prepareCalls(rpc, [request, request], BASE)
    assert.equal(asked.length, 2)
    assert.equal(prepared.fee, 2n * (GAS_LIKELY + DATA_FEE))
    assert.equal(prepared.maxFee, 2n * (GAS_MOST + 2n * DATA_FEE))
  })

  it('is that of the transaction’s own bytes, as the chain’s contract tells', async () => {
    for (const [chainId, oracle] of [
      [BASE, '0x420000000000000000000000000000000000000f'],
      [SCROLL, '0x5300000000000000000000000000000000000002'],
    ] as const) {
      for (const { from: _, fees: __, ...own } of [request, withData]) {
        const { rpc, asked } = rollup()
        await prepareTransaction(rpc, { from: ME, fees: undefined, ...own }, chainId)
        assert.equal(asked[0]!.to, oracle)
        const [bytes] = AbiFunction.decodeData(FEE, asked[0]!.data)
        const {
          data = '0x',
          value = 0n,
          to,
          accessList,
          ...rest
        } = Envelope.deserialize(bytes as Envelope.Serialized)
        assert.equal(rest.chainId, chainId)
        assert.deepEqual(
          { to: to?.toLowerCase(), data, value, accessList },
          {
            to: own.to?.toLowerCase(),
            data: own.data,
            value: own.value,
            accessList: own.accessList,
          },
        )
      }
    }
  })

  it('is not asked where the gas is all', async () => {
    const { rpc, asked } = rollup()
    const { fee } = await prepareTransaction(rpc, request, ARBITRUM)
    assert.deepEqual([fee, asked], [GAS_LIKELY, []])
  })

  it('keeps nothing back where the chain does not tell', async () => {
    for (const answer of [new ProviderRpcError(-32_603, 'Internal error.'), () => '0x']) {
      const { fee } = await prepareTransaction(rollup(answer).rpc, request, BASE)
      assert.equal(fee, GAS_LIKELY)
    }
  })

  it('stays payable after it doubled, where everything is sent', async () => {
    const { rpc } = rollup()
    const core = { prepare: () => prepareTransaction(rpc, request, BASE) }
    const app = { core, chains: { current: {} } } as unknown as WalletApp
    const host = { app, addController() {} } as unknown as ConstructorParameters<typeof Costs>[0]
    const { value } = await new Costs(host).everything(ME)
    const dearer = rollup(() => `0x${(2n * DATA_FEE).toString(16)}`)
    const { remaining } = await prepareTransaction(dearer.rpc, { ...request, value }, BASE)
    assert.equal(remaining, 0n)
  })
})
