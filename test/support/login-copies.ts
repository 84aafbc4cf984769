/**
 * The login service as in a large installation: two copies with a Redis, behind a proxy. `node --import tsx
 * login-copies.ts <Node arguments of one copy>`; their `--port` is the proxy's.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

import { freePorts } from '../../demo/stack/free-ports.js'
import { fromRoot } from '../../scripts/vite/shared.js'
import { startProxy } from './proxy.js'

const COPIES = 2

process.once('disconnect', () => process.exit())

const args = process.argv.slice(2)
const [, port] = args.splice(args.indexOf('--port'), 2)
const redisPort = String((await freePorts(1))[0])
await started(
  [
    fromRoot('demo/stack/supervise.mjs'),
    ...['redis-server', '--port', redisPort, '--bind', '127.0.0.1', '--save', ''],
  ],
  /Ready to accept connections/,
)
const copy = [
  ...[...args, '--port', '0', '--trust-proxy', '127.0.0.1,::1'],
  ...['--redis', `redis://127.0.0.1:${redisPort}`],
]
const copies = await Promise.all(
  Array.from({ length: COPIES }, () => started(copy, /listening at (http:\/\/[^"]*:\d+)/)),
)
await startProxy(
  copies.map(([, url]) => url!),
  Number(port),
)

/** Starts a program that ends with this one. Resolves with the line that says it is up. */
async function started(command: string[], pattern: RegExp): Promise<RegExpMatchArray> {
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  child.once('exit', () => process.exit(1))
  return new Promise((resolve) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      console.log(line)
      const found = line.match(pattern)
      if (found) resolve(found)
    })
  })
}
