/** The operator's descriptors: a release is taken in, served as it is, and whatever else is said is not believed. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'

import { readDescriptor } from '../../src/chain/clear-signing/read-descriptor.js'
import { DescriptorIndex } from '../../src/protocol/files/descriptors.js'
import { checkDescriptors, hashOf, takeRelease } from '../../src/server/descriptors/folder.js'
import { createWalletApp } from '../../src/server/wallet-app/wallet-app.js'
import { registryFor } from '../node/support/issuer.js'
import { start } from '../node/support/services.js'
import { runCli } from './support/cli.js'

const SHOP = '0x52908400098527886E0F7030069857D2E4169EE7'
const OTHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const NONE = `${'0'.repeat(64)}`

type Files = Record<string, unknown>

const shop = (intent: string, deployments: unknown = [{ chainId: 1, address: SHOP }]) => ({
  context: { contract: { deployments } },
  metadata: { owner: 'Shop' },
  display: {
    formats: { 'buy(uint256 price)': { intent, fields: [{ path: 'price', label: 'Price' }] } },
  },
})
const letter = {
  includes: '../common.json',
  context: { eip712: { deployments: [{ chainId: 1, address: SHOP }] } },
  display: { formats: { 'Letter(string text)': { intent: 'Write', fields: [] } } },
}

let dir: string
let into: string
before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'descriptors-'))
})
after(() => rm(dir, { recursive: true }))
beforeEach(async () => {
  into = await mkdtemp(join(dir, 'own-'))
})

async function release(files: Files): Promise<string> {
  const folder = await mkdtemp(join(dir, 'release-'))
  for (const [name, json] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    const text = typeof json === 'string' ? json : JSON.stringify(json)
    await writeFile(join(folder, name), text)
  }
  return folder
}
const take = async (files: Files) => takeRelease(await release(files), into)
const readOwn = async (hash: string): Promise<unknown> =>
  JSON.parse(await readFile(join(into, `${hash}.json`), 'utf8'))
const noInclude = () => assert.fail('nothing is included any more')

describe('a release that is taken in', () => {
  const files = {
    'registry/common.json': { metadata: { owner: 'Shop' } },
    'registry/shop/calldata-shop.json': shop('Buy'),
    'registry/shop/eip712-shop.json': letter,
    'registry/shop/tests/calldata-shop.json': { tests: [] },
    'package.json': {},
  }

  it('is found by chain and contract, each descriptor whole and by its hash', async () => {
    const { hash, count } = await take(files)
    assert.equal(count, 2)
    const index = DescriptorIndex.parse(await readOwn(hash))
    assert.deepEqual(Object.keys(index), [`1:${SHOP.toLowerCase()}`])
    const read = await Promise.all(
      Object.values(index)
        .flat()
        .map(async (one) => readDescriptor(await readOwn(one), noInclude)),
    )
    assert.deepEqual(
      read.map(({ metadata, display }) => [metadata?.owner, Object.keys(display.formats)]),
      [
        ['Shop', ['buy(uint256 price)']],
        ['Shop', ['Letter(string text)']],
      ],
    )
    await checkDescriptors(into, hash)
    assert.equal(await hashOf(into), hash)
  })

  it('is compared with the one before, whose files stay', async () => {
    const first = await take(files)
    const again = await take(files)
    assert.deepEqual([again.hash, again.added, again.changed, again.gone], [first.hash, [], [], []])
    const { 'registry/shop/eip712-shop.json': _, ...rest } = files
    const second = await take({
      ...rest,
      'registry/shop/calldata-shop.json': shop('Sell', [{ chainId: 10, address: OTHER }]),
      'registry/new/calldata-new.json': shop('Buy'),
    })
    assert.deepEqual(second.added, ['registry/new/calldata-new.json'])
    assert.deepEqual(second.gone, ['registry/shop/eip712-shop.json'])
    assert.deepEqual(second.changed, [
      {
        file: 'registry/shop/calldata-shop.json',
        what: [
          `also for 10:${OTHER.toLowerCase()}`,
          `no longer for 1:${SHOP.toLowerCase()}`,
          'says something else: buy(uint256 price)',
        ],
      },
    ])
    for (const { hash } of [first, second]) await checkDescriptors(into, hash)
  })
})

describe('nothing gets in that', () => {
  const refused = async (json: unknown, why: RegExp) => {
    const { count, unread } = await take({
      'calldata-a.json': json,
      'calldata-b.json': shop('Buy'),
    })
    assert.equal(count, 1)
    assert.equal(unread[0]?.file, 'calldata-a.json')
    assert.match(unread[0].why, why)
  }

  for (const includes of ['../outside.json', '/etc/hostname', 'a/../../../../../etc/hostname']) {
    it(`is outside of the release: ${includes}`, async () => {
      await writeFile(join(dir, 'outside.json'), JSON.stringify({ metadata: { owner: 'Outside' } }))
      await refused({ ...shop('Buy'), includes }, / is outside\.$/)
    })
  }

  it('a link in the release leads to', async () => {
    await writeFile(join(dir, 'secret.json'), JSON.stringify(shop('Secret')))
    const folder = await release({ 'calldata-b.json': shop('Buy') })
    await symlink(join(dir, 'secret.json'), join(folder, 'calldata-a.json'))
    const { count, unread } = await takeRelease(folder, into)
    assert.equal(count, 1)
    assert.match(unread[0]!.why, / is outside\.$/)
  })

  it('includes itself', () => refused({ ...shop('Buy'), includes: './calldata-a.json' }, /levels/))
  it('is no JSON', () => refused('{', /JSON/))
  it('is larger than frames read', () =>
    refused({ ...shop('Buy'), a: 'a'.repeat(600_000) }, /bytes/))
  it('has functions without end', () => {
    const formats = Object.fromEntries(
      Array.from({ length: 501 }, (_, at) => [`f${at}()`, { intent: 'A' }]),
    )
    return refused({ ...shop('Buy'), display: { formats } }, /at most 500/)
  })
  it('names no contract', () =>
    refused({ ...shop('Buy'), context: { contract: {} } }, /deployments/))
})

describe('a folder that is not what its names say', () => {
  it('is told by the file', async () => {
    const { hash } = await take({ 'calldata-a.json': shop('Buy') })
    const [own] = Object.values(DescriptorIndex.parse(await readOwn(hash))).flat()
    await writeFile(join(into, `${own}.json`), JSON.stringify(shop('Sell')))
    await assert.rejects(checkDescriptors(into, hash), {
      detail: `${join(into, `${own}.json`)}: not what its name says.`,
    })
    await assert.rejects(checkDescriptors(into, NONE), { detail: /ENOENT/ })
  })
})

describe('the command', () => {
  it('says what changed, with nothing that a terminal obeys, and the configuration takes the hash', async () => {
    const from = await release({ 'calldata-\u001b[2J.json': shop('Buy'), 'calldata-b.json': '{' })
    const { code, stdout } = await runCli(['descriptors', 'take', '--from', from, '--into', into])
      .ended
    assert.equal(code, 0)
    assert.ok(!stdout.includes('\u001b'))
    assert.match(stdout, /^new {6}calldata-⟨U\+001B⟩\[2J\.json$/m)
    assert.match(stdout, /^unread {3}calldata-b\.json: /m)
    assert.match(stdout, /^1 descriptors: 1 new, 0 changed, 0 gone, 1 unread\.$/m)
    assert.match(stdout, new RegExp(`"descriptors": "${await hashOf(into)}"`))
    assert.ok(!stdout.includes('reviewed'))
  })

  it('says which attestations do not count, and how many descriptors are reviewed', async () => {
    const from = await release({
      'calldata-a.json': shop('Buy'),
      'calldata-b.json': shop('Sell'),
      [`sigs/calldata-a.eip155-1-${OTHER}.json`]: {},
    })
    const { code, stdout } = await runCli([
      ...['descriptors', 'take', '--from', from, '--into', into],
      ...['--reviewed-by', OTHER.toLowerCase()],
    ]).ended
    assert.equal(code, 0)
    assert.match(stdout, /^refused {2}calldata-a\.json: attestation of 0x.{40}: sig: .+$/m)
    assert.match(
      stdout,
      /^0 of 2 are reviewed\. The others are taken too, marked as not reviewed\.$/m,
    )
  })
})

describe("the wallet app's host", () => {
  it('serves descriptors for ever, by their hash, and nothing else of the folder', async () => {
    const { hash } = await take({ 'calldata-a.json': shop('Buy') })
    const root = await mkdtemp(join(dir, 'root-'))
    await writeFile(join(dir, 'above.json'), '{}')
    const config = {
      loginService: 'https://login.example',
      keyNetwork: { threshold: 1, groupKey: '00'.repeat(32), nodes: [] },
      verifiers: {},
      chains: [],
      descriptors: hash,
    }
    const app = createWalletApp({
      root,
      config,
      registry: registryFor('https://issuer.example'),
      descriptors: into,
    })
    const url = await start(app)
    try {
      const served = (await (await fetch(`${url}/config.json`)).json()) as { descriptors: string }
      assert.equal(served.descriptors, hash)
      for (const name of await readdir(into)) {
        const response = await fetch(`${url}/descriptors/${name}`)
        assert.equal(response.status, name === 'release.json' ? 404 : 200, name)
        if (!response.ok) continue
        assert.match(response.headers.get('cache-control') ?? '', /immutable/)
      }
      for (const path of ['%2e%2e/above.json', '..%2fabove.json', `${NONE}.json`, '']) {
        assert.equal((await fetch(`${url}/descriptors/${path}`)).status, 404, path)
      }
    } finally {
      await app.close()
    }
  })

  it('does not start without those that its configuration names', async () => {
    const file = (name: string) => join(into, name)
    await writeFile(
      file('config.json'),
      JSON.stringify({
        loginService: 'https://login.example',
        keyNetwork: { threshold: 1, groupKey: '00'.repeat(32), nodes: [] },
        verifiers: {},
        chains: [],
        descriptors: NONE,
      }),
    )
    await writeFile(file('registry.json'), JSON.stringify(registryFor('https://issuer.example')))
    const args = ['--config', file('config.json'), '--registry', file('registry.json')]
    const run = (more: string[]) =>
      runCli(['wallet-app', '--root', into, ...args, '--port', '0', ...more]).ended
    const [none, wrong] = await Promise.all([run([]), run(['--descriptors', into])])
    assert.deepEqual([none.code, wrong.code], [1, 1])
    assert.match(none.stderr, /--descriptors: the configuration names some/)
    assert.match(wrong.stderr, new RegExp(`${NONE}.json: ENOENT`))
  })
})
