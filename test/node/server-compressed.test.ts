/** Files that the build compressed are served so, under the headers of those that they are. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { compressFolder } from '../../scripts/compress.js'
import { createStaticSite } from '../../src/server/platform/static-site.js'
import { createWalletApp } from '../../src/server/wallet-app/wallet-app.js'
import { registryFor } from './support/issuer.js'
import { start } from './support/services.js'
import { WALLET_CONFIG } from './support/wallet-config.js'

const SCRIPT = 'globalThis.used = 1\n'.repeat(500)
const FONT = 'as if it were compressed in itself '.repeat(500)

/** Headers and bytes as they come, which `fetch` would decompress. */
const ask = (url: string, encodings: string) =>
  new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    const request = get(url, { headers: { 'accept-encoding': encodings } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        resolve({ headers: response.headers, body: Buffer.concat(parts) })
      })
    })
    request.once('error', reject)
  })

describe('compressed files', () => {
  let root: string
  const urls: Record<string, string> = {}
  const stops: (() => Promise<unknown>)[] = []

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'compressed-'))
    await mkdir(join(root, 'assets'))
    await writeFile(join(root, 'assets/app-abc.js'), SCRIPT)
    await writeFile(join(root, 'assets/font-abc.woff2'), FONT)
    await writeFile(join(root, 'frame.html'), `<title>frame</title>${' '.repeat(3000)}`)
    await compressFolder(root)
    const registry = registryFor('https://issuer.example')
    const wallet = createWalletApp({ root, config: WALLET_CONFIG, registry })
    const site = createStaticSite({ roots: [root] })
    for (const [name, app] of Object.entries({ wallet, site })) {
      stops.push(() => app.close())
      urls[name] = await start(app)
    }
  })
  after(async () => {
    await Promise.all(stops.map((stop) => stop()))
    await rm(root, { recursive: true })
  })

  for (const name of ['wallet', 'site']) {
    for (const [accepted, encoding, decompress] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip, deflate', 'gzip', gunzipSync],
      ['identity', undefined, (bytes: Buffer) => bytes],
    ] as const) {
      it(`are served by the ${name} as ${encoding ?? 'they are'} to who takes ${accepted}`, async () => {
        const { headers, body } = await ask(`${urls[name]}/assets/app-abc.js`, accepted)
        assert.equal(headers['content-encoding'], encoding)
        assert.equal(decompress(body).toString(), SCRIPT)
        assert.equal(Number(headers['content-length']), body.length)
        assert.match(headers['content-type'] ?? '', /^(text|application)\/javascript/)
        assert.equal(headers.vary, 'accept-encoding')
      })
    }

    it(`has an ETag of its own for each form, by the ${name}`, async () => {
      const forms = ['br', 'gzip', 'identity']
      const answers = await Promise.all(
        forms.map((form) => ask(`${urls[name]}/assets/app-abc.js`, form)),
      )
      assert.equal(new Set(answers.map(({ headers }) => headers.etag)).size, forms.length)
    })

    it(`leaves by the ${name} what is no text as it is`, async () => {
      const { headers, body } = await ask(`${urls[name]}/assets/font-abc.woff2`, 'br')
      assert.equal(headers['content-encoding'], undefined)
      assert.equal(body.toString(), FONT)
      assert.equal(headers.vary, 'accept-encoding')
    })
  }

  it('of the wallet have the policy and the caching of the file that they are', async () => {
    const forms = async (path: string) =>
      Promise.all(['br', 'identity'].map((form) => ask(`${urls.wallet}${path}`, form)))
    for (const path of ['/assets/app-abc.js', '/frame.html', '/frame']) {
      const [compressed, plain] = await forms(path)
      for (const name of [
        'content-security-policy',
        'cache-control',
        'cross-origin-resource-policy',
        'cross-origin-embedder-policy',
        'access-control-allow-origin',
        'referrer-policy',
        'x-content-type-options',
      ]) {
        assert.equal(compressed?.headers[name], plain?.headers[name], `${path}: ${name}`)
      }
    }
    const [script] = await forms('/assets/app-abc.js')
    assert.match(script!.headers['cache-control']!, /immutable/)
    const [frame] = await forms('/frame.html')
    assert.equal(frame!.headers['content-encoding'], 'br')
    assert.match(`${frame!.headers['content-security-policy']}`, /frame-ancestors https:/)
  })
})
