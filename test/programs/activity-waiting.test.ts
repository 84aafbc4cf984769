import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { prepareOne } from '../../src/app/activity/prepare.js'
import { hashOf, idOf } from '../../src/app/activity/record.js'
import { overHttp, Rpc } from '../../src/chain/rpc/rpc.js'
import { ProviderRpcError } from '../../src/shared/errors.js'
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
  type Tab,
  TO,
} from '../node/support/tabs.js'
import { until } from '../support/until.js'

/** Pays for the set-up. */
const MAKER = '0x4444444444444444444444444444444444444444'

const withAutomine = async <T>(work: () => Promise<T>): Promise<T> => {
  await anvil.fund(MAKER, ETHER)
  await anvil.rpc.request('evm_setAutomine', [true])
  const done = await work()
  await anvil.rpc.request('evm_setAutomine', [false])
  return done
}
describe('what waits to be sent', () => {
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

    it('leaves what it can cost out of what is kept', async () => {
      const tab = openTab(new MemoryStorage())
      const half = request({ value: 5n * ETHER })
      const prepare = () => prepareOne(tab.activity, new Rpc(anvil.url), half, CHAIN)
      const first = await prepare()
      await send(tab, { value: 5n * ETHER })
      const second = await prepare()
      assert.equal(second.remaining, first.remaining - first.total)
      // Half and half are all, without the fees.
      assert.ok(first.remaining > 0n && second.remaining < 0n)
    })

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
      await until('the second transaction', () => sent >= 2)
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
      assert.deepEqual([await count(), (await tab.batches.status('mine')).status], [1, 600])
    })
  })
})
