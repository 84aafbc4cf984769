/** New shares of the same key: honest participants in this process or their own, and liars. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import {
  combine,
  evaluate,
  identityInput,
  interpolate,
  verifyEvaluation,
} from '../../src/keys/oprf.js'
import type { Share } from '../../src/protocol/service.js'
import { commitChange } from '../../src/server/ceremonies/change.js'
import { FolderChannel } from '../../src/server/ceremonies/folder-channel.js'
import { type ReshareOptions, runReshare } from '../../src/server/ceremonies/reshare.js'
import type { Opening } from '../../src/server/ceremonies/reshare-messages.js'
import { Network } from '../../src/server/keys/generation.js'
import { makeDevShares } from '../../src/server/keys/shares.js'
import { toHex } from '../../src/shared/encoding.js'
import { identitiesOf, makePeers } from '../node/support/peers.js'
import { ALL, DeafChannel, lieAsThree, own } from '../node/support/reshare.js'
import {
  CHEAP,
  inTemporaryFolder,
  readSealedShare,
  readShare,
  SHARE_KEY,
} from '../node/support/services.js'
import { range, subsets } from '../node/support/shares.js'
import { until } from '../support/until.js'
import { runCli } from './support/cli.js'

const input = identityInput('google', 'sample.one@example.test')
const secretOf = (share: Share) => Uint8Array.from(Buffer.from(share.secret, 'hex'))

/** A network of 2 of 3, each share in its owner's folder, and `network.json` in everybody's. */
const inNetwork = (work: (root: string, network: Network, shares: Share[]) => Promise<void>) =>
  inTemporaryFolder(async (root) => {
    const urls = ALL.map((index) => `http://localhost:${4060 + index}`)
    const network = await makeDevShares({ urls, threshold: 2, dir: root })
    const shares = await Promise.all(ALL.map((index) => readShare(root, index)))
    for (const index of range(5)) {
      await mkdir(own(root, index))
      await cp(join(root, 'network.json'), join(own(root, index), 'network.json'))
    }
    for (const index of ALL) {
      const name = `share-${index}.json`
      await rename(join(root, name), join(own(root, index), name))
    }
    await work(root, network, shares)
  })

const participate = (
  root: string,
  index: number,
  network: Network,
  changes: Partial<ReshareOptions> = {},
) =>
  runReshare({
    index,
    network,
    dealers: ALL,
    members: ALL,
    threshold: 2,
    url: `http://localhost:${4060 + index}`,
    channel: new FolderChannel(join(root, 'shared'), index),
    identities: identitiesOf(index),
    timeoutMs: 20_000,
    dir: own(root, index),
    shareKey: SHARE_KEY,
    cost: CHEAP,
    ...changes,
  })

/** The output that a person gets, from every subset of shares that makes a key: it has to be one. */
function outputOf(shares: readonly Share[], network: Network): string {
  const parts = shares.map((share) => {
    const { publicKey } = network.nodes.find(({ index }) => index === share.index)!
    const answer = evaluate(input, secretOf(share), share.publicKey)
    assert.ok(verifyEvaluation(input, publicKey, answer))
    return { index: share.index, element: answer.element }
  })
  const outputs = subsets(parts, network.threshold).map((some) => toHex(combine(input, some)))
  assert.equal(new Set(outputs).size, 1)
  return outputs[0]!
}

/** What a change left with its members. */
async function after(root: string, members: readonly number[]) {
  const text = (index: number) => readFile(join(own(root, index), 'network.json'), 'utf8')
  const network = Network.parse(JSON.parse(await text(members[0]!)))
  for (const index of members) {
    assert.deepEqual(JSON.parse(await text(index)), network)
    assert.deepEqual((await readdir(own(root, index))).filter(isNoBackup).sort(), [
      `change-${index}.committed.json`,
      'network.json',
      `share-${index}.json`,
    ])
  }
  const shares = await Promise.all(members.map((index) => readSealedShare(own(root, index), index)))
  return { network, shares }
}

const isNoBackup = (name: string): boolean => !name.endsWith('.backup.json')

/** That everything is as it was. */
async function assertUnchanged(root: string, shares: readonly Share[]): Promise<void> {
  for (const share of shares) {
    assert.deepEqual(await readShare(own(root, share.index), share.index), share)
  }
}

const reason = (run: PromiseSettledResult<unknown> | undefined): string =>
  run?.status === 'rejected' ? String(run.reason.message) : 'It worked.'

/** An old answer is worth nothing: it fails against the new keys, and spoils what it is combined with. */
function assertUseless(old: Share, network: Network, shares: readonly Share[], output: string) {
  const { publicKey } = network.nodes.find(({ index }) => index === old.index)!
  const answer = evaluate(input, secretOf(old), old.publicKey)
  assert.equal(verifyEvaluation(input, publicKey, answer), false)
  const others = shares.filter(({ index }) => index !== old.index).slice(0, network.threshold - 1)
  const parts = others.map((share) => ({
    index: share.index,
    element: evaluate(input, secretOf(share), share.publicKey).element,
  }))
  const mixed = combine(input, [{ index: old.index, element: answer.element }, ...parts])
  assert.notEqual(toHex(mixed), output)
}

