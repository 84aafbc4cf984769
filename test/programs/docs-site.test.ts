/** The documentation's site, built under a path as an operator may serve it. It needs the declarations of a build. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { AxeResults } from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'

import { PAGES } from '../../scripts/docs/sidebar.js'
import { fromRoot } from '../../scripts/vite/shared.js'
import { createStaticSite } from '../../src/server/platform/static-site.js'
import { start } from '../node/support/services.js'
import { BROWSER_ARGS, findBrowser } from '../support/browser.js'
import { watch } from '../support/failures.js'
import { after, before, describe, it } from '../support/suite.js'

const BASE = '/guide/wallet/'
const BUILD_TIME = 240_000
/** CSS pixels: the narrowest that WCAG 2.2 asks for (1.4.10). */
const NARROW = 320
/** One of each kind: texts, tables, code, pictures, what is made from the build. */
const KINDS = ['index', 'docs/quick-start', 'docs/errors', 'docs/recipes', 'docs/api/elements']
/** What readers ask, and the page that answers. It has to be among the first results. */
const QUESTIONS: Record<string, string> = {
  'quick start': 'docs/quick-start',
  react: 'docs/frameworks',
  wagmi: 'docs/libraries',
  'sign in own server': 'docs/backends',
  'dark mode': 'docs/white-label',
  'own logo': 'docs/white-label',
  'gate page': 'docs/recipes',
  'take payment': 'docs/recipes',
  'own chain': 'docs/recipes',
  'popup blocked': 'docs/errors',
  'signed out after reload': 'docs/troubleshooting',
  'coming from web3auth': 'docs/migrate',
  'unknown event accountChanged': 'docs/mistakes',
  'content security policy': 'docs/strict-pages',
  'google client id': 'docs/providers',
  playwright: 'docs/development',
  'new version wallet app': 'docs/operate',
  install: 'docs/quick-start',
  glossary: 'docs/concepts',
  'which networks': 'docs/faq',
  'smart account': 'docs/faq',
  custodial: 'docs/faq',
  'export private key': 'docs/faq',
  'servers go down': 'docs/faq',
  metamask: 'docs/faq',
  typescript: 'docs/typescript',
  'next.js': 'docs/servers',
  hooks: 'docs/frameworks',
  'css variables': 'docs/wallet',
  limits: 'docs/wallet',
  'sign out': 'docs/recipes',
  'sign typed data': 'docs/recipes',
  'send tokens': 'docs/recipes',
  'unit test': 'docs/development',
  'screen reader': 'docs/accessibility',
  'oldest browser versions': 'docs/browsers',
  'default-language': 'docs/api/elements',
  walletctorargs: 'docs/api/types',
}
const FIRST_RESULTS = 5
/** As the theme's search has it. */
const SEARCH = {
  fields: ['title', 'titles', 'text'],
  storeFields: ['title', 'titles'],
  searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } },
}

declare const axe: { run(): Promise<AxeResults> }

