import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { defaultNetwork, resolveNetwork } from '../../src/chain/networks.js'
import { Rpc } from '../../src/chain/rpc.js'
import type { ChainConfig } from '../../src/protocol/service.js'
import { WalletError } from '../../src/shared/errors.js'

const CHAINS: ChainConfig[] = [
  {
    host: 'mainnet',
    chainId: 1,
    networkName: 'Ethereum',
    rpcUrl: 'https://node.example.test/',
    ticker: 'ETH',
    tickerName: 'Ether',
    blockExplorer: 'https://explorer.example.test/',
  },
]
const never = async (): Promise<bigint> => assert.fail('The node was asked.')
const node = (chainId: number) => async () => BigInt(chainId)

describe('the network of a page that names none', () => {
  const local = { ...CHAINS[0]!, host: 'localhost', chainId: 31337 }

  it('is mainnet, wherever it stands in the operator’s list', () => {
    assert.deepEqual(defaultNetwork([local, ...CHAINS]), { host: 'mainnet' })
  })

  it('is the operator’s first, if there is no mainnet; else mainnet, which then says what is missing', () => {
    assert.deepEqual(defaultNetwork([local]), { host: 'localhost' })
    assert.deepEqual(defaultNetwork([]), { host: 'mainnet' })
  })
})

describe('the network that a page names', () => {
  it('is the one that the operator has a node for, and the node is not asked', async () => {
    assert.deepEqual(await resolveNetwork({ host: 'mainnet' }, CHAINS, never), {
      chainId: 1,
      name: 'Ethereum',
      rpcUrl: 'https://node.example.test/',
      nodeUrl: 'https://node.example.test/',
      ticker: 'ETH',
      tickerName: 'Ether',
      blockExplorer: 'https://explorer.example.test/',
    })
  })

  it('may be given names of its own', async () => {
    const network = { host: 'mainnet', networkName: 'Main', ticker: 'XYZ', tickerName: 'Xyz' }
    const { name, realName, ...chain } = await resolveNetwork(network, CHAINS, never)
    assert.deepEqual([name, chain.ticker, chain.tickerName], ['Main', 'XYZ', 'Xyz'])
    assert.equal(realName, 'Ethereum', 'what it is stays known')
  })

  it('is asked of the operator’s node for a chain that the operator has, whatever node the page names', async () => {
    const chain = await resolveNetwork({ host: 'https://liar.example.test' }, CHAINS, node(1))
    assert.equal(chain.rpcUrl, 'https://liar.example.test')
    assert.equal(chain.nodeUrl, 'https://node.example.test/')
    assert.equal(chain.name, 'Ethereum')
  })

  it('may be the URL of any node, which then says its chain id', async () => {
    const chain = await resolveNetwork({ host: 'https://other.example.test' }, CHAINS, node(137))
    assert.deepEqual(chain, {
      chainId: 137,
      name: 'Polygon',
      rpcUrl: 'https://other.example.test',
      ticker: 'POL',
      tickerName: 'POL',
    })
  })

  it('may be a chain that nobody has heard of', async () => {
    const network = { host: 'http://localhost:9', chainId: 4242 }
    const { name, ticker } = await resolveNetwork(network, [], node(4242))
    assert.deepEqual([name, ticker], ['Chain 4242', 'ETH'])
  })

  for (const host of ['rinkeby', 'ropsten', 'kovan', 'goerli']) {
    it(`is refused if it is ${host}, which is retired, with what to pass instead`, async () => {
      await assert.rejects(resolveNetwork({ host }, CHAINS, never), (error) => {
        assert.ok(WalletError.is(error, 'NETWORK_UNAVAILABLE'))
        assert.match(error.message, /retired: pass the URL of a node/)
        return true
      })
    })
  }

  for (const [what, network, asked, code, text] of [
    ['has no node', { host: 'matic' }, never, 'NETWORK_UNAVAILABLE', /configured no node/],
    ['is no name and no URL', { host: 'moonbase' }, never, 'INVALID_ARGUMENT', /network\.host/],
    ['is no web address', { host: 'file:///etc' }, never, 'INVALID_ARGUMENT', /network\.host/],
    ['is a property of every object', { host: 'constructor' }, never, 'INVALID_ARGUMENT', /host/],
    [
      'has another chain id than configured',
      { host: 'mainnet', chainId: 5 },
      never,
      'INVALID_ARGUMENT',
      /network\.chainId: expected 1/,
    ],
    [
      'has another chain id than its node',
      { host: 'https://other.example.test', chainId: 1 },
      node(10),
      'INVALID_ARGUMENT',
      /network\.chainId: expected 10/,
    ],
  ] as const) {
    it(`is refused with ${code} if it ${what}`, async () => {
      await assert.rejects(resolveNetwork(network, CHAINS, asked), (error) => {
        assert.ok(WalletError.is(error, code), String(error))
        assert.match(error.message, text)
        return true
      })
    })
  }

  it('is CHAIN_DISCONNECTED if its node cannot be reached', async () => {
    const ask = (url: string) => new Rpc(url).quantity('eth_chainId')
    await assert.rejects(resolveNetwork({ host: 'http://localhost:1' }, CHAINS, ask), (error) =>
      WalletError.is(error, 'CHAIN_DISCONNECTED'),
    )
  })
})
