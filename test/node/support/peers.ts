/** Participants that know each other by their keys, as operators set them up. */
import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { freePorts } from '../../../demo/stack/free-ports.js'
import type { Identities } from '../../../src/server/ceremonies/exchange.js'
import { makeIdentity } from '../../../src/server/keys/identity-file.js'
import { range } from './shares.js'

/** Keys of participants in this process. */
const PAIRS = range(9).map(() => generateKeyPairSync('ed25519'))
const KNOWN = new Map(PAIRS.map(({ publicKey }, i) => [i + 1, publicKey]))

/** What a participant knows in this process. */
export const identitiesOf = (index: number): Identities => ({
  own: PAIRS[index - 1]!.privateKey,
  peers: KNOWN,
})

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
  /** The same through a folder. */
  const inFolder = (index: number, folder: string) => [
    ...['--peers', file, '--identity', identity(index), '--dir', folder],
  ]
  return { ports, places, inFolder }
}
