/** Key generation without a dealer: honest participants as processes, liars as this file. */
import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import { ristretto255_FROST as frost } from '@noble/curves/ed25519.js'
import { exportJWK, generateKeyPair } from 'jose'

import { freePorts } from '../../demo/stack/free-ports.js'
import {
  combine,
  evaluate,
  identityInput,
  interpolate,
  verifyEvaluation,
} from '../../src/keys/oprf.js'
import { runDkg } from '../../src/server/ceremonies/dkg.js'
import { Broadcast, idOf } from '../../src/server/ceremonies/dkg-messages.js'
import { Exchange, transcriptOf } from '../../src/server/ceremonies/exchange.js'
import { FolderChannel } from '../../src/server/ceremonies/folder-channel.js'
import { HttpChannel } from '../../src/server/ceremonies/http-channel.js'
import { Network } from '../../src/server/keys/generation.js'
import { seal } from '../../src/server/platform/seal.js'
import { toHex } from '../../src/shared/encoding.js'
import { identitiesOf, makePeers } from '../node/support/peers.js'
import { CHEAP, inTemporaryFolder, readSealedShare, SHARE_KEY } from '../node/support/services.js'
import { range, subsets } from '../node/support/shares.js'
import { runCli } from './support/cli.js'

const input = identityInput('google', 'sample.one@example.test')

const KEYS = {
  WALLET_EMBED_SHARE_KEY: SHARE_KEY,
  WALLET_EMBED_BACKUP_KEY: 'another passphrase, kept elsewhere',
}

/** One participant in this process. Each has a folder of its own beside the shared one. */
const participate = (
  root: string,
  index: number,
  of: number,
  threshold: number,
  timeoutMs = 20_000,
) =>
  runDkg({
    index,
    of,
    threshold,
    timeoutMs,
    url: `http://localhost:${4060 + index}`,
    channel: new FolderChannel(join(root, 'shared'), index),
    identities: identitiesOf(index),
    dir: join(root, `own${index}`),
    shareKey: SHARE_KEY,
    cost: CHEAP,
  })

/** What a run left: the shares do what the shares of one key do. */
async function checkShares(root: string, of: number, threshold: number): Promise<void> {
  const read = async (index: number) =>
    JSON.parse(await readFile(join(root, `own${index}/network.json`), 'utf8'))
  const network = Network.parse(await read(1))
  const answers = []
  for (const index of range(of)) {
    assert.deepEqual(await read(index), network)
    const share = await readSealedShare(join(root, `own${index}`), index)
    assert.equal((await stat(join(root, `own${index}/share-${index}.json`))).mode & 0o777, 0o600)
    assert.deepEqual(
      [share.index, share.threshold, share.groupKey],
      [index, threshold, network.groupKey],
    )
    const answer = evaluate(
      input,
      Uint8Array.from(Buffer.from(share.secret, 'hex')),
      share.publicKey,
    )
    assert.ok(verifyEvaluation(input, network.nodes[index - 1]!.publicKey, answer))
    answers.push({ index, element: answer.element })
  }
  const outputs = subsets(answers, threshold).map((some) => toHex(combine(input, some)))
  assert.equal(new Set(outputs).size, 1)
  const keys = network.nodes.map(({ index, publicKey }) => ({ index, element: publicKey }))
  for (const some of subsets(keys, threshold)) assert.equal(interpolate(some), network.groupKey)
}

describe('a key generation', () => {
  it('by three processes gives each a share of one key, 2 of 3', async () => {
    await inTemporaryFolder(async (root) => {
      const { inFolder } = await makePeers(root, 3)
      const runs = range(3).map((index) => {
        const sizes = ['--index', `${index}`, '--of', '3', '--threshold', '2']
        const places = [
          ...inFolder(index, join(root, 'shared')),
          '--out',
          join(root, `own${index}`),
        ]
        const url = `http://localhost:${4060 + index}`
        return runCli(['dkg', ...sizes, ...places, '--url', url, '--timeout', '40'], KEYS).ended
      })
      const ended = await Promise.all(runs)
      for (const { code, stderr } of ended) assert.deepEqual([code, stderr], [0, ''])
      const fingerprints = ended.map(
        ({ stdout }) => stdout.match(/Fingerprint: ([0-9a-f]{32})/)?.[1],
      )
      assert.ok(fingerprints[0])
      assert.equal(new Set(fingerprints).size, 1)
      await checkShares(root, 3, 2)
      const shares = await Promise.all(
        range(3).map((index) => readSealedShare(join(root, `own${index}`), index)),
      )
      for (const file of await readdir(join(root, 'shared'))) {
        const text = await readFile(join(root, 'shared', file), 'utf8')
        for (const { secret } of shares) assert.equal(text.includes(secret), false)
      }
    })
  })

  it('works 3 of 5', async () => {
    await inTemporaryFolder(async (root) => {
      await Promise.all(range(5).map((index) => participate(root, index, 5, 3)))
      await checkShares(root, 5, 3)
    })
  })

  it('passes on over HTTP what the most participants there can be tell each other', async () => {
    const ports = await freePorts(2)
    const channels = [1, 2].map((index) => {
      const urls = new Map([[3 - index, `http://localhost:${ports[2 - index]}/`]])
      return new HttpChannel({ index, urls, port: ports[index - 1]!, host: 'localhost' })
    })
    await Promise.all(channels.map((channel) => channel.open(() => true)))
    const key = await exportJWK((await generateKeyPair('ECDH-ES', { crv: 'P-256' })).publicKey)
    const part = seal('0'.repeat(64), key as Broadcast['key'])
    const shares = Object.fromEntries(range(255).map((index) => [index, part]))
    const text = JSON.stringify({ body: JSON.stringify({ shares }) })
    await channels[0]!.put(2, text)
    await channels[0]!.close(5_000)
    assert.equal(await channels[1]!.get(2, 1), text)
    await channels[1]!.close(0)
  })

  it('names who is missing, and leaves no share', async () => {
    await inTemporaryFolder(async (root) => {
      const runs = await Promise.allSettled(
        [1, 3].map((index) => participate(root, index, 3, 2, 300)),
      )
      for (const run of runs) assert.match(reason(run), /nothing from participant 2\./)
      await assertNoShares(root)
    })
  })

  it('refuses a folder that was used before', async () => {
    await inTemporaryFolder(async (root) => {
      await Promise.all([1, 2].map((index) => participate(root, index, 2, 2)))
      await assert.rejects(participate(root, 1, 2, 2), { code: 'INVALID_ARGUMENT' })
    })
  })

  it('refuses a threshold that is no threshold', async () => {
    await inTemporaryFolder(async (root) => {
      for (const threshold of [1, 4]) {
        await assert.rejects(participate(root, 1, 3, threshold), { code: 'INVALID_ARGUMENT' })
      }
    })
  })
})

