/** What is published, installed as from a registry into empty folders, and used. Needs a build. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { rollup } from 'rollup'
import { build as vite } from 'vite'

import { PORTS } from '../../demo/stack/ports.js'
import { fromRoot } from '../../scripts/vite/shared.js'
import { createStaticSite } from '../../src/server/platform/static-site.js'
import { BROWSER_ARGS, findBrowser } from '../support/browser.js'
import { after, before, describe, it } from '../support/suite.js'
import { type Registry, type Said, serveRegistry } from './support/registry.js'

const run = promisify(execFile)

/** Of the package for pages, with all that it brings. */
const MOST_PACKAGES = 10
const MOST_BYTES = 5_000_000
/** Milliseconds for a command that was installed. */
const DEADLINE = 60_000
const SITE = fromRoot('test/packages/site')
const FREE_PORTS = Object.fromEntries(Object.values(PORTS).map(({ variable }) => [variable, '0']))

let dir: string
let registry: Registry
/** Folders of projects that installed them. */
let page: string
let stack: string
/** Of a site that has React 18 and wagmi. */
let react: string
/** What npm said of it. */
let said: { page: Said; stack: Said }
/** What runs: none is left behind, whatever fails. */
const children = new Set<ChildProcess>()

before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'wallet-embed-packages-'))
  registry = await serveRegistry(dir)
  page = await project('page', 'engine-strict=true\n')
  stack = await project('stack')
  react = await project('react')
  const [ofPage, ofStack] = await Promise.all([
    registry.install(page, 'wallet-embed'),
    registry.install(stack, 'wallet-embed-server', 'wallet-embed-dev'),
    registry
      .install(react, 'react@18', 'react-dom@18', 'wagmi', 'viem', '@tanstack/react-query')
      .then(() => registry.install(react, 'wallet-embed')),
  ])
  said = { page: ofPage, stack: ofStack }
})

after(async () => {
  for (const child of children) child.kill('SIGINT')
  await registry.stop()
  await rm(dir, { recursive: true, force: true })
})

describe('wallet-embed', () => {
  it(`is at most ${MOST_PACKAGES} packages and ${MOST_BYTES / 1e6} MB, where engines are strict`, async (t) => {
    const lock = await readFile(join(page, 'package-lock.json'), 'utf8')
    const installed = Object.keys(JSON.parse(lock).packages).filter((path) => path)
    assert.ok(installed.length <= MOST_PACKAGES, installed.join())
    const files = await filesIn(join(page, 'node_modules'))
    const bytes = sum(files)
    assert.ok(bytes <= MOST_BYTES, `${bytes} bytes`)
    const kind = (end: string) =>
      `${Math.round(sum(files.filter(({ path }) => path.endsWith(end))) / 1000)} kB`
    t.diagnostic(
      `${installed.length} packages, ${Math.round(bytes / 1000)} kB: JavaScript ${kind('.js')}, declarations ${kind('.d.ts')}, source maps ${kind('.map')}`,
    )
  })

  it('brings no warning', () => {
    assert.doesNotMatch(said.page.stderr, /EBADENGINE|deprecated/)
  })

  it('works in a page made by Vite, by plain Rollup, and by nobody, with an import map', async () => {
    await cp(SITE, join(page, 'site'), { recursive: true })
    await vite({
      root: join(page, 'site'),
      configFile: false,
      logLevel: 'error',
      build: { outDir: join(page, 'site/vite'), target: 'es2022' },
    })
    const bundle = await rollup({
      input: join(page, 'site/main.js'),
      // Its one import that is no file; there is no plugin for packages of the older kind.
      plugins: [{ name: 'find', resolveId: (id) => targets()[id] ?? null }],
    })
    await bundle.write({ dir: join(page, 'site/rollup') })
    const imports = Object.fromEntries(
      Object.entries(targets()).map(([id, path]) => [id, path.replace(page, '')]),
    )
    const html = (script: string, head = '') =>
      `<!doctype html><html lang="en"><head><title>x</title>${head}<script type="module" src="${script}"></script></head><body><login-button></login-button></body></html>`
    await writeFile(join(page, 'rollup.html'), html('/site/rollup/main.js'))
    const map = `<script type="importmap">${JSON.stringify({ imports })}</script>`
    await writeFile(join(page, 'map.html'), html('/site/main.js', map))
    await serving([page, join(page, 'site/vite')], async (origin) => {
      const browser = await chromium.launch({
        executablePath: await findBrowser(),
        args: BROWSER_ARGS,
      })
      try {
        for (const path of ['/index.html', '/rollup.html', '/map.html']) {
          const tab = await browser.newPage()
          const errors: string[] = []
          tab.on('pageerror', ({ message }) => errors.push(message))
          await tab.goto(origin + path)
          await tab
            .waitForFunction(() => document.title === 'ready', undefined, { timeout: 10_000 })
            .catch(() => {})
          assert.deepEqual(errors, [], path)
          await tab.getByRole('button', { name: 'Sign in' }).waitFor()
          await tab.close()
        }
      } finally {
        await browser.close()
      }
    })
  })

  it('is drawn by React 18, on a server and in a page, beside wagmi', async () => {
    await cp(SITE, join(react, 'site'), { recursive: true })
    const { stdout, stderr } = await run('node', [join(react, 'site/react-server.js')])
    assert.equal(stderr, '')
    assert.match(stdout, /^<wallet-embed wallet-url="[^"]+"><\/wallet-embed>$/m)
    await vite({
      root: join(react, 'site'),
      configFile: false,
      logLevel: 'error',
      // React complains in development alone.
      mode: 'development',
      build: {
        outDir: join(react, 'site/vite'),
        target: 'es2022',
        rolldownOptions: { input: join(react, 'site/react.html') },
      },
    })
    await serving([join(react, 'site/vite')], async (origin) => {
      const browser = await chromium.launch({
        executablePath: await findBrowser(),
        args: BROWSER_ARGS,
      })
      try {
        const tab = await browser.newPage()
        const errors: string[] = []
        tab.on('console', (said) => said.text().startsWith('Warning') && errors.push(said.text()))
        tab.on('pageerror', ({ message }) => errors.push(message))
        await tab.goto(`${origin}/react.html`)
        await tab.getByText('dev.wallet-embed login-button 18.').waitFor()
        assert.deepEqual(errors, [])
      } finally {
        await browser.close()
      }
    })
  })
})

