/** A key generation and a change of members in one folder, of which a participant has a fault. */
import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { interpolate, publicKeyOf } from '../../../src/keys/oprf.js'
import { readState } from '../../../src/server/ceremonies/change.js'
import { runDkg } from '../../../src/server/ceremonies/dkg.js'
import { FolderChannel } from '../../../src/server/ceremonies/folder-channel.js'
import { runReshare } from '../../../src/server/ceremonies/reshare.js'
import { resumeChange } from '../../../src/server/ceremonies/resume.js'
import { Network } from '../../../src/server/keys/generation.js'
import { openShare } from '../../../src/server/keys/share-file.js'
import { makeDevShares } from '../../../src/server/keys/shares.js'
import { type Fault, FaultyFolder } from '../../node/support/faulty-folder.js'
import { identitiesOf } from '../../node/support/peers.js'
import { own } from '../../node/support/reshare.js'
import { CHEAP, inTemporaryFolder, SHARE_KEY } from '../../node/support/services.js'

export const url = (index: number) => `http://localhost:${4060 + index}`
/** Milliseconds: no run waits as long as that. */
const PATIENCE = 120_000

export interface Ceremony {
  name: string
  participants: number[]
  members: number[]
  /** What is there before. */
  prepare(root: string): Promise<Network | undefined>
  run(
    root: string,
    index: number,
    channel: FolderChannel,
    before: Network | undefined,
  ): Promise<unknown>
}

export const places = (root: string, index: number, channel: FolderChannel) => ({
  ...{ index, channel, identities: identitiesOf(index), timeoutMs: PATIENCE },
  ...{ dir: own(root, index), shareKey: SHARE_KEY, cost: CHEAP },
})

export const CEREMONIES: Ceremony[] = [
  {
    name: 'a key generation',
    participants: [1, 2, 3],
    members: [1, 2, 3],
    prepare: async () => undefined,
    run: (root, index, channel) =>
      runDkg({ ...places(root, index, channel), of: 3, threshold: 2, url: url(index) }),
  },
  {
    name: 'a change of members',
    participants: [1, 2, 3, 4],
    members: [1, 2, 4],
    prepare: networkIn,
    run: (root, index, channel, network) =>
      runReshare({
        ...{ ...places(root, index, channel), network: network!, url: url(index) },
        ...{ dealers: [1, 2, 3], members: [1, 2, 4], threshold: 2 },
      }),
  },
]

async function networkIn(root: string): Promise<Network> {
  const network = await makeDevShares({ urls: [1, 2, 3].map(url), threshold: 2, dir: root })
  for (const index of [1, 2, 3]) {
    await mkdir(own(root, index))
    await rename(join(root, `share-${index}.json`), join(own(root, index), `share-${index}.json`))
    await writeFile(join(own(root, index), 'network.json'), JSON.stringify(network))
  }
  return network
}

/** Runs it with a fault of one participant. */
export async function withFault(
  ceremony: Ceremony,
  root: string,
  index: number,
  fault: Fault,
): Promise<Network | undefined> {
  const before = await ceremony.prepare(root)
  const folder = new FaultyFolder(join(root, 'shared'), index, fault)
  await Promise.all(
    ceremony.participants.map((one) => {
      const run = ceremony.run(root, one, folder.channel(one, own(root, one)), before)
      return Promise.race([run.catch(() => {}), ...(one === index ? [folder.reached] : [])])
    }),
  )
  return before
}

/** Each participant has the fault once, all at a time: they mostly wait. */
export const forEach = (
  { participants }: Ceremony,
  work: (root: string, index: number) => Promise<void>,
): Promise<unknown> =>
  Promise.all(participants.map((index) => inTemporaryFolder((root) => work(root, index))))

/** Each of them at the same time, until the last has ended: none goes on in a folder that is gone. */
export async function together<T>(participants: number[], work: (index: number) => Promise<T>) {
  const ended = await Promise.allSettled(participants.map(work))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return ended.map((one) => (one as PromiseFulfilledResult<T>).value)
}

export const resumeAll = (root: string, participants: number[], name = 'resumed') =>
  together(participants, (index) =>
    resumeChange({
      ...places(root, index, new FolderChannel(join(root, name), index)),
      participants,
    }),
  )

/** That either all have what came out or all have what was there, and that it is the key. */
export async function check(
  { participants, members }: Ceremony,
  root: string,
  before: Network | undefined,
): Promise<'new' | 'old'> {
  const states = await Promise.all(
    participants.map((index) => readState({ dir: own(root, index), index })),
  )
  assert.ok(states.every(({ prepared, isFinished }) => !prepared && isFinished))
  const ids = new Set(states.map(({ committed }) => committed?.id))
  assert.equal(ids.size, 1)
  const isNew = !ids.has(undefined)
  const holders = isNew ? members : (before?.nodes.map(({ index }) => index) ?? [])
  for (const index of participants) {
    const files: string[] = await readdir(own(root, index)).catch(() => [])
    assert.equal(
      files.includes(`share-${index}.json`),
      holders.includes(index),
      `${index}: ${files}`,
    )
    assert.deepEqual(
      files.filter((name) => /next|draft|room/.test(name)),
      [],
    )
  }
  const parts = await Promise.all(
    holders.map(async (index) => {
      const { share } = await openShare(join(own(root, index), `share-${index}.json`), SHARE_KEY)
      const text = await readFile(join(own(root, index), 'network.json'), 'utf8')
      const { nodes } = Network.parse(JSON.parse(text))
      assert.equal(nodes.find((node) => node.index === index)?.publicKey, share.publicKey)
      const secret = Uint8Array.from(Buffer.from(share.secret, 'hex'))
      return { groupKey: share.groupKey, index, element: publicKeyOf(secret) }
    }),
  )
  for (const part of parts.slice(1)) {
    assert.equal(interpolate([parts[0]!, part]), before?.groupKey ?? parts[0]!.groupKey)
  }
  return isNew ? 'new' : 'old'
}