describe('the documentation site', { timeout: 2 * BUILD_TIME }, () => {
  let root: string
  let out: string
  /** HTML by its path, such as `docs/errors.html`. */
  let pages: Map<string, string>

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'docs-'))
    out = join(root, BASE)
    await promisify(execFile)(process.execPath, ['--import', 'tsx', fromRoot('scripts/docs.ts')], {
      cwd: fromRoot('.'),
      env: { ...process.env, DOCS_BASE: BASE, DOCS_OUT: out },
      timeout: BUILD_TIME,
    })
    const files = await readdir(out, { recursive: true })
    const paths = files.filter((path) => path.endsWith('.html') && path !== '404.html')
    const texts = await Promise.all(paths.map((path) => readFile(join(out, path), 'utf8')))
    pages = new Map(paths.map((path, at) => [path, texts[at]!]))
  })
  after(() => rm(root, { recursive: true }))

  it('has the pages of its sidebar and no others', () => {
    const expected = PAGES.map((page) => page.replace('README', 'index').replace(/md$/, 'html'))
    assert.deepEqual([...pages.keys()].toSorted(), expected.toSorted())
  })

  it('gives each page a title of its own', () => {
    const titles = [...pages.values()].map((html) => /<title>(.+?)<\/title>/.exec(html)![1]!)
    assert.equal(new Set(titles).size, pages.size)
  })

  it('links only to what is there, to the heading', async () => {
    const files = new Set(await readdir(out, { recursive: true }))
    const dead: string[] = []
    for (const [page, html] of pages) {
      for (const [, href] of html.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
        const url = new URL(href!, `https://docs.example${BASE}${page}`)
        if (url.host !== 'docs.example') continue
        const path = decodeURI(url.pathname).replace(BASE, '').replace(/^$/, 'index.html')
        const target = pages.get(path)
        const anchor = decodeURIComponent(url.hash.slice(1))
        const isThere = anchor ? target?.includes(`id="${anchor}"`) : files.has(path)
        if (!isThere) dead.push(`${page}: ${href}`)
      }
    }
    assert.deepEqual(dead, [])
  })

  it('lists every page, and nothing else, in llms.txt', async () => {
    const text = await readFile(join(out, 'llms.txt'), 'utf8')
    const listed = [...text.matchAll(/^- \[.+?\]\(([^)]+)\)/gm)].map(([, url]) => url!)
    const expected = [...pages.keys()].map((path) => BASE + path.replace(/^index\.html$/, ''))
    assert.deepEqual(listed.toSorted(), expected.toSorted())
  })

  it('declares all that the package exports on the page of types', async () => {
    const entry = await readFile(fromRoot('dist/types/src/index.d.ts'), 'utf8')
    const options = await readFile(fromRoot('dist/types/src/shared/options.d.ts'), 'utf8')
    const listed = [...entry.matchAll(/\{([^}]*)\}/g)].flatMap(([, names]) => names!.split(','))
    const names = [
      ...listed.map((name) => name.replace('type ', '').trim()),
      ...[...options.matchAll(/^export (?:declare const|interface|type) (\w+)/gm)].map(
        ([, name]) => name!,
      ),
    ].filter(Boolean)
    assert.ok(names.length > 30)
    const text = pages.get('docs/api/types.html')!.replace(/<[^>]+>/g, '')
    const isDeclared = (name: string) =>
      new RegExp(`\\b(class|const|interface|type) ${name}\\b`).test(text)
    assert.deepEqual(
      names.filter((name) => !isDeclared(name)),
      [],
    )
  })

  it('answers questions among the first results of its search', async () => {
    const chunks = join(out, 'assets/chunks')
    const index = (await readdir(chunks)).find((file) => file.startsWith('@localSearchIndex'))!
    const { default: json } = await import(pathToFileURL(join(chunks, index)).href)
    const ours = createRequire(import.meta.url)
    const theirs = createRequire(ours.resolve('vitepress/package.json'))
    const search = theirs('minisearch').loadJSON(json, SEARCH)
    const missed = Object.entries(QUESTIONS).filter(([question, page]) => {
      const results: { id: string }[] = search.search(question).slice(0, FIRST_RESULTS)
      return !results.some(({ id }) => id.startsWith(`${BASE}${page}.html`))
    })
    assert.deepEqual(missed, [])
  })

  describe('in a browser', () => {
    let app: ReturnType<typeof createStaticSite>
    let origin: string
    let browser: Browser

    before(async () => {
      const executablePath = await findBrowser()
      browser = watch(await chromium.launch({ executablePath, args: BROWSER_ARGS }))
      app = createStaticSite({ roots: [root] })
      origin = await start(app)
    })
    after(async () => {
      await browser?.close()
      await app?.close()
    })

    const use = async (
      colorScheme: 'light' | 'dark',
      width: number,
      visit: (page: Page, open: (path: string) => Promise<unknown>) => Promise<void>,
    ) => {
      const viewport = { width, height: 800 }
      const page = await browser.newPage({ colorScheme, viewport, reducedMotion: 'reduce' })
      await visit(page, (path) => page.goto(`${origin}${BASE}${path}`, { waitUntil: 'load' }))
      await page.context().close()
    }

    it('finds an error by its code', () =>
      use('light', 1200, async (page, open) => {
        await open('')
        await page.getByRole('button', { name: 'Search' }).first().click()
        await page.getByRole('searchbox').fill('POPUP_BLOCKED')
        await page.locator(`.results a[href$="docs/errors.html#popup_blocked"]`).click()
        await page.waitForURL('**/docs/errors.html#popup_blocked')
      }))

    it('asks only its own host', () =>
      use('dark', 1200, async (page, open) => {
        const asked: string[] = []
        page.on('request', (request) => asked.push(request.url()))
        await open('docs/white-label.html')
        await page.waitForLoadState('networkidle')
        assert.ok(asked.some((url) => url.endsWith('.js')))
        const others = asked.filter((url) => !/^data:/.test(url) && !url.startsWith(origin + BASE))
        assert.deepEqual(others, [])
      }))

    it(`needs no scrolling to the side at ${NARROW} pixels`, () =>
      use('light', NARROW, async (page, open) => {
        for (const path of pages.keys()) {
          await open(path)
          const width = await page.evaluate(() => document.documentElement.scrollWidth)
          assert.ok(width <= NARROW, `${path}: ${width}`)
        }
      }))

    for (const scheme of ['light', 'dark'] as const) {
      it(`has nothing that axe finds, ${scheme}`, () =>
        use(scheme, 1200, async (page, open) => {
          for (const path of KINDS) {
            await open(`${path}.html`)
            await page.addScriptTag({ path: fromRoot('node_modules/axe-core/axe.min.js') })
            const { violations } = await page.evaluate(() => axe.run())
            const found = violations.map(({ id, nodes }) => [path, id, nodes[0]?.html])
            assert.deepEqual(found, [])
          }
        }))
    }
  })
})
