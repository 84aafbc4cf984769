/** What key nodes say of themselves: proven by their shares, for one question, and compared with each other. */
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

import type { FastifyInstance } from 'fastify'

import { identityInput } from '../../src/keys/identity.js'
import { verifyEvaluation } from '../../src/keys/oprf.js'
import { PROBE, statementInput } from '../../src/keys/probe.js'
import type { KeyNetwork } from '../../src/protocol/service.js'
import { createEvaluator } from '../../src/server/keys/evaluator.js'
import { createReloadableKeyNode, type KeyNode } from '../../src/server/keys/key-node.js'
import { agreementOf, inWords } from '../../src/server/keys/outside/agreement.js'
import { type Probed, probeNodes } from '../../src/server/keys/outside/probe.js'
import { makeDevShares } from '../../src/server/keys/shares.js'
import { prove, Statement } from '../../src/server/keys/statement.js'
import { registryFor } from './support/issuer.js'
import { inTemporaryFolder, readShare, refusal, start } from './support/services.js'

const WALLET = 'http://localhost:4050'
const NONCE = 'n'.repeat(22)
const PROGRAM = { version: '1.2.3', hash: 'ab'.repeat(32) }
const REGISTRY = 'cd'.repeat(32)
const OLD = 'g1-0badf00d'

let network: KeyNetwork
const nodes: KeyNode[] = []
let stale: FastifyInstance
const servers: Server[] = []

before(async () => {
  const urls = ['http://localhost:1', 'http://localhost:2', 'http://localhost:3']
  const registry = registryFor('http://localhost:1')
  const common = { registry, registryHash: REGISTRY, program: PROGRAM, walletOrigin: WALLET }
  await inTemporaryFolder(async (dir) => {
    const made = await makeDevShares({ urls, threshold: 2, dir: join(dir, 'this') })
    await makeDevShares({ urls, threshold: 2, dir: join(dir, 'old') })
    for (const index of [1, 2, 3]) {
      const share = await readShare(join(dir, 'this'), index)
      nodes.push(createReloadableKeyNode({ ...common, share }))
    }
    const share = await readShare(join(dir, 'old'), 3)
    stale = createReloadableKeyNode({ ...common, share, generation: OLD }).app
    const places = await Promise.all(nodes.map(({ app }) => start(app)))
    network = { ...made, nodes: made.nodes.map((node, i) => ({ ...node, url: places[i]! })) }
  })
  servers.push(stale.server)
  await start(stale)
})
after(async () => {
  await Promise.all([...nodes.map(({ app }) => app), stale].map((app) => app.close()))
  for (const server of servers) server.close()
})

const portOf = (server: Server) => (server.address() as AddressInfo).port

/** The network, with its third node elsewhere. */
const withThird = (url: string): KeyNetwork => ({
  ...network,
  nodes: network.nodes.map((node) => (node.index === 3 ? { ...node, url } : node)),
})

