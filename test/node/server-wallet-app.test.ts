/** The headers under which the wallet app runs, and what is cached how long. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

import type { FastifyInstance } from 'fastify'
import type { Registry } from '../../src/protocol/registry.js'
import { Registry as RegistrySchema } from '../../src/protocol/registry.js'
import type { AppConfig } from '../../src/protocol/service.js'
import { publicPart } from '../../src/server/wallet-app/app-config.js'
import {
  createReloadableWalletApp,
  createWalletApp,
} from '../../src/server/wallet-app/wallet-app.js'
import { registryFor } from './support/issuer.js'
import { start } from './support/services.js'
import { WALLET_CONFIG } from './support/wallet-config.js'

const registry = registryFor('https://issuer.example')
/** Headers that no two answers have the same. */
const OF_ONE_ANSWER = ['date', 'x-request-id']

let root: string
let url: string
const apps: FastifyInstance[] = []

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'wallet-embed-'))
  const names = [
    'frame.html',
    'meet.html',
    'login.html',
    'index.html',
    'assets/app-abc.js',
    'integrity.json',
  ]
  for (const folder of ['.', 'v/1.2.3']) {
    await mkdir(join(root, folder, 'assets'), { recursive: true })
    for (const name of names) await writeFile(join(root, folder, name), name)
  }
  await mkdir(join(root, 'v/1.2.3/cdn'))
  await writeFile(join(root, 'v/1.2.3/cdn/wallet-embed.js'), '')
  url = await serve(registry.embedders)
})
after(async () => {
  await Promise.all(apps.map((app) => app.close()))
  await rm(root, { recursive: true })
})

const parseRegistry = (embedders: unknown[]) =>
  RegistrySchema.parse({ ...registry, embedders }).embedders

async function serve(embedders: Registry['embedders']): Promise<string> {
  const app = createWalletApp({ root, config: WALLET_CONFIG, registry: { ...registry, embedders } })
  apps.push(app)
  return start(app)
}

const policyOf = (response: Response): Map<string, string> =>
  new Map(
    response.headers
      .get('content-security-policy')!
      .split('; ')
      .map((directive) => {
        const [name, ...values] = directive.split(' ')
        return [name!, values.join(' ')]
      }),
  )

