/** Participants that know each other by their keys, as operators set them up. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { freePorts } from '../../../demo/stack/free-ports.js'
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
