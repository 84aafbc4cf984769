/**
 * A site of somebody else's: any page, at any `*.localhost` origin, with the built library beside it.
 * Chromium resolves these names to this machine and treats each as a site of its own.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'

import { freePorts } from '../../demo/stack/free-ports.js'

export interface Site {
  port: number
  /** `http://<name>.localhost:<port>` */
  origin(name: string): string
  /** Serves `body` at `path`, on every name. */
  page(path: string, body: string, headers?: Record<string, string>): void
  close(): Promise<void>
}

/** The first site's port: the runner's shared stacks know it before the site is there. */
export const SITE_PORT = Number(process.env.SITE_PORT) || (await freePorts(1))[0]!
let isTaken = false

export const siteOrigin = (name: string, port: number): string => `http://${name}.localhost:${port}`

/** Where the runner has put `/lib.js`: else each file makes it. */
const SHARED = 'SHARED_LIBRARY'

/** `/lib.js` of a site: the package as a page's bundler would make it, with both elements defined. */
async function bundleLibrary(): Promise<string> {
  const made = process.env[SHARED]
  if (made) return readFile(made, 'utf8')
  const { build } = await import('esbuild')
  const result = await build({
    stdin: {
      contents: "export * from 'wallet-embed'; import 'wallet-embed/define'",
      resolveDir: process.cwd(),
    },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
  })
  return result.outputFiles[0]!.text
}

/** Makes it once for all files. @returns Environment for those who run them. */
export async function shareLibrary(path: string): Promise<NodeJS.ProcessEnv> {
  await writeFile(path, await bundleLibrary())
  return { [SHARED]: path }
}

export async function startSite(): Promise<Site> {
  const library = await bundleLibrary()
  const pages = new Map<string, { body: string; headers: Record<string, string> }>()
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname
    if (path === '/lib.js') {
      // As a CDN does: a page in a sandbox has no origin.
      const headers = { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' }
      response.writeHead(200, headers).end(library)
      return
    }
    const page = pages.get(path)
    if (!page) {
      // A browser asks for an icon by itself, and reports if there is none.
      response.writeHead(path === '/favicon.ico' ? 204 : 404).end()
      return
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page.headers })
    response.end(page.body)
  })
  const port = isTaken ? (await freePorts(1))[0]! : SITE_PORT
  isTaken = true
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, resolve)
  })
  return {
    port,
    origin: (name) => siteOrigin(name, port),
    page: (path, body, headers = {}) => void pages.set(path, { body, headers }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          if (port === SITE_PORT) isTaken = false
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

/** In the script of such a page: `addButtons` gives it buttons; what came of a press, or a refusal's code, is in `outcomes`. */
export const BUTTONS = `
  const outcomes = (window.outcomes = [])
  const addButtons = (acts) => {
    for (const [name, act] of Object.entries(acts)) {
      const button = document.createElement('button')
      button.textContent = name
      button.onclick = () => act().then((done) => outcomes.push(done), ({ code }) => outcomes.push(code))
      document.body.append(button)
    }
  }`

/** In the same script, for buttons: what sites ask `wallet` for, about the account `me()`. */
export const REQUESTS = `
  const ask = (method, params) => wallet.provider.request({ method, params })
  const sign = (hex) => ask('personal_sign', [hex, me()])
  const pay = () => ask('eth_sendTransaction', [{ from: me(), to: me(), value: '0x1' }])
  const requests = {
    Message: () => sign('0x6869'),
    'Typed data': () => ask('eth_signTypedData_v4', [me(), JSON.stringify({
      domain: { name: 'Shop', chainId: 31337 }, primaryType: 'Note', message: { text: 'hi' },
      types: { EIP712Domain: [{ name: 'name', type: 'string' }, { name: 'chainId', type: 'uint256' }], Note: [{ name: 'text', type: 'string' }] },
    })]),
    Payment: pay,
    Batch: () => ask('wallet_sendCalls', [{
      version: '2.0.0', chainId: '0x7a69', from: me(), atomicRequired: false,
      calls: [{ to: me(), value: '0x0' }, { to: me(), value: '0x1' }],
    }]).then(({ id }) => id),
  }`

/** A page that loads the library and leaves the rest to the test. */
export const barePage = (script = '') => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A site</title></head>
<body><h1>A site</h1>
<script type="module">
  import * as lib from '/lib.js'
  Object.assign(window, { lib })
  ${script}
  window.loaded = true
</script></body></html>`
