/** A node as an operator runs it: processes, limits, metrics, logs, reload, stop. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

import { identityInput, verifyEvaluation } from '../../src/keys/oprf.js'
import type { Registry } from '../../src/protocol/registry.js'
import { Evaluation, type KeyNetwork } from '../../src/protocol/service.js'
import { createKeyNode } from '../../src/server/keys/key-node.js'
import { makeDevShares } from '../../src/server/keys/shares.js'
import { Metrics } from '../../src/server/platform/metrics.js'
import {
  decrypt,
  exportPublicKey,
  generateKeyPair,
  type PublicJwk,
  thumbprint,
} from '../../src/shared/jwe.js'
import { type Issuer, registryFor, startIssuer } from '../node/support/issuer.js'
import { inTemporaryFolder, post, readShare, refusal, start } from '../node/support/services.js'
import { until } from '../support/until.js'
import { type Running, runCli } from './support/cli.js'

const WALLET = 'http://localhost:4050'
const LISTENING = /listening at (http:\/\/[^"]*:\d+)/
const METRICS = /metrics at (http:\/\/[^"]*:\d+)/

let issuer: Issuer
let pair: CryptoKeyPair
let key: PublicJwk
let nonce: string

before(async () => {
  issuer = await startIssuer()
  pair = await generateKeyPair()
  key = await exportPublicKey(pair.publicKey)
  nonce = await thumbprint(key)
})

after(() => issuer.close())

const tokenOf = (email: string) => issuer.sign(issuer.claims(nonce, { email }))

const ask = async (url: string, email = 'sample.one@example.test', headers = {}) =>
  post(`${url}/evaluate`, { verifier: 'google', idToken: await tokenOf(email), key }, headers)

interface Place {
  dir: string
  network: KeyNetwork
  /** Starts node 1. */
  node(...options: string[]): Promise<{ running: Running; url: string }>
  writeRegistry(registry: Registry): Promise<void>
}

const inPlace = (work: (place: Place) => Promise<void>) =>
  inTemporaryFolder(async (dir) => {
    const urls = ['http://a.example', 'http://b.example']
    const network = await makeDevShares({ urls, threshold: 2, dir })
    const registryFile = join(dir, 'registry.json')
    const writeRegistry = (registry: Registry) => writeFile(registryFile, JSON.stringify(registry))
    await writeRegistry(registryFor(issuer.url))
    const started: Running[] = []
    const node = async (...options: string[]) => {
      const running = runCli([
        ...['node', '--share', join(dir, 'share-1.json'), '--registry', registryFile],
        ...['--wallet-origin', WALLET, '--port', '0', ...options],
      ])
      started.push(running)
      const [, url] = await running.line(LISTENING)
      return { running, url: url! }
    }
    try {
      await work({ dir, network, node, writeRegistry })
    } finally {
      for (const { child } of started) child.kill('SIGTERM')
      await Promise.all(started.map(({ ended }) => ended))
    }
  })

