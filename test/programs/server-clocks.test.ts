/** Nodes whose clocks are off: what they say of it, and how logins end. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it, mock } from 'node:test'

import { evaluateAll } from '../../src/app/signer/evaluate.js'
import type { KeyNetwork } from '../../src/protocol/service.js'
import { Clock } from '../../src/server/keys/clock.js'
import { makeDevShares } from '../../src/server/keys/shares.js'
import { exportPublicKey, generateKeyPair, thumbprint } from '../../src/shared/jwe.js'
import { type Issuer, registryFor, startIssuer } from '../node/support/issuer.js'
import { clockAhead } from '../node/support/moved-clock.js'
import { inTemporaryFolder } from '../node/support/services.js'
import { type Running, runCli } from './support/cli.js'

const SLOW = -300
const LISTENING = /listening at (http:\/\/[^"]*:\d+)/
const METRICS = /metrics at (http:\/\/[^"]*:\d+)/

interface Node {
  url: string
  running: Running
  /** What it says of its clock to Prometheus. */
  ahead(): Promise<number>
  ready(): Promise<{ status: number; text: string }>
}

let issuer: Issuer
before(async () => {
  issuer = await startIssuer()
  mock.method(console, 'warn', () => {})
})
after(() => {
  issuer.close()
  mock.restoreAll()
})

/** To ten seconds: what an answer's way takes is less. */
const nearest = (seconds: number): number => Math.round(seconds / 10) * 10 + 0

async function serve(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  return { url, close: () => server.close() }
}

/** The wallet app's host, which has `config.json` as soon as the nodes run. */
async function startHost() {
  const published: { keyNetwork?: KeyNetwork } = {}
  const server = await serve((_, response) => {
    response.statusCode = published.keyNetwork ? 200 : 503
    response.end(JSON.stringify(published))
  })
  return { ...server, published }
}

