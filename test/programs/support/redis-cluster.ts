/** A Redis Cluster of real servers on this machine. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Redis } from 'ioredis'

import { until } from '../../support/until.js'
import { type ClusterNode, startClusterNode } from './redis.js'

const SLOTS = 16384

export interface ClusterMember extends ClusterNode {
  id: string
  /** A connection to it alone. */
  client: Redis
}

export interface RedisCluster {
  /** Masters first, then their replicas in the same order. */
  members: ClusterMember[]
  url: string
  /** Who has the slot, as one that lives sees it. */
  masterOf(slot: number): Promise<ClusterMember>
  end(): Promise<void>
}

export interface ClusterSetting {
  masters: number
  /** One for each master. */
  hasReplicas?: boolean
  options?: string[]
  /** Files of a certificate for `localhost`. */
  tls?: { cert: string; key: string }
}

/** Each master has an equal part of the slots. */
export async function startCluster({
  masters,
  hasReplicas = false,
  options = [],
  tls,
}: ClusterSetting): Promise<RedisCluster> {
  const dir = await mkdtemp(join(tmpdir(), 'cluster-'))
  const count = hasReplicas ? 2 * masters : masters
  const members = await Promise.all(
    Array.from({ length: count }, async () => {
      const node = await startClusterNode(dir, options, tls)
      const client = new Redis(node.url, { enableReadyCheck: false })
      client.on('error', () => {})
      return { ...node, client, id: String(await client.cluster('MYID')) }
    }),
  )
  const [first, ...others] = members as [ClusterMember, ...ClusterMember[]]
  for (const [i, { client }] of members.entries()) {
    await client.call('cluster', 'set-config-epoch', i + 1)
    if (i >= masters) continue
    const from = Math.floor((SLOTS * i) / masters)
    const to = Math.floor((SLOTS * (i + 1)) / masters) - 1
    await client.call('cluster', 'addslotsrange', from, to)
  }
  for (const { port, bus } of others) {
    await first.client.call('cluster', 'meet', '127.0.0.1', port, bus)
  }
  const info = async ({ client }: ClusterMember) => String(await client.cluster('INFO'))
  const all = async (holds: (member: ClusterMember) => Promise<boolean>) =>
    (await Promise.all(members.map(holds))).every(Boolean)
  const isMet = async (member: ClusterMember) =>
    (await info(member)).includes(`cluster_known_nodes:${count}\r`)
  await until('the nodes of the Cluster', () => all(isMet))
  for (const [i, { client }] of members.slice(masters).entries()) {
    await client.call('cluster', 'replicate', members[i]!.id)
  }
  // A replica that its master does not know could not take over.
  const isLinked = async ({ client }: ClusterMember) => {
    const text = await client.info('replication')
    const replicas = `connected_slaves:${hasReplicas ? 1 : 0}\r`
    return text.includes('role:master') ? text.includes(replicas) : text.includes('link_status:up')
  }
  const isWhole = async (member: ClusterMember) =>
    (await info(member)).includes('cluster_state:ok') && (await isLinked(member))
  await until('the Cluster', () => all(isWhole))
  return {
    members,
    url: `redis-cluster://${members.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    masterOf: (slot) =>
      until('the slot', async () => {
        for (const { client } of members) {
          const ranges = await client.cluster('SLOTS').catch(() => [])
          for (const [from, to, [, port]] of ranges as [number, number, [string, number]][]) {
            if (from <= slot && slot <= to) return members.find((member) => member.port === port)
          }
        }
        return undefined
      }),
    async end() {
      for (const member of members) member.client.disconnect()
      await Promise.all(members.map((member) => member.kill()))
      await rm(dir, { recursive: true, force: true })
    },
  }
}
