/** A page that would rather have a build of the wallet app from before a weakness was mended. */
import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request as rawRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { BrowserContext, Page } from 'playwright-core'

import { sealWallet } from '../../scripts/integrity.js'
import { fromRoot } from '../../scripts/vite/shared.js'
import type { IntegrityParams } from '../../src/index.js'
import { Registry } from '../../src/protocol/registry.js'
import { AppConfig } from '../../src/protocol/service.js'
import { readJson } from '../../src/server/platform/files.js'
import { createStaticSite } from '../../src/server/platform/static-site.js'
import { createWalletApp } from '../../src/server/wallet-app/wallet-app.js'
import { barePage } from '../e2e/site.js'
import { newProfile, Place } from '../e2e/visit.js'
import { claim } from './claim.js'

const BUILT = fromRoot('dist/wallet')
const [OLD, OLDER, NEW] = ['0.0.2', '0.0.1', '0.0.3']

/** In the page: how a wallet's start ends, and a login client's login. */
const HELPERS = `
  const codeOf = (promise) => promise.then(() => 'ready', ({ code, message }) => code + ': ' + message)
  window.start = async (url, integrity) => {
    await window.wallet?.cleanUp().catch(() => {})
    window.wallet = new lib.Wallet({ walletUrls: { production: url } })
    return codeOf(window.wallet.init({ network: { host: 'localhost' }, integrity }))
  }
  window.prepare = async (url, clientId) => {
    const client = new lib.LoginClient({ clientId, uxMode: 'popup', walletUrls: { production: url } })
    await client.init()
    const button = document.createElement('button')
    button.textContent = 'Log in'
    button.onclick = () => { window.outcome = codeOf(client.login({ loginProvider: 'google' })) }
    document.body.prepend(button)
  }
  /** A frame by hand, with a nonce; what its documents say to this page. */
  window.heard = []
  window.embed = (url) => new Promise((resolve) => {
    const frame = document.createElement('iframe')
    const nonce = 'n'.repeat(43)
    addEventListener('message', ({ data }) => window.heard.push(data))
    frame.onload = () => setTimeout(resolve)
    frame.src = url + '#' + new URLSearchParams({ origin: location.origin, nonce })
    document.body.append(frame)
  })
`