describe('a refresh', () => {
  it('gives the same members new shares of the same key, and old shares are useless after', async () => {
    await inNetwork(async (root, network, shares) => {
      const output = outputOf(shares, network)
      const runs = await Promise.all(ALL.map((index) => participate(root, index, network)))
      assert.equal(new Set(runs.map(({ fingerprint }) => fingerprint)).size, 1)
      const next = await after(root, ALL)
      assert.equal(next.network.groupKey, network.groupKey)
      assert.equal(outputOf(next.shares, next.network), output)
      for (const old of shares) assertUseless(old, next.network, next.shares, output)
    })
  })

  it('is done by as many members as make a key, when one is lost for good', async () => {
    await inNetwork(async (root, network, shares) => {
      const plan = { dealers: [1, 3], members: [1, 3, 4] }
      await Promise.all([1, 3, 4].map((index) => participate(root, index, network, plan)))
      const next = await after(root, plan.members)
      assert.equal(outputOf(next.shares, next.network), outputOf(shares, network))
    })
  })
})

describe('a change of members', () => {
  it('from 2 of 3 to 3 of 5 leaves the key as it is, and old shares are useless after', async () => {
    await inNetwork(async (root, network, shares) => {
      const output = outputOf(shares, network)
      const plan = { members: range(5), threshold: 3 }
      await Promise.all(range(5).map((index) => participate(root, index, network, plan)))
      const next = await after(root, plan.members)
      assert.deepEqual(
        [next.network.threshold, next.network.groupKey, next.network.nodes.length],
        [3, network.groupKey, 5],
      )
      assert.equal(outputOf(next.shares, next.network), output)
      for (const old of shares) assertUseless(old, next.network, next.shares, output)
      const two = next.network.nodes.slice(0, 2)
      const keys = two.map(({ index, publicKey }) => ({ index, element: publicKey }))
      assert.notEqual(interpolate(keys), network.groupKey)
    })
  })

  it('takes the share from a member that leaves', async () => {
    await inNetwork(async (root, network, shares) => {
      const plan = { members: [1, 2, 4], threshold: 2 }
      await Promise.all(range(4).map((index) => participate(root, index, network, plan)))
      const next = await after(root, plan.members)
      assert.equal(outputOf(next.shares, next.network), outputOf(shares, network))
      assert.deepEqual(await readdir(own(root, 3)), ['change-3.committed.json', 'network.json'])
    })
  })

  it('between five processes that know each other by their keys, over HTTP', async () => {
    await inNetwork(async (root, network, shares) => {
      const { ports, places } = await makePeers(root, 5)
      const runs = range(5).map(
        (index) =>
          runCli(
            [
              ...[
                'reshare',
                '--index',
                `${index}`,
                '--network',
                join(own(root, index), 'network.json'),
              ],
              ...['--members', '1,2,3,4,5', '--threshold', '3', '--out', own(root, index)],
              ...['--url', `http://localhost:${4060 + index}`, '--timeout', '50'],
              ...places(index),
              ...['--accept', 'no-backup'],
            ],
            { WALLET_EMBED_SHARE_KEY: SHARE_KEY },
          ).ended,
      )
      // Anybody can reach the ports; nobody is heard without a key.
      const forged = JSON.stringify({ body: '{}', signature: 'A'.repeat(86) })
      const statuses = await Promise.all(
        ports.map((port) => knock(`http://localhost:${port}/rounds/3/1`, forged)),
      )
      assert.deepEqual(new Set(statuses), new Set([401]))
      for (const { code, stderr } of await Promise.all(runs)) {
        assert.deepEqual([code, stderr], [0, ''])
      }
      const next = await after(root, range(5))
      assert.equal(outputOf(next.shares, next.network), outputOf(shares, network))
    })
  })
})

