/** A site that makes mistakes, and what its developer reads of each. */
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'

import { fromRoot } from '../../../scripts/vite/shared.js'
import { type Site, startSite } from '../site.js'
import { PATIENCE, startWorld, type World } from '../support.js'
import { type Mistake, PLACES } from './mistake.js'

/** What browsers themselves say of requests, policies and frames. */
const BROWSERS =
  /^(Failed to|Refused|Framing|Loading|Connecting|Fetch API|Blocked|Cross-Origin|Unsafe)/
/** Of the page, as the table names it. */
const PATH = '/mistake'
/** Chromium takes this name for no local one: its pages are not secure. */
const INSECURE = 'http://shop.test'
const { version }: { version: string } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'))

type Names = readonly (readonly [placeholder: string, real: string])[]

export class MistakePages {
  readonly #world: World
  readonly #site: Site
  /** Each placeholder of the table, and what stands for it here. */
  readonly #names: Names
  #made = 0

  private constructor(world: World, site: Site, down: string) {
    const { wallet, chain, login } = world.stack.urls
    this.#world = world
    this.#site = site
    this.#names = [
      ['https://wallet.example', wallet],
      ['https://down.example', down],
      ['https://node.example', chain],
      ['login.example', new URL(login).host],
      ['1.2.3', version],
      [PLACES.shop, site.origin('shop')],
      [PLACES.other, site.origin('other')],
      [PLACES.address, `http://127.0.0.1:${site.port}`],
    ]
  }

  static async start(): Promise<MistakePages> {
    const site = await startSite()
    const shop = site.origin('shop')
    const world = await startWorld({ embedders: [shop], origins: [shop] }).catch(async (error) => {
      await site.close()
      throw error
    })
    return new MistakePages(world, site, `http://localhost:${await closedPort()}`)
  }

  async stop(): Promise<void> {
    await this.#world.stop()
    await this.#site.close()
  }

  /** Makes the mistake, at a separate address. @returns What the console then has of ours, in the words of the table. */
  async linesOf(mistake: Mistake): Promise<string[]> {
    this.#made += 1
    const path = `${PATH}-${this.#made}`
    const context = await this.#world.browser.newContext()
    context.setDefaultTimeout(PATIENCE)
    try {
      const lines = await this.#make(mistake, path, context)
      return lines.map((line) => replaceAll(line, [[PATH, path], ...this.#names], 1))
    } finally {
      await context.close()
    }
  }

  async #make(mistake: Mistake, path: string, context: BrowserContext): Promise<string[]> {
    const { headers, at = 'shop', after, isPressed, isDown } = mistake
    this.#site.page(path, replaceAll(documentOf(mistake), this.#names, 0), headers)
    this.#site.page(`${path}/sandbox`, `<iframe sandbox="allow-scripts" src="${path}"></iframe>`)
    if (isDown) await context.route(`${this.#world.stack.urls.login}/**`, (route) => route.abort())
    await context.route(`${INSECURE}/**`, async (route) => {
      const { pathname } = new URL(route.request().url())
      const url = `http://localhost:${this.#site.port}${pathname}`
      await route.fulfill({ response: await route.fetch({ url }) })
    })
    const page = await context.newPage()
    if (after) await page.clock.install()
    const told = listen(page)
    await page.goto(this.#urlOf(at, path))
    if (after) await page.clock.runFor(after)
    if (isPressed) await page.locator('login-button').getByRole('button').click()
    return told()
  }

  #urlOf(at: keyof typeof PLACES, path: string): string {
    if (at === 'plain') return `${INSECURE}${path}`
    if (at === 'sandbox') return `${this.#site.origin('shop')}${path}/sandbox`
    return `${replaceAll(PLACES[at], this.#names, 0)}${path}`
  }
}

function documentOf({ html = '', script = '', given }: Mistake): string {
  const starts = {
    wallet: "await wallet.init({ network: { host: 'localhost' } })",
    client: 'await client.init()',
  }
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A mistake</title></head>
<body>${html}<script type="module">
  import * as lib from '/lib.js'
  const walletUrls = { production: 'https://wallet.example' }
  const wallet = new lib.Wallet({ walletUrls })
  const client = new lib.LoginClient({ clientId: 'demo', uxMode: 'popup', walletUrls })
  ${given ? starts[given] : ''}
  ${script}
</script></body></html>`
}

/** What the page's console has of ours. @returns Waits for the first line, and for what comes along with it. */
function listen(page: Page): () => Promise<string[]> {
  const lines: string[] = []
  const first = new Promise<void>((resolve) => {
    const take = (line: string) => {
      if (BROWSERS.test(line)) return
      lines.push(line)
      resolve()
    }
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) take(message.text())
    })
    page.on('pageerror', ({ name, message }) => take(`${name}: ${message}`))
  })
  return async () => {
    const { promise, stop } = timeout()
    await Promise.race([first, promise]).finally(stop)
    await page.evaluate('0')
    return lines
  }
}

function timeout(): { promise: Promise<never>; stop: () => void } {
  let timer: NodeJS.Timeout
  const promise = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The console has no line of ours.')), PATIENCE)
  })
  return { promise, stop: () => clearTimeout(timer) }
}

/** @param to - What is put in: 0 for what stands for the names, 1 for the names. */
const replaceAll = (text: string, names: Names, to: 0 | 1): string =>
  names.reduce(
    (all, [name, real]) => (to ? all.replaceAll(real, name) : all.replaceAll(name, real)),
    text,
  )

/** One where nothing answers. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
