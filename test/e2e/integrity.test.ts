/** A page that pins a build of the wallet app gets that build, or no wallet at all. Needs a build. */
import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { BrowserContext, Page } from 'playwright-core'

import { sealWallet } from '../../scripts/integrity.js'
import { fromRoot } from '../../scripts/vite/shared.js'
import type { IntegrityParams } from '../../src/index.js'
import { Registry } from '../../src/protocol/registry.js'
import { AppConfig } from '../../src/protocol/service.js'
import { isCompressed } from '../../src/server/platform/compressed.js'
import { readJson } from '../../src/server/platform/files.js'
import { createWalletApp } from '../../src/server/wallet-app/wallet-app.js'
import { after, afterEach, before, describe, it } from '../support/suite.js'
import { barePage } from './site.js'
import { OTHER, pickAccount, request, windowOf } from './support.js'
import { newProfile, Place, pageAt, signInAt } from './visit.js'

const BUILT = fromRoot('dist/wallet')
const OTHER_VERSION = '9.9.9'
const CLEAN = { elements: 0, inline: null }

describe('a page that pins the wallet’s build', () => {
  const here = new Place()
  let context: BrowserContext
  let page: Page
  /** A host of the wallet app whose files a test may change. */
  let host: FastifyInstance
  let folder: string
  let url: string
  let hash: string
  let version: string
  let files: string[]

  before(async () => {
    here.site.page('/', barePage())
    folder = await mkdtemp(join(tmpdir(), 'wallet-embed-'))
    await restore()
    host = createWalletApp({
      root: folder,
      config: await readJson(join(here.world.dir, 'config.json'), AppConfig),
      registry: await readJson(join(here.world.dir, 'registry.json'), Registry),
    })
    await host.listen({ port: 0, host: 'localhost' })
    url = `http://localhost:${(host.server.address() as AddressInfo).port}`
    hash = (await readFile(join(BUILT, 'integrity.txt'), 'utf8')).trim()
    const manifest = JSON.parse(await readFile(join(BUILT, 'integrity.json'), 'utf8'))
    version = manifest.version
    files = Object.keys(manifest.files)
    context = await newProfile(here.world)
    page = await pageAt(context, `${here.site.origin('shop')}/`)
  })
  after(async () => {
    await host?.close()
    await rm(folder, { recursive: true, force: true })
  })
  afterEach(() => page.evaluate(() => window.wallet?.cleanUp()))

  /** Without the compressed files, which would be served in the place of those that a test changes. */
  const restore = () =>
    cp(BUILT, folder, { recursive: true, filter: (path) => !isCompressed(path) })

  /** Starts a wallet; gives `ready`, or the code of what went wrong. */
  const init = (integrity: IntegrityParams, walletUrl = url) =>
    page.evaluate(
      async ([integrity, url]) => {
        const { Wallet } = (window as unknown as { lib: typeof import('../../src/index.js') }).lib
        window.wallet = new Wallet({ walletUrls: { production: url } })
        try {
          await window.wallet.init({ network: { host: 'localhost' }, integrity })
          return 'ready'
        } catch (error) {
          return (error as { code: string }).code
        }
      },
      [integrity, walletUrl] as const,
    )

  const traces = async () => {
    // The browser tells of a frame that went later than the page knows.
    while (page.frames().length > 1) await page.waitForEvent('framedetached')
    return {
      elements: await page.locator('wallet-embed, iframe, dialog').count(),
      inline: await page.evaluate(() => document.body.getAttribute('style')),
    }
  }

  const frameUrl = () => page.frames()[1]!.url()

  /** Changes one byte, and has it changed back. */
  const withChanged = async (path: string, use: () => Promise<void>) => {
    const bytes = await readFile(join(folder, path))
    const changed = Buffer.from(bytes)
    changed[changed.length - 1]! ^= 1
    await writeFile(join(folder, path), changed)
    try {
      await use()
    } finally {
      await writeFile(join(folder, path), bytes)
    }
  }

  it('signs in with it, from the folder of its version', async () => {
    const integrity = { check: true, hash, version }
    assert.equal(await init(integrity, here.world.stack.urls.wallet), 'ready')
    assert.ok(frameUrl().startsWith(`${here.world.stack.urls.wallet}/v/${version}/frame?`))
    const accounts = request(page, 'eth_requestAccounts')
    await signInAt(page)
    assert.match(((await accounts) as string[])[0]!, /^0x/)
  })

  it('gets INTEGRITY_MISMATCH for one changed byte in a file of any kind, and is left as it was', async () => {
    const kinds = new Map(files.map((path) => [extname(path), path]))
    assert.ok(kinds.size > 2)
    for (const path of [...kinds.values(), files[0]!]) {
      await withChanged(path, async () => {
        assert.equal(await init({ check: true, hash }), 'INTEGRITY_MISMATCH', path)
        assert.deepEqual(await traces(), CLEAN)
      })
    }
    assert.equal(await init({ check: true, hash }), 'ready')
  })

  it('gets it for a compressed file that holds another, too', async () => {
    const path = join(folder, `${files.find((file) => file.endsWith('.js'))}.br`)
    await writeFile(path, brotliCompressSync('another()'))
    assert.equal(await init({ check: true, hash }), 'INTEGRITY_MISMATCH')
    await rm(path)
    assert.equal(await init({ check: true, hash }), 'ready')
  })

  it('signs in with it in a window that the page opened in its click', async () => {
    assert.equal(await init({ check: true, hash, version }, here.world.stack.urls.wallet), 'ready')
    await page.evaluate(() => {
      const button = document.body.appendChild(document.createElement('button'))
      button.textContent = 'Enter'
      button.onclick = async () => {
        const [account] = await window.wallet.login({ verifier: 'google' })
        button.textContent = account!
      }
    })
    const popup = await windowOf(page, () => page.getByRole('button', { name: 'Enter' }).click())
    await pickAccount(popup, OTHER)
    await page.getByRole('button', { name: /^0x/ }).waitFor()
    await page.evaluate(() => window.wallet.logout())
  })

  it('keeps the version that it pinned when the root becomes another', async () => {
    await writeFile(join(folder, 'frame.html'), 'another')
    const newer = await sealWallet(folder, OTHER_VERSION)
    assert.equal(await init({ check: true, hash, version }), 'ready')
    assert.ok(frameUrl().startsWith(`${url}/v/${version}/frame?`))
    await page.evaluate(() => window.wallet.cleanUp())
    const mixed = { check: true, hash, version: OTHER_VERSION }
    assert.equal(await init(mixed), 'INTEGRITY_MISMATCH')
    assert.notEqual(newer, hash)
    await restore()
  })
})
