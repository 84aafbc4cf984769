import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { build } from 'esbuild'

/** A page's module, bundled. */
export const script = async (path: string) => {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
  })
  return outputFiles[0]!.text
}

const page = (...scripts: string[]) =>
  `<!doctype html><title>bench</title><body>${scripts.map((src) => `<script type="module" src="${src}"></script>`).join('')}`

/** The bench's pages; Chromium takes each `*.localhost` name for a site of its own. */
export async function serve(): Promise<{ port: number; server: Server }> {
  const files = new Map<string, [type: string, body: string]>([
    ['/host.html', ['text/html', page('/host.js')]],
    ['/frame.html', ['text/html', page('/bare.js', '/frame.js')]],
    ['/empty.html', ['text/html', page('/bare.js')]],
    ['/blank.html', ['text/html', page()]],
    ['/host.js', ['text/javascript', await script('bench/pages/host.ts')]],
    ['/frame.js', ['text/javascript', await script('bench/pages/frame.ts')]],
    ['/bare.js', ['text/javascript', await script('bench/pages/bare.ts')]],
  ])
  const server = createServer(({ url = '/' }, response) => {
    const [type, body] = files.get(new URL(url, 'http://bench').pathname) ?? ['text/plain', '']
    response.writeHead(body ? 200 : 404, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return { port: (server.address() as AddressInfo).port, server }
}
