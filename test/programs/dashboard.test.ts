/** The operators' dashboard as an operator uses it: the program, its page in a browser, and the keyboard. It needs a build. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { FastifyInstance } from 'fastify'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

import { freePorts } from '../../demo/stack/free-ports.js'
import { fromRoot } from '../../scripts/vite/shared.js'
import type { KeyNetwork } from '../../src/protocol/service.js'
import { createKeyNode } from '../../src/server/keys/key-node.js'
import { makeDevShares } from '../../src/server/keys/shares.js'
import { listen } from '../../src/server/platform/http.js'
import { readRegistry } from '../../src/server/registry/registry.js'
import { CLIENT_ID, registryFor, SECRET, startIssuer } from '../node/support/issuer.js'
import { type KeyServer, makeKey, startKeyServer } from '../node/support/mint.js'
import { createLog, inTemporaryFolder, readShare } from '../node/support/services.js'
import { BROWSER_ARGS, findBrowser } from '../support/browser.js'
import { watch } from '../support/failures.js'
import { after, afterEach, before, beforeEach, describe, it } from '../support/suite.js'
import { until } from '../support/until.js'
import { type Running, runCli } from './support/cli.js'

/** CSS pixels: the narrowest that WCAG 2.2 asks for (1.4.10). */
const NARROW = 320
/** Milliseconds for what a busy machine is slow at. */
const PATIENCE = 20_000
/** Presses of Tab to any place of a section. */
const FAR = 60
const HTML_NAME = '<img src=x onerror="document.title=1">'
const LINK = /(http:\/\/127\.0\.0\.1:\d+\/)#token=([\w-]{43})/g
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

declare const axe: { run(): Promise<AxeResults> }

