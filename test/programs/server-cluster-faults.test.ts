/** A store in a Redis Cluster that is incomplete, hangs, loses answers, or is set up wrongly. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { RateLimiterRes } from 'rate-limiter-flexible'

import { connectRedis } from '../../src/server/store/redis-store.js'
import type { Store } from '../../src/server/store/store.js'
import { pass, until } from '../support/until.js'
import { startLossyProxy } from './support/lossy-proxy.js'
import { NO_CLUSTER, NO_REDIS, startRedis } from './support/redis.js'
import { type ClusterMember, type RedisCluster, startCluster } from './support/redis-cluster.js'

const MINUTES = 60_000
/** Milliseconds in which a question that cannot be answered has failed. */
const IN_TIME = 3_000
const never = new AbortController().signal
const away = { code: 'SERVICE_UNAVAILABLE' }

describe('a Redis Cluster without replicas', { skip: NO_CLUSTER, timeout: 3 * MINUTES }, () => {
  let cluster: RedisCluster
  let store: Store
  const changes: boolean[] = []

  before(async () => {
    cluster = await startCluster({ masters: 3 })
    store = await connectRedis({ url: cluster.url, onChange: (isUp) => changes.push(isUp) })
  })
  after(async () => {
    await store?.close()
    await cluster?.end()
  })

  const masterOf = async (key: string): Promise<ClusterMember> =>
    cluster.masterOf(await cluster.members[0]!.client.cluster('KEYSLOT', key))

  /** Each question fails, with the same error as of a Redis that is down, and in time. */
  async function allFail(): Promise<void> {
    const box = store.box('letters', MINUTES)
    const begin = performance.now()
    const quotas = store.quotas('letters')
    await Promise.all([
      assert.rejects(box.read('a'), away),
      assert.rejects(box.put('a', ''), away),
      assert.rejects(box.take('a'), away),
      assert.rejects(box.takeWhenThere('a', never), away),
      assert.rejects(box.count('a'), away),
      assert.rejects(quotas.take([{ key: 'a', points: 9, seconds: 60 }]), away),
      assert.rejects(store.taken(), away),
    ])
    assert.ok(performance.now() - begin < IN_TIME)
  }

  /** A node refuses all slots when it knows that some have no master. */
  async function refusesAll({ client }: ClusterMember): Promise<void> {
    const told = async () => String(await client.cluster('INFO'))
    await until('the end of all slots', async () => (await told()).includes('cluster_state:fail'))
  }

  async function isBack(): Promise<void> {
    await until('the store', () => changes.at(-1) === true)
    const box = store.box('letters', MINUTES)
    const letter = box.takeWhenThere('back', never)
    assert.equal(await box.put('back', 'text'), true)
    assert.equal(await letter, 'text')
  }

  it('fails in time while slots have no master, and comes back by itself', async () => {
    const master = await masterOf('wallet-embed:{letters}:')
    await master.kill()
    await allFail()
    await until('the change', () => changes.at(-1) === false)
    await refusesAll(cluster.members.find((member) => member !== master)!)
    await allFail()
    const limit = { points: 1, seconds: 60 }
    const strict = store.limiter('strict', { ...limit, isStrict: true })
    await assert.rejects(strict.consume('x'), (error) => !(error instanceof RateLimiterRes))
    // Counted by this copy alone.
    const usual = store.limiter('usual', limit)
    await usual.consume('x')
    await assert.rejects(usual.consume('x'), (refused) => refused instanceof RateLimiterRes)
    await master.start()
    await isBack()
  })

  it('fails in time while a master hangs, and comes back by itself', async () => {
    const master = await masterOf('wallet-embed:{letters}:')
    const before = changes.length
    master.pause()
    await allFail()
    await until('the change', () => changes.length > before)
    master.resume()
    await isBack()
    assert.deepEqual(changes.slice(before), [false, true])
  })

  it('goes on when a node ends to which a slot was moving', async () => {
    const slot = await cluster.members[0]!.client.cluster('KEYSLOT', 'wallet-embed:{letters}:')
    const from = await cluster.masterOf(slot)
    const to = cluster.members.find((member) => member !== from)!
    await to.client.call('cluster', 'setslot', slot, 'importing', from.id)
    await from.client.call('cluster', 'setslot', slot, 'migrating', to.id)
    const before = changes.length
    await to.kill()
    // What is not here may be there.
    await assert.rejects(store.box('letters', MINUTES).read('missing'), away)
    await until('the change', () => changes.length > before)
    await to.start()
    for (const { client } of [from, to]) await client.call('cluster', 'setslot', slot, 'stable')
    await isBack()
  })

  it('says that it is away while one slot has no master', async () => {
    const slot = await cluster.members[0]!.client.cluster('KEYSLOT', 'wallet-embed:{letters}:')
    const master = await cluster.masterOf(slot)
    const before = changes.length
    await master.client.cluster('DELSLOTS', slot)
    await until('the change', () => changes.length > before)
    await assert.rejects(store.box('letters', MINUTES).read('a'), away)
    await master.client.cluster('ADDSLOTS', slot)
    await isBack()
    assert.deepEqual(changes.slice(before), [false, true])
  })

  it('comes back from an end of all nodes', async () => {
    const before = changes.length
    for (const member of cluster.members) await member.kill()
    await allFail()
    await until('the change', () => changes.length > before)
    for (const member of cluster.members) await member.start()
    await isBack()
  })

  it('fails in time while all hang, and does not do later what was given up', async () => {
    const box = store.box('letters', MINUTES)
    const kept = Array.from({ length: 12 }, (_, i) => `kept ${i}`)
    for (const id of kept) assert.equal(await box.put(id, id), true)
    for (const member of cluster.members) member.pause()
    // Longer than silence is taken for a connection: what is asked from now on reaches no server before its end.
    for (let n = 0; n < 4; n++) await allFail()
    const takes = kept.map(async (id, i) => {
      await pass(i * 200)
      await assert.rejects(box.take(id), away)
    })
    await Promise.all(takes)
    for (const member of cluster.members) member.resume()
    await isBack()
    for (const id of kept) assert.equal(await box.read(id), id)
  })

  it('is not begun by the URL of a single Redis', async () => {
    const { host } = new URL(cluster.members[0]!.url)
    await assert.rejects(connectRedis({ url: `redis://${host}` }), {
      code: 'INVALID_ARGUMENT',
      detail: /part of a Cluster: write redis-cluster:/,
    })
  })

  it('is begun where some of the named nodes are away', async () => {
    const url = cluster.url.replace('//', '//127.0.0.1:1,')
    const one = await connectRedis({ url })
    assert.equal(await one.box('letters', MINUTES).put('named', ''), true)
    await one.close()
  })

  it('is not begun while slots have no master', async () => {
    await cluster.members[1]!.kill()
    await refusesAll(cluster.members[0]!)
    await assert.rejects(connectRedis({ url: cluster.url }), away)
  })
})

