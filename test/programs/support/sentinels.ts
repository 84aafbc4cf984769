/** A master with two replicas, and three Sentinels that watch them. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Redis } from 'ioredis'

import { type RedisServer, startRedis, startSentinel } from './redis.js'

export interface WatchedRedis {
  /** The master first. */
  servers: RedisServer[]
  sentinels: RedisServer[]
  url: string
  /** Host and port of the master, as a Sentinel knows it. */
  masterNow(): Promise<string>
  end(): Promise<void>
}

export async function startWatched(name: string): Promise<WatchedRedis> {
  const dir = await mkdtemp(join(tmpdir(), 'sentinel-'))
  // A replica writes down what it takes over.
  const master = await startRedis('--dir', dir)
  const { hostname, port } = new URL(master.url)
  const replica = () => startRedis('--dir', dir, '--replicaof', hostname, port)
  const servers = [master, await replica(), await replica()]
  const sentinels: RedisServer[] = []
  for (let i = 0; i < 3; i++) {
    sentinels.push(await startSentinel(dir, { name, master, quorum: 2 }))
  }
  const hosts = sentinels.map((one) => new URL(one.url).host)
  await known(hosts, name)
  return {
    servers,
    sentinels,
    url: `redis-sentinel://${hosts}#${name}`,
    async masterNow() {
      const sentinel = new Redis(sentinels[0]!.url)
      const place = await sentinel.call('sentinel', 'get-master-addr-by-name', name)
      sentinel.disconnect()
      return String(place)
    },
    async end() {
      await Promise.all([...sentinels, ...servers].map((one) => one.kill()))
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Each Sentinel has heard of the others and of the replicas: fewer could not agree. */
async function known(hosts: string[], name: string): Promise<void> {
  for (const host of hosts) {
    const sentinel = new Redis(`redis://${host}`)
    const count = async (what: string) =>
      ((await sentinel.call('sentinel', what, name)) as unknown[]).length
    while ((await count('sentinels')) < 2 || (await count('replicas')) < 2);
    sentinel.disconnect()
  }
}