describe('the dashboard', () => {
  let browser: Browser
  let provider: KeyServer
  let network: KeyNetwork
  const nodes: FastifyInstance[] = []

  let dashboard: Running
  let context: BrowserContext
  let page: Page
  let files: { registry: string; audit: string; dir: string }
  let done: () => void
  let printed = ''

  before(async () => {
    browser = watch(
      await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_ARGS }),
    )
    provider = await startKeyServer(makeKey('one'))
    const ports = await freePorts(3)
    const urls = ports.map((port) => `http://localhost:${port}`)
    await inTemporaryFolder(async (dir) => {
      network = await makeDevShares({ urls, threshold: 2, dir: join(dir, 'new') })
      await makeDevShares({ urls, threshold: 2, dir: join(dir, 'old') })
      for (const [at, port] of ports.entries()) {
        // The third still has a share of before.
        const share = await readShare(join(dir, at === 2 ? 'old' : 'new'), at + 1)
        const registry = registryFor(provider.url)
        const node = createKeyNode({ share, registry, walletOrigin: urls[0]!, log: createLog() })
        nodes.push(node)
        await listen(node, port, '--port')
      }
    })
  })
  after(async () => {
    await browser?.close()
    provider?.close()
    await Promise.all(nodes.map((node) => node.close()))
  })

  /** The folder lives until the test is over. */
  const started = () =>
    new Promise<void>((resolve, reject) => {
      inTemporaryFolder(async (dir) => {
        files = { dir, registry: join(dir, 'registry.json'), audit: join(dir, 'audit.log') }
        const registry = registryFor(provider.url)
        registry.applications.demo!.name = HTML_NAME
        await writeFile(files.registry, JSON.stringify(registry, null, 2))
        await writeFile(join(dir, 'network.json'), JSON.stringify(network))
        const line = { time: new Date().toISOString(), event: 'token', verifier: 'github' }
        await writeFile(
          files.audit,
          `${JSON.stringify({ ...line, outcome: 'ok', who: 'one' })}\n${JSON.stringify({ ...line, outcome: 'TOKEN_EXPIRED' })}\n`,
        )
        dashboard = runCli([
          ...['dashboard', '--registry', files.registry, '--audit', files.audit, '--port', '0'],
          ...['--network', join(dir, 'network.json'), '--root', fromRoot('dist/dashboard')],
        ])
        printed = ''
        dashboard.child.stderr!.on('data', (text: string) => {
          printed += text
        })
        await new Promise<void>((over) => {
          done = over
          resolve()
        })
        dashboard.child.kill()
        const { code, stdout } = await dashboard.ended
        assert.equal(code, 0)
        for (const [, , token] of printed.matchAll(LINK)) assert.ok(!stdout.includes(token!))
      }).catch(reject)
    })

  const links = async (count: number): Promise<string[]> => {
    await until(`link ${count}`, () => [...printed.matchAll(LINK)].length >= count)
    return [...printed.matchAll(LINK)].map(([link]) => link)
  }

  const open = async (more: { width?: number; colorScheme?: 'light' | 'dark' } = {}) => {
    const { width = 1000, colorScheme = 'light' } = more
    const viewport = { width, height: 900 }
    context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' })
    page = await context.newPage()
    page.setDefaultTimeout(PATIENCE)
    const [link] = (await links(1)).slice(-1)
    await page.goto(link!)
    await page.getByRole('heading', { name: 'Applications', level: 1 }).waitFor()
  }

  beforeEach(started)
  afterEach(async () => {
    await context?.close()
    done()
    await dashboard.ended
  })

  const focused = () =>
    page.evaluate(() => {
      let at = document.activeElement
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
      const labels = (at as HTMLInputElement | null)?.labels ?? []
      const [label] = [...labels].map((one) => one.textContent)
      return (at?.getAttribute('aria-label') ?? label ?? at?.textContent ?? '').trim()
    })
  /** Presses Tab until the place has the focus. */
  const goTo = async (name: string, key = 'Tab') => {
    for (let presses = 0; presses < FAR; presses++) {
      if ((await focused()) === name) return
      await page.keyboard.press(key)
    }
    throw new Error(`No way to ${name} by ${key}`)
  }
  const press = async (name: string) => {
    await goTo(name)
    await page.keyboard.press('Enter')
  }
  const type = async (label: string, text: string) => {
    await goTo(label)
    await page.keyboard.type(text)
  }
  const said = async (text: string | RegExp) => {
    await page.getByRole('status').filter({ hasText: text }).waitFor()
  }
  const assertAccessible = async () => {
    await page.evaluate(await readFile(AXE, 'utf8'))
    const { violations } = await page.evaluate(() => axe.run())
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
      [],
    )
  }

  it('registers an application by keyboard, and says so', async () => {
    await open()
    await press('Add an application')
    await type('Client id', 'shop')
    await type('Name', 'Shop')
    await type('Logo', 'javascript:alert(1)')
    await type('Origins', 'https://shop.example')
    await press('Add')
    await said('See what is wrong below')
    assert.equal(await focused(), 'Logo')
    const logo = page.getByLabel('Logo')
    assert.equal(await logo.getAttribute('aria-invalid'), 'true')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('https://cdn.example/logo.png')
    await goTo('Where people approve')
    await page.keyboard.press('ArrowDown')
    await press('Add')
    await said('Shop is added.')
    assert.equal(await focused(), 'Applications')
    const { applications, embedders } = await readRegistry(files.registry)
    assert.deepEqual(applications.shop?.origins, ['https://shop.example'])
    assert.deepEqual(embedders.at(-1), { origin: 'https://shop.example', approvals: 'window' })
    const audit = await until('the change', async () => {
      const text = await readFile(files.audit, 'utf8')
      return text.includes('registry.application.add') && text
    })
    assert.match(audit, /"application":"shop".*"by":"session-/)
  })

  it('tells of a change that came between', async () => {
    await open()
    await press(`Change ${HTML_NAME}`)
    const text = await readFile(files.registry, 'utf8')
    await writeFile(files.registry, `${text}\n`)
    await press('Save')
    await said('the registry was changed meanwhile')
    await press('Load the registry again')
    await page.getByRole('button', { name: 'Add an application' }).waitFor()
  })

  it('shows a node whose share is of a generation before', async () => {
    await open()
    await press('Key nodes')
    await said('2 of 3 work. Sign-ins need 2.')
    const third = page.getByRole('listitem').filter({ hasText: 'Node 3' })
    await third.getByText(/Wrong: has share .*, and another one is published/).waitFor()
  })

  it('finds what failed in the log', async () => {
    await open()
    await press('Log')
    await page.getByText(/^1, last/).waitFor()
    await type('Code', 'TOKEN_EXPIRED')
    await page.keyboard.press('Enter')
    await said('1 entry.')
    assert.equal(await page.getByText('token: TOKEN_EXPIRED').count(), 1)
  })

  it('keeps the token out of the URL, takes it once, and gives a new one at a signal', async () => {
    await open()
    assert.equal(new URL(page.url()).hash, '')
    const [used] = await links(1)
    const other = await browser.newContext()
    const stranger = await other.newPage()
    await stranger.goto(used!)
    await stranger.getByText('This link does not work').waitFor()
    dashboard.child.kill('SIGUSR2')
    const [, fresh] = await links(2)
    await stranger.goto('about:blank')
    await stranger.goto(fresh!)
    await stranger.getByRole('heading', { name: 'Applications' }).waitFor()
    await other.close()
  })

  it('signs an operator in at a provider of a different site', async () => {
    const issuer = await startIssuer()
    const file = join(files.dir, 'oidc.json')
    const client = { clientId: CLIENT_ID, clientSecret: SECRET }
    const people = { emails: ['sample.one@example.test'] }
    await writeFile(file, JSON.stringify({ issuer: issuer.url, ...client, ...people }))
    const args = ['dashboard', '--registry', files.registry, '--port', '0', '--oidc', file]
    const other = runCli([...args, '--root', fromRoot('dist/dashboard')])
    try {
      const [, url] = await other.line(/Server listening at (http:[^"]+)/)
      context = await browser.newContext()
      page = await context.newPage()
      page.setDefaultTimeout(PATIENCE)
      await page.goto(url!)
      await page.getByRole('link', { name: 'Sign in with your provider' }).click()
      await page.waitForURL(`${issuer.url}/auth?*`)
      const asked = new URL(page.url()).searchParams
      const id_token = await issuer.sign(issuer.claims(asked.get('nonce')!))
      const body = JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token })
      issuer.answer = { status: 200, body }
      const query = new URLSearchParams({ code: 'c', state: asked.get('state')! })
      await page.setContent(`<a href="${asked.get('redirect_uri')}?${query}">Yes</a>`)
      await page.getByRole('link', { name: 'Yes' }).click()
      await page.getByRole('heading', { name: 'Applications', level: 1 }).waitFor()
      assert.equal(page.url(), `${url}/`)
    } finally {
      issuer.close()
      other.child.kill()
      await other.ended
    }
  })

  it('runs nothing that the registry says, nor anything inline, and shows it as text', async () => {
    await open()
    await page.getByRole('heading', { name: HTML_NAME }).waitFor()
    assert.equal(await page.locator('img').count(), 0)
    assert.equal(await page.title(), 'Wallet dashboard')
    const answer = await page.request.get(page.url())
    const policy = answer.headers()['content-security-policy']
    assert.match(policy!, /default-src 'none'.*frame-ancestors 'none'/)
    assert.ok(!policy!.includes('unsafe'))
    const refused = await page.evaluate(() => {
      const script = document.createElement('script')
      script.append('document.title = "inline"')
      return Promise.resolve(document.body.append(script)).catch(() => undefined)
    })
    assert.equal(refused, undefined)
    assert.equal(await page.title(), 'Wallet dashboard')
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`is accessible, and needs no scrolling to the side at ${NARROW} pixels, in ${colorScheme}`, async () => {
      await open({ colorScheme, width: NARROW })
      for (const name of ['Applications', 'Sign-in', 'Key nodes', 'Log']) {
        await press(name)
        await page.getByRole('heading', { name, level: 1 }).waitFor()
        const add = page.getByRole('button', { name: /^Add / })
        if (['Applications', 'Sign-in'].includes(name)) {
          await add.click()
          await page.getByRole('button', { name: /Add|Check and add/ }).click()
          await page.getByText('See what is wrong below').waitFor()
        } else
          await page
            .getByRole('status')
            .filter({ hasText: /./ })
            .or(page.getByText(/^1, last/))
            .first()
            .waitFor()
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        assert.ok(width <= NARROW, `${name}: ${width}`)
        await assertAccessible()
      }
    })
  }
})

describe('the command dashboard', () => {
  for (const [what, args, text] of [
    ['an open port without TLS', ['--host', '0.0.0.0'], /--host: needs --origin/],
    ['an origin with a path', ['--origin', 'https://a.example/b'], /--origin: expected an origin/],
    ['an origin without TLS', ['--origin', 'http://a.example'], /--origin: expected https/],
    [
      'a provider whom nobody may use',
      ['--oidc', 'empty.json'],
      /empty.json: .*subjects or emails/,
    ],
    ['a page that is not there', ['--root', 'nowhere'], /nowhere is not there/],
  ] as const) {
    it(`refuses ${what}`, async () => {
      await inTemporaryFolder(async (dir) => {
        const registry = join(dir, 'registry.json')
        await writeFile(registry, '{"applications":{},"verifiers":{}}')
        const empty = { issuer: 'https://id.example', clientId: 'a' }
        await writeFile(join(dir, 'empty.json'), JSON.stringify(empty))
        const root = ['--root', fromRoot('dist/dashboard')]
        const command = ['dashboard', '--registry', registry, ...root, ...args]
        const { code, stderr } = await runCli(command, {}, dir).ended
        assert.equal(code, 1)
        assert.match(stderr, text)
      })
    })
  }
})
