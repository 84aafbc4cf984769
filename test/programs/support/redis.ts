/** Real redis-servers, which keep nothing on the disk: one, a Sentinel, a Cluster. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { freePorts } from '../../../demo/stack/free-ports.js'

const version = spawnSync('redis-server', ['--version'], { encoding: 'utf8' })
/** Whether the machine has one. */
export const hasRedis = version.status === 0
/** Why tests with one are skipped. */
export const NO_REDIS = hasRedis ? false : 'redis-server is not installed'

/** Before version 7, a Cluster's ports cannot be chosen. */
export const NO_CLUSTER =
  NO_REDIS || (/v=[0-6]\./.test(version.stdout) ? 'redis-server 7 is not installed' : false)

export interface RedisServer {
  url: string
  start(): Promise<void>
  /** It hangs, and keeps its connections. */
  pause(): void
  resume(): void
  /** Ends it at once, with all that it knew. */
  kill(): Promise<void>
}

export interface ClusterNode extends RedisServer {
  /** By which clients are to come: over TLS, if it has that. */
  port: number
  /** By which nodes talk to each other. */
  bus: number
}

export async function startRedis(...options: string[]): Promise<RedisServer> {
  const [port] = await freePorts(1)
  return start(port!, ['--save', '', ...options], 'Ready to accept connections')
}

/** A Sentinel that watches a master by this name, and takes it for dead after a second. @param dir - Where it notes what it knows. */
export async function startSentinel(
  dir: string,
  { name, master, quorum }: { name: string; master: RedisServer; quorum: number },
): Promise<RedisServer> {
  const [port] = await freePorts(1)
  const file = join(dir, `sentinel-${port}.conf`)
  const lines = [
    `monitor ${name} 127.0.0.1 ${new URL(master.url).port} ${quorum}`,
    `down-after-milliseconds ${name} 1000`,
    `failover-timeout ${name} 1000`,
  ]
  await writeFile(file, lines.map((line) => `sentinel ${line}\n`).join(''))
  return start(port!, [file, '--sentinel'], '+monitor master')
}

/**
 * A node of a Cluster, by itself at first.
 *
 * @param dir - Where it notes what it knows.
 * @param tls - Of the certificate for `localhost`, under which nodes then name each other.
 */
export async function startClusterNode(
  dir: string,
  options: string[],
  tls?: { cert: string; key: string },
): Promise<ClusterNode> {
  const [port, bus, secure] = (await freePorts(3)) as [number, number, number]
  const cluster = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '1000']
  const files = ['--dir', dir, '--cluster-config-file', `nodes-${port}.conf`]
  const all = ['--save', '', ...cluster, '--cluster-port', String(bus), ...files, ...options]
  if (tls) {
    const names = ['--cluster-announce-hostname', 'localhost']
    all.push('--tls-port', String(secure), '--tls-cluster', 'yes', '--tls-auth-clients', 'no')
    all.push('--tls-cert-file', tls.cert, '--tls-key-file', tls.key, '--tls-ca-cert-file', tls.cert)
    all.push(...names, '--cluster-preferred-endpoint-type', 'hostname')
  }
  // A replica is not made to wait for others.
  const replicas = ['--repl-diskless-sync-delay', '0']
  const server = await start(port, [...all, ...replicas], 'Ready to accept connections')
  return { ...server, port: tls ? secure : port, bus }
}

async function start(port: number, options: string[], ready: string): Promise<RedisServer> {
  let child: ChildProcess | undefined
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      // A file of settings has to be the first.
      const args = [...options, '--port', String(port), '--bind', '127.0.0.1']
      child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] })
      let isReady = false
      for await (const line of createInterface({ input: child.stdout! })) {
        isReady = line.includes(ready)
        if (isReady) break
      }
      if (!isReady) throw new Error('redis-server ended while starting.')
      child.stdout!.resume()
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async kill() {
      if (child?.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
  await server.start()
  return server
}
