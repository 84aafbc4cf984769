/** What is sent from the wallet, on a real chain that is stopped, is late, forgets and comes back. */
import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { idOf, type Sent } from '../../src/app/activity/record.js'
import { prepareTransaction } from '../../src/chain/costs/prepare-transaction.js'
import { overHttp, Rpc, type Transport } from '../../src/chain/rpc/rpc.js'
import { ProviderRpcError, WalletError } from '../../src/shared/errors.js'
import {
  address,
  anvil,
  approve,
  CHAIN,
  count,
  ETHER,
  end,
  MemoryStorage,
  mine,
  openTab,
  question,
  request,
  send,
  statuses,
  TO,
} from '../node/support/tabs.js'
import { until } from '../support/until.js'

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

  it('is known on other devices once it has ended, without what was signed', async () => {
    const here = openTab(new MemoryStorage())
    await send(here, { value: ETHER, data: '0x1234' })
    const elsewhere = openTab(new MemoryStorage())
    assert.equal(elsewhere.activity.all.length, 0)
    await mine()
    await here.activity.refresh()
    const [sent] = here.activity.all
    const [told, ...rest] = elsewhere.activity.all
    assert.deepEqual(rest, [])
    assert.deepEqual(elsewhere.activity.get(idOf(sent!)), told)
    const essence = ({ to, value, data, nonce, site, status, fee, mined }: Sent) =>
      [to, value, data, nonce, site, status, fee, mined] as const
    assert.deepEqual(essence(told!), essence(sent!))
    assert.equal(told!.attempts[0]!.raw, undefined)
    await elsewhere.activity.refresh()
    assert.equal(here.activity.all.length, 1)
  })

  for (const when of ['before', 'after'] as const) {
    it(`is sent once, with the same bytes, when the tab ends ${when} the node has it`, async () => {
      const storage = new MemoryStorage()
      const first = openTab(storage, silentAt('eth_sendRawTransaction', when))
      void send(first)
      await until('what is kept of it', () => storage.length)
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
    await until('the note', () => tab.requests.current?.kind === 'silent')
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
    mock.timers.enable({ apis: ['Date'], now: Date.now() })
    for (let look = 0; look < 3; look++) {
      await tab.activity.refresh()
      mock.timers.tick(5_000)
    }
    mock.timers.reset()
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

  it('is asked again with the allowance that the person had lowered', async () => {
    const allow = (amount: string) => `0x095ea7b3${TO.slice(2).padStart(64, '0')}${amount}` as const
    const [all, some] = [allow('f'.repeat(64)), allow('5'.padStart(64, '0'))]
    const tab = openTab(new MemoryStorage())
    const own = request({ value: 0n, data: all, gas: 60_000n })
    const sent = tab.activity.send(own, { chain: CHAIN, isOwn: false })
    const asked = await question(tab)
    if (asked.kind !== 'transaction') throw new Error('No transaction.')
    const { transaction } = await prepareTransaction(new Rpc(anvil.url), own, 31_337)
    asked.approve({ ...transaction, data: some, nonce: 7n })
    const again = await question(tab)
    if (again.kind !== 'transaction') throw new Error('No transaction.')
    assert.deepEqual([again.subject.again, again.subject.request.data], ['taken', some])
    await approve(tab)
    await sent
    const batch = [own, own]
    const options = { chain: CHAIN, id: '0x1', check: () => {} }
    const allSent = tab.activity.sendAll(batch, options)
    const many = await question(tab)
    if (many.kind !== 'calls') throw new Error('No calls.')
    many.approve([
      { ...transaction, nonce: 7n },
      { ...transaction, data: some, nonce: 8n },
    ])
    const manyAgain = await question(tab)
    if (manyAgain.kind !== 'calls') throw new Error('No calls.')
    const data = manyAgain.subject.requests.map((one) => one.data)
    assert.deepEqual([manyAgain.subject.again, data], ['taken', [all, some]])
    await approve(tab)
    await allSent
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
})
