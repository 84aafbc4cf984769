/** A stranger who watches a wallet, and the key nodes that it names. Needs a build. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

import type { FastifyInstance } from 'fastify'

import type { KeyNetwork } from '../../src/protocol/service.js'
import { createKeyNode } from '../../src/server/keys/key-node.js'
import { makeDevShares } from '../../src/server/keys/shares.js'
import { registryFor } from '../node/support/issuer.js'
import { inTemporaryFolder, readShare, start } from '../node/support/services.js'
import { WALLET_CONFIG } from '../node/support/wallet-config.js'
import { WatchedWallet } from './support/watched-wallet.js'

const WALLET = 'http://localhost:4050'
const PROGRAM = { version: '1.2.3', hash: 'cd'.repeat(32) }

describe('watch, of key nodes', () => {
  let its: WatchedWallet
  let network: KeyNetwork
  const nodes: FastifyInstance[] = []
  const [odd, next, stale] = [3, 4, 5]

  before(async () => {
    its = await WatchedWallet.start()
    const urls = ['http://localhost:1', 'http://localhost:2', 'http://localhost:3']
    await inTemporaryFolder(async (dir) => {
      network = await makeDevShares({ urls, threshold: 2, dir: join(dir, 'this') })
      await makeDevShares({ urls, threshold: 2, dir: join(dir, 'old') })
      const registry = registryFor('http://localhost:1')
      const of = async (folder: string, index: number, said: object = {}) => {
        const share = await readShare(join(dir, folder), index)
        const common = { share, registry, walletOrigin: WALLET, program: PROGRAM }
        nodes.push(createKeyNode({ ...common, registryHash: 'ab'.repeat(32), ...said }))
      }
      for (const index of [1, 2, 3]) await of('this', index)
      await of('this', 3, { registryHash: 'ef'.repeat(32) })
      await of('this', 3, { program: { ...PROGRAM, version: '1.3.0' } })
      await of('old', 3)
    })
    places = await Promise.all(nodes.map((node) => start(node)))
  })
  after(async () => {
    await its.close()
    await Promise.all(nodes.map((node) => node.close()))
  })

  let places: string[]
  /** Looks once at a wallet whose third node is at that place. */
  const lookWith = async (third: string, more: object[] = []) => {
    const at = network.nodes.map((node, i) => ({ ...node, url: i === 2 ? third : places[i]! }))
    const config = { ...WALLET_CONFIG, keyNetwork: { ...network, nodes: [...at, ...more] } }
    const wallet = await its.serve(async ({ url }, response) => {
      const answer = await fetch(its.url + url)
      const bytes = Buffer.from(await answer.arrayBuffer())
      const type = { 'content-type': answer.headers.get('content-type') ?? '' }
      response.writeHead(answer.status, type)
      response.end(url === '/config.json' ? JSON.stringify(config) : bytes)
    })
    const { code, stdout, stderr } = await its.watch(['--once', 'yes'], wallet).ended
    return { code, words: (stdout + stderr).replace(/.*: (as listed|WRONG): /, '') }
  }

  it('says that they prove what they run, if all is well', async () => {
    const { code, words } = await lookWith(places[2]!)
    assert.deepEqual([code, words], [0, `${its.version}; 3 of 3 nodes prove what they run.\n`])
  })

  it('names one with a different registry, and one with a stale share', async () => {
    const registry = await lookWith(places[odd]!)
    assert.equal(registry.code, 1)
    assert.match(registry.words, /^node 3 reads registry efefefef, which most nodes do not: /)
    const share = await lookWith(places[stale]!)
    assert.equal(share.code, 1)
    assert.match(share.words, /^node 3 has share [0-9a-f]{8}, and another one is published: /)
  })

  it('has a note during an upgrade', async () => {
    const { code, words } = await lookWith(places[next]!)
    assert.equal(code, 0)
    assert.match(
      words,
      /; 3 of 3 nodes .*; node 3 runs 1\.3\.0 \(cdcdcdcd\), which most nodes do not\.\n$/,
    )
  })

  it('is not alarmed by one that is away', async () => {
    const away = await its.serve((_, response) => {
      response.writeHead(502).end()
    })
    const { code, words } = await lookWith(away)
    assert.deepEqual([code, words], [0, `${its.version}; 2 of 3 nodes prove what they run.\n`])
  })

  it('takes no answer without an end, and asks nobody whom no browser would ask', async () => {
    const endless = await its.serve((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, ' ')));
        response.once('drain', more)
      }
      more()
    })
    const long = await lookWith(endless)
    assert.match(long.words, /^node 3 answers what is no proof\.\n$/)
    for (const url of ['http://node3.example', `${endless}/?a=`, `${endless}/#`]) {
      const { words } = await lookWith(url)
      assert.match(
        words,
        /^\/config\.json names node 3 at a URL that is no https, or has a query\.\n$/,
      )
    }
    let asked = 0
    const crowd = await its.serve((_, response) => {
      asked += 1
      response.end()
    })
    const many = Array.from({ length: 30 }, () => ({ ...network.nodes[2], url: crowd }))
    const { code, words } = await lookWith(places[2]!, many)
    assert.deepEqual([code, words], [1, '/config.json names more than 32 nodes.\n'])
    assert.equal(asked, 0)
  })
})
