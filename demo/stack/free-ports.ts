import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:net'

/**
 * Below the range from which systems assign free ports: such a port could be taken before the intended program has
 * started.
 */
const FIRST = 12_000
const BLOCKS = 900
/** A stack's, and some more. */
const BLOCK_SIZE = 20

/** Unused ports of this process's blocks. */
let left: number[] = []

/** Free ports that no other process of ours gets while this process lives. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) {
    if (!left.length) left = await claimBlock()
    const port = left.shift()!
    if (await isFree(port)) ports.push(port)
  }
  return ports
}

/** Claims a block of ports by listening on its first one. The claim ends with the process. */
async function claimBlock(): Promise<number[]> {
  const start = randomInt(BLOCKS)
  for (let tries = 0; tries < BLOCKS; tries++) {
    const first = FIRST + ((start + tries) % BLOCKS) * BLOCK_SIZE
    const lock = await hold(first, '127.0.0.1').catch(() => undefined)
    if (!lock) continue
    lock.unref()
    return Array.from({ length: BLOCK_SIZE - 1 }, (_, at) => first + 1 + at)
  }
  throw new Error(`All ports from ${FIRST} to ${FIRST + BLOCKS * BLOCK_SIZE} are taken.`)
}

async function isFree(port: number): Promise<boolean> {
  try {
    await tryPort(port)
    return true
  } catch {
    return false
  }
}

/** @throws {NodeJS.ErrnoException} If something listens there, at either address of `localhost`. */
export async function tryPort(port: number): Promise<void> {
  const held = [await hold(port, '127.0.0.1')]
  try {
    // Browsers try IPv6 first where `localhost` has both: a foreign server there would answer in place of ours.
    held.push(await hold(port, '::1'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw error
  } finally {
    await Promise.all(held.map((server) => new Promise((closed) => server.close(closed))))
  }
}

function hold(port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ port, host, exclusive: true }, () => resolve(server))
  })
}
