/** A store whose Redis is whichever its Sentinels say: a master that ends, hangs, or is no master any more. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Redis } from 'ioredis'

import { connectRedis } from '../../src/server/store/redis-store.js'
import type { Store } from '../../src/server/store/store.js'
import { NO_REDIS, type RedisServer } from './support/redis.js'
import { startWatched, type WatchedRedis } from './support/sentinels.js'

const NAME = 'wallet'
/** Milliseconds for Sentinels to agree on a new master. */
const PATIENCE = 30_000

describe('a Redis that Sentinels watch', { skip: NO_REDIS, timeout: 4 * PATIENCE }, () => {
  let watched: WatchedRedis
  let servers: RedisServer[]
  let sentinels: RedisServer[]
  let store: Store
  let url: string
  const changes: boolean[] = []

  before(async () => {
    watched = await startWatched(NAME)
    ;({ servers, sentinels, url } = watched)
    store = await connectRedis({ url, onChange: (isUp) => changes.push(isUp) })
  })
  after(async () => {
    await store?.close()
    await watched?.end()
  })

  const works = async (id: string) => {
    const box = store.box('letters', 60_000)
    await box.put(id, 'text')
    assert.equal(await box.take(id), 'text')
  }

  /** Whatever is asked meanwhile has an answer: what was asked for, or a typed error. */
  const worksAgain = async (id: string) => {
    const end = performance.now() + PATIENCE
    for (let n = 0; performance.now() < end; n++) {
      const outcome = await works(`${id} ${n}`).catch((error) => error)
      if (!outcome) return
      assert.equal(outcome.code, 'SERVICE_UNAVAILABLE', String(outcome))
    }
    assert.fail('It does not come back.')
  }

  it('is the one that they name', async () => {
    await works('first')
  })

  it('is another one when the master ends', async () => {
    await servers[0]!.kill()
    await worksAgain('after the end')
    assert.deepEqual([changes[0], changes.at(-1)], [false, true])
  })

  it('is not the one that only lost its office, though it goes on answering', async () => {
    const sentinel = await client(sentinels[0]!)
    const [ip, port] = (await sentinel.call(
      'sentinel',
      'get-master-addr-by-name',
      NAME,
    )) as string[]
    const old = await client({ url: `redis://${ip}:${port}` })
    // It refuses while the change before is not done.
    while ((await sentinel.call('sentinel', 'failover', NAME).catch(() => '')) !== 'OK');
    while (!/role:slave/.test(await old.info('replication')));
    await worksAgain('after the change')
    for (const one of [old, sentinel]) one.disconnect()
  })

  it('that nobody names is said at the start', async () => {
    await assert.rejects(connectRedis({ url: url.replace(`#${NAME}`, '#other') }), {
      code: 'SERVICE_UNAVAILABLE',
    })
  })
})

async function client({ url }: Pick<RedisServer, 'url'>): Promise<Redis> {
  const redis = new Redis(url)
  // A master that loses its office ends its connections.
  redis.on('error', () => {})
  await redis.ping()
  return redis
}