describe('wallet-embed-server', () => {
  it('brings the versions that were tested, and no warning but of an old Node', async () => {
    assert.doesNotMatch(said.stack.stderr, /deprecated/)
    const warned = said.stack.stderr.matchAll(/EBADENGINE +package: '(.+)@/g)
    const isOld = Number.parseInt(process.versions.node, 10) < 22
    const own = ['wallet-embed-dev', 'wallet-embed-server']
    assert.deepEqual([...warned].map(([, name]) => name).sort(), isOld ? own : [])
    const tested = JSON.parse(await readFile(fromRoot('package-lock.json'), 'utf8')).packages
    const folder = join(stack, 'node_modules/wallet-embed-server')
    for (const name of ['fastify', 'light-my-request', 'cookie', 'ioredis', 'pino']) {
      const manifest = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8')
      assert.equal(JSON.parse(manifest).version, tested[`node_modules/${name}`].version, name)
    }
  })

  for (const name of ['wallet-embed-server', 'wallet-embed']) {
    it(`has the command ${name}`, async () => {
      const { stdout } = await run(join(stack, 'node_modules/.bin', name), ['--help'], {
        timeout: DEADLINE,
      })
      assert.match(stdout, /^ {2}login-service /m)
    })
  }

  it('has the page of the dashboard beside its program', async () => {
    const file = join(dir, 'registry.json')
    await writeFile(file, '{ "applications": {}, "verifiers": {} }')
    const args = ['dashboard', '--registry', file, '--port', '0']
    const child = spawn(join(stack, 'node_modules/.bin/wallet-embed'), args, { timeout: DEADLINE })
    children.add(child)
    let link: string | undefined
    for await (const line of createInterface({ input: child.stderr })) {
      link = /http:\S+(?=#token=)/.exec(line)?.[0]
      if (link) break
    }
    assert.ok(link, 'it did not start')
    const answer = await fetch(link)
    assert.match(await answer.text(), /<title>Wallet dashboard<\/title>/)
    const exited = once(child, 'exit')
    child.kill()
    assert.deepEqual(await exited, [0, null])
  })
})

describe('wallet-embed-dev', () => {
  it('starts all for a site of one’s own, keeps what was registered, and stops', async () => {
    await serving([join(page, 'site/vite')], (site) =>
      serving([join(page, 'site/vite')], async (other) => {
        const first = await start(site)
        await passSpec(site, other, first.wallet)
        const file = join(stack, '.wallet-embed/registry.json')
        await run(join(stack, 'node_modules/.bin/wallet-embed'), [
          ...['registry', 'add-application', '--registry', file, '--client-id', 'shop'],
          ...['--name', 'Shop', '--origin', 'http://localhost:9'],
        ])
        assert.equal(await first.stop(), 0)
        const second = await start(site)
        const { login } = second
        assert.equal((await (await fetch(`${login}/applications/shop`)).json()).name, 'Shop')
        assert.equal(await second.stop(), 0)
        await assert.rejects(fetch(`${second.wallet}/healthz`))
      }),
    )
  })

  it('says what an origin is', async () => {
    const child = run(DEV(), ['--origin', 'localhost:5173'], { cwd: stack, timeout: DEADLINE })
    await assert.rejects(child, /--origin: expected one such as http:\/\/localhost:5173/)
  })
})

const DEV = () => join(stack, 'node_modules/.bin/wallet-embed-dev')

/** What a page imports, by what it writes. */
const targets = (): Record<string, string> => ({
  'wallet-embed': join(page, 'node_modules/wallet-embed/dist/index.js'),
  'wallet-embed/define': join(page, 'node_modules/wallet-embed/dist/define.js'),
})

async function project(name: string, settings = ''): Promise<string> {
  const folder = join(dir, name)
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await writeFile(join(folder, '.npmrc'), settings)
  return folder
}

interface Started {
  wallet: string
  login: string
  /** As Ctrl-C does. */
  stop(): Promise<number | null>
}

async function start(origin: string): Promise<Started> {
  const child = spawn(DEV(), ['--origin', origin], {
    cwd: stack,
    env: { ...process.env, ...FREE_PORTS },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const timer = setTimeout(() => child.kill('SIGKILL'), DEADLINE)
  const urls: Record<string, string> = {}
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, url] = /^(.+?) {2,}(http:\S+)$/.exec(line) ?? []
    if (name && url) urls[name] = url
    if (line.startsWith('ready')) break
  }
  clearTimeout(timer)
  assert.ok(urls['wallet app'] && urls['login service'], 'it did not start')
  const stop = () => {
    child.kill('SIGINT')
    return exited
  }
  return { wallet: urls['wallet app'], login: urls['login service'], stop }
}

/** Runs site.spec.js as a developer of the project does. */
async function passSpec(site: string, other: string, wallet: string): Promise<void> {
  await mkdir(join(stack, 'node_modules/@playwright'), { recursive: true })
  const runner = fromRoot('node_modules/@playwright/test')
  await symlink(runner, join(stack, 'node_modules/@playwright/test'))
  await cp(join(SITE, 'site.spec.js'), join(stack, 'site.spec.js'))
  const launchOptions = { executablePath: await findBrowser(), args: BROWSER_ARGS }
  const config = { testDir: stack, workers: 1, timeout: DEADLINE / 3, use: { launchOptions } }
  await writeFile(join(stack, 'playwright.config.js'), `export default ${JSON.stringify(config)}`)
  const env = { ...process.env, SITE: site, OTHER_SITE: other, WALLET: wallet }
  await run(process.execPath, [join(runner, 'cli.js'), 'test'], {
    cwd: stack,
    env,
    timeout: 3 * DEADLINE,
  }).catch(({ stdout, message }) => assert.fail(`${message}\n${stdout}`))
}

/** Serves folders at an origin of their own while something is done. */
async function serving(roots: string[], use: (origin: string) => Promise<void>): Promise<void> {
  const log = new Writable({ write: (_, __, done) => done() })
  const app = createStaticSite({ roots, log })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  try {
    await use(`http://localhost:${port}`)
  } finally {
    app.server.closeAllConnections()
    await app.close()
  }
}

async function filesIn(folder: string): Promise<{ path: string; size: number }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      return { path, size: (await stat(path)).size }
    }),
  )
}

const sum = (files: { size: number }[]) => files.reduce((all, { size }) => all + size, 0)
