import { expect } from '@open-wc/testing'

import { Subscriptions } from '../../src/app/provider/subscriptions.js'
import { Rpc } from '../../src/chain/rpc/rpc.js'
import { ProviderRpcError } from '../../src/shared/errors.js'
import { rpcCodeOf, signedIn } from './app-support.js'
import { until } from './support.js'

/** A chain that grows when it is told to. */
function standInChain() {
  const chain = { height: 1, asked: [] as [string, unknown][], pending: ['0xp1'] }
  const node = new Rpc('https://node.example.test', async (_, method, params) => {
    chain.asked.push([method, params])
    const [first] = params as [string & { fromBlock: string }]
    switch (method) {
      case 'eth_blockNumber':
        return `0x${chain.height.toString(16)}`
      case 'eth_getBlockByNumber':
        return { number: first, hash: `0xb${first}`, transactions: ['0x1'], uncles: [] }
      case 'eth_getLogs':
        return [{ blockNumber: first.fromBlock }]
      case 'eth_newPendingTransactionFilter':
        return '0xf'
      case 'eth_getFilterChanges':
        return chain.pending.splice(0)
      default:
        throw new ProviderRpcError(-32601, 'no such method')
    }
  })
  return { chain, node }
}

function setUp() {
  const { chain, node } = standInChain()
  const told: [string, unknown][] = []
  const subscriptions = new Subscriptions({
    node: () => node,
    tell: (id, result) => told.push([id, result]),
    period: 1,
  })
  return { chain, subscriptions, told }
}

describe('a subscription', () => {
  it('to new heads tells of each block once, in order, as its header', async () => {
    const { chain, subscriptions, told } = setUp()
    const id = await subscriptions.subscribe(['newHeads'])
    chain.height = 3
    await until(() => told.length === 2)
    chain.height = 4
    await until(() => told.length === 3)
    subscriptions.clear()
    expect(told).to.deep.equal(
      ['0x2', '0x3', '0x4'].map((number) => [id, { number, hash: `0xb${number}` }]),
    )
  })

  it('to logs asks for what the filter says, of new blocks only', async () => {
    const { chain, subscriptions, told } = setUp()
    const address = `0x${'12'.repeat(20)}`
    const topic = `0x${'ab'.repeat(32)}`
    const id = await subscriptions.subscribe(['logs', { address, topics: [null, [topic]] }])
    chain.height = 2
    await until(() => told.length === 1)
    subscriptions.clear()
    expect(told).to.deep.equal([[id, { blockNumber: '0x2' }]])
    expect(chain.asked.find(([method]) => method === 'eth_getLogs')?.[1]).to.deep.equal([
      { address, topics: [null, [topic]], fromBlock: '0x2', toBlock: '0x2' },
    ])
  })

  it('to pending transactions tells what the node’s filter says', async () => {
    const { subscriptions, told } = setUp()
    const id = await subscriptions.subscribe(['newPendingTransactions'])
    await until(() => told.length === 1)
    subscriptions.clear()
    expect(told).to.deep.equal([[id, '0xp1']])
  })

  it('asks nothing more once it is ended, or the chain is another', async () => {
    const { chain, subscriptions } = setUp()
    const id = await subscriptions.subscribe(['newHeads'])
    await until(() => chain.asked.length > 2)
    expect(subscriptions.unsubscribe([id])).to.equal(true)
    expect(subscriptions.unsubscribe([id])).to.equal(false)
    await subscriptions.subscribe(['newHeads'])
    subscriptions.clear()
    const count = (method: string) => chain.asked.filter(([asked]) => asked === method).length
    const before = count('eth_blockNumber')
    // A third one looks as often as these would.
    await subscriptions.subscribe(['newPendingTransactions'])
    await until(() => count('eth_getFilterChanges') > 5)
    subscriptions.clear()
    expect(count('eth_blockNumber')).to.equal(before)
  })

  it('is refused in another form, beyond twenty, and with the node’s own error', async () => {
    const { subscriptions } = setUp()
    for (const params of [[], ['syncing'], ['logs', { address: 'x' }], ['logs', { topics: 'x' }]]) {
      expect(await rpcCodeOf(subscriptions.subscribe(params))).to.equal(-32602)
    }
    expect(await rpcCodeOf((async () => subscriptions.unsubscribe([7]))())).to.equal(-32602)
    const many = Array.from({ length: 21 }, () => rpcCodeOf(subscriptions.subscribe(['newHeads'])))
    const codes = await Promise.all(many)
    expect(codes.filter((code) => code === -32005)).to.have.length(1)
    subscriptions.clear()
    const node = new Rpc('https://node.example.test', async () => {
      throw new ProviderRpcError(-32601, 'no such method')
    })
    const unable = new Subscriptions({ node: () => node, tell: () => {} })
    expect(await rpcCodeOf(unable.subscribe(['newPendingTransactions']))).to.equal(-32601)
  })

  it('is answered by the provider, and ends with the chain', async () => {
    const { app } = signedIn()
    const id = await app.core.rpc('eth_subscribe', ['newHeads'])
    expect(id).to.match(/^0x[0-9a-f]{32}$/)
    app.chains.switchTo({ ...app.chains.current, chainId: 5 })
    expect(await app.core.rpc('eth_unsubscribe', [id])).to.equal(false)
    sessionStorage.clear()
  })

  it('goes on when the page names the chain in use again: nothing tells the page of an end', async () => {
    const { app } = signedIn()
    const id = await app.core.rpc('eth_subscribe', ['newHeads'])
    app.chains.follow(undefined, { ...app.chains.current })
    expect(await app.core.rpc('eth_unsubscribe', [id])).to.equal(true)
    sessionStorage.clear()
  })

  it('asks the node that is in use then', async () => {
    const { node: gone } = standInChain()
    const { chain, node } = standInChain()
    const told: unknown[] = []
    let current = gone
    const subscriptions = new Subscriptions({
      node: () => current,
      tell: (_, result) => told.push(result),
      period: 1,
    })
    await subscriptions.subscribe(['newHeads'])
    chain.height = 2
    current = node
    await until(() => told.length === 1)
    subscriptions.clear()
  })
})
