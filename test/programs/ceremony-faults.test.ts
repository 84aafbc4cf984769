/**
 * A fault at every step of every participant of a key generation and of a change of members. Afterwards, when all
 * have run `share resume`, either all have what came out or all have what was there.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import { interpolate, publicKeyOf } from '../../src/keys/oprf.js'
import { clearPrepared, readState } from '../../src/server/ceremonies/change.js'
import { runDkg } from '../../src/server/ceremonies/dkg.js'
import { FolderChannel } from '../../src/server/ceremonies/folder-channel.js'
import { runReshare } from '../../src/server/ceremonies/reshare.js'
import { abandonChange, resumeChange } from '../../src/server/ceremonies/resume.js'
import { Network } from '../../src/server/keys/generation.js'
import { openShare } from '../../src/server/keys/share-file.js'
import { makeDevShares } from '../../src/server/keys/shares.js'
import { type Fault, FaultyFolder } from '../node/support/faulty-folder.js'
import { identitiesOf, makePeers } from '../node/support/peers.js'
import { own } from '../node/support/reshare.js'
import { CHEAP, inTemporaryFolder, SHARE_KEY } from '../node/support/services.js'
import { runCli } from './support/cli.js'

const url = (index: number) => `http://localhost:${4060 + index}`
/** Milliseconds: nobody is waited for as long as that. */
const PATIENCE = 120_000

