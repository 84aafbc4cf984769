/** A real redis-server on a port of its own, which keeps nothing on the disk. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { freePorts } from '../../../demo/stack/free-ports.js'

/** Whether the machine has one. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0
/** Why tests with one are skipped. */
export const NO_REDIS = hasRedis ? false : 'redis-server is not installed'

export interface RedisServer {
  url: string
  start(): Promise<void>
  /** It hangs, and keeps its connections. */
  pause(): void
  resume(): void
  /** Ends it at once, with all that it knew. */
  kill(): Promise<void>
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
