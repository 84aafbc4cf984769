/** What operators write: wrong files are refused in words that say where. */
import assert from 'node:assert/strict'
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Registry } from '../../src/protocol/registry.js'
import { type ChainConfig, type KeyNetwork, Presentation } from '../../src/protocol/service.js'
import { makeDevShares } from '../../src/server/keys/shares.js'
import { readExactJson } from '../../src/server/platform/files.js'
import { replaceFile } from '../../src/server/platform/write-file.js'
import { checkRegistry, readRegistry } from '../../src/server/registry/registry.js'
import { buildAppConfig } from '../../src/server/wallet-app/app-config.js'
import { registryFor } from './support/issuer.js'
import { inTemporaryFolder, readShare } from './support/services.js'

const registry = registryFor('http://localhost:4052')
const withVerifier = (changes: Record<string, unknown>) => ({
  ...registry,
  verifiers: { google: { ...registry.verifiers.google, ...changes } },
})
const withAggregates = (aggregates: Record<string, string[]>) => ({
  ...registry,
  aggregates: Object.fromEntries(
    Object.entries(aggregates).map(([name, verifiers]) => [name, { verifiers }]),
  ),
})

describe('a registry', () => {
  it('is read, with defaults where the file says nothing', async () => {
    const { verifierIdField, leeway, ...rest } = registry.verifiers.google!
    const file = { ...registry, verifiers: { google: rest } }
    await inTemporaryFolder(async (dir) => {
      const path = join(dir, 'registry.json')
      await writeFile(path, JSON.stringify(file))
      const read: Registry = await readRegistry(path)
      assert.equal(read.verifiers.google!.verifierIdField, 'sub')
      assert.equal(read.verifiers.google!.leeway, 60)
    })
  })

  for (const [where, wrong] of [
    ['verifiers.google.jwksUri: expected a URL', withVerifier({ jwksUri: 'jwks' })],
    ['verifiers.google.issuer', withVerifier({ issuer: undefined })],
    ['verifiers.google.algorithms.0', withVerifier({ algorithms: ['HS256'] })],
    ['verifiers.google.leeway', withVerifier({ leeway: 1e9 })],
    [
      'verifiers.google.tokenEndpoint: expected https',
      withVerifier({ tokenEndpoint: 'http://a.example/t' }),
    ],
    ['verifiers.google.jwksUri: expected https', withVerifier({ jwksUri: 'ftp://localhost/k' })],
    ['embedders.0', { ...registry, embedders: ['https://site.example/path'] }],
    ['applications.demo.name', { ...registry, applications: { demo: { origins: [] } } }],
    ['extra', { ...registry, extra: true }],
    [
      'verifiers.google.isVerifierIdVerifed: no field, did you mean isVerifierIdVerified?',
      withVerifier({ isVerifierIdVerifed: true }),
    ],
    [
      'applications.demo.redirectUrl: no field, did you mean redirectUrls?',
      { ...registry, applications: { demo: { name: 'Demo', origins: [], redirectUrl: [] } } },
    ],
    [
      'embedders: https://a.example is there twice, with other approvals',
      {
        ...registry,
        embedders: [{ origin: 'https://a.example', approvals: 'window' }, 'https://a.example'],
      },
    ],
    ['aggregates.all: no verifier nobody', withAggregates({ all: ['google', 'nobody'] })],
    ['aggregates.all.verifiers', withAggregates({ all: [] })],
    [
      'aggregates.b: google is in a already',
      withAggregates({ a: ['google'], b: ['github', 'google'] }),
    ],
    ['aggregates.google: is the name of a verifier', withAggregates({ google: ['github'] })],
    ['aggregates.github: is the name of a verifier', withAggregates({ github: ['github'] })],
  ] as const) {
    it(`is refused with "${where}"`, () => {
      assert.throws(
        () => checkRegistry(wrong, 'registry.json: '),
        (error: { code: string; detail: string }) =>
          error.code === 'INVALID_ARGUMENT' &&
          error.detail.startsWith('registry.json: ') &&
          error.detail.includes(where),
      )
    })
  }

  it('may have a page twice that is told the same', () => {
    const embedders = ['https://a.example', { origin: 'https://a.example', approvals: 'page' }]
    assert.equal(checkRegistry({ ...registry, embedders }).embedders.length, 2)
  })

  it('that is missing or no JSON is refused by name', async () => {
    await inTemporaryFolder(async (dir) => {
      const path = join(dir, 'registry.json')
      await assert.rejects(readRegistry(path), { detail: `${path}: ENOENT.` })
      await writeFile(path, '{')
      await assert.rejects(readRegistry(path), {
        detail: `${path}: is no JSON, from line 1, column 2.`,
      })
    })
  })

  it('with a name that is special to JavaScript is refused: a schema would drop it', async () => {
    await inTemporaryFolder(async (dir) => {
      const path = join(dir, 'registry.json')
      for (const text of ['{"applications":{"__proto__":{}}}', '{"\\u005f_proto__":{}}']) {
        await writeFile(path, text)
        await assert.rejects(readRegistry(path), {
          code: 'INVALID_ARGUMENT',
          detail: `${path}: has a member __proto__.`,
        })
      }
    })
  })

  it('in another encoding than UTF-8 is refused: its names would be read as different ones', async () => {
    await inTemporaryFolder(async (dir) => {
      const path = join(dir, 'registry.json')
      const { google } = registry.verifiers
      const text = JSON.stringify({ ...registry, verifiers: { café: google } })
      await writeFile(path, Buffer.from(text, 'latin1'))
      await assert.rejects(readRegistry(path), { detail: `${path}: expected UTF-8.` })
      await writeFile(path, text)
      assert.deepEqual(Object.keys((await readRegistry(path)).verifiers), ['café'])
    })
  })
})