interface Ceremony {
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

const places = (root: string, index: number, channel: FolderChannel) => ({
  ...{ index, channel, identities: identitiesOf(index), timeoutMs: PATIENCE },
  ...{ dir: own(root, index), shareKey: SHARE_KEY, cost: CHEAP },
})

const CEREMONIES: Ceremony[] = [
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
async function withFault(
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
const forEach = (
  { participants }: Ceremony,
  work: (root: string, index: number) => Promise<void>,
): Promise<unknown> =>
  Promise.all(participants.map((index) => inTemporaryFolder((root) => work(root, index))))

/** Each of them at the same time, until the last has ended: none goes on in a folder that is gone. */
async function together<T>(participants: number[], work: (index: number) => Promise<T>) {
  const ended = await Promise.allSettled(participants.map(work))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return ended.map((one) => (one as PromiseFulfilledResult<T>).value)
}

const resumeAll = (root: string, participants: number[], name = 'resumed') =>
  together(participants, (index) =>
    resumeChange({
      ...places(root, index, new FolderChannel(join(root, name), index)),
      participants,
    }),
  )

/** That either all have what came out or all have what was there, and that it is the key. */
async function check(
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

for (const ceremony of CEREMONIES) {
  describe(`${ceremony.name}, when a participant`, () => {
    for (const round of [0, 1, 2, 3]) {
      for (const when of ['before', 'after'] as const) {
        // Who has written down its share when it is killed has it afterwards, like all others.
        const expected = round === 3 ? 'new' : 'old'
        it(`is killed ${when} it shows what it has in step ${round}, leaves all with the ${expected} shares`, async () => {
          await forEach(ceremony, async (root, index) => {
            const before = await withFault(ceremony, root, index, { round, when })
            await resumeAll(root, ceremony.participants)
            assert.equal(await check(ceremony, root, before), expected, `participant ${index}`)
          })
        })
      }
    }

    it('cannot write its share down, leaves all with the old ones', async () => {
      await forEach(ceremony, async (root, index) => {
        const fault: Fault = {
          ...{ round: 2, when: 'after' },
          strike: async (dir) => void (await mkdir(join(dir, 'network.next.json'))),
        }
        const before = await withFault(ceremony, root, index, fault)
        await rm(join(own(root, index), 'network.next.json'), { recursive: true })
        await resumeAll(root, ceremony.participants)
        assert.equal(await check(ceremony, root, before), 'old')
      })
    })

    it('cannot put its share in its place after all have confirmed, leaves all with the new ones', async () => {
      await forEach(ceremony, async (root, index) => {
        const fault: Fault = {
          ...{ round: 3, when: 'after' },
          strike: async (dir) => {
            await rm(join(dir, 'network.json'), { force: true })
            await mkdir(join(dir, 'network.json/in-the-way'), { recursive: true })
          },
        }
        const before = await withFault(ceremony, root, index, fault)
        await rm(join(own(root, index), 'network.json'), { recursive: true })
        await resumeAll(root, ceremony.participants)
        assert.equal(await check(ceremony, root, before), 'new')
      })
    })
  })
}

describe('an interrupted change', () => {
  const [, change] = CEREMONIES as [Ceremony, Ceremony]

  it('is ended alike when its end is interrupted, too', async () => {
    for (const round of [1, 2]) {
      await inTemporaryFolder(async (root) => {
        const before = await withFault(change, root, 2, { round: 3, when: 'before' })
        const folder = new FaultyFolder(join(root, 'interrupted'), 4, { round, when: 'after' })
        const interrupted = change.participants.map((index) => {
          const given = places(root, index, folder.channel(index, own(root, index)))
          const run = resumeChange({ ...given, participants: change.participants })
          return Promise.race([run.catch(() => {}), ...(index === 4 ? [folder.reached] : [])])
        })
        await Promise.all(interrupted)
        await resumeAll(root, change.participants)
        assert.equal(await check(change, root, before), 'new')
      })
    }
  })

  it('is not ended by one that says it committed what another never had: it is named, and nothing changes', async () => {
    await inTemporaryFolder(async (root) => {
      await withFault(change, root, 2, {
        round: 2,
        when: 'after',
        strike: async (dir) => void (await mkdir(join(dir, 'network.next.json'))),
      })
      await rm(join(own(root, 2), 'network.next.json'), { recursive: true })
      const prepared = join(own(root, 3), 'change-3.prepared.json')
      await rename(prepared, join(own(root, 3), 'change-3.committed.json'))
      await assert.rejects(
        resumeAll(root, change.participants),
        /Participant 3 committed the change, which participant 2 says it does not have/,
      )
      const { share } = await openShare(join(own(root, 1), 'share-1.json'), SHARE_KEY)
      assert.equal(share.index, 1)
      assert.ok((await readState({ dir: own(root, 1), index: 1 })).prepared)
    })
  })

  const abandonAll = (root: string, those: number[]) =>
    inTemporaryFolder((shared) =>
      together(those, (index) =>
        abandonChange({
          ...places(root, index, new FolderChannel(shared, index)),
          participants: those,
        }),
      ),
    )
  const isPrepared = async (root: string, index: number) =>
    !!(await readState({ dir: own(root, index), index })).prepared

  it('is not taken back by hand where another has committed it', async () => {
    await inTemporaryFolder(async (root) => {
      await withFault(change, root, 2, { round: 3, when: 'after' })
      await rename(
        join(own(root, 1), 'change-1.committed.json'),
        join(own(root, 1), 'change-1.prepared.json'),
      )
      await assert.rejects(abandonAll(root, [1, 2, 3]), /Participant 3 committed the change/)
      assert.deepEqual([await isPrepared(root, 1), await isPrepared(root, 2)], [true, true])
    })
  })

  it('is not taken back by so few that the others could go on without them', async () => {
    await inTemporaryFolder(async (root) => {
      await withFault(change, root, 2, { round: 3, when: 'after' })
      await assert.rejects(abandonAll(root, [2]), /expected 2 or more, got 1/)
      assert.ok(await isPrepared(root, 2))
    })
  })

  it('is taken back by those that are left, who keep the backups', async () => {
    await inTemporaryFolder(async (root) => {
      await withFault(change, root, 4, { round: 3, when: 'before' })
      const backup = join(own(root, 1), 'share-1.backup.json')
      await writeFile(backup, '{}')
      const record = join(own(root, 1), 'change-1.prepared.json')
      const prepared = JSON.parse(await readFile(record, 'utf8'))
      await writeFile(record, JSON.stringify({ ...prepared, backup }))
      await abandonAll(root, [1, 2, 3])
      for (const index of [1, 2, 3]) assert.ok(!(await isPrepared(root, index)))
      await access(backup)
    })
  })

  it('names those whose shares are of another generation, where nothing waits for its end', async () => {
    await inTemporaryFolder(async (root) => {
      await withFault(change, root, 2, { round: 3, when: 'after' })
      await clearPrepared({ dir: own(root, 2), index: 2 })
      await assert.rejects(
        resumeAll(root, change.participants),
        /(?=.*g1-\w+ of participant 2)(?=.*g2-\w+ of participant 1,3,4).*do not work together/,
      )
    })
  })

  it('is not said to be committed, or taken back, where there was none', async () => {
    await inTemporaryFolder(async (root) => {
      await withFault(change, root, 2, { round: 3, when: 'after' })
      assert.deepEqual(new Set(await resumeAll(root, change.participants)), new Set(['committed']))
      const again = await resumeAll(root, change.participants, 'again')
      assert.deepEqual(new Set(again), new Set(['nothing to do']))
      await rm(join(own(root, 1), 'change-1.committed.json'))
      await assert.rejects(abandonAll(root, [1]), /no change is prepared/)
    })
  })

  it('is not held up by a named pipe where a file belongs', async () => {
    await inTemporaryFolder(async (root) => {
      const shared = new FolderChannel(root, 1)
      await new FolderChannel(root, 2).put(1, 'a word')
      const [file] = await readdir(root)
      await rm(join(root, file!))
      execFileSync('mkfifo', [join(root, file!), join(root, 'change-1.prepared.json')])
      assert.equal(await shared.get(1, 2), undefined)
      await assert.rejects(readState({ dir: root, index: 1 }), /no regular file/)
    })
  })

  it('is told by share status, and refused to be begun again', async () => {
    await inTemporaryFolder(async (root) => {
      const { inFolder } = await makePeers(root, 4)
      await withFault(change, root, 2, { round: 3, when: 'before' })
      const dir = own(root, 1)
      const where = ['--index', '1', '--out', dir]
      const waiting = await runCli(['share', 'status', ...where]).ended
      assert.match(
        waiting.stdout,
        /reshare to g2-[0-9a-f]{8}, 2 of 3: prepared, and not decided\.\n.*share resume/,
      )
      const again = await runCli(
        [
          'reshare',
          ...where,
          '--network',
          join(dir, 'network.json'),
          '--accept',
          'no-backup',
          ...inFolder(1, join(root, 'x')),
        ],
        { WALLET_EMBED_SHARE_KEY: SHARE_KEY },
      ).ended
      assert.deepEqual(again.code, 1)
      assert.match(again.stderr, /^wallet-embed: A change is not finished\..*\n$/)
      await resumeAll(root, change.participants)
      const done = await runCli(['share', 'status', ...where]).ended
      assert.match(
        done.stdout,
        /share-1\.json: share 1 of (g2-[0-9a-f]{8})\.\n.*network\.json: \1, 2 of 3\.\nLast change: reshare to \1/,
      )
    })
  })
})

describe('a participant that could not keep its share', () => {
  const env = {
    WALLET_EMBED_SHARE_KEY: SHARE_KEY,
    WALLET_EMBED_BACKUP_KEY: 'another passphrase, kept elsewhere',
  }

  /** `dkg` of the first participant of three; the others are never there. */
  const inFolder = (
    work: (
      root: string,
      run: (more?: object, changes?: string[]) => ReturnType<typeof runCli>['ended'],
    ) => Promise<void>,
  ) =>
    inTemporaryFolder(async (root) => {
      const { inFolder: placesIn } = await makePeers(root, 3)
      const run = (more: object = {}, changes: string[] = []) =>
        runCli(
          [
            ...['dkg', '--index', '1', '--of', '3', '--threshold', '2', '--url', url(1)],
            ...[
              '--out',
              join(root, 'own'),
              '--timeout',
              '1',
              ...placesIn(1, join(root, 'shared')),
              ...changes,
            ],
          ],
          { ...env, ...(more as Record<string, string>) },
        ).ended
      await work(root, run)
    })

  it('is told so before it shows anything', async () => {
    await inFolder(async (root, run) => {
      const cases: [stderr: RegExp, more: object, changes: string[]][] = [
        [/The share key needs at least 16 characters/, { WALLET_EMBED_SHARE_KEY: 'short' }, []],
        [
          /No key: give --share-key-file or set WALLET_EMBED_SHARE_KEY/,
          { WALLET_EMBED_SHARE_KEY: '' },
          [],
        ],
        [/The backup key needs at least 16 characters/, { WALLET_EMBED_BACKUP_KEY: 'short' }, []],
        [
          /No key: give --backup-key-file or set WALLET_EMBED_BACKUP_KEY/,
          { WALLET_EMBED_BACKUP_KEY: '' },
          [],
        ],
        [
          /--threshold: 2 of 5 is half or less: give 3 or more, or --accept low-threshold/,
          {},
          ['--of', '5'],
        ],
        [
          /--index: expected 1 to 3, got 4|not the key that the peers know of participant 4/,
          {},
          ['--index', '4'],
        ],
        [/--url: expected a URL such as/, {}, ['--url', 'node1.example']],
        [/--accept: knows no-backup, low-threshold, got "all"/, {}, ['--accept', 'all']],
        [
          /peers\.json cannot be written: something else is in its place \(EEXIST\)/,
          {},
          ['--out', join(root, 'peers.json')],
        ],
      ]
      await Promise.all(
        cases.map(async ([expected, more, changes]) => {
          const { code, stderr } = await run(more, changes)
          assert.match(stderr, expected)
          assert.match(stderr, /^wallet-embed: [^\n]*\n$/)
          assert.equal(code, 1)
        }),
      )
      await mkdir(join(root, 'own'), { recursive: true })
      for (const name of ['share-1.json', 'network.json']) {
        await writeFile(join(root, 'own', name), '{}')
        const { code, stderr } = await run()
        assert.match(stderr, /exists: move it away first\. A new key opens none/)
        assert.equal(code, 1)
        await rm(join(root, 'own', name))
      }
      await assert.rejects(readdir(join(root, 'shared')), { code: 'ENOENT' })
    })
  })
})
