/** What an operator asks from outside: does every key node prove the share that is published? It takes no login. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

import type { FastifyInstance } from 'fastify'

import { freePorts } from '../../demo/stack/free-ports.js'
import { identityInput } from '../../src/keys/identity.js'
import { PROBE } from '../../src/keys/probe.js'
import type { KeyNetwork } from '../../src/protocol/service.js'
import { createKeyNode } from '../../src/server/keys/key-node.js'
import { makeDevShares } from '../../src/server/keys/shares.js'
import { listen } from '../../src/server/platform/http.js'
import { registryFor } from '../node/support/issuer.js'
import { createLog, inTemporaryFolder, readShare } from '../node/support/services.js'
import { until } from '../support/until.js'
import { runCli } from './support/cli.js'

const WALLET = 'http://localhost:4050'
const METRICS = /metrics at (http:\/\/[^"]*:\d+)/

describe('nodes check', () => {
  let ports: number[]
  let network: KeyNetwork
  let other: KeyNetwork
  const nodes: FastifyInstance[] = []
  const open: Server[] = []

  const nodeOf = async (
    dir: string,
    index: number,
    port: number,
    registryHash = 'ab'.repeat(32),
  ) => {
    const share = await readShare(dir, index)
    const registry = registryFor('http://localhost:1')
    const program = { version: '1.2.3', hash: 'cd'.repeat(32) }
    const said = { registryHash, program, walletOrigin: WALLET, log: createLog() }
    const node = createKeyNode({ share, registry, ...said })
    nodes.push(node)
    await listen(node, port, '--port')
    return node
  }

  before(async () => {
    ports = await freePorts(3)
    const urls = ports.map((port) => `http://localhost:${port}`)
    await inTemporaryFolder(async (dir) => {
      network = await makeDevShares({ urls, threshold: 2, dir: join(dir, 'this') })
      other = await makeDevShares({ urls, threshold: 2, dir: join(dir, 'other') })
      for (const [i, port] of ports.entries()) await nodeOf(join(dir, 'this'), i + 1, port)
      await nodeOf(join(dir, 'other'), 3, 0)
      await nodeOf(join(dir, 'this'), 3, 0, 'ef'.repeat(32))
    })
  })
  after(async () => {
    await Promise.all(nodes.map((node) => node.close()))
    for (const server of open) server.close()
  })

  const portOf = (node: FastifyInstance) => (node.server.address() as AddressInfo).port
  const at = (index: number, port: number): KeyNetwork => {
    const url = `http://localhost:${port}`
    return {
      ...network,
      nodes: network.nodes.map((one) => (one.index === index ? { ...one, url } : one)),
    }
  }
  const check = (published: unknown, ...more: string[]) =>
    inTemporaryFolder(async (dir) => {
      const file = join(dir, 'network.json')
      await writeFile(file, JSON.stringify(published))
      const { code, stdout, stderr } = await runCli(['nodes', 'check', '--network', file, ...more])
        .ended
      return { code, lines: stdout.trim().split('\n'), stderr }
    })
  const answering = async (status: number, body: string): Promise<number> => {
    const server = createServer((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
    open.push(server)
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    return (server.address() as AddressInfo).port
  }

  it('says of each that it proves its share, and what it runs, and exits with 0', async () => {
    const { code, lines, stderr } = await check(network)
    assert.deepEqual([code, stderr], [0, ''])
    assert.equal(lines.length, 3)
    const says =
      'version 1\\.2\\.3 \\(cdcdcdcd\\), registry abababab, share [0-9a-f]{8}, up for \\d+ s'
    for (const [i, line] of lines.entries()) {
      const start = `^node ${i + 1} at http://localhost:${ports[i]}`
      assert.match(line, new RegExp(`${start}: works: ${says}\\.$`))
    }
  })

  it('names a node that reads a different registry, with which logins work', async () => {
    const { code, lines, stderr } = await check(at(3, portOf(nodes[4]!)))
    assert.equal(code, 1)
    assert.match(
      lines[2]!,
      /^node 3 at \S+: WRONG: reads registry efefefef, which most nodes do not/,
    )
    assert.equal(stderr, 'wallet-embed: Wrong: 1 of 3. Logins need 2, and work.\n')
  })

  it('takes no answer that a wallet would not take, says which and why, and exits with 1', async () => {
    const own = await (await fetch(`http://localhost:${ports[2]}/probe`)).json()
    const two = await (await fetch(`http://localhost:${ports[1]}/probe`)).json()
    const wrong: [port: number, says: RegExp][] = [
      [(await freePorts(1))[0]!, /gives no answer \(ECONNREFUSED\)/],
      [portOf(nodes[3]!), /has share [0-9a-f]{8}, and another one is published: send it SIGHUP/],
      [await answering(200, JSON.stringify({ ...two, index: 3 })), /another generation/],
      [await answering(200, JSON.stringify(two)), /is node 2/],
      [
        await answering(
          200,
          JSON.stringify({
            ...own,
            proof: own.proof.replace(/^../, (x: string) => (x === '00' ? '01' : '00')),
          }),
        ),
        /another generation/,
      ],
      [await answering(200, '{}'), /what is no proof/],
      [await answering(200, 'nonsense'), /what is no proof/],
      [await answering(404, '{"error":{"code":"NOT_FOUND"}}'), /answers 404/],
    ]
    for (const [port, says] of wrong) {
      const { code, lines, stderr } = await check(at(3, port))
      assert.equal(code, 1, lines.join())
      assert.match(lines[2]!, /^node 3 at \S+: WRONG: /)
      assert.match(lines[2]!, says)
      assert.equal(stderr, 'wallet-embed: Wrong: 1 of 3. Logins need 2, and work.\n')
    }
  })

  it('says when logins do not work, and when what is published is no network', async () => {
    const [none] = await freePorts(1)
    const gone = {
      ...at(3, none!),
      nodes: at(3, none!).nodes.map((one, i) =>
        i ? { ...one, url: `http://localhost:${none}` } : one,
      ),
    }
    const { code, stderr } = await check(gone)
    assert.equal(code, 1)
    assert.equal(stderr, 'wallet-embed: Wrong: 2 of 3. Logins need 2, and do not work.\n')
    const mixed = await check({ ...network, groupKey: other.groupKey })
    assert.equal(mixed.code, 1)
    assert.match(mixed.stderr, /^wallet-embed: .*public key/i)
  })

  it('looks again and again for Prometheus, and hears when a node is away and back', async () => {
    await inTemporaryFolder(async (dir) => {
      const port = (await freePorts(1))[0]!
      await writeFile(join(dir, 'network.json'), JSON.stringify(at(3, port)))
      const often = ['--every', '1', '--metrics', 'localhost:0']
      const running = runCli(['nodes', 'check', '--network', join(dir, 'network.json'), ...often])
      let there = 2
      try {
        const [, place] = await running.line(METRICS)
        const says = (value: number) => {
          const line = `wallet_embed_node_proves_share{index="3"} ${value}\n`
          return until(line, async () => {
            const text = await (await fetch(`${place}/metrics`)).text()
            return text.includes(line) && text
          })
        }
        const first = await says(0)
        assert.match(first, /wallet_embed_node_proves_share\{index="1"\} 1\n/)
        assert.match(first, /wallet_embed_node_agrees\{index="3"\} 1\n/)
        const server = createServer(({ url }, response) => {
          void fetch(`http://localhost:${portOf(nodes[there]!)}${url}`)
            .then((answer) => answer.text())
            .then((text) => response.end(text))
        })
        open.push(server)
        await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
        await says(1)
        await running.line(/"node":3,"fault":"gives no answer/)
        await running.line(/"node":3,"msg":"works"/)
        there = 4
        await running.line(/"node":3,"fault":"reads registry efefefef/)
        const text = await says(1)
        assert.match(text, /wallet_embed_node_agrees\{index="3"\} 0\n/)
        assert.match(text, /wallet_embed_node_agrees\{index="2"\} 1\n/)
      } finally {
        running.child.kill('SIGTERM')
        await running.ended
      }
    })
  })
})

describe('what is evaluated for it', () => {
  it('is nobody: no identity begins like it', () => {
    const shortest = identityInput('', '')
    const common = PROBE.findIndex((byte, at) => byte !== shortest[at])
    assert.ok(common >= 0 && common < Math.min(PROBE.length, shortest.length - 4))
  })
})