describe('a participant that is lost', () => {
  it('before it confirmed leaves all shares as they were, and the change can be done without it', async () => {
    await inNetwork(async (root, network, shares) => {
      const runs = await Promise.allSettled([
        ...[1, 2].map((index) => participate(root, index, network, { timeoutMs: 1500 })),
        lieAsThree(root, network, { silentAfter: 1 }),
      ])
      for (const run of runs.slice(0, 2)) {
        assert.match(reason(run), /Round 2: nothing from participant 3\./)
      }
      await assertUnchanged(root, shares)
      const plan = { dealers: [1, 2], members: [1, 2, 4] }
      const again = (index: number) => new FolderChannel(join(root, 'again'), index)
      await Promise.all(
        plan.members.map((index) =>
          participate(root, index, network, { ...plan, channel: again(index) }),
        ),
      )
      const next = await after(root, plan.members)
      assert.equal(outputOf(next.shares, next.network), outputOf(shares, network))
    })
  })

  it('after everybody else confirmed has its share on the disk, and takes it with share commit', async () => {
    await inNetwork(async (root, network, shares) => {
      const channel = new DeafChannel(join(root, 'shared'), 2)
      const runs = await Promise.allSettled(
        ALL.map((index) =>
          participate(root, index, network, index === 2 ? { channel, timeoutMs: 3000 } : {}),
        ),
      )
      assert.match(reason(runs[1]), /Round 3: nothing from participant 1, 3\..*share resume/)
      assert.deepEqual([runs[0]!.status, runs[2]!.status], ['fulfilled', 'fulfilled'])
      assert.deepEqual(await readShare(own(root, 2), 2), shares[1])
      await assert.rejects(participate(root, 2, network), /A change is not finished/)
      const committed = await runCli([
        ...['share', 'commit', '--index', '2', '--out', own(root, 2)],
      ]).ended
      assert.deepEqual([committed.code, committed.stderr], [0, ''])
      const next = await after(root, ALL)
      assert.equal(outputOf(next.shares, next.network), outputOf(shares, network))
    })
  })

  it('cannot commit what it never prepared', async () => {
    await inNetwork(async (root) => {
      await assert.rejects(commitChange({ dir: own(root, 1), index: 1 }), /no change is prepared/)
    })
  })
})

describe('a participant that lies', () => {
  for (const [name, lies, toOne, toTwo = toOne] of [
    [
      'about its share',
      { secret: (secret: string) => `01${secret.slice(2, 62)}00` },
      /Participant 3 did not commit to its share/,
    ],
    [
      'about the value for one other',
      {
        value: (receiver: number, value: string) => (receiver === 1 ? '01'.padEnd(64, '0') : value),
      },
      /Participant 3 sent a value that is not on the polynomial it committed to/,
      /Participant 3 is accused by participant 1/,
    ],
    [
      'about the plan',
      { plan: 'another' },
      /Participant 3 wants "another", and this one "new shares after g1-/,
    ],
    [
      'about the threshold',
      { opening: (honest: Opening) => ({ ...honest, commitment: honest.commitment!.slice(0, 1) }) },
      /Participant 3 did not commit to its share/,
    ],
    ['about what it saw', { transcript: '00'.repeat(32) }, /Participant 3 saw other openings/],
    [
      'about what it confirms',
      { confirmation: '00'.repeat(32) },
      /Participant 3 confirmed something else/,
    ],
  ] as const) {
    it(`${name} is named by the others, whose shares stay as they are`, async () => {
      await inNetwork(async (root, network, shares) => {
        const [one, two] = await Promise.allSettled([
          participate(root, 1, network),
          participate(root, 2, network),
          lieAsThree(root, network, lies),
        ])
        assert.match(reason(one), toOne)
        assert.match(reason(two), toTwo)
        await assertUnchanged(root, shares)
      })
    })
  }

  it('by its signature is named', async () => {
    await inNetwork(async (root, network, shares) => {
      const runs = await Promise.allSettled(
        ALL.map((index) => {
          // Participant 3 signs with a key that nobody knows.
          const stranger = { own: generateKeyPairSync('ed25519').privateKey }
          const identities = { ...identitiesOf(index), ...(index === 3 && stranger) }
          return participate(root, index, network, { identities, timeoutMs: 2000 })
        }),
      )
      for (const run of runs.slice(0, 2)) {
        assert.match(reason(run), /what participant 3 sent is not signed with its key/)
      }
      await assertUnchanged(root, shares)
    })
  })
})

describe('a plan', () => {
  for (const [name, changes, message] of [
    ['with fewer dealers than make a key', { dealers: [1] }, /2 dealers are needed, 1 are there/],
    ['with a dealer that is no member', { dealers: [1, 9] }, /Dealer 9 is no member/],
    ['with a member twice', { members: [1, 1, 2] }, /different indexes/],
    ['with a threshold of 1', { threshold: 1 }, /threshold/],
    [
      'without the one who runs it',
      { members: [2, 3], dealers: [2, 3] },
      /neither dealer nor member/,
    ],
  ] as const) {
    it(`${name} is refused`, async () => {
      await inNetwork(async (root, network) => {
        const given = Object.fromEntries(
          Object.entries(changes).map(([key, value]) => [
            key,
            Array.isArray(value) ? [...value] : value,
          ]),
        )
        await assert.rejects(participate(root, 1, network, given), message)
      })
    })
  }

  it('is refused to a dealer with a share of another network', async () => {
    await inNetwork(async (root, network, shares) => {
      const file = join(own(root, 1), 'share-1.json')
      await writeFile(file, JSON.stringify({ ...shares[1], index: 1 }))
      await assert.rejects(
        participate(root, 1, network),
        /share-1\.json: Share 1 is not of this generation, g1-/,
      )
    })
  })
})

/** Posts until there is an answer. @returns The status. */
const knock = (url: string, body: string): Promise<number> =>
  until(`an answer from ${url}`, async () => {
    const headers = { 'content-type': 'application/json' }
    return (await fetch(url, { method: 'POST', headers, body })).status
  })
