/** Participants that know each other by their keys, as operators set them up. */
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { makeIdentity } from '../../../src/server/identities.js'
import { range } from './shares.js'

/** Makes everybody's key, and `peers.json` in `dir`. */
export async function makePeers(dir: string, count: number) {
  const ports = await freePorts(count)
  const file = join(dir, 'peers.json')
  const identity = (index: number) => join(dir, `identity${index}.json`)
  const peers: Record<string, { key: string; url: string }> = {}
  for (const index of range(count)) {
    const key = await makeIdentity(identity(index))
    peers[index] = { key, url: `http://localhost:${ports[index - 1]}` }
  }
  await writeFile(file, JSON.stringify(peers))
  /** The options of one participant. */
  const places = (index: number) => [
    ...['--peers', file, '--identity', identity(index)],
    ...['--listen', `localhost:${ports[index - 1]}`],
  ]
  return { ports, places }
}

/** Ports that were free a moment ago. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    range(count).map(async () => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
      return server
    }),
  )
  return Promise.all(
    servers.map(async (server) => {
      const { port } = server.address() as { port: number }
      await new Promise((resolve) => server.close(resolve))
      return port
    }),
  )
}
