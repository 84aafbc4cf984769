/**
 * A site with nothing but the tag, and the wallet's host as it is served to everybody, in this process: so that each
 * byte that they send is counted, headers included. Needs a build.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

import { fromRoot } from '../../scripts/vite/shared.js'
import { Registry } from '../../src/protocol/registry.js'
import { readJson } from '../../src/server/platform/files.js'
import { ServedConfig } from '../../src/server/wallet-app/app-config.js'
import { createWalletApp } from '../../src/server/wallet-app/wallet-app.js'

/** Opens the sign-in screen as soon as there is a wallet: earlier than anybody presses. */
const PAGE = (wallet: string) => `<!doctype html><title>A shop</title>
<link rel="icon" href="data:,">
<script type="module" src="${wallet}/cdn/wallet-embed.js"></script>
<wallet-embed></wallet-embed>
<script type="module">
  const element = document.querySelector('wallet-embed')
  element.addEventListener('wallet-ready', () => element.login().catch(() => {}), { once: true })
</script>`

/** The same page with an empty frame of the same site, to measure what any frame costs. */
const EMPTY = (wallet: string) => `<!doctype html><title>A shop</title>
<link rel="icon" href="data:,"><iframe src="${wallet}/meet"></iframe>`

export interface FirstVisit {
  /** URL of the page with the tag, and with an empty frame. */
  tag: string
  empty: string
  /** Bytes that were sent since they were last asked for. */
  sent(): number
  /** Sends the answers that were held back, and all later ones. */
  release(): void
  stop(): Promise<void>
}

/** Bytes of an answer's headers, at most: the policy is most of it. */
const HEADERS = 2_000

/**
 * @param dir - Folder of a stack whose registry lets any site show the wallet.
 * @param budget - Bytes that the wallet's host sends at most; what would be more is held back until it is released.
 */
export async function startFirstVisit(dir: string, budget = Infinity): Promise<FirstVisit> {
  const wallet = createWalletApp({
    root: fromRoot('dist/wallet'),
    config: await readJson(join(dir, 'config.json'), ServedConfig),
    registry: await readJson(join(dir, 'registry.json'), Registry),
  })
  const held = withResolvers()
  let promised = 0
  wallet.addHook('onSend', async (_, reply) => {
    const size = Number(reply.getHeader('content-length') ?? 0) + HEADERS
    if (promised + size > budget) await held.promise
    promised += size
  })
  await wallet.listen({ port: 0, host: 'localhost' })
  const walletUrl = `http://localhost:${portOf(wallet.server)}`
  const pages = new Map([
    ['/', PAGE(walletUrl)],
    ['/empty', EMPTY(walletUrl)],
  ])
  const site = createServer(({ url = '/' }, response) => {
    const body = pages.get(url)
    response.writeHead(body ? 200 : 404, { 'content-type': 'text/html' }).end(body)
  })
  await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve))
  const counts = [wallet.server, site].map(count)
  const shop = `http://shop.localhost:${portOf(site)}`
  let before = 0
  return {
    tag: `${shop}/`,
    empty: `${shop}/empty`,
    sent() {
      const all = counts.reduce((sum, bytes) => sum + bytes(), 0)
      const since = all - before
      before = all
      return since
    },
    release: held.resolve,
    async stop() {
      held.resolve()
      await wallet.close()
      site.closeAllConnections()
      await new Promise((resolve) => site.close(resolve))
    },
  }
}

const waysOf = (page: Page) =>
  page
    .frameLocator('wallet-embed iframe')
    .locator('we-sign-in')
    .getByRole('button', { name: 'Continue with Google' })

/** Loads the page, until its visitor can press a way to sign in. */
export async function visitSignIn(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await waysOf(page).click({ trial: true })
}

export const pressSignIn = (page: Page): Promise<void> => waysOf(page).click()

/** As `Promise.withResolvers`, which Node 20 lacks. */
function withResolvers() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

function count(server: Server): () => number {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  return () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0)
}
