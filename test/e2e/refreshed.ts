/** What operators do to a running stack: new shares of the same key for all nodes, as the guide's commands make them. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { AppConfig } from '../../src/protocol/service.js'
import { FolderChannel } from '../../src/server/ceremonies/folder-channel.js'
import { runReshare } from '../../src/server/ceremonies/reshare.js'
import { Network } from '../../src/server/keys/generation.js'
import { makeDevShares } from '../../src/server/keys/shares.js'
import { identitiesOf } from '../node/support/peers.js'
import { readSealedShare, SHARE_KEY } from '../node/support/services.js'
import type { World } from './support.js'

const NODES = [1, 2, 3]
const share = (index: number) => `share-${index}.json`

/** When it returns, every node has its new share, and the wallet's origin names the new network. */
export async function refreshShares(world: World): Promise<void> {
  const { dir } = world
  const root = join(dir, 'refresh')
  const network = Network.parse(await readJson(join(dir, 'shares', 'network.json')))
  await Promise.all(
    NODES.map(async (index) => {
      const own = join(root, String(index))
      await mkdir(own, { recursive: true })
      await cp(join(dir, 'shares', share(index)), join(own, share(index)))
      await runReshare({
        ...{ index, network, dealers: NODES, members: NODES, threshold: 2, dir: own },
        ...{ shareKey: SHARE_KEY, identities: identitiesOf(index), timeoutMs: 60_000 },
        channel: new FolderChannel(join(root, 'shared'), index),
      })
      const next = await readSealedShare(own, index)
      await writeFile(join(dir, 'shares', share(index)), JSON.stringify(next))
    }),
  )
  await publish(world, await readJson(join(root, '1', 'network.json')))
}

/** A new key altogether, for nodes and wallets alike: what the commands refuse. */
export async function replaceKey(world: World): Promise<void> {
  const { dir, stack } = world
  const { node1, node2, node3 } = stack.urls
  const other = join(dir, 'another-key')
  const network = await makeDevShares({ urls: [node1, node2, node3], threshold: 2, dir: other })
  await Promise.all(
    NODES.map((index) => cp(join(other, share(index)), join(dir, 'shares', share(index)))),
  )
  await publish(world, network)
}

async function publish({ dir, stack }: World, keyNetwork: unknown): Promise<void> {
  const path = join(dir, 'config.json')
  await writeFile(path, JSON.stringify({ ...(await readJson<AppConfig>(path)), keyNetwork }))
  const { node1, node2, node3, wallet } = stack.processes
  await Promise.all([node1, node2, node3, wallet].map((program) => program.restart()))
}

const readJson = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8'))
