/** Calls of a site (EIP-5792) whose transactions a different tab of the wallet looked after until they were settled. */
import assert from 'node:assert/strict'
import { before, describe, it, mock } from 'node:test'

import { Activity } from '../../src/app/activity/activity.js'
import { CallBatches } from '../../src/app/activity/call-batches.js'
import { Journal } from '../../src/app/activity/journal.js'
import { idOf, recordOf } from '../../src/app/activity/record.js'
import { ApprovalQueue } from '../../src/app/approval/approval-queue.js'
import type { SiteStore } from '../../src/app/sites/site-store.js'
import { Rpc } from '../../src/chain/rpc/rpc.js'
import { MemoryStorage } from './support/memory-storage.js'

const ACCOUNT = `0x${'1'.repeat(40)}` as const
const CHAIN = { chainId: 1, rpcUrl: '', ticker: '', tickerName: '', name: '' }
const FEES = { type: 'legacy', gasPrice: 1n } as const
const [FIRST, FASTER] = [`0x${'a'.repeat(64)}`, `0x${'b'.repeat(64)}`] as const
const RECEIPT = {
  ...{ logs: [], status: '0x1', blockHash: '0x1', blockNumber: '0x1', gasUsed: '0x1' },
  transactionHash: FASTER,
}

/** Of all tabs: the browser tells of a change in the others. */
const tabs: (() => void)[] = []

/** A tab that keeps the site's data for itself, as `sessionStorage` does. */
function openTab(storage: Storage, chain: { mined?: string; used: number }) {
  const node = new Rpc('https://node.example.test', async (_, method, params) => {
    const [first] = params as unknown[]
    if (method === 'eth_getTransactionCount') return `0x${chain.used}`
    if (method === 'eth_getTransactionReceipt') return first === chain.mined ? RECEIPT : null
    return null
  })
  const kept = new Map<string, unknown>()
  const store = { get: (name: string) => kept.get(name), set: kept.set.bind(kept) } as never
  const batches = new CallBatches(store as SiteStore, () => node)
  const journal = new Journal(storage)
  journal.onChanged = (hear) => void tabs.push(hear)
  const context = {
    ...{
      site: 'https://shop.example.test',
      own: { all: [{ address: ACCOUNT, index: 0, name: '' }], chosen: ACCOUNT },
    },
    ...{ requests: new ApprovalQueue(() => {}), core: { batches } },
    ...{ chains: { find: () => CHAIN, nodeOf: () => node }, sign: () => Promise.reject() },
  }
  return { activity: new Activity(context, () => {}, journal), batches, journal }
}

/** A site sent a call in one tab, and the person had it sped up. A second tab is open beside it. */
function setUp() {
  const storage = new MemoryStorage()
  const chain: Parameters<typeof openTab>[1] = { used: 0 }
  const [one, other] = [openTab(storage, chain), openTab(storage, chain)]
  const transaction = { from: ACCOUNT, chainId: 1, to: ACCOUNT, value: 0n, data: '0x', gas: 1n }
  const record = recordOf({ ...transaction, nonce: 0n, fees: FEES } as never, {
    ...{ raw: '0x1', hash: FIRST, site: 'https://shop.example.test', batch: 'mine' },
  })
  const faster = { hash: FASTER, kind: 'faster', fees: FEES, time: Date.now() } as const
  one.batches.save({ id: 'mine', chainId: 1, calls: [{ hash: idOf(record) }] })
  one.journal.add([{ ...record, attempts: [...record.attempts, faster], isKnown: true }])
  return { one, other, chain }
}

describe('calls that were settled in a different tab', () => {
  before(() => {
    const document = Object.assign(new EventTarget(), { hidden: true })
    Object.assign(globalThis, { addEventListener: () => {}, document })
  })

  it('are done for the site that sent them, where a faster transaction took the place', async () => {
    const { one, other, chain } = setUp()
    chain.mined = FASTER
    chain.used = 1
    await other.activity.refresh()
    for (const hear of tabs) hear()
    const { status, receipts } = await one.batches.status('mine')
    assert.deepEqual([status, receipts.length], [200, 1])
  })

  it('are over where a transaction from elsewhere took the place', async () => {
    const { one, other, chain } = setUp()
    chain.used = 1
    mock.timers.enable({ apis: ['Date'], now: Date.now() })
    for (let looks = 0; looks < 3; looks++) {
      await other.activity.refresh()
      mock.timers.tick(5_000)
    }
    mock.timers.reset()
    for (const hear of tabs) hear()
    const { status, capabilities } = await one.batches.status('mine')
    assert.deepEqual([status, capabilities?.failures], [400, [{ call: 0, reason: 'replaced' }]])
  })
})
