/** What is sent from the wallet, on a real chain that is stopped, is late, forgets and comes back. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { privateKeyToAddress } from 'viem/accounts'

import { Activity } from '../../src/app/activity/activity.js'
import { Journal } from '../../src/app/activity/journal.js'
import { hashOf, idOf } from '../../src/app/activity/record.js'
import { Bundles } from '../../src/app/bundles.js'
import { type Question, Requests } from '../../src/app/requests.js'
import { signTransaction } from '../../src/app/signer/sign.js'
import type { SiteStore } from '../../src/app/site-store.js'
import { prepareTransaction } from '../../src/chain/prepare.js'
import { prepareCalls } from '../../src/chain/prepare-calls.js'
import { overHttp, Rpc, type Transport } from '../../src/chain/rpc.js'
import { fromHex } from '../../src/chain/text.js'
import type { TransactionRequest } from '../../src/chain/transaction.js'
import { ProviderRpcError, WalletError } from '../../src/shared/errors.js'
import { LocalChain } from '../support/local-chain.js'

const TO = '0x8617e340b3d01fa5f11f306f4090fd50e238070d'
const ETHER = 10n ** 18n
/** Pays for the set-up. */
const MAKER = '0x4444444444444444444444444444444444444444'

let anvil: LocalChain
/** An account of its own for each test. */
let key = 1n
let address: `0x${string}`
let tabs: Tab[] = []

/** A browser's storage, as far as the journal uses it. */
class MemoryStorage implements Storage {
  readonly items = new Map<string, string>()
  get length(): number {
    return this.items.size
  }
  key = (at: number) => [...this.items.keys()][at] ?? null
  getItem = (name: string) => this.items.get(name) ?? null
  setItem = (name: string, text: string) => void this.items.set(name, text)
  removeItem = (name: string) => void this.items.delete(name)
  clear = () => this.items.clear()
}

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

interface Tab {
  activity: Activity
  bundles: Bundles
  requests: Requests
  signed: string[]
}

