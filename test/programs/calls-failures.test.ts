/** Why calls failed that a site had sent together (EIP-5792), before a real node, and as viem passes it on. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createClient, custom } from 'viem'
import { getCallsStatus } from 'viem/actions'

import { idOf } from '../../src/app/activity/record.js'
import type { TransactionRequest } from '../../src/chain/requests/transaction.js'
import { overHttp } from '../../src/chain/rpc/rpc.js'
import { ProviderRpcError } from '../../src/shared/errors.js'
import {
  anvil,
  approve,
  CHAIN,
  ETHER,
  MemoryStorage,
  mine,
  openTab,
  request,
  type Tab,
} from '../node/support/tabs.js'
import { callData } from '../support/contracts.js'

const MAKER = '0x4444444444444444444444444444444444444444'
const NO = new ProviderRpcError(-32_000, 'insufficient funds for transfer')

/** What a site learns by way of viem. */
async function statusOf({ batches }: Tab) {
  const client = createClient({
    transport: custom({ request: async ({ params: [id] }) => batches.status(id) }),
  })
  const { statusCode, capabilities } = await getCallsStatus(client, { id: 'mine' })
  return [statusCode, capabilities?.failures]
}

/** @param refused - Which of the transactions the node does not take. */
function open(refused?: number): Tab {
  let sent = 0
  return openTab(new MemoryStorage(), async (url, method, params) => {
    if (method === 'eth_sendRawTransaction' && ++sent === refused) throw NO
    return overHttp(url, method, params)
  })
}

async function sendAll(tab: Tab, requests: TransactionRequest[]): Promise<void> {
  const sent = tab.activity.sendAll(requests, { chain: CHAIN, id: 'mine', check: () => {} })
  await approve(tab)
  return sent
}

const see = async (tab: Tab) => {
  await mine()
  await tab.activity.refresh()
  return statusOf(tab)
}

describe('calls of a site that failed', () => {
  let shop: `0x${string}`
  const three = () => [request(), request({ value: 2n }), request({ value: 3n })]
  const closed = () => request({ to: shop, value: 0n, data: callData('Failing', 'withReason()') })

  before(async () => {
    await anvil.rpc.request('evm_setAutomine', [true])
    await anvil.fund(MAKER, ETHER)
    shop = await anvil.deploy(MAKER, 'Failing')
  })

  it('have no reasons while all goes well', async () => {
    const tab = open()
    await sendAll(tab, three())
    assert.deepEqual(await statusOf(tab), [100, undefined])
    assert.deepEqual(await see(tab), [200, undefined])
  })

  it('are 400 with the node’s words where it refused the first; the others were not tried', async () => {
    const tab = open(1)
    await assert.rejects(sendAll(tab, three()), NO)
    assert.deepEqual(await see(tab), [
      400,
      [
        { call: 0, reason: 'refused', message: NO.message },
        { call: 1, reason: 'skipped' },
        { call: 2, reason: 'skipped' },
      ],
    ])
  })

  it('are 500 with the contract’s words where all reverted', async () => {
    const tab = open()
    await sendAll(tab, [closed()])
    assert.deepEqual(await see(tab), [
      500,
      [{ call: 0, reason: 'reverted', message: 'execution reverted: The shop is closed' }],
    ])
  })

  it('are 600 with which of them reverted, and why', async () => {
    const tab = open()
    await sendAll(tab, [request(), closed(), request({ value: 2n })])
    assert.deepEqual(await see(tab), [
      600,
      [{ call: 1, reason: 'reverted', message: 'execution reverted: The shop is closed' }],
    ])
  })

  it('are 600 with which of them the person cancelled', async () => {
    const tab = open()
    await sendAll(tab, three())
    const second = tab.activity.all.find(({ value }) => value === 2n)!
    const replaced = tab.activity.replace(idOf(second), 'cancel')
    await approve(tab)
    assert.equal(await replaced, true)
    assert.deepEqual(await see(tab), [600, [{ call: 1, reason: 'cancelled' }]])
  })

  it('are done after all where another node took what this one had refused', async () => {
    const raws: unknown[] = []
    const tab = openTab(new MemoryStorage(), async (url, method, params) => {
      if (method !== 'eth_sendRawTransaction') return overHttp(url, method, params)
      raws.push(params)
      throw NO
    })
    await assert.rejects(sendAll(tab, [request()]), NO)
    assert.equal((await statusOf(tab))[0], 400)
    await anvil.rpc.request('eth_sendRawTransaction', raws[0])
    assert.deepEqual(await see(tab), [200, undefined])
  })
})