describe('a Redis Cluster', { skip: NO_CLUSTER, timeout: MINUTES }, () => {
  it('is not asked again what it may have done', async () => {
    const proxy = await startLossyProxy()
    const announced = ['--cluster-announce-ip', '127.0.0.1']
    const options = [...announced, '--cluster-announce-port', String(proxy.port)]
    const cluster = await startCluster({ masters: 1, options })
    proxy.target = cluster.members[0]!.port
    const store = await connectRedis({ url: `redis-cluster://127.0.0.1:${proxy.port}` })
    try {
      const [codes, tickets] = ['used-codes', 'tickets'].map((name) => store.box(name, MINUTES))
      await tickets!.put('ticket', '')
      proxy.loseAnswerTo('used-codes')
      await assert.rejects(codes!.put('code', ''), away)
      proxy.loseAnswerTo('tickets')
      await assert.rejects(tickets!.take('ticket'), away)
      proxy.loseAnswerTo('tickets}:count')
      await assert.rejects(tickets!.count('tries'), away)
      // Each was done, once.
      assert.equal(await codes!.put('code', ''), false)
      assert.equal(await tickets!.take('ticket'), null)
      assert.equal(await tickets!.count('tries'), 2)
    } finally {
      await store.close()
      await cluster.end()
      proxy.close()
    }
  })

  it('is complained of, each master by its address', async () => {
    const cluster = await startCluster({ masters: 3, options: ['--maxmemory', '50mb'] })
    const [first, second, third] = cluster.members as [ClusterMember, ClusterMember, ClusterMember]
    await first.client.config('SET', 'maxmemory-policy', 'noeviction')
    await second.client.config('SET', 'maxmemory-policy', 'allkeys-lru')
    await third.client.config('SET', 'maxmemory', '0')
    const store = await connectRedis({ url: cluster.url })
    const faults = (await store.faults()).map(({ text }) => text)
    await store.close()
    await cluster.end()
    const [evicting, endless] = [second, third].map(({ port }) => `Redis at 127.0.0.1:${port} has `)
    assert.equal(faults.length, 2)
    assert.ok(faults.some((fault) => fault.startsWith(`${evicting}maxmemory-policy allkeys-lru`)))
    assert.ok(faults.some((fault) => fault.startsWith(`${endless}no maxmemory`)))
  })

  it('says that there is no room when a master has none', async () => {
    const cluster = await startCluster({ masters: 3, options: ['--maxmemory', '4mb'] })
    const store = await connectRedis({ url: cluster.url })
    try {
      const box = store.box('letters', MINUTES)
      const large = 'x'.repeat(2 ** 18)
      const put = (id: number) => box.put(String(id), large)
      const puts = async () => {
        for (let id = 0; id < 32; id++) assert.equal(await put(id), true)
      }
      await assert.rejects(puts(), { code: 'LIMIT_EXCEEDED' })
      assert.equal(await box.take('0'), large)
    } finally {
      await store.close()
      await cluster.end()
    }
  })
})

describe('the URL of a Redis Cluster', { skip: NO_REDIS }, () => {
  it('is not for a Redis that is none, and says so', async () => {
    const redis = await startRedis()
    await assert.rejects(connectRedis({ url: redis.url.replace('redis:', 'redis-cluster:') }), {
      code: 'INVALID_ARGUMENT',
      detail: /not part of a Cluster: write redis:/,
    })
    await redis.kill()
  })

  it('says that nobody answers', async () => {
    await assert.rejects(connectRedis({ url: 'redis-cluster://127.0.0.1:1,127.0.0.1:2' }), away)
  })
})
