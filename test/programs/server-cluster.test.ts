/** A store in a Redis Cluster whose slots move, and whose masters end, while copies use it. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { connectRedis } from '../../src/server/store/redis-store.js'
import type { Store } from '../../src/server/store/store.js'
import { until } from '../support/until.js'
import { NO_CLUSTER } from './support/redis.js'
import { type ClusterMember, type RedisCluster, startCluster } from './support/redis-cluster.js'
import { StoreTraffic } from './support/store-traffic.js'

const MINUTES = 60_000
const MASTERS = 3
/** Rounds at a time. */
const LANES = 8
const never = new AbortController().signal

describe('a Redis Cluster with replicas', { skip: NO_CLUSTER, timeout: 3 * MINUTES }, () => {
  let cluster: RedisCluster
  let stores: readonly [Store, Store]
  const changes: boolean[] = []

  before(async () => {
    cluster = await startCluster({ masters: MASTERS, hasReplicas: true })
    const { url } = cluster
    const onChange = (isUp: boolean) => changes.push(isUp)
    stores = [await connectRedis({ url, onChange }), await connectRedis({ url })]
  })
  after(async () => {
    await Promise.all((stores ?? []).map((store) => store.close()))
    await cluster?.end()
  })

  const slotOf = (key: string) => cluster.members[0]!.client.cluster('KEYSLOT', key)

  it('has the keys of one operation in one slot', async () => {
    const seen = await operationsOf(cluster, stores)
    for (const { declared, touched } of seen) {
      const slots = await Promise.all([...declared, ...touched].map(slotOf))
      assert.equal(new Set(slots).size, 1, [...declared, ...touched].join(' '))
      for (const key of touched) assert.ok(declared.includes(key), key)
    }
    const scripts = seen.filter(({ declared }) => declared.length > 1)
    // Put, take, twice more for a letter, take of quotas, and give them back.
    assert.equal(scripts.length, 6)
    // Letters, quotas and a limit are not all in the same slot.
    const all = await Promise.all(seen.flatMap(({ declared }) => declared).map(slotOf))
    assert.equal(new Set(all).size, 3)
  })

  it('gives right answers while slots move', async () => {
    const traffic = new StoreTraffic(stores)
    traffic.start(LANES)
    for (const key of ['{used-codes}:', '{tickets}:', '{letters}:', '{tries}:', 'quota:{mails}:']) {
      const slot = await slotOf(`wallet-embed:${key}`)
      const to = other(cluster, await cluster.masterOf(slot))
      await moveSlot(cluster, { slot, to })
      await more(traffic, LANES)
    }
    const { right, unavailable, wrong } = await traffic.stop()
    assert.deepEqual(wrong, [])
    assert.ok(right > 0)
    assert.equal(unavailable, 0)
    assert.deepEqual(changes, [])
  })

  it('says that it is away while a move takes longer than a question has', async () => {
    const slot = await slotOf('wallet-embed:{letters}:')
    const box = stores[0].box('letters', MINUTES)
    await box.put('before', 'text')
    const to = other(cluster, await cluster.masterOf(slot))
    await moveSlot(cluster, { slot, to }, async () => {
      // Of its three keys one is there, and two are not.
      await assert.rejects(box.put('meanwhile', ''), { code: 'SERVICE_UNAVAILABLE' })
      assert.equal(await box.read('before'), 'text')
    })
    assert.equal(await box.put('meanwhile', ''), true)
    assert.equal(await box.take('before'), 'text')
  })

  it('shows nothing of a replica that takes over by hand', async () => {
    const traffic = new StoreTraffic(stores)
    traffic.start(LANES)
    const slot = await slotOf('wallet-embed:{used-codes}:')
    const old = await cluster.masterOf(slot)
    const replica = cluster.members[cluster.members.indexOf(old) + MASTERS]!
    await more(traffic, LANES)
    await replica.client.cluster('FAILOVER')
    await until('the change', async () => (await cluster.masterOf(slot)) === replica)
    await more(traffic, 10 * LANES)
    const { unavailable, wrong } = await traffic.stop()
    assert.deepEqual({ unavailable, wrong }, { unavailable: 0, wrong: [] })
  })

  it('is away when a master is killed, and back with its replica', async () => {
    const slot = await slotOf('wallet-embed:{used-codes}:')
    const old = await cluster.masterOf(slot)
    const traffic = new StoreTraffic(stores)
    traffic.start(LANES)
    await more(traffic, LANES)
    const before = changes.length
    old.client.disconnect()
    await old.kill()
    await until('errors', () => traffic.counts.unavailable > 0)
    await until('another master', async () => (await cluster.masterOf(slot)) !== old)
    await until('the store', () => changes.at(-1) === true && changes.length > before)
    await more(traffic, 10 * LANES)
    await traffic.stop()
    assert.deepEqual(changes.slice(before), [false, true])
    assert.deepEqual(traffic.counts.wrong, [])
    const afterwards = new StoreTraffic(stores)
    for (let n = 0; n < LANES; n++) await afterwards.round()
    const { unavailable, wrong } = afterwards.counts
    assert.deepEqual({ unavailable, wrong }, { unavailable: 0, wrong: [] })
    await old.start()
    await old.client.connect()
    const isReplica = async () => /link_status:up/.test(await old.client.info('replication'))
    await until('the replica', isReplica)
  })

  it('tells of letters again after the connections that hear of them broke', async () => {
    const hears = hearing('after the connections')
    const killed = cluster.members.map(({ client }) =>
      client.call('client', 'kill', 'type', 'pubsub'),
    )
    assert.ok((await Promise.all(killed)).some(Boolean))
    await hears()
  })

  it('tells of letters again after a node that told of them hangs', async () => {
    const told = await Promise.all(
      cluster.members.map(({ client }) => client.call('client', 'list', 'type', 'pubsub')),
    )
    const silent = cluster.members[told.findIndex(Boolean)]!
    silent.client.disconnect()
    silent.pause()
    await hearing('after the node')()
  })

  /** Each store waits for a letter. @returns What leaves these letters, and looks whether they came. */
  function hearing(name: string): () => Promise<void> {
    const boxes = stores.map((store) => store.box('letters', MINUTES))
    // A page that is told that the store is away asks again.
    const letters = boxes.map((box, i) =>
      until('a letter', () => box.takeWhenThere(`${name} ${i}`, never)),
    )
    return async () => {
      for (const [i, box] of boxes.entries()) {
        // Where the answer was lost, it lies there already.
        const isThere = async () => typeof (await box.put(`${name} ${1 - i}`, 'text')) === 'boolean'
        await until('room for a letter', isThere)
      }
      assert.deepEqual(await Promise.all(letters), ['text', 'text'])
    }
  }
})

