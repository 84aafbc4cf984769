/** The documentation as a site, under a path of somebody's. Needs the declarations of a build. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { AxeResults } from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'

import { target } from '../../scripts/docs/markdown.js'
import { SIDEBAR } from '../../scripts/docs/sidebar.js'
import { fromRoot } from '../../scripts/vite/shared.js'
import { createStaticSite } from '../../src/server/platform/static-site.js'
import { BROWSER_ARGS, findBrowser } from '../support/browser.js'
import { start } from './support/services.js'

const BASE = '/guide/wallet/'
/** CSS pixels: the narrowest that WCAG 2.2 asks for (1.4.10). */
const NARROW = 320
/** One of each kind: texts, tables, code, pictures, what is made. */
const LOOKED_AT = [
  '',
  'docs/quick-start',
  'docs/api/elements',
  'docs/errors',
  'docs/recipes',
  'docs/wallet',
]
const BUILD_TIME = 240_000

declare const axe: { run(): Promise<AxeResults> }

describe('the documentation site', { timeout: 2 * BUILD_TIME }, () => {
  let root: string
  let out: string
  let origin: string
  let browser: Browser
  let pages: string[]
  const site = () => createStaticSite({ roots: [root] })
  let app: ReturnType<typeof site>

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'docs-'))
    out = join(root, BASE)
    // A dead link ends it.
    await promisify(execFile)(process.execPath, ['--import', 'tsx', fromRoot('scripts/docs.ts')], {
      cwd: fromRoot('.'),
      env: { ...process.env, DOCS_BASE: BASE, DOCS_OUT: out },
      timeout: BUILD_TIME,
    })
    const files = await readdir(out, { recursive: true })
    pages = files.filter((path) => path.endsWith('.html') && path !== '404.html')
    app = site()
    origin = await start(app)
    browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_ARGS })
  })
  after(async () => {
    await browser?.close()
    await app?.close()
    await rm(root, { recursive: true })
  })

  const use = async (
    scheme: 'light' | 'dark',
    width: number,
    visit: (page: Page) => Promise<void>,
  ) => {
    const context = await browser.newContext({
      colorScheme: scheme,
      viewport: { width, height: 800 },
      reducedMotion: 'reduce',
    })
    try {
      await visit(await context.newPage())
    } finally {
      await context.close()
    }
  }
  const open = (page: Page, path: string) =>
    page.goto(`${origin}${BASE}${path}`, { waitUntil: 'load' })

  it('has a title of its own on each page', async () => {
    const titles = await Promise.all(
      pages.map(async (path) => {
        const html = await readFile(join(out, path), 'utf8')
        return /<title>(.+) \| wallet-embed<\/title>/.exec(html)?.[1] ?? ''
      }),
    )
    assert.ok(pages.length > 100)
    const without = pages.filter((path, at) => !titles[at] && path !== 'index.html')
    assert.deepEqual(without, [])
    assert.equal(new Set(titles).size, pages.length)
  })

  it('has a page for each place of its sidebar', () => {
    const missing = SIDEBAR.flatMap(({ items }) => items)
      .map(({ link }) => `${link.slice(1) || 'index'}.html`)
      .filter((path) => !pages.includes(path))
    assert.deepEqual(missing, [])
  })

  it('lists every page, and nothing else, in llms.txt', async () => {
    const text = await readFile(join(out, 'llms.txt'), 'utf8')
    const listed = [...text.matchAll(/^- \[.+?\]\(([^)]+)\)/gm)].map(([, url]) => url!)
    const expected = pages.map((path) => BASE + path.replace(/^index\.html$/, ''))
    assert.deepEqual(listed.toSorted(), expected.toSorted())
  })

  it('finds what somebody looks for, on pages that were made too', async () => {
    await use('light', 1200, async (page) => {
      await open(page, '')
      for (const [words, path] of [
        ['POPUP_BLOCKED', 'errors'],
        ['default-language', 'api/elements'],
      ] as const) {
        await page.getByRole('button', { name: 'Search' }).first().click()
        await page.getByRole('searchbox').fill(words)
        await page.locator(`.results a[href*="${BASE}docs/${path}"]`).first().waitFor()
        await page.keyboard.press('Escape')
      }
    })
  })

  it('asks nobody but its own host', async () => {
    await use('dark', 1200, async (page) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await open(page, 'docs/white-label')
      await page.waitForLoadState('networkidle')
      assert.ok(asked.some((url) => url.endsWith('.js')))
      assert.deepEqual(
        asked.filter((url) => !url.startsWith(`${origin}${BASE}`) && !url.startsWith('data:')),
        [],
      )
    })
  })

  it(`needs no scrolling to the side at ${NARROW} pixels`, async () => {
    await use('light', NARROW, async (page) => {
      for (const path of pages) {
        await open(page, path)
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        assert.ok(width <= NARROW, `${path}: ${width}`)
      }
    })
  })

  for (const scheme of ['light', 'dark'] as const) {
    it(`is free of what axe finds, ${scheme}`, async () => {
      await use(scheme, 1200, async (page) => {
        for (const path of LOOKED_AT) {
          await open(page, path)
          await page.addScriptTag({ path: fromRoot('node_modules/axe-core/axe.min.js') })
          const { violations } = await page.evaluate(() => axe.run())
          const found = violations.map(({ id, nodes }) => [path, id, nodes[0]?.html])
          assert.deepEqual(found, [])
        }
      })
    })
  }
})

describe('a link of a page', () => {
  for (const [href, page, sources, expected] of [
    ['wallet.md#x', 'docs/errors.md', undefined, 'wallet.md#x'],
    ['../SECURITY.md', 'docs/errors.md', undefined, '../SECURITY.md'],
    ['https://a.example', 'docs/errors.md', undefined, 'https://a.example'],
    ['../src/wallet.ts', 'docs/errors.md', undefined, undefined],
    [
      '../src/wallet.ts',
      'docs/errors.md',
      'https://a.example/tree',
      'https://a.example/tree/src/wallet.ts',
    ],
  ] as const) {
    it(`to ${href} leads to ${expected ?? 'nowhere'}${sources ? ', where the sources are known' : ''}`, () => {
      assert.equal(target(href, page, sources), expected)
    })
  }
})
