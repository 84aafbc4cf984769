/** Tabs of a wallet that send, before a real node. */
import { after, before, beforeEach } from 'node:test'
import { privateKeyToAddress } from 'viem/accounts'
import { Activity } from '../../../src/app/activity/activity.js'
import { CallBatches } from '../../../src/app/activity/call-batches.js'
import { Journal } from '../../../src/app/activity/journal.js'
import { ApprovalQueue } from '../../../src/app/approval/approval-queue.js'
import type { ApprovalRequest } from '../../../src/app/approval/approval-requests.js'
import { signTransaction } from '../../../src/app/signer/sign.js'
import type { SiteStore } from '../../../src/app/sites/site-store.js'
import { prepareCalls } from '../../../src/chain/costs/prepare-calls.js'
import { prepareTransaction } from '../../../src/chain/costs/prepare-transaction.js'
import type { TransactionRequest } from '../../../src/chain/requests/transaction.js'
import { overHttp, Rpc, type Transport } from '../../../src/chain/rpc/rpc.js'
import { fromHex } from '../../../src/chain/values/text.js'
import { LocalChain } from '../../support/local-chain.js'
import { until } from '../../support/until.js'

export { MemoryStorage } from './memory-storage.js'

export const TO = '0x8617e340b3d01fa5f11f306f4090fd50e238070d'
export const ETHER = 10n ** 18n
export let anvil: LocalChain
/** A separate account for each test. */
let key = 1n
export let address: `0x${string}`
let tabs: Tab[] = []

/** The browser's locks, for all tabs. */
class Locks {
  readonly #queues = new Map<string, (() => void)[]>()

  query = async () => ({})

  async request(
    name: string,
    options: { ifAvailable?: boolean },
    work: (lock: unknown) => unknown,
  ): Promise<unknown> {
    const queue = this.#queues.get(name)
    if (queue && options.ifAvailable) return work(null)
    if (queue) await new Promise<void>((resolve) => queue.push(resolve))
    else this.#queues.set(name, [])
    try {
      return await work({})
    } finally {
      const next = this.#queues.get(name)?.shift()
      if (next) next()
      else this.#queues.delete(name)
    }
  }

  releaseAll(): void {
    this.#queues.clear()
  }
}
const locks = new Locks()

export interface Tab {
  activity: Activity
  batches: CallBatches
  requests: ApprovalQueue
  signed: string[]
}
/** The wallet in a tab: all tabs of a storage are one person's. */
export function openTab(storage: Storage, transport: Transport = overHttp): Tab {
  const requests = new ApprovalQueue(() => {})
  const node = new Rpc(anvil.url, transport)
  const chain = {
    chainId: 31_337,
    name: 'Local chain',
    rpcUrl: anvil.url,
    ticker: 'ETH',
    tickerName: 'Ether',
  }
  const kept = new Map<string, unknown>()
  const store = {
    get: (name: string) => kept.get(name),
    set: (name: string, value: unknown) => void kept.set(name, value),
  } as unknown as SiteStore
  const batches = new CallBatches(store, () => node)
  const signed: string[] = []
  const activity = new Activity(
    {
      site: 'https://shop.example.test',
      own: { all: [{ address, index: 0, name: '' }], chosen: address },
      requests,
      core: { batches },
      chains: { find: () => chain, nodeOf: () => node },
      sign: async (_, transaction) => {
        // As a worker does, it takes its time.
        await node.request('eth_chainId')
        const raw = signTransaction(transaction, fromHex(key.toString(16).padStart(64, '0')))
        signed.push(raw)
        return raw
      },
    },
    () => {},
    new Journal(storage),
  )
  const tab = { activity, batches, requests, signed }
  tabs.push(tab)
  return tab
}
/** A tab that stays would look after what it sent for ever. */
function closeTabs(): void {
  for (const { activity } of tabs) activity.pause()
  tabs = []
}
export const CHAIN = { chainId: 31_337, name: '', rpcUrl: '', ticker: '', tickerName: '' }
export const request = (own: Partial<TransactionRequest> = {}): TransactionRequest => ({
  from: address,
  to: TO,
  value: 1n,
  data: '0x',
  fees: undefined,
  ...own,
})
/** Asked, and not yet answered. */
export async function question(tab: Tab): Promise<ApprovalRequest> {
  await until('a question, or the end', () => tab.requests.current ?? !tabs.includes(tab))
  if (!tab.requests.current) throw new Error('Nothing was asked while the tab was open.')
  return tab.requests.current
}
/** The person says yes to what is on the screen. */
export async function approve(tab: Tab): Promise<void> {
  const asked = await question(tab)
  const node = new Rpc(anvil.url)
  if (asked.kind === 'transaction') {
    const { request, chain } = asked.subject
    const { transaction } = await prepareTransaction(node, request, chain.chainId)
    const [nonce] = await tab.activity.nonces(address, chain, 1)
    asked.approve({ ...transaction, nonce: request.nonce ?? nonce! })
  }
  if (asked.kind === 'calls') {
    const { requests, chain } = asked.subject
    asked.approve((await prepareCalls(node, requests, chain.chainId)).transactions)
  }
}
export async function send(
  tab: Tab,
  own: Partial<TransactionRequest> = {},
): Promise<`0x${string}`> {
  const hash = tab.activity.send(request(own), { chain: CHAIN, isOwn: false })
  await approve(tab)
  return hash
}
export const count = async (): Promise<number> =>
  Number(await new Rpc(anvil.url).quantity('eth_getTransactionCount', [address, 'latest']))
export const mine = () => anvil.rpc.request('anvil_mine', ['0x1'])
export const statuses = ({ activity }: Tab) => activity.all.map(({ status }) => status)

before(async () => {
  const document = Object.assign(new EventTarget(), { hidden: true })
  Object.assign(globalThis, { addEventListener: () => {}, document, navigator: { locks } })
  anvil = await LocalChain.start()
})
after(async () => {
  closeTabs()
  await anvil.stop()
})
beforeEach(async () => {
  closeTabs()
  locks.releaseAll()
  key++
  address = privateKeyToAddress(`0x${key.toString(16).padStart(64, '0')}`)
  await anvil.rpc.request('anvil_setBalance', [address, `0x${(10n * ETHER).toString(16)}`])
  await anvil.rpc.request('evm_setAutomine', [false])
})
/** The tab is killed: the browser lets go of what it held. */
export function end({ activity }: Tab): void {
  activity.pause()
  locks.releaseAll()
}