describe('development shares', () => {
  const make = (dir: string) => makeDevShares({ urls: ['http://a.example'], threshold: 2, dir })

  it('need at least two nodes, and no more to make a key than there are', async () => {
    await inTemporaryFolder(async (dir) => {
      await assert.rejects(make(dir), { code: 'INVALID_ARGUMENT' })
    })
  })

  it('are never written over others', async () => {
    await inTemporaryFolder(async (dir) => {
      const options = { urls: ['http://a.example', 'http://b.example'], threshold: 2, dir }
      await makeDevShares(options)
      const before = await readShare(dir, 1)
      await assert.rejects(makeDevShares(options), { code: 'INVALID_ARGUMENT' })
      assert.deepEqual(await readShare(dir, 1), before)
    })
  })
})

describe("the wallet app's configuration", () => {
  const chains: ChainConfig[] = [
    {
      host: 'localhost',
      chainId: 31_337,
      networkName: 'Local',
      rpcUrl: 'http://localhost:8545',
      ticker: 'ETH',
      tickerName: 'Ether',
    },
  ]
  it('is refused with a misspelt name in any part of its presentation', async () => {
    await inTemporaryFolder(async (dir) => {
      const path = join(dir, 'presentation.json')
      const topup = { id: 'cards', name: 'Cards', url: 'https://cards.example' }
      const right = { topup: [{ ...topup, chainIds: [1] }], billboard: { title: { de: 'Neu' } } }
      await writeFile(path, JSON.stringify(right))
      assert.deepEqual(await readExactJson(path, Presentation), right)
      for (const [where, wrong] of [
        ['links.privcy', { links: { privcy: 'https://a.example' } }],
        ['topup.1.chainId', { topup: [topup, { ...topup, chainId: [1] }] }],
      ] as const) {
        await writeFile(path, JSON.stringify(wrong))
        await assert.rejects(readExactJson(path, Presentation), {
          code: 'INVALID_ARGUMENT',
          detail: `${path}: ${where}: no such field`,
        })
      }
    })
  })

  const urls = ['http://localhost:4061', 'http://localhost:4062', 'http://localhost:4063']
  const build = (keyNetwork: KeyNetwork) =>
    buildAppConfig({ registry, keyNetwork, loginService: 'http://localhost:4051', chains })

  it('holds of a verifier what a login needs, and nothing of the applications', async () => {
    await inTemporaryFolder(async (dir) => {
      const config = build(await makeDevShares({ urls, threshold: 2, dir }))
      assert.deepEqual(Object.keys(config).sort(), [
        'approvals',
        'chains',
        'embedders',
        'keyNetwork',
        'loginService',
        'verifiers',
      ])
      assert.equal('jwksUri' in config.verifiers.google!, false)
    })
  })

  it('is refused if a public key is not of this key network', async () => {
    await inTemporaryFolder(async (dir) => {
      const network = await makeDevShares({ urls, threshold: 2, dir })
      const [one, two, three] = network.nodes as [
        KeyNetwork['nodes'][0],
        KeyNetwork['nodes'][0],
        KeyNetwork['nodes'][0],
      ]
      const wrong = { ...network, nodes: [one, two, { ...three, publicKey: two.publicKey }] }
      assert.throws(() => build(wrong), {
        detail: "The public key of node 3 does not belong to the group's key.",
      })
    })
  })
})

describe('a file that is replaced', () => {
  it('by the name of a link stays where it is, and so does the link', async () => {
    await inTemporaryFolder(async (dir) => {
      const [folder, link] = [join(dir, 'published'), join(dir, 'builds.json')]
      const target = join(folder, 'builds.json')
      await mkdir(folder)
      await writeFile(target, 'old')
      await symlink(target, link)
      await replaceFile(link, 'new')
      assert.equal(await readFile(target, 'utf8'), 'new')
      assert.ok((await lstat(link)).isSymbolicLink())
      assert.deepEqual(await readdir(folder), ['builds.json'])
    })
  })
})
