/** Key generation and changes of members through a folder that somebody else controls, at every step. */
import assert from 'node:assert/strict'
import { mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'

import type { Share } from '../../src/protocol/service.js'
import { runDkg } from '../../src/server/ceremonies/dkg.js'
import { runReshare } from '../../src/server/ceremonies/reshare.js'
import type { Network } from '../../src/server/keys/generation.js'
import { makeDevShares } from '../../src/server/keys/shares.js'
import { identitiesOf } from '../node/support/peers.js'
import { inTemporaryFolder, readShare, SHARE_KEY } from '../node/support/services.js'
import { range } from '../node/support/shares.js'
import { runCli } from '../programs/support/cli.js'
import { claim } from './claim.js'
import { FolderAttacker, type Swap } from './support/folder-attacker.js'

const ALL = range(3)
/** Steps before the last: what is withheld or swapped there ends the ceremony for everybody. */
const STEPS = [0, 1, 2, 3]
/** Milliseconds that each step waits. */
const PATIENCE = 2_000

const SWAPS: [name: string, swap: Swap][] = [
  [
    'signs each file anew, with an encryption key of their own in it',
    (letter, attacker) => attacker.signed(attacker.withOwnKey(letter).body),
  ],
  [
    'puts an encryption key of their own into each file, under its signature',
    (letter, attacker) => JSON.stringify(attacker.withOwnKey(letter)),
  ],
  [
    'puts an encryption key of their own into each file, and leaves out signatures',
    (letter, attacker) => JSON.stringify({ body: attacker.withOwnKey(letter).body }),
  ],
  [
    'gives each participant the file of another in the place of the one',
    ({ round, from }, { seen }) =>
      seen.find((letter) => letter.round === round && letter.from !== from)?.text,
  ],
  [
    'gives each file of the step before once more',
    ({ round, from }, { seen }) =>
      seen.find((letter) => letter.round === round - 1 && letter.from === from)?.text ?? '{}',
  ],
  ['writes junk over each file', () => '{"body":"{}","signature":"AAAA"}'],
]

claim(
  'Whoever controls the folder of a key ceremony learns no share and no key, and changes none',
  { concurrency: 4 },
  ({ attack }) => {
    for (const [name, swap] of SWAPS) {
      attack(
        `In a key generation, ${name}, at each step`,
        'Nobody has a share, and nothing that was shown can be opened',
        () =>
          inTemporaryFolder(async (root) => {
            await atEachStep(async (step) => {
              const attacker = await FolderAttacker.begin()
              const runs = await generate(join(root, `${step}`), attacker, step, swap)
              assert.ok(runs.every(isRejected))
              assert.equal(await attacker.opened(), 0)
              await assertNoShare(join(root, `${step}`))
            })
          }),
      )
      attack(
        `In a change of shares, ${name}, at each step`,
        'Everybody’s share is the one from before, and nothing that was shown can be opened',
        () =>
          inTemporaryFolder(async (root) => {
            await atEachStep(async (step) => {
              const attacker = await FolderAttacker.begin()
              const runs = await refresh(
                await networkIn(join(root, `${step}`)),
                'shared',
                attacker,
                step,
                swap,
              )
              assert.ok(runs.every(isRejected))
              assert.equal(await attacker.opened(), 0)
            })
          }),
      )
    }
    attack(
      'Keeps all files of a change of shares, and gives each of them to everybody at the same step of the next one',
      'What was signed in another run counts for nothing: nothing is shown after the first step',
      () =>
        inTemporaryFolder(async (root) => {
          const place = await networkIn(root)
          const first = await FolderAttacker.begin()
          await refresh(place, 'first', first, 2, () => '{}')
          for (const step of [0, 1, 2]) {
            const next = await FolderAttacker.begin()
            const again: Swap = ({ round, from }) =>
              first.seen.find((letter) => letter.round === round && letter.from === from)?.text
            const runs = await refresh(place, `next${step}`, next, step, again)
            assert.ok(runs.every(isRejected))
            assert.ok(step === 2 || next.seen.every(({ round }) => round < 2))
            assert.equal(await next.opened(), 0)
          }
        }),
    )
    for (const command of ['dkg', 'reshare']) {
      attack(
        `Gets operators to run \`${command} --dir\` without the keys by which they know each other`,
        'The command ends before it shows anything, and says that --peers is missing',
        () =>
          inTemporaryFolder(async (root) => {
            const folder = join(root, 'shared')
            const own = ['--index', '1', '--out', join(root, 'own'), '--dir', folder]
            const rest = {
              dkg: ['--of', '3', '--threshold', '2', '--url', urlOf(1)],
              reshare: ['--network', 'x'],
            }
            const { code, stderr } = await runCli([command, ...own, ...rest[command as 'dkg']])
              .ended
            assert.deepEqual([code, stderr], [1, 'wallet-embed: --peers <file> is missing.\n'])
            await assert.rejects(readdir(folder), { code: 'ENOENT' })
          }),
      )
    }
  },
)

/** In as many ceremonies, which wait at the same time. */
const atEachStep = (run: (step: number) => Promise<void>) => Promise.all(STEPS.map(run))

const urlOf = (index: number) => `http://localhost:${4060 + index}`

const isRejected = ({ status }: PromiseSettledResult<unknown>): boolean => status === 'rejected'

/** What each participant is given, in a folder that the attacker controls. */
const placesOf =
  (root: string, shared: string, attacker: FolderAttacker, step: number, swap: Swap) =>
  (index: number) => ({
    index,
    channel: attacker.channel(join(root, shared), index, step, swap),
    identities: identitiesOf(index),
    timeoutMs: PATIENCE,
    dir: join(root, `own${index}`),
    shareKey: SHARE_KEY,
  })

function generate(root: string, attacker: FolderAttacker, step: number, swap: Swap) {
  const places = placesOf(root, 'shared', attacker, step, swap)
  return Promise.allSettled(
    ALL.map((index) => runDkg({ ...places(index), of: 3, threshold: 2, url: urlOf(index) })),
  )
}

interface Place {
  root: string
  network: Network
  shares: Share[]
}

/** A network of 2 of 3, each share in its owner's folder. */
async function networkIn(root: string): Promise<Place> {
  const network = await makeDevShares({ urls: ALL.map(urlOf), threshold: 2, dir: root })
  const shares = await Promise.all(ALL.map((index) => readShare(root, index)))
  for (const index of ALL) {
    await mkdir(join(root, `own${index}`))
    await rename(join(root, `share-${index}.json`), join(root, `own${index}/share-${index}.json`))
  }
  return { root, network, shares }
}

/** New shares, under attack: each participant's share is afterwards what it was. */
async function refresh(
  { root, network, shares }: Place,
  shared: string,
  attacker: FolderAttacker,
  step: number,
  swap: Swap,
) {
  const places = placesOf(root, shared, attacker, step, swap)
  const plan = { network, dealers: ALL, members: ALL, threshold: 2 }
  const runs = await Promise.allSettled(
    ALL.map((index) => runReshare({ ...places(index), ...plan })),
  )
  for (const index of ALL) {
    assert.deepEqual(await readShare(join(root, `own${index}`), index), shares[index - 1])
  }
  return runs
}

async function assertNoShare(root: string): Promise<void> {
  const left = await readdir(root, { recursive: true })
  assert.deepEqual(
    left.filter((name) => /share-\d\.json|network\.json/.test(name)),
    [],
  )
}