describe('several processes', () => {
  it('answer on one port, count together, and end together', async () => {
    await inPlace(async ({ network, node }) => {
      const { running, url } = await node('--workers', '2', '--metrics', 'localhost:0')
      const [, metrics] = await running.line(METRICS)
      // Both listen when the second says so; each of these connects anew.
      await running.line(/listening at [\s\S]*listening at /)
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, i) => ask(url, `sample.${i}@example.test`, CLOSE)),
      )
      for (const [i, response] of responses.entries()) {
        const body = await response.text()
        assert.equal(response.status, 200, body)
        const { answer } = JSON.parse(body) as { answer: string }
        const evaluation = Evaluation.parse(JSON.parse(await decrypt(answer, pair.privateKey)))
        const input = identityInput('google', `sample.${i}@example.test`)
        assert.ok(verifyEvaluation(input, network.nodes[0]!.publicKey, evaluation))
      }
      assert.match(await textOf(`${metrics}/metrics`), ok(12))
      const pids = new Set(running.stdoutNow().match(/"pid":\d+/g))
      assert.equal(pids.size, 2)
      running.child.kill('SIGTERM')
      assert.equal((await running.ended).code, 0)
      await assert.rejects(fetch(`${url}/healthz`))
    })
  })

  it('keep one limit between them', async () => {
    await inPlace(async ({ node }) => {
      const { running, url } = await node('--workers', '2', '--rate-limit', '5')
      await running.line(/listening at [\s\S]*listening at /)
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => ask(url, undefined, CLOSE)),
      )
      const statuses = answers.map(({ status }) => status).sort()
      assert.deepEqual(statuses, [...Array(5).fill(200), ...Array(7).fill(429)])
    })
  })

  it('answer on while they end, also if each is told twice, as systemd does', async () => {
    await inPlace(async ({ node }) => {
      const { running, url } = await node('--workers', '2', '--drain', '3')
      await running.line(/listening at [\s\S]*listening at /)
      const pids = new Set([...running.stdoutNow().matchAll(/"pid":(\d+)/g)].map(([, pid]) => pid))
      assert.equal(pids.size, 2)
      const isReady = async () => (await fetch(`${url}/readyz`, { headers: CLOSE })).ok
      const told = performance.now()
      for (const pid of pids) process.kill(Number(pid), 'SIGTERM')
      // Connections come to one after the other.
      await until('both end', async () => !(await isReady()) && !(await isReady()))
      running.child.kill('SIGTERM')
      assert.equal((await running.ended).code, 0)
      assert.ok(performance.now() - told > 2_900)
    })
  })

  it('get a successor when one dies', async () => {
    await inPlace(async ({ node }) => {
      const { running, url } = await node('--workers', '2')
      const both = await running.line(/"pid":(\d+)[^\n]*listening at [\s\S]*listening at /)
      // Once it passes requests on, the first process has heard that both listen.
      for (let count = 0; count < 2; count += 1) {
        assert.equal((await ask(url, undefined, CLOSE)).status, 200)
      }
      process.kill(Number(both[1]), 'SIGKILL')
      await running.line(/(listening at [\s\S]*){3}/)
      assert.equal((await ask(url)).status, 200)
    })
  })

  it('do not start with a share that is none, and the command says so', async () => {
    await inPlace(async ({ dir }) => {
      const { code, stderr } = await runCli([
        ...['node', '--share', join(dir, 'network.json'), '--workers', '2', '--port', '0'],
        ...['--registry', join(dir, 'registry.json'), '--wallet-origin', WALLET],
      ]).ended
      assert.equal(code, 1)
      assert.match(stderr, /network\.json: .*index/)
    })
  })
})

describe('a limit', () => {
  it('of one person holds whatever address they ask from, and for nobody else', async () => {
    await inPlace(async ({ dir }) => {
      const node = createKeyNode({
        share: await readShare(dir, 1),
        registry: registryFor(issuer.url),
        walletOrigin: WALLET,
        identityLimit: 2,
        trustProxy: ['127.0.0.1', '::1'],
      })
      const url = await start(node)
      try {
        const from = (address: string, email?: string) =>
          ask(url, email, { 'x-forwarded-for': address })
        assert.equal((await from('192.0.2.1')).status, 200)
        assert.equal((await from('192.0.2.2', 'Sample.ONE@example.test')).status, 200)
        const refused = await from('192.0.2.3')
        assert.ok(Number(refused.headers.get('retry-after')) > 0)
        assert.deepEqual(await refusal(refused), [429, 'LIMIT_EXCEEDED'])
        assert.equal((await from('192.0.2.3', 'sample.two@example.test')).status, 200)
      } finally {
        await node.close()
      }
    })
  })

  it('of an address believes a proxy only if it is trusted', async () => {
    await inPlace(async ({ dir }) => {
      for (const [trustProxy, status] of [
        [['127.0.0.1', '::1'], 200],
        [undefined, 429],
      ] as const) {
        const node = createKeyNode({
          share: await readShare(dir, 1),
          registry: registryFor(issuer.url),
          walletOrigin: WALLET,
          rateLimit: 1,
          trustProxy: trustProxy && [...trustProxy],
        })
        const url = await start(node)
        try {
          await ask(url, undefined, { 'x-forwarded-for': '192.0.2.1' })
          const second = await ask(url, undefined, { 'x-forwarded-for': '192.0.2.2' })
          assert.equal(second.status, status)
        } finally {
          await node.close()
        }
      }
    })
  })

  it('of time ends a request that is sent too slowly', async () => {
    await inPlace(async ({ dir }) => {
      const [share, registry] = [await readShare(dir, 1), registryFor(issuer.url)]
      const node = createKeyNode({ share, registry, walletOrigin: WALLET })
      const url = new URL(await start(node))
      try {
        const socket = connect(Number(url.port), 'localhost')
        socket.write('POST /evaluate HTTP/1.1\r\nhost: a\r\n')
        socket.write('content-type: application/json\r\ncontent-length: 100\r\n\r\n{')
        const [answer] = await once(socket.setEncoding('utf8'), 'data')
        assert.match(answer, /^HTTP\/1\.1 408 /)
        socket.destroy()
      } finally {
        await node.close()
      }
    })
  })
})