async function assertNoShares(root: string): Promise<void> {
  const left = await readdir(root, { recursive: true })
  assert.deepEqual(
    left.filter((name) => /share-\d\.json|network\.json/.test(name)),
    [],
  )
}

interface Lies {
  plan?: string
  url?: string
  broadcast?: (own: Broadcast) => Broadcast
  share?: (receiver: number, share: string) => string
  transcript?: string
}

/** Participant 2 of 3, who lies. */
async function lieAsTwo(root: string, lies: Lies): Promise<void> {
  const channel = new FolderChannel(join(root, 'shared'), 2)
  const exchange = new Exchange(
    { channel, identities: identitiesOf(2), timeoutMs: 20_000 },
    {
      purpose: 'dkg',
      index: 2,
      participants: [1, 2, 3],
      plan: lies.plan ?? 'a new key, 2 of 3',
    },
  )
  await exchange.during(() => lieIn(exchange, lies))
}

async function lieIn(exchange: Exchange, lies: Lies): Promise<void> {
  const { publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256' })
  const { public: opening, secret } = frost.DKG.round1(idOf(2), { min: 2, max: 3 })
  const honest = Broadcast.parse({
    url: lies.url ?? 'http://localhost:4062',
    commitment: opening.commitment.map(toHex),
    proofOfKnowledge: toHex(opening.proofOfKnowledge),
    key: await exportJWK(publicKey),
  })
  const own = lies.broadcast?.(honest) ?? honest
  await exchange.publish(1, own)
  const others = await exchange.collect(1, Broadcast)
  const packages = [...others].map(([sender, { commitment, proofOfKnowledge }]) => ({
    identifier: idOf(sender),
    commitment: commitment.map((point) => Uint8Array.from(Buffer.from(point, 'hex'))),
    proofOfKnowledge: Uint8Array.from(Buffer.from(proofOfKnowledge, 'hex')),
  }))
  const values = frost.DKG.round2(secret, packages)
  const shares: Record<string, string> = {}
  for (const [receiver, broadcast] of others) {
    const share = toHex(values[idOf(receiver)]!.signingShare)
    shares[receiver] = seal(lies.share?.(receiver, share) ?? share, broadcast.key)
  }
  const transcript = lies.transcript ?? transcriptOf(new Map(others).set(2, own))
  await exchange.publish(2, { transcript, shares })
  await exchange.publish(3, { id: '00'.repeat(32) })
}

const reason = (run: PromiseSettledResult<unknown>): string =>
  run.status === 'rejected' ? String(run.reason.message) : 'It worked.'

describe('a participant that lies', () => {
  for (const [name, lies, toOne, toThree = toOne] of [
    [
      'about the share of one other',
      {
        share: (receiver: number, share: string) => (receiver === 1 ? '01'.padEnd(64, '0') : share),
      },
      /Participant 2 sent a share that is not the one it committed to/,
      /Participant 2 is accused by participant 1/,
    ],
    ['by sending what is no share', { share: () => 'x' }, /Participant 2 sent a share/],
    [
      'about knowing its polynomial',
      {
        broadcast: (own: Broadcast) => ({ ...own, commitment: own.commitment.toReversed() }),
      },
      /Participant 2 sent commitments without a valid proof/,
    ],
    [
      'about the threshold',
      { plan: 'a new key, 3 of 3' },
      /Participant 2 wants "a new key, 3 of 3", and this one "a new key, 2 of 3"/,
    ],
    [
      'about where its node will be',
      { url: 'http://localhost:4061' },
      /Participants 1 and 2 both have --url http:\/\/localhost:4061\//,
    ],
    ['about what it saw', { transcript: '00'.repeat(32) }, /Participant 2 saw other broadcasts/],
    ['about the key that came out', {}, /Participant 2 confirmed something else.*share resume/],
  ] as const) {
    it(`${name} is named by the others, who keep no share`, async () => {
      await inTemporaryFolder(async (root) => {
        const [one, , three] = await Promise.allSettled([
          participate(root, 1, 3, 2),
          lieAsTwo(root, lies),
          participate(root, 3, 3, 2),
        ])
        assert.match(reason(one!), toOne)
        assert.match(reason(three!), toThree)
        await assertNoShares(root)
      })
    })
  }
})