/** The wallet in a tab: all tabs of a storage are one person's. */
function openTab(storage: Storage, transport: Transport = overHttp): Tab {
  const requests = new Requests(() => {})
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
  const bundles = new Bundles(store, () => node)
  const signed: string[] = []
  const activity = new Activity(
    {
      site: 'https://shop.example.test',
      address,
      own: { all: [{ address }] },
      requests,
      bundles,
      chainOf: () => chain,
      nodeOf: () => node,
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
  const tab = { activity, bundles, requests, signed }
  tabs.push(tab)
  return tab
}

/** A tab that stays would look after what it sent for ever. */
function closeTabs(): void {
  for (const { activity } of tabs) activity.pause()
  tabs = []
}

const CHAIN = { chainId: 31_337, name: '', rpcUrl: '', ticker: '', tickerName: '' }
const request = (own: Partial<TransactionRequest> = {}): TransactionRequest => ({
  from: address,
  to: TO,
  value: 1n,
  data: '0x',
  fees: undefined,
  ...own,
})

/** Asked, and not yet answered. */
async function question(tab: Tab): Promise<Question> {
  while (!tab.requests.current) {
    if (!tabs.includes(tab)) throw new Error('Nothing was asked while the tab was open.')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return tab.requests.current
}

/** The person says yes to what is on the screen. */
async function approve(tab: Tab): Promise<void> {
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

async function send(tab: Tab, own: Partial<TransactionRequest> = {}): Promise<`0x${string}`> {
  const hash = tab.activity.send(request(own), { chain: CHAIN, isOwn: false })
  await approve(tab)
  return hash
}

const count = async (): Promise<number> =>
  Number(await new Rpc(anvil.url).quantity('eth_getTransactionCount', [address, 'latest']))
const mine = () => anvil.rpc.request('anvil_mine', ['0x1'])
const statuses = ({ activity }: Tab) => activity.all.map(({ status }) => status)

/** A node that is cut off when it is asked for this: before it hears it, or before it can answer. */
const cutOff =
  (at: string, when: 'before' | 'after', times = Number.POSITIVE_INFINITY): Transport =>
  async (url, method, params) => {
    if (method !== at || times-- <= 0) return overHttp(url, method, params)
    if (when === 'after') await overHttp(url, method, params)
    throw new WalletError('CHAIN_DISCONNECTED')
  }

/** A node of which nobody hears again. */
const silentAt = (at: string, when: 'before' | 'after'): Transport => {
  let isDead = false
  return async (url, method, params) => {
    isDead ||= method === at && when === 'before'
    if (isDead) return new Promise(() => {})
    const answer = await overHttp(url, method, params)
    isDead ||= method === at
    return isDead ? new Promise(() => {}) : answer
  }
}

describe('what is sent from the wallet', () => {
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

  it('is written down before the node hears of it', async () => {
    const storage = new MemoryStorage()
    const written: number[] = []
    const tab = openTab(storage, (url, method, params) => {
      if (method === 'eth_sendRawTransaction') written.push(storage.length)
      return overHttp(url, method, params)
    })
    await send(tab)
    assert.deepEqual(written, [1])
  })

  for (const when of ['before', 'after'] as const) {
    it(`is sent once, with the same bytes, when the tab ends ${when} the node has it`, async () => {
      const storage = new MemoryStorage()
      const first = openTab(storage, silentAt('eth_sendRawTransaction', when))
      void send(first)
      while (!storage.length) await new Promise((resolve) => setTimeout(resolve, 5))
      const { raw } = first.activity.all[0]!.attempts[0]!
      const heard: unknown[] = []
      const second = openTab(storage, (url, method, params) => {
        if (method === 'eth_sendRawTransaction') heard.push((params as unknown[])[0])
        return overHttp(url, method, params)
      })
      end(first)
      await second.activity.refresh()
      await mine()
      await second.activity.refresh()
      assert.deepEqual(statuses(second), ['done'])
      assert.deepEqual(heard, when === 'before' ? [raw] : [])
      assert.deepEqual([await count(), second.signed], [1, []])
    })
  }

  for (const when of ['before', 'after'] as const) {
    it(`has its hash told to the page when the node gives no answer, cut off ${when} it has it`, async () => {
      const tab = openTab(new MemoryStorage(), cutOff('eth_sendRawTransaction', when, 1))
      const hash = await send(tab)
      await tab.activity.refresh()
      await mine()
      await tab.activity.refresh()
      assert.deepEqual(statuses(tab), ['done'])
      assert.deepEqual([hash, await count()], [idOf(tab.activity.all[0]!), 1])
    })
  }

  it('is not signed when the node is down before: the person hears so, and can approve it again', async () => {
    const tab = openTab(new MemoryStorage(), cutOff('eth_getTransactionCount', 'before', 1))
    const sent = tab.activity.send(request(), { chain: CHAIN, isOwn: false })
    const asked = await question(tab)
    if (asked.kind !== 'transaction') throw new Error('No transaction.')
    const prepared = await prepareTransaction(new Rpc(anvil.url), request(), 31_337)
    asked.approve(prepared.transaction)
    const again = await question(tab)
    assert.equal(again.kind === 'transaction' && again.subject.again, 'silent')
    assert.deepEqual([tab.signed, tab.activity.all], [[], []])
    await approve(tab)
    assert.equal(await sent, idOf(tab.activity.all[0]!))
  })

  it('is told to take its time while the node does not answer, and no longer', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const tab = openTab(new MemoryStorage(), async (url, method, params) => {
      if (method === 'eth_sendRawTransaction') await answered
      return overHttp(url, method, params)
    })
    const sent = send(tab)
    while (tab.requests.current?.kind !== 'silent') {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    answer()
    assert.equal(await sent, idOf(tab.activity.all[0]!))
    assert.equal(tab.requests.current, undefined)
  })

  it('is the node’s error when it is refused, and takes no nonce', async () => {
    const tab = openTab(new MemoryStorage())
    await assert.rejects(send(tab, { value: 100n * ETHER, gas: 21_000n }), ProviderRpcError)
    assert.deepEqual(statuses(tab), ['refused'])
    await send(tab)
    await mine()
    await tab.activity.refresh()
    assert.deepEqual(statuses(tab), ['done', 'refused'])
  })

  it('is sent again when the chain has forgotten it', async () => {
    const tab = openTab(new MemoryStorage())
    await send(tab)
    await anvil.rpc.request('anvil_dropAllTransactions', [])
    await mine()
    assert.equal(await count(), 0)
    await tab.activity.refresh()
    await mine()
    await tab.activity.refresh()
    assert.deepEqual([statuses(tab), await count(), tab.signed.length], [['done'], 1, 1])
  })

  it('that reverts on the chain has failed, and says what it cost', async () => {
    const tab = openTab(new MemoryStorage())
    // A contract that reverts whatever it is asked.
    await anvil.rpc.request('anvil_setCode', [TO.replace('8617', '8618'), '0x60006000fd'])
    await send(tab, { to: TO.replace('8617', '8618') as `0x${string}`, gas: 50_000n })
    await mine()
    await tab.activity.refresh()
    const [sent] = tab.activity.all
    assert.equal(sent!.status, 'failed')
    assert.ok(sent!.fee! > 0n)
  })

  it('is replaced when the chain took another of its nonce, which another wallet sent', async () => {
    const tab = openTab(new MemoryStorage())
    await send(tab)
    await anvil.rpc.request('anvil_dropAllTransactions', [])
    const elsewhere = openTab(new MemoryStorage())
    await send(elsewhere, { value: 2n })
    await mine()
    for (let look = 0; look < 3; look++) await tab.activity.refresh()
    assert.deepEqual(statuses(tab), ['replaced'])
    assert.equal(await count(), 1)
  })

  it('from two tabs at once has two nonces: the second person is asked again', async () => {
    const storage = new MemoryStorage()
    const tabs = [openTab(storage), openTab(storage)]
    const sent = tabs.map((tab) => tab.activity.send(request(), { chain: CHAIN, isOwn: false }))
    const { transaction } = await prepareTransaction(new Rpc(anvil.url), request(), 31_337)
    const questions = await Promise.all(tabs.map(question))
    for (const asked of questions) if (asked.kind === 'transaction') asked.approve(transaction)
    const again = await Promise.race(
      tabs.map(async (tab) => {
        await Promise.race(sent)
        const asked = await question(tab)
        return { tab, asked }
      }),
    )
    assert.equal(again.asked.kind === 'transaction' && again.asked.subject.again, 'taken')
    await approve(again.tab)
    await Promise.all(sent)
    await mine()
    assert.equal(await count(), 2)
  })

  it('is asked again when the network has become too dear meanwhile', async () => {
    const tab = openTab(new MemoryStorage())
    const sent = tab.activity.send(request(), { chain: CHAIN, isOwn: false })
    const asked = await question(tab)
    if (asked.kind !== 'transaction') throw new Error('No transaction.')
    const { transaction } = await prepareTransaction(new Rpc(anvil.url), request(), 31_337)
    await anvil.rpc.request('anvil_setNextBlockBaseFeePerGas', ['0x174876e800'])
    await mine()
    asked.approve(transaction)
    const again = await question(tab)
    assert.equal(again.kind === 'transaction' && again.subject.again, 'dearer')
    assert.deepEqual(tab.signed, [])
    await approve(tab)
    await sent
    await mine()
    assert.equal(await count(), 1)
  })

  it('takes the next nonce behind what the chain has forgotten', async () => {
    const tab = openTab(new MemoryStorage())
    await send(tab)
    await anvil.rpc.request('anvil_dropAllTransactions', [])
    await send(tab)
    assert.deepEqual(
      tab.activity.waiting(address, 31_337).map(({ nonce }) => nonce),
      [0n, 1n],
    )
    await tab.activity.refresh()
    await mine()
    await tab.activity.refresh()
    assert.deepEqual([statuses(tab), await count()], [['done', 'done'], 2])
  })

  const withAutomine = async <T>(work: () => Promise<T>): Promise<T> => {
    await anvil.fund(MAKER, ETHER)
    await anvil.rpc.request('evm_setAutomine', [true])
    const done = await work()
    await anvil.rpc.request('evm_setAutomine', [false])
    return done
  }

  describe('and waits', () => {
    for (const [change, status, gain] of [
      ['faster', 'done', 1n],
      ['cancel', 'cancelled', 0n],
    ] as const) {
      it(`can be replaced (${change}): one of the two is mined, and the record says which`, async () => {
        const tab = openTab(new MemoryStorage())
        const hash = await send(tab)
        const node = new Rpc(anvil.url)
        const before = await node.quantity('eth_getBalance', [TO, 'latest'])
        const replaced = tab.activity.replace(hash, change)
        const asked = await question(tab)
        assert.equal(asked.kind === 'transaction' && asked.subject.change, change)
        await approve(tab)
        assert.equal(await replaced, true)
        await mine()
        await tab.activity.refresh()
        assert.deepEqual([statuses(tab), await count()], [[status], 1])
        assert.equal((await node.quantity('eth_getBalance', [TO, 'latest'])) - before, gain)
        const [sent] = tab.activity.all
        assert.equal(idOf(sent!), hash)
        assert.notEqual(hashOf(sent!), hash)
      })
    }

    it('can be cancelled where the account acts by a contract’s code, which takes gas', async () => {
      const delegate = await withAutomine(() => anvil.deploy(MAKER, 'Claims'))
      await anvil.rpc.request('anvil_setCode', [address, `0xef0100${delegate.slice(2)}`])
      const tab = openTab(new MemoryStorage())
      await send(tab)
      const replaced = tab.activity.replace(idOf(tab.activity.all[0]!), 'cancel')
      await approve(tab)
      assert.equal(await replaced, true)
      await mine()
      await tab.activity.refresh()
      const receipt = await anvil.rpc.request('eth_getTransactionReceipt', [
        hashOf(tab.activity.all[0]!),
      ])
      assert.equal((receipt as { status: string }).status, '0x1')
    })

    it('is not replaced when it was mined while the person thought about it', async () => {
      const tab = openTab(new MemoryStorage())
      const hash = await send(tab)
      const replaced = tab.activity.replace(hash, 'cancel')
      await question(tab)
      await mine()
      await approve(tab)
      assert.equal(await replaced, false)
      assert.deepEqual([statuses(tab), tab.signed.length], [['done'], 1])
    })
  })

  describe('as several calls', () => {
    const sendAll = async (tab: Tab): Promise<void> => {
      const calls = [request(), request({ value: 2n }), request({ value: 3n })]
      const about = { chain: CHAIN, id: 'mine', check: () => {} }
      const sent = tab.activity.sendAll(calls, about)
      await approve(tab)
      return sent
    }

    it('is all sent after the tab ended in the middle, once', async () => {
      const storage = new MemoryStorage()
      let sent = 0
      const first = openTab(storage, (url, method, params) =>
        method === 'eth_sendRawTransaction' && ++sent > 1
          ? new Promise(() => {})
          : overHttp(url, method, params),
      )
      void sendAll(first)
      while (sent < 2) await new Promise((resolve) => setTimeout(resolve, 5))
      end(first)
      const second = openTab(storage)
      await second.activity.refresh()
      await mine()
      await second.activity.refresh()
      assert.deepEqual(statuses(second), ['done', 'done', 'done'])
      assert.deepEqual([await count(), second.signed], [3, []])
    })

    it('sends nothing behind one that the node refuses, also later', async () => {
      let sent = 0
      const tab = openTab(new MemoryStorage(), async (url, method, params) => {
        if (method === 'eth_sendRawTransaction' && ++sent === 2) {
          throw new ProviderRpcError(-32_000, 'no')
        }
        return overHttp(url, method, params)
      })
      await sendAll(tab)
      await mine()
      await tab.activity.refresh()
      assert.deepEqual(statuses(tab), ['refused', 'refused', 'done'])
      assert.deepEqual([await count(), (await tab.bundles.status('mine')).status], [1, 600])
    })
  })
})

/** The tab is killed: the browser lets go of what it held. */
function end({ activity }: Tab): void {
  activity.pause()
  locks.releaseAll()
}