/** Nodes as separate processes, each with a clock that is ahead by so many seconds, and the network of them. */
const withNodes = (
  clocks: number[],
  threshold: number,
  work: (nodes: Node[], network: KeyNetwork) => Promise<void>,
) =>
  inTemporaryFolder(async (dir) => {
    const host = await startHost()
    const registry = join(dir, 'registry.json')
    await writeFile(registry, JSON.stringify(registryFor(issuer.url)))
    const urls = clocks.map(() => host.url)
    const made = await makeDevShares({ urls, threshold, dir })
    const all = clocks.map((seconds, i) =>
      runCli(
        [
          ...['node', '--share', join(dir, `share-${i + 1}.json`), '--registry', registry],
          ...['--wallet-origin', host.url, '--port', '0', '--metrics', 'localhost:0'],
        ],
        seconds ? clockAhead(seconds) : {},
      ),
    )
    try {
      const nodes = await Promise.all(all.map(nodeOf))
      const own = made.nodes.map((node, i) => ({ ...node, url: nodes[i]!.url }))
      const network = { ...made, nodes: own }
      host.published.keyNetwork = network
      for (const { child } of all) child.kill('SIGHUP')
      await Promise.all(all.map((running) => running.line(/"msg":"this clock [^\n]*\n/)))
      await work(nodes, network)
    } finally {
      for (const { child } of all) child.kill('SIGTERM')
      await Promise.all(all.map(({ ended }) => ended))
      host.close()
    }
  })

async function nodeOf(running: Running): Promise<Node> {
  const [, url] = await running.line(LISTENING)
  const [, metrics] = await running.line(METRICS)
  return {
    url: url!,
    running,
    ahead: async () => {
      const text = await (await fetch(`${metrics}/metrics`)).text()
      return Number(text.match(/^wallet_embed_clock_ahead_seconds (.*)$/m)?.[1])
    },
    ready: async () => {
      const answer = await fetch(`${url}/readyz`)
      return { status: answer.status, text: await answer.text() }
    },
  }
}

async function login(network: KeyNetwork): Promise<Uint8Array> {
  const { publicKey, privateKey } = await generateKeyPair()
  const key = await exportPublicKey(publicKey)
  const idToken = await issuer.sign(issuer.claims(await thumbprint(key)))
  const identity = { verifier: 'github', realm: 'github', verifierId: 'Person-1' }
  return evaluateAll(network, { idToken, ...identity, key, privateKey })
}

describe('nodes that are five minutes slow', () => {
  for (const { clocks, threshold } of [
    { clocks: [0, SLOW, 0], threshold: 2 },
    { clocks: [0, SLOW, 0, SLOW, 0], threshold: 3 },
  ]) {
    const slow = clocks.filter(Boolean).length
    it(`stop no login where enough others are right: ${slow} of ${clocks.length}`, async () => {
      await withNodes(clocks, threshold, async (nodes, network) => {
        const outputs = [await login(network), await login(network)]
        assert.deepEqual(outputs[0], outputs[1])
        for (const [i, { ahead, ready, running }] of nodes.entries()) {
          const { status, text } = await ready()
          assert.equal(nearest(await ahead()), clocks[i])
          assert.equal(status, clocks[i] ? 503 : 200, text)
          const lines = running.stdoutNow().match(/[^\n]*"msg":"this clock [^\n]*/g) ?? []
          assert.equal(lines.length, 1)
          if (!clocks[i]) continue
          assert.match(text, /This clock is \d+ s behind/)
          assert.match(lines[0]!, /"level":40,.*"secondsAhead":-\d{3}\b.*this clock differs/)
        }
      })
    })
  }

  it('stop all where too few are right, and those that are right stay ready', async () => {
    await withNodes([0, SLOW, SLOW], 2, async (nodes, network) => {
      await assert.rejects(login(network), { code: 'TOKEN_NOT_YET_VALID' })
      const states = await Promise.all(nodes.map(({ ready }) => ready()))
      assert.deepEqual(
        states.map(({ status }) => status),
        [200, 503, 503],
      )
    })
  })
})

describe('a clock', () => {
  /** Compared with clocks that are so many seconds ahead of it. */
  async function comparedWith(clock: Clock, others: (number | { age: number })[]) {
    const servers = await Promise.all(
      others.map((other) =>
        serve((_, response) => {
          const isOld = typeof other === 'object'
          const moved = Date.now() + (isOld ? -other.age : other) * 1000
          if (isOld) response.setHeader('age', other.age)
          response.setHeader('date', new Date(moved).toUTCString())
          response.writeHead(429).end()
        }),
      ),
    )
    const gone = await serve(() => {})
    gone.close()
    await clock.compare([gone.url, ...servers.map(({ url }) => url)])
    for (const { close } of servers) close()
    return clock.ahead === undefined ? undefined : nearest(clock.ahead)
  }

  it('is compared with the middle one of those that answer, and with what caches kept', async () => {
    const isAhead = (...others: Parameters<typeof comparedWith>[1]) =>
      comparedWith(new Clock(() => {}), others)
    assert.equal(await isAhead(), undefined)
    assert.equal(await isAhead(100), -100)
    assert.equal(await isAhead(0, 300), 0)
    assert.equal(await isAhead(0, 300, 0), 0)
    assert.equal(await isAhead(0, -300, -300), 300)
    assert.equal(await isAhead(300, 300, 0, 0), 0)
    assert.equal(await isAhead({ age: 500 }), 0)
  })

  it('says once that it is off, and once that it is right again; keeps what it knew when nobody answers', async () => {
    const said: boolean[] = []
    const clock = new Clock(({ isOff }) => said.push(isOff))
    for (const other of [0, 0, 300, 400]) await comparedWith(clock, [other])
    assert.equal(await comparedWith(clock, []), -400)
    assert.deepEqual(said, [false, true])
    await comparedWith(clock, [0])
    assert.deepEqual(said, [false, true, false])
  })

  it('is of no use when no ID token counts by it', () => {
    const registry = registryFor('http://localhost:1')
    registry.verifiers.github!.leeway = 90
    const clock = new Clock(() => {})
    assert.equal(clock.fault(registry), undefined)
    for (const [ahead, fault] of [
      [-89, undefined],
      [-91, "This clock is 91 s behind the network's: no ID token counts."],
      [3689, undefined],
      [3691, "This clock is 3691 s ahead of the network's: no ID token counts."],
    ] as const) {
      clock.ahead = ahead
      assert.equal(clock.fault(registry), fault)
    }
  })
})
