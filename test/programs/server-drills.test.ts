/** Logins while an installation is restarted, its store is moved, taken over or forgets, and clocks step. */
import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, describe, it } from 'node:test'

import { Redis } from 'ioredis'

import { clockAhead } from '../node/support/moved-clock.js'
import { until } from '../support/until.js'
import { LoginDrill } from './support/login-drill.js'
import { NO_CLUSTER, NO_REDIS, startRedis } from './support/redis.js'
import { startCluster } from './support/redis-cluster.js'
import { startWatched } from './support/sentinels.js'

const CODES = 'wallet-embed:{used-codes}:order'
/** A built `cli.js` of an earlier version. */
const { BEFORE } = process.env
const NO_BEFORE = 'BEFORE names no program'
/** Seconds: more than any verifier's leeway. */
const SLOW = -300

describe('logins with one Redis', { skip: NO_REDIS }, () => {
  let redis: Awaited<ReturnType<typeof startRedis>>
  let drill: LoginDrill
  beforeEach(async () => {
    redis = await startRedis('--maxmemory', '4mb', '--maxmemory-policy', 'allkeys-lru')
    drill = new LoginDrill(redis.url)
    await drill.start()
  })
  afterEach(async () => {
    await drill.stop()
    await redis.kill()
  })

  it('give the key while everything is restarted, one after the other', async (test) => {
    const counts = await drill.during('everything restarted, one after the other', async () => {
      for (const copy of ['copy 1', 'copy 2']) await drill.restart(copy)
      for (const node of ['node 1', 'node 2', 'node 3']) {
        await drill.end(node, 'SIGTERM')
        await drill.again(node)
      }
      await redis.kill()
      await redis.start()
    })
    drill.only(counts, 'ok')
    await drill.report(test, 'restart')
  })

  it('give the key in pages that were open before all nodes had new shares', async (test) => {
    const during = await drill.during('new shares for all nodes', () => drill.refresh())
    drill.only(during, 'ok', 'NODES_UNAVAILABLE')
    drill.only(await drill.during('50 pages that were open before that', () => {}, 50), 'ok')
    await drill.report(test, 'refresh')
  })

  it('give the key while Redis is gone', async (test) => {
    const counts = await drill.during('Redis killed, for good', () => redis.kill())
    drill.only(counts, 'ok')
    await drill.report(test, 'gone')
  })

  it('give the key while Redis drops keys', async (test) => {
    const operator = new Redis(redis.url)
    const dropped = async () => Number(/evicted_keys:(\d+)/.exec(await operator.info('stats'))![1])
    const counts = await drill.during('Redis drops keys (allkeys-lru)', async () => {
      for (let i = 0; (await dropped()) < 200; i += 1)
        await operator.set(`filling ${i}`, 'x'.repeat(5_000))
    })
    operator.disconnect()
    drill.only(counts, 'ok')
    await drill.report(test, 'eviction')
  })

  it('give the key while one clock steps back, and say so while two do', async (test) => {
    const step = async (node: string) => {
      await drill.end(node, 'SIGTERM')
      await drill.again(node, clockAhead(SLOW))
    }
    drill.only(await drill.during('the clock of one node, 300 s back', () => step('node 1')), 'ok')
    const counts = await drill.during('the clocks of two nodes, 300 s back', () => step('node 2'))
    drill.only(counts, 'ok', 'NODES_UNAVAILABLE', 'TOKEN_NOT_YET_VALID')
    await drill.report(test, 'clocks')
  })
})

describe('logins with programs of a version before', { skip: !BEFORE && NO_BEFORE }, () => {
  it('give the key while one after the other becomes one of now', async (test) => {
    const redis = await startRedis()
    const drill = new LoginDrill(redis.url, BEFORE)
    try {
      await drill.start()
      const counts = await drill.during('everything upgraded, one after the other', async () => {
        for (const name of ['copy 1', 'copy 2', 'node 1', 'node 2', 'node 3']) {
          await drill.restart(name)
        }
      })
      drill.only(counts, 'ok')
      await drill.report(test, 'upgrade')
    } finally {
      await drill.stop()
      await redis.kill()
    }
  })
})

describe('logins with a Redis that Sentinels watch', { skip: NO_REDIS }, () => {
  let end = async () => {}
  after(() => end())

  it('give the key while its master ends', async (test) => {
    const watched = await startWatched('wallet')
    const drill = new LoginDrill(watched.url)
    end = async () => {
      await drill.stop()
      await watched.end()
    }
    await drill.start()
    const before = await watched.masterNow()
    const counts = await drill.during('the master that Sentinels watch, killed', async () => {
      await watched.servers[0]!.kill()
      await until('another master', async () => (await watched.masterNow()) !== before)
    })
    drill.only(counts, 'ok')
    await drill.report(test, 'sentinel')
  })
})

describe('logins with a Redis Cluster', { skip: NO_CLUSTER }, () => {
  let end = async () => {}
  after(() => end())

  it('give the key while used codes move to another node, and while that ends', async (test) => {
    const cluster = await startCluster({ masters: 3, hasReplicas: true })
    const drill = new LoginDrill(cluster.url)
    end = async () => {
      await drill.stop()
      await cluster.end()
    }
    await drill.start()
    const slot = await cluster.members[0]!.client.cluster('KEYSLOT', CODES)
    const from = await cluster.masterOf(slot)
    const to = cluster.members.slice(0, 3).find((member) => member !== from)!
    const counts = await drill.during('a slot of the Cluster moved: used codes', async () => {
      await to.client.call('cluster', 'setslot', slot, 'importing', from.id)
      await from.client.call('cluster', 'setslot', slot, 'migrating', to.id)
      await until('the last key of the slot', async () => {
        const keys = await from.client.cluster('GETKEYSINSLOT', slot, 100)
        for (const key of keys) {
          await from.client.call('migrate', '127.0.0.1', to.port, key, 0, 5_000, 'replace')
        }
        return !keys.length
      })
      for (const { client } of [to, from])
        await client.call('cluster', 'setslot', slot, 'node', to.id)
    })
    drill.only(counts, 'ok')
    assert.equal(await cluster.masterOf(slot), to)
    const ended = await drill.during('a master of the Cluster killed', async () => {
      await to.kill()
      await until('its replica', async () => (await cluster.masterOf(slot)) !== to)
    })
    drill.only(ended, 'ok')
    await drill.report(test, 'cluster')
  })
})
