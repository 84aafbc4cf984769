/**
 * A fault at every step of every participant of a key generation and of a change of members. Afterwards, when all
 * have run `share resume`, either all have what came out or all have what was there.
 */
import assert from 'node:assert/strict'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import type { Fault } from '../node/support/faulty-folder.js'
import { makePeers } from '../node/support/peers.js'
import { own } from '../node/support/reshare.js'
import { inTemporaryFolder, SHARE_KEY } from '../node/support/services.js'
import { CEREMONIES, check, forEach, resumeAll, url, withFault } from './support/ceremonies.js'
import { runCli } from './support/cli.js'

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
