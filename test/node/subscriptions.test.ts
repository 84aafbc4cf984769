/** `eth_subscribe` over nodes that fail now and then, that are behind each other, or that forget a filter. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { Subscriptions } from '../../src/app/provider/subscriptions.js'
import { Rpc } from '../../src/chain/rpc/rpc.js'
import { ProviderRpcError, WalletError } from '../../src/shared/errors.js'
import { until } from '../support/until.js'

type Answer = (params: never) => unknown

/** A node whose answers a test changes while a page listens. */
function listening() {
  const answers: Record<string, Answer> = {}
  const node = new Rpc('https://node.example.test', async (_, method, params) => {
    const answer = answers[method]
    if (!answer) throw new ProviderRpcError(-32_601, method)
    return answer(params as never)
  })
  const told: unknown[] = []
  const tell = (_: string, result: unknown) => void told.push(result)
  const subscriptions = new Subscriptions({ node: () => node, tell, period: 1 })
  let looks = 0
  /** The node is at this block from now on. */
  const grow = async (height: number) => {
    answers.eth_blockNumber = () => {
      looks++
      return `0x${height.toString(16)}`
    }
    const before = looks
    await until('three looks', () => looks > before + 2)
  }
  answers.eth_blockNumber = () => '0xa'
  answers.eth_getBlockByNumber = ([number]: [string]) => ({ number })
  answers.eth_getLogs = ([range]: [object]) => [range]
  return { answers, told, subscriptions, grow }
}

/** As a node that is down. */
const fail = () => {
  throw new WalletError('CHAIN_DISCONNECTED')
}

describe('a subscription', () => {
  it('to logs loses none where the node failed to give them', async () => {
    const { answers, told, subscriptions, grow } = listening()
    await subscriptions.subscribe(['logs'])
    const { eth_getLogs } = answers
    answers.eth_getLogs = fail
    await grow(12)
    answers.eth_getLogs = eth_getLogs!
    await grow(12)
    subscriptions.clear()
    assert.deepEqual(told, [{ fromBlock: '0xb', toBlock: '0xc' }])
  })

  it('to logs goes on where the node gives those of a few blocks at a time', async () => {
    const { answers, told, subscriptions, grow } = listening()
    await subscriptions.subscribe(['logs'])
    answers.eth_getLogs = ([{ fromBlock, toBlock }]: [{ fromBlock: string; toBlock: string }]) => {
      if (Number(toBlock) - Number(fromBlock) >= 10)
        throw new ProviderRpcError(-32_005, 'more than 10000 results')
      return [[Number(fromBlock), Number(toBlock)]]
    }
    await grow(40)
    subscriptions.clear()
    assert.deepEqual(told, [
      [11, 18],
      [19, 25],
      [26, 33],
      [34, 40],
    ])
  })

  it('to logs takes null for any address, and for any topics', async () => {
    const { told, subscriptions, grow } = listening()
    await subscriptions.subscribe(['logs', { address: null, topics: null }])
    await grow(11)
    subscriptions.clear()
    assert.deepEqual(told, [{ fromBlock: '0xb', toBlock: '0xb' }])
  })

  it('to new heads loses none, and tells each once, where the node failed to give one', async () => {
    const { answers, told, subscriptions, grow } = listening()
    await subscriptions.subscribe(['newHeads'])
    const { eth_getBlockByNumber } = answers
    answers.eth_getBlockByNumber = ([number]: [string]) => (number === '0xc' ? fail() : { number })
    await grow(12)
    answers.eth_getBlockByNumber = eth_getBlockByNumber!
    await grow(12)
    subscriptions.clear()
    assert.deepEqual(told, [{ number: '0xb' }, { number: '0xc' }])
  })

  it('tells nothing twice where one URL has nodes of which one is behind', async () => {
    const { told, subscriptions, grow } = listening()
    await subscriptions.subscribe(['newHeads'])
    await grow(12)
    await grow(11)
    await grow(13)
    subscriptions.clear()
    assert.deepEqual(told, [{ number: '0xb' }, { number: '0xc' }, { number: '0xd' }])
  })

  it('goes on where a chain of a developer began anew', async () => {
    const { told, subscriptions, grow } = listening()
    await subscriptions.subscribe(['newHeads'])
    await grow(500)
    told.length = 0
    await grow(2)
    await grow(3)
    subscriptions.clear()
    assert.deepEqual(told, [{ number: '0x3' }])
  })

  it('is of the new chain where the chain changes before the node has answered', async () => {
    const { answers, told, subscriptions, grow } = listening()
    let say = (_: string) => {}
    answers.eth_blockNumber = () => new Promise<string>((resolve) => (say = resolve))
    const asked = subscriptions.subscribe(['newHeads'])
    subscriptions.clear()
    answers.eth_blockNumber = () => '0x64'
    say('0xa')
    const id = await asked
    await grow(101)
    assert.equal(subscriptions.unsubscribe([id]), true)
    assert.deepEqual(told, [{ number: '0x65' }])
  })

  it('to pending transactions goes on where the node has forgotten the filter', async () => {
    const { answers, told, subscriptions } = listening()
    let made = 0
    let known = ''
    answers.eth_newPendingTransactionFilter = () => {
      made++
      known = `0x${made}`
      return known
    }
    answers.eth_getFilterChanges = ([id]: [string]) => {
      if (id !== known) throw new ProviderRpcError(-32_000, 'filter not found')
      return [id]
    }
    await subscriptions.subscribe(['newPendingTransactions'])
    await until('the first', () => told.length)
    known = ''
    await until('the new filter', () => told.includes('0x2'))
    subscriptions.clear()
  })
})
