/** Sites whose pages a framework's server writes, made by its tools from the packed package: docs/servers.md. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'

import { freePorts } from '../../demo/stack/free-ports.js'
import { Program } from '../../demo/stack/program.js'
import { approve, signIn } from '../../demo/testing/kit.js'
import { fromRoot } from '../../scripts/vite/shared.js'
import { listen } from '../e2e/complaints.js'
import { PATIENCE, PERSON, startWorld, type World } from '../e2e/support.js'
import { after, before, describe, it } from '../support/suite.js'
import { type Registry, serveRegistry } from './support/registry.js'

const FIXTURES = 'test/fixtures/servers'
/** The program of each server, as its tools build it. */
const SITES = {
  next: { title: 'Next.js', program: ['node_modules/next/dist/bin/next', 'start'] },
  nuxt: { title: 'Nuxt', program: ['.output/server/index.mjs'] },
  sveltekit: { title: 'SvelteKit, where engines are strict', program: ['build/index.js'] },
  astro: { title: 'Astro', program: ['dist/server/entry.mjs'] },
  angular: { title: 'Angular with its server', program: ['dist/site/server/server.mjs'] },
}
/** Milliseconds for a build. */
const DEADLINE = 240_000
const QUIET = {
  ...{ CI: '1', NO_COLOR: '1', NG_CLI_ANALYTICS: 'false' },
  ...{ NEXT_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' },
}

describe('a site whose pages a server writes, made with', () => {
  let dir: string
  let registry: Registry
  let world: World

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'wallet-embed-servers-'))
    ;[registry, world] = await Promise.all([serveRegistry(dir), startWorld()])
  })
  after(async () => {
    await world?.stop()
    await registry?.stop()
    await rm(dir, { recursive: true, force: true })
  })

  for (const [name, { title, program }] of Object.entries(SITES)) {
    describe(title, () => {
      let folder: string
      let lacking: string | undefined

      it('is installed', async (t) => {
        folder = await copy(name, dir, world.stack.urls.wallet)
        try {
          await registry.install(folder, 'wallet-embed')
        } catch (error) {
          if (!isCutOff(error)) throw error
          lacking = 'npm’s registry cannot be reached'
          t.skip(lacking)
        }
      })

      it('is built', async (t) => {
        if (lacking) return t.skip(lacking)
        await npm(['run', 'build'], folder)
      })

      it('comes with its text, takes a sign-in and a signature, and knows the person after a reload', async (t) => {
        if (lacking) return t.skip(lacking)
        const [port] = await freePorts(1)
        const url = `http://localhost:${port}/`
        const server = new Program({
          ...{ name, url, args: program, cwd: folder, logFile: join(dir, `${name}.log`) },
          env: { ...QUIET, NODE_ENV: 'production', PORT: String(port) },
          isHealthy: async (signal) => (await fetch(url, { signal })).ok,
          onWarning: () => {},
          onDeath: () => {},
        })
        try {
          await server.start()
          const html = await (await fetch(url)).text()
          assert.match(html, /Signed out/)
          assert.match(html, /<wallet-embed/)
          await visit(world, url, use)
        } finally {
          await server.close()
        }
      })
    })
  }
})

/** What a person does there. */
async function use(page: Page): Promise<void> {
  const signedIn = page.getByText(/^Signed in as 0x[0-9a-fA-F]{40}$/)
  await signIn(page, PERSON)
  await signedIn.waitFor()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await approve(page)
  await page.locator('output', { hasText: /^0x[0-9a-f]{130}$/ }).waitFor()
  const before = await signedIn.textContent()
  await page.reload()
  await signedIn.waitFor()
  assert.equal(await signedIn.textContent(), before)
}

/** Opens a page in a new browser profile; fails if an error is on its console. */
async function visit(world: World, url: string, use: (page: Page) => Promise<void>) {
  const context = await world.browser.newContext()
  context.setDefaultTimeout(PATIENCE)
  // Browsers ask for it by themselves.
  await context.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }))
  const page = await context.newPage()
  const complaints = listen(page)
  await page.goto(url)
  await page.waitForFunction(() => document.querySelector('wallet-embed')?.isInitialized)
  await use(page)
  assert.deepEqual(complaints, [])
  await context.close()
}

/** Copies a project, with this wallet's URL in the place of `https://wallet.example`. */
async function copy(name: string, dir: string, wallet: string): Promise<string> {
  const folder = join(dir, name)
  await cp(fromRoot(`${FIXTURES}/${name}`), folder, { recursive: true })
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replaceAll('https://wallet.example', wallet))
  }
  return folder
}

async function npm(args: string[], cwd: string): Promise<void> {
  const env = { ...process.env, ...QUIET }
  await promisify(execFile)('npm', args, { cwd, env, timeout: DEADLINE }).catch(
    ({ stdout, stderr, message }) => assert.fail(`${message}\n${stdout}\n${stderr}`),
  )
}

/** Whether npm failed because it has no network, and not by what it installs. */
const isCutOff = (error: unknown): boolean => {
  const { stderr = '', killed } = error as { stderr?: string; killed?: boolean }
  return !!killed || /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT)\b/.test(stderr)
}