/** What is said of the third node, if its place passes the probe on, and answers for itself otherwise. */
async function third(answer: (path: string) => Promise<string> | string): Promise<Probed> {
  const server = createServer(async ({ url = '' }, response) => {
    const isProbe = url === '/probe'
    response.end(isProbe ? await textAt(3, '/probe') : await answer(url))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return (await probeNodes(withThird(`http://localhost:${portOf(server)}`)))[2]!
}

const textAt = async (index: number, path: string): Promise<string> =>
  (await fetch(network.nodes[index - 1]!.url + path)).text()

const says = (changes: Partial<Statement> = {}): Statement => ({
  ...{ nonce: NONCE, index: 1, publicKey: '00'.repeat(32), seconds: 10 },
  ...{ program: PROGRAM, registry: REGISTRY, time: new Date(0).toISOString() },
  ...changes,
})

describe("a node's statement", () => {
  it('says what it runs and reads, and is proven by the published share', async () => {
    const before = Date.now()
    const stated = JSON.parse(await textAt(2, `/statement/${NONCE}`))
    const { seconds, time, ...rest } = Statement.parse(JSON.parse(stated.statement))
    const { publicKey } = network.nodes[1]!
    assert.deepEqual(rest, {
      ...{ nonce: NONCE, index: 2, publicKey },
      ...{ program: PROGRAM, registry: REGISTRY },
    })
    assert.ok(verifyEvaluation(statementInput(stated.statement), publicKey, stated))
    assert.ok(Date.parse(time) >= before - 1 && Date.parse(time) <= Date.now())
    assert.ok(Math.abs(seconds - process.uptime()) < 5)
  })

  it('is refused for a nonce that could be more than one', async () => {
    for (const nonce of ['short', 'x'.repeat(65), `${'x'.repeat(30)}%22`]) {
      const response = await fetch(`${network.nodes[0]!.url}/statement/${nonce}`)
      assert.deepEqual(await refusal(response), [400, 'INVALID_REQUEST'])
    }
  })

  it('is taken from each node, and all agree', async () => {
    for (const { node, fault, isAway, says, differences, notes } of await probeNodes(network)) {
      assert.deepEqual([fault, isAway, differences, notes], [undefined, false, [], []])
      assert.equal(says?.index, node.index)
    }
  })

  it('is refused if a node of a different share answers in the name of this one', async () => {
    const own = network.nodes[2]!
    const { differences, says } = await third(async (path) => {
      const nonce = path.split('/').at(-1)!
      const share = createEvaluator(Uint8Array.from([7, ...Array(31).fill(0)]))
      return JSON.stringify(prove({ nonce, index: 3, publicKey: own.publicKey }, share))
    })
    assert.deepEqual([differences, says], [['says what its share does not prove'], undefined])
    const two = await third((path) => textAt(2, path))
    assert.match(two.differences.join(), /^has share [0-9a-f]{8}, and another one is published/)
  })

  it('is refused if one bit of it was changed, and where it is no statement', async () => {
    for (const change of [
      (text: string) => text.replace(/seconds\\":/, '$&1'),
      (text: string) => text.replace(/1\.2\.3/, '1.2.4'),
      (text: string) =>
        text.replace(/"proof":"(.)/, (all, one) => all.slice(0, -1) + (one === '0' ? '1' : '0')),
    ]) {
      const { differences } = await third(async (path) => change(await textAt(3, path)))
      assert.deepEqual(differences, ['says what its share does not prove'])
    }
    for (const text of ['', '{}', 'x'.repeat(40_000), '{"statement":"{}"}']) {
      const { differences } = await third(() => text)
      assert.deepEqual(differences, ['says what is no statement'])
    }
  })

  it('is refused if it is an old one', async () => {
    const old = await textAt(3, `/statement/${NONCE}`)
    const { differences, says } = await third(() => old)
    assert.deepEqual([differences, says], [['repeats an old statement'], undefined])
  })

  it('names the generation of a share that is not the published one', async () => {
    const [, , found] = await probeNodes(withThird(`http://localhost:${portOf(stale.server)}`))
    assert.match(
      found!.fault ?? '',
      new RegExp(`^has share ${OLD}, and another one is published: `),
    )
    assert.equal(found!.says, undefined)
  })

  it('is missed with a note where a node is older, or has no time for it', async () => {
    const server = createServer(async ({ url = '' }, response) => {
      if (url === '/probe') return response.end(await textAt(3, url))
      return response.writeHead(status).end('{}')
    })
    servers.push(server)
    let status = 404
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    const place = withThird(`http://localhost:${portOf(server)}`)
    const older = (await probeNodes(place))[2]!
    status = 429
    const busy = (await probeNodes(place))[2]!
    assert.deepEqual(
      [older.fault, older.differences, busy.fault, busy.differences],
      [undefined, [], undefined, []],
    )
    assert.match(older.notes.join(), /^does not say what it runs: its version is older/)
    assert.deepEqual(busy.notes, ['says nothing: answers 429'])
  })

  it('names what a registry is after it was loaded anew', async () => {
    const { share } = await inTemporaryFolder(async (dir) => {
      await makeDevShares({ urls: ['http://a.example', 'http://b.example'], threshold: 2, dir })
      return { share: await readShare(dir, 1) }
    })
    const registry = registryFor('http://localhost:1')
    const node = createReloadableKeyNode({ share, registry, walletOrigin: WALLET })
    const registryIn = async () => {
      const { statement } = (await node.app.inject(`/statement/${NONCE}`)).json()
      return Statement.parse(JSON.parse(statement)).registry
    }
    assert.equal(await registryIn(), undefined)
    node.reload({ share, registry, registryHash: REGISTRY })
    assert.equal(await registryIn(), REGISTRY)
    await node.app.close()
  })
})

describe('nodes that do not agree', () => {
  const other = { registry: 'ef'.repeat(32) }

  it('are named if they read a registry that most do not', () => {
    const all = [says(), says(other), says()]
    assert.deepEqual(
      all.map((one) => agreementOf(one, all).faults.length),
      [0, 1, 0],
    )
    const [fault] = agreementOf(all[1]!, all).faults
    assert.match(fault!, /^reads registry efefefef, which most nodes do not: compare the files/)
    const two = [says(), says(other)]
    assert.deepEqual(
      two.map((one) => agreementOf(one, two).faults.length),
      [1, 1],
    )
    const unknown = [says(), says({ registry: undefined }), says()]
    assert.ok(unknown.every((one) => !agreementOf(one, unknown).faults.length))
  })

  it('have a note during an upgrade, and are wrong when it takes more than a day', () => {
    const next = { program: { version: '1.3.0', hash: '01'.repeat(32) } }
    const of = (seconds: number, before: number) => {
      const all = [says({ seconds: before }), says({ ...next, seconds }), says({ seconds: before })]
      return all.map((one) => agreementOf(one, all))
    }
    const [one, two, three] = of(100, 1_000_000)
    assert.deepEqual([one, three], Array(2).fill({ faults: [], notes: [] }))
    const what = 'runs 1.3.0 (01010101), which most nodes do not'
    assert.deepEqual(two, { faults: [], notes: [what] })
    const late = `${what}, for more than a day: finish the upgrade`
    assert.deepEqual(of(86_401, 1_000_000)[1], { faults: [late], notes: [] })
    assert.deepEqual(of(1_000_000, 86_400)[1], { faults: [], notes: [what] })
  })

  it('are told apart by people', () => {
    const long = says({ generation: OLD, seconds: 3 * 86_400 })
    assert.equal(
      inWords(long),
      `version 1.2.3 (abababab), registry cdcdcdcd, share ${OLD}, up for 3 d`,
    )
    const little = says({ program: undefined, registry: undefined, seconds: 179 })
    assert.equal(inWords(little), 'share 00000000, up for 2 min')
  })
})

describe('what is evaluated for it', () => {
  it("is no person's, and no probe, whatever the statement is", () => {
    const begun = statementInput('')
    for (const [other, least] of [
      [identityInput('', ''), identityInput('', '').length - 4],
      [PROBE, PROBE.length],
    ] as const) {
      const at = begun.findIndex((byte, i) => byte !== other[i])
      assert.ok(at >= 0 && at < Math.min(begun.length, least))
    }
  })
})
