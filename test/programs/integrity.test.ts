/** What pages pin: the manifest of the built wallet app. Needs a build. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { brotliCompressSync } from 'node:zlib'

import { sealCdn, sealWallet } from '../../scripts/integrity.js'
import { loadedBy } from '../../scripts/size.js'
import { fromRoot } from '../../scripts/vite/shared.js'
import { isCompressed } from '../../src/server/platform/compressed.js'
import { runCli } from './support/cli.js'

const BUILT = fromRoot('dist/wallet')
const { version } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8'))

interface Manifest {
  version: string
  files: Record<string, string>
}

const read = async (path: string) => readFile(join(BUILT, path))
const manifest = async (path = 'integrity.json'): Promise<Manifest> =>
  JSON.parse((await read(path)).toString())
const hashOf = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

describe("the wallet app's manifest", () => {
  it('has the hash of every page, script, style sheet and image, in order, and of nothing else', async () => {
    const { files } = await manifest()
    const all = (await filesIn(BUILT)).filter(
      (path) => !/^(v|cdn|packages)\//.test(path) && !isCompressed(path),
    )
    const listed = all.filter((path) => /\.(html|js|css|svg)$/.test(path))
    assert.deepEqual(Object.keys(files), listed)
    assert.ok(listed.includes('frame.html') && listed.some((path) => /worker-.*\.js$/.test(path)))
    const rest = all.filter((path) => !listed.includes(path) && !path.endsWith('.map'))
    assert.deepEqual(rest, ['integrity.json', 'integrity.txt'])
    for (const [path, hash] of Object.entries(files)) {
      assert.equal(hash, hashOf(await read(path)), path)
    }
  })

  it('names the version of the package, and its own hash is written beside it', async () => {
    assert.equal((await manifest()).version, version)
    const hash = hashOf(await read('integrity.json'))
    assert.equal((await read('integrity.txt')).toString(), `${hash}\n`)
  })

  it('comes with the same app under its version', async () => {
    const folder = `v/${version}`
    const copied = (await filesIn(join(BUILT, folder))).filter((path) => !isCompressed(path))
    const { files } = await manifest()
    const expected = [...Object.keys(files), 'integrity.json', ...cdnFiles].sort()
    assert.deepEqual(copied, expected)
    for (const path of [...Object.keys(files), 'integrity.json', 'cdn/wallet-embed.js']) {
      assert.deepEqual(await read(join(folder, path)), await read(path), path)
    }
  })
  const cdnFiles = ['cdn/integrity.txt', 'cdn/wallet-embed.js', 'cdn/wallet-embed.js.map']

  it('has the same hash when it is sealed again, and a different one for a different version', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wallet-embed-'))
    try {
      await cp(BUILT, folder, { recursive: true })
      const hash = hashOf(await read('integrity.json'))
      assert.equal(await sealWallet(folder, version), hash)
      assert.notEqual(await sealWallet(folder, '9.9.9'), hash)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('is backed by pages that pin every script and style sheet they name', async () => {
    const { files } = await manifest()
    const pages = Object.keys(files).filter((path) => path.endsWith('.html'))
    assert.ok(pages.length >= 3)
    for (const page of pages) {
      const html = (await read(page)).toString()
      const loaded = loadedBy(html).filter((path) => !path.endsWith('.svg'))
      // Where a frame and a window find each other: it is empty.
      assert.ok(page === 'meet.html' ? !loaded.length : loaded.length > 1, page)
      for (const path of loaded) {
        const tag = new RegExp(`<[^>]*integrity="([^"]+)"[^>]*crossorigin[^>]*"${path}"`).exec(html)
        assert.equal(tag?.[1], files[path.replace('./', '')], `${page}: ${path}`)
      }
    }
  })
})

describe("the library's one file", () => {
  it('has its hash beside it, for the integrity attribute of a script', async () => {
    const hash = hashOf(await readFile(fromRoot('dist/cdn/wallet-embed.js')))
    const written = await readFile(fromRoot('dist/cdn/integrity.txt'), 'utf8')
    assert.equal(written, `${hash}\n`)
    assert.equal(await sealCdn(fromRoot('dist/cdn')), hash)
  })
})

describe('wallet-embed integrity', () => {
  let folder: string
  const check = () => runCli(['integrity', '--root', folder]).ended
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wallet-embed-'))
    await cp(BUILT, folder, { recursive: true })
  })
  after(() => rm(folder, { recursive: true }))

  it('prints version and hash of a folder that is as it was built', async () => {
    const { code, stdout } = await check()
    assert.equal(stdout, `${version} ${hashOf(await read('integrity.json'))}\n`)
    assert.equal(code, 0)
  })

  it('names what is missing or another, and ends with 1', async () => {
    await writeFile(join(folder, 'frame.html'), 'another')
    await rm(join(folder, 'login.html'))
    const { code, stdout, stderr } = await check()
    assert.equal(
      stderr,
      'wallet-embed: frame.html is not the file of the build; login.html is missing.\n',
    )
    assert.deepEqual([code, stdout], [1, ''])
  })

  it('names what is compressed of something else, or is broken', async () => {
    await cp(BUILT, folder, { recursive: true })
    const { files } = await manifest()
    const script = Object.keys(files).find((path) => path.endsWith('.js'))!
    await writeFile(join(folder, `${script}.br`), brotliCompressSync('another()'))
    await writeFile(join(folder, `${script}.gz`), 'nothing of gzip')
    const { code, stderr } = await check()
    assert.equal(
      stderr,
      `wallet-embed: ${script}.br is not the file of the build; ${script}.gz is not the file of the build.\n`,
    )
    assert.equal(code, 1)
  })

  it('says of a manifest that is none what is wrong with it', async () => {
    for (const [text, message] of [
      ['nonsense', /integrity\.json: /],
      ['{"version":"1","files":{"../../etc/passwd":"sha384-"}}', /integrity\.json: files/],
    ] as const) {
      await writeFile(join(folder, 'integrity.json'), text)
      const { code, stderr } = await check()
      assert.match(stderr, message)
      assert.equal(code, 1)
    }
    await rm(join(folder, 'integrity.json'))
    assert.match((await check()).stderr, /integrity\.json cannot be read\.$/m)
  })
})