claim(
  'Only builds that still count get to run at the wallet’s origin',
  ({ attack, before, after, beforeEach }) => {
    const here = new Place('trusting', { before, after })
    let context: BrowserContext
    let page: Page
    let folder: string
    let config: AppConfig
    let registry: Registry
    /** Serves three builds, of which the newest two count. */
    let url: string
    let oldHash: string
    const hosts: FastifyInstance[] = []

    before(async () => {
      here.site.page('/', barePage(HELPERS))
      folder = await mkdtemp(join(tmpdir(), 'wallet-embed-'))
      config = await readJson(join(here.world.dir, 'config.json'), AppConfig)
      registry = await readJson(join(here.world.dir, 'registry.json'), Registry)
      const original = await readFile(join(BUILT, 'frame.html'), 'utf8')
      const { version: built } = JSON.parse(await readFile(join(BUILT, 'integrity.json'), 'utf8'))
      await cp(BUILT, folder, { recursive: true })
      await rm(join(folder, 'v'), { recursive: true })
      for (const version of [OLDER, OLD, NEW]) {
        for (const name of ['frame', 'login', 'confirm', 'index']) {
          const html = await readFile(join(BUILT, `${name}.html`), 'utf8')
          assert.ok(original.includes(`content="${built}`))
          // The version alone is another: so far as it goes, this is a build of its own.
          const own = html.replace(`content="${built}`, `content="${version}`)
          await writeFile(join(folder, `${name}.html`), own)
        }
        const hash = await sealWallet(folder, version)
        await cp(join(BUILT, 'cdn'), join(folder, 'v', version, 'cdn'), { recursive: true })
        if (version === OLDER) oldHash = hash
      }
      url = await serve(createWalletApp({ root: folder, config, registry }))
      context = await newProfile(here.world)
      page = await context.newPage()
    })
    after(async () => {
      await Promise.all(hosts.map((host) => host.close()))
      await rm(folder, { recursive: true, force: true })
    })
    beforeEach(async () => {
      await page.goto(`${here.site.origin('shop')}/`)
      await page.waitForFunction(() => 'loaded' in window)
    })

    async function serve(host: FastifyInstance): Promise<string> {
      hosts.push(host)
      await host.listen({ port: 0, host: 'localhost' })
      return `http://localhost:${(host.server.address() as AddressInfo).port}`
    }
    const run = (script: string): Promise<string> => page.evaluate(script)
    const start = (at: string, integrity?: IntegrityParams) =>
      run(`start(${JSON.stringify(at)}, ${JSON.stringify(integrity)})`)

    /** As it is written, without a browser that tidies it up. */
    const get = (path: string): Promise<{ status: number; body: string; to: string }> =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(url)
        const asked = rawRequest({ hostname, port, path }, async (response) => {
          const parts: Buffer[] = []
          for await (const part of response) parts.push(part as Buffer)
          const body = Buffer.concat(parts).toString()
          resolve({ status: response.statusCode!, body, to: response.headers.location ?? '' })
        })
        asked.on('error', reject).end()
      })

    const isRefused = (outcome: string) => {
      assert.match(outcome, /^VERSION_RETIRED: /)
      assert.ok(outcome.includes(OLDER), outcome)
    }

    attack(
      'A page asks for a version below the floor (`integrity.version`), with its hash and without',
      'it hears VERSION_RETIRED, and the two newest still start',
      async () => {
        isRefused(await start(url, { check: false, version: OLDER }))
        isRefused(await start(url, { check: true, version: OLDER, hash: oldHash }))
        assert.equal(await start(url, { check: false, version: OLD }), 'ready')
        assert.equal(await start(url, { check: false, version: NEW }), 'ready')
        assert.equal(await start(url), 'ready')
      },
    )

    attack(
      'A page names the old build’s folder as the wallet’s address (`walletUrls`)',
      'it hears VERSION_RETIRED, and no page of the old build is loaded',
      async () => {
        const loaded: string[] = []
        const note = (response: { url(): string; status(): number }) =>
          loaded.push(`${response.status()} ${new URL(response.url()).pathname}`)
        page.on('response', note)
        isRefused(await start(`${url}/v/${OLDER}`))
        page.off('response', note)
        assert.ok(loaded.includes(`302 /v/${OLDER}/frame`), loaded.join())
        assert.deepEqual(
          loaded.filter((line) => line.startsWith('200') && line.includes(OLDER)),
          [],
        )
      },
    )

    attack(
      'A page embeds the old frame by hand, in an iframe of its own',
      'the document that loads is the newest build’s, and it greets but starts nothing',
      async () => {
        await run(`embed('${url}/v/${OLDER}/frame')`)
        const frame = page.frames().at(-1)!
        await frame.waitForLoadState()
        assert.equal(new URL(frame.url()).pathname, '/frame')
        const build = await frame.locator('meta[name=wallet-build]').getAttribute('content')
        assert.ok(build?.startsWith(NEW), build ?? '')
      },
    )

    attack(
      'A login client opens the old build’s login window',
      'it hears VERSION_RETIRED from the newest build’s window',
      async () => {
        const { demo, wallet } = here.world.stack.urls
        // The application's own page, with other words in it.
        const own = `${new URL(demo).origin}/own`
        const library = await (await fetch(`http://localhost:${here.site.port}/lib.js`)).text()
        const contentType = 'text/javascript'
        await page.route('**/lib.js', (route) => route.fulfill({ body: library, contentType }))
        await page.route(own, (route) =>
          route.fulfill({ body: barePage(HELPERS), contentType: 'text/html' }),
        )
        await page.goto(own)
        await page.waitForFunction(() => 'loaded' in window)
        const clientId = Object.entries(registry.applications).find(([, { origins }]) =>
          origins.includes(new URL(demo).origin),
        )![0]
        await run(`prepare('${wallet}/v/${OLDER}', '${clientId}')`)
        // It closes itself once it has said so.
        const told = page
          .context()
          .waitForEvent('request', (request) => request.url().includes('retired='))
        await page.getByRole('button', { name: 'Log in' }).click()
        assert.equal(new URL((await told).url()).pathname, '/login')
        await page.waitForFunction('window.outcome')
        isRefused(await run('window.outcome'))
        await page.unrouteAll()
      },
    )

    for (const [what, path] of [
      ['two dots', `/v/${NEW}/../${OLDER}/frame.html`],
      ['two dots from the root', `/assets/../v/${OLDER}/frame.html`],
      ['encoded dots', `/v/${NEW}/%2e%2e/${OLDER}/frame.html`],
      ['an encoded slash', `/v%2f${OLDER}%2fframe.html`],
      ['a slash that is encoded twice', `/v%252f${OLDER}%252fframe.html`],
      ['an encoded letter', `/%76/${OLDER}/frame.html`],
      ['a capital letter', `/V/${OLDER}/frame.html`],
      ['more slashes', `//v//${OLDER}//frame.html`],
      ['a dot between', `/./v/./${OLDER}/./frame.html`],
      ['backslashes', `/v\\${OLDER}\\frame.html`],
      ['encoded backslashes', `/v%5c${OLDER}%5cframe.html`],
      ['a query', `/v/${OLDER}/frame.html?version=${NEW}`],
      ['a detour by the library', `/v/${OLDER}/cdn/../frame.html`],
      ['an encoded detour by the library', `/v/${OLDER}/cdn%2f..%2fframe.html`],
      ['a build’s number behind it', `/v/${OLDER}+${NEW}/frame.html`],
    ] as const) {
      attack(`Somebody asks for the old frame by ${what}`, 'its file is not served', async () => {
        const { status, body } = await get(path)
        assert.notEqual(status, 200)
        assert.ok(!body.includes('wallet-build'), body)
      })
    }

    attack(
      'Somebody asks for every other page and file of the old build',
      'each is gone (410), and the page library alone is still there for the pages that load it',
      async () => {
        const { files } = JSON.parse(
          await readFile(join(folder, 'v', OLDER, 'integrity.json'), 'utf8'),
        )
        const paths = [...Object.keys(files), 'integrity.json', '', 'confirm', 'index', 'nothing']
        for (const path of paths) {
          const { status, body, to } = await get(`/v/${OLDER}/${path}`)
          if (/^(frame|login)\.html$/.test(path)) {
            assert.deepEqual([status, to], [302, `/${path.split('.')[0]}?retired=${OLDER}`])
          } else {
            assert.deepEqual([status, JSON.parse(body).error.code], [410, 'VERSION_RETIRED'], path)
          }
        }
        assert.equal((await get(`/v/${OLDER}/cdn/wallet-embed.js`)).status, 200)
        assert.equal((await get(`/v/${OLD}/frame.html`)).status, 200)
      },
    )

    attack(
      'A host serves all files as they are, and a page asks for the old build there',
      'the old build reads the floor in `config.json`, and refuses to start by itself',
      async () => {
        const asFiles = await mkdtemp(join(tmpdir(), 'wallet-embed-'))
        try {
          await cp(folder, asFiles, { recursive: true })
          const floored = { ...config, oldestVersion: OLD }
          await writeFile(join(asFiles, 'config.json'), JSON.stringify(floored))
          const plain = await serve(createStaticSite({ roots: [asFiles] }))
          isRefused(await start(plain, { check: false, version: OLDER }))
          assert.equal(await start(plain, { check: false, version: OLD }), 'ready')
          await writeFile(join(asFiles, 'config.json'), JSON.stringify(config))
          assert.equal(await start(plain, { check: false, version: OLDER }), 'ready', 'no floor')
        } finally {
          await rm(asFiles, { recursive: true, force: true })
        }
      },
    )

    attack(
      'A page asks for the second newest build, which the operator has retired',
      'the operator’s floor counts in the place of the newest two',
      async () => {
        const strict = { ...config, oldestVersion: NEW }
        const at = await serve(createWalletApp({ root: folder, config: strict, registry }))
        assert.match(await start(at, { check: false, version: OLD }), /^VERSION_RETIRED: /)
        assert.equal(await start(at, { check: false, version: NEW }), 'ready')
      },
    )
  },
)
