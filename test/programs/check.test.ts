/** `check`: what an installation looks like from outside, one line each, with what to do about what is wrong. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'

import { freePorts } from '../../demo/stack/free-ports.js'
import { makeDevShares } from '../../src/server/keys/shares.js'
import { registryFor } from '../node/support/issuer.js'
import { type Running, runCli } from './support/cli.js'

const LISTENING = /listening at (http:\/\/[^"]*:\d+)/
const SCRIPT = 'export {}\n'.repeat(1_000)
const NO_OPENSSL = spawnSync('openssl', ['version']).status === 0 ? false : 'openssl is missing'
const html = { 'content-type': 'text/html' }

describe('check', () => {
  let dir: string
  let wallet: string
  let login: string
  let provider: string
  /** What the provider does where a login begins. */
  let authorize: RequestListener
  let askedWith: URLSearchParams
  /** Where nothing listens. */
  let nowhere: string
  const servers: Server[] = []
  const running: Running[] = []

  const serve = async (answer: RequestListener): Promise<string> => {
    const server = createServer(answer)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    return `http://localhost:${(server.address() as AddressInfo).port}`
  }
  const begin = async (...args: string[]): Promise<string> => {
    const one = runCli(args, {}, dir)
    running.push(one)
    return (await one.line(LISTENING))[1]!
  }
  const check = async (url: string) => {
    const { code, stdout, stderr } = await runCli(['check', url]).ended
    return { code, lines: stdout.trimEnd().split('\n'), stderr }
  }
  /** What is wrong with this installation. */
  const wrongs = async () => {
    const { code, lines } = await check(wallet)
    const found = lines.filter((line) => line.includes('WRONG'))
    assert.equal(code, found.length ? 1 : 0)
    return found
  }
  const file = (name: string, value: unknown) =>
    writeFile(join(dir, name), typeof value === 'string' ? value : JSON.stringify(value))
  const configure = async (changes: Record<string, unknown> = {}) => {
    const config = JSON.parse(await readFile(join(dir, 'first.json'), 'utf8'))
    await file('config.json', { ...config, ...changes })
  }
  /** A separate wallet app: a running one takes up a change when it next looks. */
  const withConfig = async (changes: Record<string, unknown>) => {
    await configure(changes)
    const other = await begin(...(await walletArgs()), '--port', '0')
    return (await check(other)).lines.filter((line) => line.includes('WRONG'))
  }
  const walletArgs = async () => [
    ...['wallet-app', '--root', 'pages', '--config', 'config.json', '--registry', 'registry.json'],
  ]

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'wallet-embed-'))
    provider = await serve((request, response) => {
      const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
      if (pathname === '/auth') askedWith = searchParams
      authorize(request, response)
    })
    const [walletPort, ...ports] = (await freePorts(4)) as [number, ...number[]]
    nowhere = `http://localhost:${(await freePorts(1))[0]}`
    wallet = `http://localhost:${walletPort}`
    await file('registry.json', registryFor(provider))
    await file('secrets.json', {})
    await file('chains.json', [])
    await makeDevShares({
      urls: ports.map((port) => `http://localhost:${port}`),
      threshold: 2,
      dir,
    })
    await mkdir(join(dir, 'pages/assets'), { recursive: true })
    const page = '<!doctype html><script type="module" src="/assets/app.js"></script>'
    for (const name of ['index', 'frame', 'login', 'meet', 'begin', 'confirm']) {
      await file(`pages/${name}.html`, page)
    }
    await file('pages/assets/app.js', SCRIPT)
    await writeFile(join(dir, 'pages/assets/app.js.gz'), gzipSync(SCRIPT))
    const api = ['--registry', 'registry.json', '--wallet-origin', wallet]
    login = await begin('login-service', '--secrets', 'secrets.json', ...api, '--port', '0')
    const made = await runCli(
      [
        ...['app-config', '--registry', 'registry.json', '--network', 'network.json'],
        ...['--chains', 'chains.json', '--login-service', login, '--out', 'first.json'],
      ],
      {},
      dir,
    ).ended
    assert.equal(made.code, 0, made.stderr)
    await configure()
    await begin(...(await walletArgs()), '--port', String(walletPort))
    await Promise.all(
      ports.map((port, i) => {
        const share = ['node', '--share', `share-${i + 1}.json`]
        return begin(...share, ...api, '--port', String(port))
      }),
    )
  })
  after(async () => {
    for (const { child } of running) child.kill('SIGTERM')
    await Promise.all(running.map(({ ended }) => ended))
    for (const server of servers) server.close().closeAllConnections()
    await rm(dir, { recursive: true, force: true })
  })

  it('says of each part that it works, up to the page of each provider, and exits with 0', async () => {
    // By a cookie, as many do.
    authorize = ({ url, headers }, response) => {
      if (url === '/page' && headers.cookie === 'login=begun') {
        response.writeHead(200, html).end('<form>Who are you?</form>')
      } else if (url === '/page') response.writeHead(400, html).end('Cookies, please.')
      else response.writeHead(302, { location: '/page', 'set-cookie': 'login=begun; Path=/' }).end()
    }
    const { code, lines, stderr } = await check(wallet)
    assert.deepEqual([code, stderr], [0, ''], lines.join('\n'))
    assert.deepEqual(
      lines.map((line) => line.replaceAll(/http:\/\/\S+\d/g, '<url>')),
      [
        'wallet <url>: works.',
        'login service <url>: works.',
        'node 1 at <url>: works.',
        'node 2 at <url>: works.',
        'node 3 at <url>: works.',
        'verifier google, up to its page: works.',
        'verifier github, up to its page: works.',
        'clocks: works.',
      ],
    )
    // As the wallet asks.
    assert.equal(askedWith.get('redirect_uri'), `${wallet}/login`)
    assert.equal(askedWith.get('code_challenge_method'), 'S256')
    assert.match(askedWith.get('nonce') ?? '', /^[\w-]{43}$/)
  })

  const answer =
    (status: number, body: string, headers: Record<string, string> = html): RequestListener =>
    (_, response) =>
      void response.writeHead(status, headers).end(body)

  for (const [what, behaviour, expected] of [
    [
      'an unknown redirect URL',
      answer(400, 'Error 400: redirect_uri_mismatch'),
      /register http:\S+\/login there as redirect URL/,
    ],
    [
      'the same with 200',
      answer(200, '<p>invalid_redirect_uri</p>'),
      /register http:\S+\/login there/,
    ],
    ['an unknown client', answer(401, '{"error":"invalid_client"}'), /it does not know clientId/],
    ['an error of its own', answer(500, 'Sorry'), /answers 500: see to redirect URL/],
    [
      'no page',
      answer(200, '{}', { 'content-type': 'application/json' }),
      /shows no page: see to authorizationEndpoint/,
    ],
    ['a circle', answer(302, '', { location: '/again' }), /sends on more than 10 times/],
    ['no answer', ({ socket }) => void socket.destroy(), /gives no answer \(UND_ERR_SOCKET\)/],
  ] satisfies [string, RequestListener, RegExp][]) {
    it(`says what to do where the provider shows ${what}`, async () => {
      authorize = behaviour
      const found = await wrongs()
      assert.equal(found.length, 2, found.join('\n'))
      for (const line of found) assert.match(line, expected)
    })
  }

  it('heeds what a provider sends people back with', async () => {
    const back =
      (query: string): RequestListener =>
      (request, response) => {
        const { searchParams } = new URL(request.url!, 'http://localhost')
        response.writeHead(302, { location: `${searchParams.get('redirect_uri')}?${query}` }).end()
      }
    authorize = back('error=invalid_scope&state=a')
    for (const line of await wrongs()) {
      assert.match(line, /sends people back with invalid_scope: it does not know scope/)
    }
    authorize = back(`error=${encodeURIComponent('\u001b[2J\nall works')}&state=a`)
    for (const line of await wrongs()) {
      assert.match(line, /sends people back with ⟨U\+001B⟩\[2J all works: see its settings/)
    }
    authorize = back('code=a&state=b')
    assert.deepEqual(await wrongs(), [])
  })

  it('names services that are away, are of another wallet or hang behind the times', async () => {
    authorize = answer(200, 'page')
    const config = JSON.parse(await readFile(join(dir, 'first.json'), 'utf8'))
    const { keyNetwork } = config
    const slow = await serve((_, response) => {
      response.setHeader('date', new Date(Date.now() - 100_000).toUTCString())
      response.writeHead(200, html).end('a proxy of something else')
    })
    const nodes = keyNetwork.nodes.map((node: { index: number }) => {
      if (node.index === 3) return { ...node, url: slow }
      return node.index === 2 ? { ...node, url: nowhere } : node
    })
    const found = (await withConfig({ keyNetwork: { ...keyNetwork, nodes } })).join('\n')
    assert.match(found, /^node 2 at \S+: WRONG: gives no answer \(ECONNREFUSED\): .* start it/m)
    assert.match(found, /^node 3 at \S+: WRONG: answers what is no proof\.$/m)
    assert.match(found, /^node 3 at \S+: WRONG: \/readyz answers 200, and not as ours do/m)
    assert.match(
      found,
      /^clocks: WRONG: http:\S+ is (99|100|101) s behind the others: set it by NTP\.$/m,
    )
    assert.match(found, /^login service .* start it with --wallet-origin http/m)
  })

  it('names a node that reads a registry of its own, and has a note on one that says nothing', async () => {
    authorize = answer(200, 'page')
    const config = JSON.parse(await readFile(join(dir, 'first.json'), 'utf8'))
    const { keyNetwork } = config
    await writeFile(join(dir, 'other.json'), `${await readFile(join(dir, 'registry.json'))}\n`)
    const [walletPort] = (await freePorts(1)) as [number]
    const mute = await serve(async ({ url }, response) => {
      if (url?.startsWith('/statement/')) return response.writeHead(404).end()
      const there = await fetch(keyNetwork.nodes[1].url + url)
      return response
        .writeHead(there.status, { 'content-type': 'application/json' })
        .end(await there.text())
    })
    const of = ['--registry', 'other.json', '--wallet-origin', `http://localhost:${walletPort}`]
    const odd = await begin('node', '--share', 'share-3.json', ...of, '--port', '0')
    const places = [keyNetwork.nodes[0].url, mute, odd]
    const nodes = keyNetwork.nodes.map((node: object, i: number) => ({ ...node, url: places[i] }))
    await configure({ keyNetwork: { ...keyNetwork, nodes } })
    const other = await begin(...(await walletArgs()), '--port', String(walletPort))
    const { lines } = await check(other)
    const found = lines.join('\n')
    assert.match(found, /^node 2 at \S+: note: does not say what it runs: its version is older/m)
    assert.match(
      found,
      /^node 3 at \S+: WRONG: reads registry [0-9a-f]{8}, which most nodes do not: /m,
    )
  })

  it('says what is wrong with a certificate, also with one that ends soon', {
    skip: NO_OPENSSL,
  }, async () => {
    const [cert, key] = ['cert.pem', 'key.pem'].map((name) => join(dir, name)) as [string, string]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '10']
    const files = ['-keyout', key, '-out', cert]
    execFileSync('openssl', ['req', '-x509', ...kind, ...subject, ...files], { stdio: 'ignore' })
    const pems = { cert: await readFile(cert), key: await readFile(key) }
    const server = createSecureServer(pems, ({ headers }, response) => {
      response.setHeader('access-control-allow-origin', headers.origin ?? '')
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
    })
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    const loginService = `https://localhost:${(server.address() as AddressInfo).port}`
    await configure({ loginService })
    const other = await begin(...(await walletArgs()), '--port', '0')
    const said = async (env: Record<string, string>) =>
      (await runCli(['check', other], env).ended).stdout
    assert.match(
      await said({}),
      /^login service https:\S+: WRONG: gives no answer \(DEPTH_ZERO_SELF_SIGNED_CERT\): no browser/m,
    )
    assert.match(
      await said({ NODE_EXTRA_CA_CERTS: cert }),
      /^login service https:\S+: WRONG: its certificate ends in (9|10) days: renew it\.$/m,
    )
    server.close()
    server.closeAllConnections()
  })

  it('says what is wrong with the pages', async () => {
    await rm(join(dir, 'pages/assets/app.js.gz'))
    assert.match((await wrongs()).join(), /\/assets\/app\.js comes uncompressed: let the proxy/)
    await rm(join(dir, 'pages/frame.html'))
    const found = (await wrongs()).join('\n')
    assert.match(found, /^wallet \S+: WRONG: .*frame/m)
  })

  it('exits with 2 where there is no wallet, and takes nothing but an origin', async () => {
    for (const [url, says] of [
      [nowhere, /^wallet http:\S+: WRONG: gives no answer \(ECONNREFUSED\)/],
      [provider, /config\.json answers 200, and no configuration/],
    ] as const) {
      const { code, lines } = await check(url)
      assert.deepEqual([code, lines.length], [2, 1])
      assert.match(lines[0]!, says)
    }
    for (const url of ['wallet.example', 'http://wallet.example', 'https://wallet.example/login']) {
      const { code, stderr } = await check(url)
      assert.equal(code, 1)
      assert.match(stderr, /^wallet-embed: <url>: expected .*\n$/)
    }
  })
})
