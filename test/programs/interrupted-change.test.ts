/** How a change that was interrupted ends: all say what they have, then all have the new shares or all the old ones. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import {
  type Change,
  checkNothingPrepared,
  clearPrepared,
  finishChange,
  readState,
  stage,
} from '../../src/server/ceremonies/change.js'
import { FolderChannel } from '../../src/server/ceremonies/folder-channel.js'
import { runReshare } from '../../src/server/ceremonies/reshare.js'
import { abandonChange, resumeChange } from '../../src/server/ceremonies/resume.js'
import { Network } from '../../src/server/keys/generation.js'
import { openShare } from '../../src/server/keys/share-file.js'
import { makeDevShares } from '../../src/server/keys/shares.js'
import { readJson } from '../../src/server/platform/files.js'
import { type Fault, FaultyFolder } from '../node/support/faulty-folder.js'
import { makePeers } from '../node/support/peers.js'
import { DeafChannel, own } from '../node/support/reshare.js'
import { inTemporaryFolder, SHARE_KEY } from '../node/support/services.js'
import {
  CEREMONIES,
  type Ceremony,
  check,
  places,
  resumeAll,
  together,
  url,
  withFault,
} from './support/ceremonies.js'
import { runCli } from './support/cli.js'

/** A round that no ceremony has. */
const NO_FAULT: Fault = { round: 9, when: 'before' }

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

  it('is not taken back by those that leave, while the others can go on', async () => {
    await inTemporaryFolder(async (root) => {
      const participants = [1, 2, 3, 4, 5]
      const plan = { dealers: [1, 2, 3], members: [3, 4, 5], threshold: 2 }
      const network = (await change.prepare(root))!
      const deaf = participants.map((index) => {
        const channel = new DeafChannel(join(root, 'shared'), index)
        const given = { ...places(root, index, channel), url: url(index), timeoutMs: 3_000 }
        return assert.rejects(runReshare({ ...given, ...plan, network }), /Round 3/)
      })
      await Promise.all(deaf)
      const refused = (index: number, those: number[], expected: RegExp) => {
        const given = places(root, index, new FolderChannel(join(root, 'alone'), index))
        const run = abandonChange({ ...given, participants: those, timeoutMs: 1_000 })
        return assert.rejects(run, expected)
      }
      // Participants 4 and 5 may have committed, and have enough for the key.
      await refused(1, [1, 2], /after the change expected 2 or more, got 0/)
      // Participants 4 and 5 have no share from before.
      await refused(3, [3, 4], /before the change expected 2 or more, got 1/)
      assert.ok(await isPrepared(root, 1))
      await abandonAll(root, [1, 3, 4])
      assert.ok(!(await isPrepared(root, 1)))
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

  it('that was never confirmed does not replace a share, although one before it was committed', async () => {
    await inTemporaryFolder(async (root) => {
      await withFault(change, root, 1, NO_FAULT)
      const { members } = change
      const [dir, place] = [own(root, 2), { dir: own(root, 2), index: 2 }]
      const network = await readJson(join(dir, 'network.json'), Network)
      const plan = { network, members, dealers: members, threshold: 2 }
      const folder = new FaultyFolder(join(root, 'later'), 2, { round: 3, when: 'before' })
      await Promise.all(
        members.map((index) => {
          const given = places(root, index, folder.channel(index, own(root, index)))
          const run = runReshare({ ...given, ...plan }).catch(() => {})
          return Promise.race([run, ...(index === 2 ? [folder.reached] : [])])
        }),
      )
      const share = await readFile(join(dir, 'share-2.json'), 'utf8')
      // As if it had been killed before it wrote its record, which is the last file.
      await rm(join(dir, 'change-2.prepared.json'))
      assert.ok((await readState(place)).isFinished)
      await resumeAll(root, members)
      assert.equal(await readFile(join(dir, 'share-2.json'), 'utf8'), share)
      assert.deepEqual(await readJson(join(dir, 'network.json'), Network), network)
      await checkNothingPrepared(place)
      const left = (await readdir(dir)).filter((name) => name.includes('next'))
      assert.deepEqual([await readFile(join(dir, 'share-2.json'), 'utf8'), left], [share, []])
    })
  })

  it('is not finished before a participant that leaves has lost its share', async () => {
    await inTemporaryFolder(async (root) => {
      const dir = own(root, 3)
      await withFault(change, root, 3, { round: 3, when: 'before' })
      await rename(join(dir, 'change-3.prepared.json'), join(dir, 'change-3.committed.json'))
      // The share cannot be deleted, and then it can.
      await rename(join(dir, 'share-3.json'), join(dir, 'aside'))
      await mkdir(join(dir, 'share-3.json'))
      await assert.rejects(finishChange({ dir, index: 3 }), /share-3\.json cannot be written/)
      assert.ok(!(await readState({ dir, index: 3 })).isFinished)
      await rm(join(dir, 'share-3.json'), { recursive: true })
      await rename(join(dir, 'aside'), join(dir, 'share-3.json'))
      await checkNothingPrepared({ dir, index: 3 })
      assert.ok(!(await readdir(dir)).includes('share-3.json'))
    })
  })

  it('keeps its files where a second run in the same folder fails', async () => {
    await inTemporaryFolder(async (dir) => {
      const network = await makeDevShares({ urls: [1, 2].map(url), threshold: 2, dir })
      const place = { dir, index: 1 }
      const planned = { what: 'reshare' as const, participants: [1, 2], isMember: true, network }
      const [first, second] = ['1', '2'].map((digit) => {
        return { ...planned, id: digit.repeat(64), backup: join(dir, 'backup') }
      }) as [Change, Change]
      await stage(place, first, { share: 'first', backup: 'first' })
      await assert.rejects(stage(place, second, { share: 'second', backup: 'second' }), /exists/)
      assert.deepEqual((await readState(place)).prepared, first)
      for (const name of ['share-1.next.json', 'backup']) {
        assert.equal(await readFile(join(dir, name), 'utf8'), 'first')
      }
    })
  })

  it('was never confirmed where its participant is killed while it writes its record', async () => {
    await inTemporaryFolder(async (root) => {
      const network = (await change.prepare(root))!
      const place = { dir: own(root, 1), index: 1 }
      const planned = { what: 'reshare', id: '0'.repeat(64), participants: [1, 2, 3], network }
      const program = join(process.cwd(), 'src/server/ceremonies/change.ts')
      const script = `const { open } = await import('node:fs/promises')
        const handle = await open('${program}')
        Object.getPrototypeOf(handle).writeFile = async function (text) {
          await this.write(text.slice(0, text.length / 2))
          if (text.includes('participants')) process.kill(process.pid, 'SIGKILL')
          await this.write(text.slice(text.length / 2))
        }
        const { stage } = await import('${program}')
        const change = ${JSON.stringify({ ...planned, isMember: true })}
        await stage(${JSON.stringify(place)}, change, { share: '{}' })`
      const node = ['--import', 'tsx', '--input-type=module', '-e', script]
      const { signal } = spawnSync(process.execPath, node)
      assert.equal(signal, 'SIGKILL')
      assert.equal((await readState(place)).prepared, undefined)
      await checkNothingPrepared(place)
      assert.deepEqual((await readdir(place.dir)).sort(), ['network.json', 'share-1.json'])
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

  it('leaves share status one line for a share that was cut short', async () => {
    await inTemporaryFolder(async (dir) => {
      const file = join(dir, 'share-1.json')
      await writeFile(file, '{"format":"wal')
      const { code, stderr } = await runCli(['share', 'status', '--index', '1', '--out', dir]).ended
      assert.equal(stderr, `wallet-embed: ${file}: is no JSON, from line 1, column 11.\n`)
      assert.equal(code, 1)
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