describe('metrics and logs', () => {
  it('count by outcome, and hold nothing of who asked', async () => {
    await inPlace(async ({ dir, node }) => {
      const { running, url } = await node('--metrics', 'localhost:0')
      const [, metrics] = await running.line(METRICS)
      await ask(url)
      const idToken = await tokenOf('sample.one@example.test')
      await post(`${url}/evaluate`, { verifier: 'github.nobody', idToken, key })
      await fetch(`${url}/sample.one@example.test?token=${idToken}`)
      await fetch(`${url}/healthz`)
      const text = await textOf(`${metrics}/metrics`)
      assert.match(text, ok(1))
      assert.match(text, /requests_total\{route="\/evaluate",outcome="UNKNOWN_VERIFIER"\} 1/)
      assert.match(text, /request_seconds_count\{route="\/evaluate"\} 2/)
      assert.match(text, /request_seconds_bucket\{le="\+Inf",route="\/evaluate"\} 2/)
      assert.equal((await fetch(`${url}/metrics`)).status, 404)
      running.child.kill('SIGTERM')
      const { stdout } = await running.ended
      const answered = stdout.split('\n').filter((line) => line.includes('"answered"'))
      const { method, route, status, outcome, ms } = JSON.parse(answered[0]!)
      assert.deepEqual([method, route, status, outcome], ['POST', '/evaluate', 200, 'ok'])
      assert.equal(typeof ms, 'number')
      const share = await readShare(dir, 1)
      for (const secret of ['ample.', '127.0.0.1"', idToken, nonce, key.x, share.secret]) {
        assert.equal(`${stdout}${text}`.includes(secret), false, secret)
      }
    })
  })

  it('put each duration into every bucket that holds it', async () => {
    const metrics = new Metrics({ program: 'node', version: '1.0.0', role: 'alone' })
    for (const seconds of [0.001, 0.03, 20]) {
      metrics.record({ route: '/evaluate', outcome: 'ok', seconds })
    }
    const text = await metrics.toText()
    const buckets = [...text.matchAll(/request_seconds_bucket\{le="([^"]+)".*\} (\d+)/g)]
    const counts = Object.fromEntries(buckets.map(([, bound, count]) => [bound, Number(count)]))
    assert.deepEqual(
      ['0.002', '0.025', '0.05', '10', '+Inf'].map((bound) => counts[bound]),
      [1, 1, 2, 2, 3],
    )
  })
})

describe('a reload', () => {
  it('takes the new registry, and goes on as before if it is wrong', async () => {
    await inPlace(async ({ dir, node, writeRegistry }) => {
      const { running, url } = await node('--workers', '2')
      await running.line(/listening at [\s\S]*listening at /)
      await writeFile(join(dir, 'registry.json'), '{')
      running.child.kill('SIGHUP')
      await running.line(/(registry\.json: is no JSON[\s\S]*not reloaded[\s\S]*){2}/)
      assert.equal((await ask(url)).status, 200)
      const { google, ...others } = registryFor(issuer.url).verifiers
      await writeRegistry({ ...registryFor(issuer.url), verifiers: { ...others, other: google! } })
      running.child.kill('SIGHUP')
      await running.line(/("reloaded"[\s\S]*){2}/)
      assert.deepEqual(await refusal(await ask(url)), [404, 'UNKNOWN_VERIFIER'])
    })
  })

  it('asks a provider that did not change for no keys again', async () => {
    await inPlace(async ({ node, writeRegistry }) => {
      const registry = registryFor(issuer.url)
      const google = registry.verifiers.google!
      const keys = await textOf(google.jwksUri)
      const asked: (string | undefined)[] = []
      const provider = createServer(({ url }, answer) => {
        asked.push(url)
        answer.end(keys)
      }).listen(0, 'localhost')
      await once(provider, 'listening')
      const uri = `http://localhost:${(provider.address() as AddressInfo).port}`
      const withKeysAt = (jwksUri: string, name: string): Registry => ({
        ...registry,
        verifiers: { ...registry.verifiers, google: { ...google, jwksUri, name } },
      })
      await writeRegistry(withKeysAt(`${uri}/first`, 'Google'))
      const { running, url } = await node()
      assert.equal((await ask(url)).status, 200)
      await writeRegistry(withKeysAt(`${uri}/first`, 'Another name'))
      await running.line(/"reloaded"/)
      assert.equal((await ask(url)).status, 200)
      assert.deepEqual(asked, ['/first'])
      await writeRegistry(withKeysAt(`${uri}/second`, 'Google'))
      await running.line(/("reloaded"[\s\S]*){2}/)
      assert.equal((await ask(url)).status, 200)
      assert.deepEqual(asked, ['/first', '/second'])
      provider.close()
    })
  })

  it('takes no share of another key', async () => {
    await inPlace(async ({ dir, node }) => {
      const { running, url } = await node()
      await inPlace(async (other) => {
        const share = await readShare(other.dir, 1)
        await writeFile(join(dir, 'share-1.json'), JSON.stringify(share))
        running.child.kill('SIGHUP')
        await running.line(/another share 1 of the same key/)
      })
      assert.equal((await ask(url)).status, 200)
    })
  })
})

describe('a node that is told to stop', () => {
  it('finishes what runs and takes nothing new', async () => {
    await inPlace(async ({ node, writeRegistry }) => {
      const provider = await startSlowProvider()
      const registry = registryFor(issuer.url)
      registry.verifiers.google!.jwksUri = provider.url
      await writeRegistry(registry)
      const { running, url } = await node()
      const waiting = ask(url)
      const release = await provider.asked
      running.child.kill('SIGTERM')
      await untilRefused(url)
      await release()
      assert.equal((await waiting).status, 200)
      assert.equal((await running.ended).code, 0)
      provider.server.close()
    })
  })
})

/** Each request on a connection of its own, so that the processes share them. */
const CLOSE = { connection: 'close' }

const ok = (count: number) =>
  new RegExp(`requests_total\\{route="/evaluate",outcome="ok"\\} ${count}\\n`)

const textOf = async (url: string) => (await fetch(url)).text()

/** Resolves when no process listens any more. */
const untilRefused = (url: string): Promise<boolean> =>
  until('a refused connection', () =>
    fetch(`${url}/healthz`, { headers: CLOSE }).then(
      () => false,
      () => true,
    ),
  )

/** A provider whose keys come when `asked` has resolved and was called. */
async function startSlowProvider() {
  let tell: (release: () => Promise<void>) => void
  const asked = new Promise<() => Promise<void>>((resolve) => {
    tell = resolve
  })
  const server: Server = createServer((_, response) => {
    tell(async () => {
      response.setHeader('content-type', 'application/json')
      response.end(await textOf(`${issuer.url}/jwks`))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return { server, asked, url: `http://localhost:${(server.address() as AddressInfo).port}/keys` }
}
