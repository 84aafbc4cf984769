/** A real redis-server on a port of its own, which keeps nothing on the disk. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
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
  let child: ChildProcess | undefined
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', ...options]
      child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] })
      let isReady = false
      for await (const line of createInterface({ input: child.stdout! })) {
        isReady = line.includes('Ready to accept connections')
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