describe('the wallet app', () => {
  it('is ready while its pages can be read, and else says which cannot', async () => {
    const ready = async () => {
      const answer = await fetch(`${url}/readyz`)
      return [answer.status, (await answer.json()).error?.detail]
    }
    assert.deepEqual(await ready(), [200, undefined])
    await rename(join(root, 'login.html'), join(root, 'login.away'))
    const [status, detail] = await ready()
    await rename(join(root, 'login.away'), join(root, 'login.html'))
    assert.equal(status, 503)
    assert.match(detail, /^login\.html of the build cannot be read \(ENOENT\)/)
  })

  for (const [path, file] of [
    ['/', 'index.html'],
    ['/frame', 'frame.html'],
    ['/meet', 'meet.html'],
    ['/login', 'login.html'],
    ['/login?code=1&state=2', 'login.html'],
    ['/assets/app-abc.js', 'assets/app-abc.js'],
    ['/v/1.2.3/', 'index.html'],
    ['/v/1.2.3/frame', 'frame.html'],
    ['/v/1.2.3/login', 'login.html'],
    ['/v/1.2.3/assets/app-abc.js', 'assets/app-abc.js'],
  ] as const) {
    it(`serves ${file} as ${path}, under the strict policy`, async () => {
      const response = await fetch(`${url}${path}`)
      assert.equal(await response.text(), file)
      const policy = policyOf(response)
      assert.equal(policy.get('default-src'), "'none'")
      assert.equal(policy.get('script-src'), "'self'")
      assert.equal(policy.get('style-src'), "'self'")
      assert.equal(policy.get('require-trusted-types-for'), "'script'")
      assert.equal(policy.get('trusted-types'), 'lit-html wallet-embed')
      assert.equal(
        policy.get('connect-src'),
        `'self' https://login.example https://node1.example https://node2.example https://rpc.example https://prices.example https://ipfs.example https://logos.example${
          file === 'index.html' ? ' https: http://localhost:* http://127.0.0.1:*' : ''
        }`,
        'only the wallet’s own page may ask other nodes, and its worker may not',
      )
      assert.equal(response.headers.get('referrer-policy'), 'same-origin')
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
      assert.equal(
        response.headers.get('cross-origin-opener-policy'),
        file === 'index.html' ? 'same-origin-allow-popups' : 'unsafe-none',
        'only the wallet’s own page needs no opener',
      )
    })
  }

  it('lets the registered sites embed the frame and where it meets windows, and nobody the other pages', async () => {
    const ancestors = async (path: string) =>
      policyOf(await fetch(`${url}${path}`)).get('frame-ancestors')
    assert.equal(await ancestors('/frame'), 'https://site.example')
    assert.equal(await ancestors('/frame.html'), 'https://site.example')
    assert.equal(await ancestors('/meet'), 'https://site.example')
    assert.equal(await ancestors('/v/1.2.3/meet.html'), 'https://site.example')
    assert.equal(await ancestors('/v/1.2.3/frame'), 'https://site.example')
    assert.equal(await ancestors('/v/1.2.3/login'), "'none'")
    assert.equal(await ancestors('/login'), "'none'")
    assert.equal(await ancestors('/'), "'none'")
  })

  it('may be embedded by every site, or by none, if the registry says so', async () => {
    for (const [embedders, expected] of [
      [['*'], '*'],
      [[], "'none'"],
    ] as const) {
      const response = await fetch(`${await serve([...embedders])}/frame`)
      assert.equal(policyOf(response).get('frame-ancestors'), expected)
    }
  })

  it('names the page that asks and those around it, and none of the others', async () => {
    const all = ['https://shop.example', 'https://portal.example', 'https://third.example']
    const at = await serve(all)
    const asked = async (...claims: string[]) => {
      const query = new URLSearchParams(claims.map((claim) => ['origin', claim]))
      return policyOf(await fetch(`${at}/frame?${query}`)).get('frame-ancestors')
    }
    assert.equal(await asked('https://shop.example'), 'https://shop.example')
    assert.equal(
      await asked('https://shop.example', 'https://portal.example'),
      'https://shop.example https://portal.example',
    )
    for (const stranger of [
      'https://evil.example',
      'https://shop.example.evil.example',
      'https://shop.example/',
      'https://SHOP.example',
      '*',
      'https:',
      "'self'",
      'null',
      '',
      'https://shop.example https://evil.example',
      'https://shop.example; script-src *',
      'https://shop.example\r\nx-evil: 1',
    ]) {
      assert.equal(await asked(stranger), "'none'", stranger)
      assert.equal(await asked('https://shop.example', stranger), "'none'", stranger)
    }
    const response = await fetch(`${at}/meet?origin=https://shop.example`)
    assert.equal(policyOf(response).get('frame-ancestors'), 'https://shop.example')
    assert.equal(await asked(), all.join(' '), 'a library that does not say')
  })

  it('says why a page gets no frame, and warns before a header is more than proxies take', async () => {
    const lines: string[] = []
    const log = { write: (line: string) => lines.push(line) }
    const many = Array.from({ length: 1_000 }, (_, i) => `https://shop-${i}.example`)
    const more = Array.from({ length: 100 }, (_, i) => `https://rpc-${i}.chains.example/v1`)
    const chains = more.map((rpcUrl, i) => ({
      ...WALLET_CONFIG.chains[0]!,
      chainId: i + 1,
      rpcUrl,
    }))
    const { app, reload } = createReloadableWalletApp({
      ...{ root, config: WALLET_CONFIG, log, registry: { ...registry, embedders: many } },
    })
    apps.push(app)
    const at = await start(app)
    const headerOf = async (query: string) => {
      const response = await fetch(`${at}/frame${query}`)
      const size = [...response.headers].flat().join('').length
      return [policyOf(response).get('frame-ancestors'), size] as const
    }
    const [named, size] = await headerOf('?origin=https://shop-999.example')
    assert.equal(named, 'https://shop-999.example')
    assert.ok(size < 2_000, `${size}`)
    assert.equal((await headerOf(''))[0], "'none'", 'all would be too many')
    await headerOf('?origin=https://evil.example')
    const log1 = lines.join('')
    assert.match(log1, /1000 embedders are more than one header holds/)
    assert.match(log1, /https:\/\/evil\.example is not one of the registry's embedders/)
    assert.doesNotMatch(log1, /the policy's header/)
    reload({ config: { ...WALLET_CONFIG, chains }, registry })
    assert.match(lines.join(''), /the policy's header has \d{4} bytes/)
  })

  it('has a configuration for each page: its own place among the embedders, and nobody else’s', async () => {
    const embedders = parseRegistry([
      'https://shop.example',
      { origin: 'https://guest.example', approvals: 'window' },
      ...Array.from({ length: 1_000 }, (_, i) => `https://shop-${i}.example`),
    ])
    const at = await serve(embedders)
    const configOf = async (query: string) => {
      const response = await fetch(`${at}/config.json${query}`)
      const { embedders, approvals } = (await response.json()) as AppConfig
      return { embedders, approvals }
    }
    for (const [page, approvals] of [
      ['https://shop.example', 'page'],
      ['https://guest.example', 'window'],
    ] as const) {
      assert.deepEqual(await configOf(`?origin=${page}`), {
        embedders: [page],
        approvals: { [page]: approvals },
      })
    }
    const nothing = { embedders: [], approvals: {} }
    assert.deepEqual(await configOf('?origin=https://evil.example'), nothing)
    assert.deepEqual(await configOf('?origin=*'), nothing)
    assert.equal((await configOf('')).embedders?.length, 1_002)
  })

  it('tells a page of no verifier that is for others, and the wallet’s own pages of all', async () => {
    const shops = Array.from({ length: 1_000 }, (_, i) => `https://shop-${i}.example`)
    /** So many shops, each with its own verifier. */
    const serveShops = async (count: number) => {
      const own = shops
        .slice(0, count)
        .map((shop, i) => [`shop-${i}`, { ...registry.verifiers.google, origins: [shop] }])
      const app = createWalletApp({
        ...{ root, config: WALLET_CONFIG },
        registry: RegistrySchema.parse({
          ...{ ...registry, embedders: shops },
          verifiers: { ...registry.verifiers, ...Object.fromEntries(own) },
        }),
      })
      apps.push(app)
      const at = await start(app)
      return async (query: string) => {
        const text = await (await fetch(`${at}/config.json${query}`)).text()
        const { verifiers } = JSON.parse(text) as AppConfig
        return { size: text.length, names: Object.keys(verifiers), text }
      }
    }
    const [few, many] = await Promise.all([serveShops(10), serveShops(1_000)])
    const { names, size } = await many('?origin=https://shop-7.example')
    assert.deepEqual(names, ['google', 'github', 'shop-7'])
    assert.equal(size, (await few('?origin=https://shop-7.example')).size)
    assert.deepEqual((await few('?origin=https://shop-11.example')).names, ['google', 'github'])
    assert.deepEqual((await many('?origin=https://stranger.example')).names, ['google', 'github'])
    for (const query of ['', '?origin=']) {
      const { names, text } = await many(query)
      assert.equal(names.length, 1_002)
      assert.ok(!text.includes('"origins"'), 'whom else a verifier is for is nobody’s business')
    }
  })

  it('sends a page no byte more where there are 10,000 applications than with ten', async () => {
    const serveApplications = async (count: number) => {
      const shop = { name: 'Shop', origins: ['https://shop.example'], redirectUrls: [] }
      const made = Array.from({ length: count }, (_, i) => [`shop-${i}`, shop])
      const applications = Object.fromEntries(made)
      const own = RegistrySchema.parse({ ...registry, applications })
      const app = createWalletApp({ root, config: WALLET_CONFIG, registry: own })
      apps.push(app)
      const at = await start(app)
      return async (path: string) => {
        const response = await fetch(`${at}${path}?origin=https://site.example`)
        const headers = [...response.headers].filter(([name]) => !OF_ONE_ANSWER.includes(name))
        return { headers, body: await response.text() }
      }
    }
    const [few, many] = await Promise.all([serveApplications(10), serveApplications(10_000)])
    for (const path of ['/config.json', '/frame', '/meet', '/login', '/']) {
      assert.deepEqual(await many(path), await few(path), path)
    }
  })

  it('says once what a browser knows: the configuration has the hash of its content', async () => {
    const { app, reload } = createReloadableWalletApp({ root, config: WALLET_CONFIG, registry })
    apps.push(app)
    const at = await start(app)
    const get = async (tag = '') => {
      const headers = { ...(tag && { 'if-none-match': tag }) }
      const response = await fetch(`${at}/config.json?origin=https://site.example`, { headers })
      return { status: response.status, tag: response.headers.get('etag')! }
    }
    const { tag } = await get()
    assert.deepEqual(await get(tag), { status: 304, tag })
    reload({ config: WALLET_CONFIG, registry })
    assert.deepEqual(await get(tag), { status: 304, tag }, 'nothing changed')
    reload({ config: { ...WALLET_CONFIG, loginService: 'https://other.example' }, registry })
    assert.equal((await get(tag)).status, 200)
  })

  it('says where a yes counts: in pages that are listed, unless they say otherwise, and for everybody else in a window', () => {
    const embedders = parseRegistry([
      'https://shop.example',
      { origin: 'https://guest.example', approvals: 'window' },
      '*',
    ])
    assert.deepEqual(publicPart({ ...registry, embedders }).approvals, {
      'https://shop.example': 'page',
      'https://guest.example': 'window',
      '*': 'window',
    })
    assert.deepEqual(publicPart({ ...registry, embedders }).embedders, [
      'https://shop.example',
      'https://guest.example',
      '*',
    ])
  })

  it('trusts every page only where the registry says so', () => {
    const embedders = parseRegistry([{ origin: '*', approvals: 'page' }])
    assert.deepEqual(publicPart({ ...registry, embedders }).approvals, { '*': 'page' })
  })

  for (const wrong of [
    { origin: 'https://shop.example/path', approvals: 'page' },
    { origin: 'https://shop.example', approvals: 'always' },
    { origin: 'https://shop.example' },
  ]) {
    it(`refuses ${JSON.stringify(wrong)} as an embedder`, () => {
      assert.throws(() => parseRegistry([wrong]))
    })
  }

  it('fits into pages that demand it of what they embed', async () => {
    for (const path of ['/frame', '/meet', '/assets/app-abc.js', '/v/1.2.3/frame']) {
      const { headers } = await fetch(`${url}${path}`)
      assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
      assert.equal(headers.get('cross-origin-embedder-policy'), 'credentialless')
    }
    const { headers } = await fetch(`${url}/login`)
    assert.equal(headers.get('cross-origin-embedder-policy'), null)
  })

  it('lets pages of other origins load and compare every file of the build, and read its configuration', async () => {
    const allowed = async (path: string) =>
      (await fetch(`${url}${path}`)).headers.get('access-control-allow-origin')
    for (const folder of ['', '/v/1.2.3']) {
      for (const path of ['/assets/app-abc.js', '/frame', '/login', '/integrity.json']) {
        assert.equal(await allowed(folder + path), '*')
      }
    }
    assert.equal(await allowed('/v/1.2.3/cdn/wallet-embed.js'), '*')
    assert.equal(await allowed('/config.json'), '*')
  })

  it('has no version but those in its folder, and one configuration for all', async () => {
    assert.equal((await fetch(`${url}/v/9.9.9/frame`)).status, 404)
    assert.equal((await fetch(`${url}/v/9.9.9/integrity.json`)).status, 404)
    assert.equal((await fetch(`${url}/v/1.2.3/config.json`)).status, 404)
  })

  it('has assets cached for ever, pages and the configuration checked each time', async () => {
    const caching = async (path: string) =>
      (await fetch(`${url}${path}`)).headers.get('cache-control')
    assert.equal(await caching('/assets/app-abc.js'), 'public, max-age=31536000, immutable')
    assert.equal(await caching('/v/1.2.3/assets/app-abc.js'), 'public, max-age=31536000, immutable')
    for (const path of ['/frame', '/v/1.2.3/frame', '/integrity.json', '/v/1.2.3/integrity.json']) {
      assert.equal(await caching(path), 'no-cache')
    }
    assert.equal(await caching('/v/1.2.3/cdn/wallet-embed.js'), 'no-cache')
    assert.equal(await caching('/config.json'), 'no-cache')
    assert.equal(await caching('/nothing'), 'no-store')
  })

  it('takes no part of its own path for a folder of assets', async () => {
    const app = createWalletApp({ root: join(root, 'assets'), config: WALLET_CONFIG, registry })
    apps.push(app)
    const response = await fetch(`${await start(app)}/app-abc.js`)
    assert.equal(response.headers.get('cache-control'), 'no-cache')
  })

  it('serves nothing outside its folder', async () => {
    for (const path of ['/..%2f..%2fetc/passwd', '/assets/%2e%2e/%2e%2e/x', '/nothing']) {
      assert.ok([403, 404].includes((await fetch(`${url}${path}`)).status))
    }
  })
})