/** Waits for so many more right answers. */
async function more(traffic: StoreTraffic, count: number): Promise<void> {
  const { counts } = traffic
  const enough = counts.right + count
  await until('right answers', () => counts.right >= enough)
}

const other = ({ members }: RedisCluster, from: ClusterMember): ClusterMember =>
  members.slice(0, MASTERS).find((member) => member !== from)!

/** @param between - Runs when the first key is at its new place, and the others are not. */
async function moveSlot(
  cluster: RedisCluster,
  { slot, to }: { slot: number; to: ClusterMember },
  between = async () => {},
): Promise<void> {
  const from = await cluster.masterOf(slot)
  await to.client.call('cluster', 'setslot', slot, 'importing', from.id)
  await from.client.call('cluster', 'setslot', slot, 'migrating', to.id)
  for (let n = 0; ; n++) {
    const keys = await from.client.cluster('GETKEYSINSLOT', slot, n ? 10 : 1)
    if (!keys.length) break
    await from.client.call('migrate', '127.0.0.1', to.port, '', 0, 5_000, 'keys', ...keys)
    if (!n) await between()
  }
  for (const { client } of [to, ...cluster.members.slice(0, MASTERS)]) {
    await client.call('cluster', 'setslot', slot, 'node', to.id)
  }
}

interface Operation {
  /** What the client names. */
  declared: string[]
  /** What the script asks for. */
  touched: string[]
}

/** What masters hear while each operation of a store is done once. */
async function operationsOf(
  { members }: RedisCluster,
  [one, other]: readonly [Store, Store],
): Promise<Operation[]> {
  const monitors = await Promise.all(
    members.slice(0, MASTERS).map(async ({ client }) => {
      const monitor = await client.monitor()
      const lines: [args: string[], source: string][] = []
      monitor.on('monitor', (_, args: string[], source: string) => lines.push([args, source]))
      return { monitor, lines }
    }),
  )
  const box = one.box('letters', MINUTES)
  await box.put('one', 'text')
  await box.read('one')
  await box.take('one')
  await box.count('one')
  await box.put('two', 'text')
  await other.box('letters', MINUTES).takeWhenThere('two', never)
  await one.limiter('tries', { points: 1, seconds: 60 }).consume('x')
  const quotas = ['a', 'b', 'c'].map((key) => ({ key, points: 1, seconds: 60 }))
  await one.quotas('mails').take(quotas)
  await one.quotas('mails').giveBack(quotas)
  await one.taken()
  for (const { client } of members.slice(0, MASTERS)) await client.echo('the end')
  const isOver = ({ lines }: (typeof monitors)[number]) =>
    lines.some(([args]) => args[1] === 'the end')
  await until('the end', () => monitors.every(isOver))
  for (const { monitor } of monitors) monitor.disconnect()
  return monitors.flatMap(({ lines }) => operationsIn(lines))
}

function operationsIn(lines: [args: string[], source: string][]): Operation[] {
  const operations: Operation[] = []
  for (const [[name = '', ...args], source] of lines) {
    const isScript = /^eval/i.test(name)
    if (source === 'lua') {
      if (!/^(time|publish)$/i.test(name)) operations.at(-1)?.touched.push(args[0]!)
    } else if (isScript || args[0]?.startsWith('wallet-embed:')) {
      const declared = isScript ? args.slice(2, 2 + Number(args[1])) : [args[0]!]
      operations.push({ declared, touched: [] })
    }
  }
  return operations
}
