/** Several verifiers, one person: what key nodes derive, and who decides that they are one. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { FastifyInstance } from 'fastify'
import type { JWTPayload } from 'jose'
import { evaluateAll } from '../../src/app/signer/evaluate.js'
import { readIdentity } from '../../src/app/signer/identity.js'
import type { Registry } from '../../src/protocol/registry.js'
import type { KeyNetwork, Share } from '../../src/protocol/service.js'
import { createKeyNode } from '../../src/server/keys/key-node.js'
import { makeDevShares } from '../../src/server/keys/shares.js'
import { createLoginService } from '../../src/server/login/login-service.js'
import { checkRegistry } from '../../src/server/registry/registry.js'
import { buildAppConfig } from '../../src/server/wallet-app/app-config.js'
import { toHex } from '../../src/shared/encoding.js'
import { exportPublicKey, generateKeyPair, thumbprint } from '../../src/shared/jwe.js'
import { type Issuer, registryFor, startIssuer } from './support/issuer.js'
import { inTemporaryFolder, post, readShare, refusal, start } from './support/services.js'

const WALLET = 'http://localhost:4050'
const EMAIL = 'sample.person@example.test'

let issuer: Issuer
let network: KeyNetwork
let shares: Share[]
const services: FastifyInstance[] = []

before(async () => {
  issuer = await startIssuer()
  await inTemporaryFolder(async (dir) => {
    network = await makeDevShares({
      urls: ['http://a.example', 'http://b.example'],
      threshold: 2,
      dir,
    })
    shares = await Promise.all([1, 2].map((index) => readShare(dir, index)))
  })
})

after(async () => {
  await Promise.all(services.map((service) => service.close()))
  issuer.close()
})

const registryWith = (aggregates?: Registry['aggregates']): Registry =>
  checkRegistry({ ...registryFor(issuer.url), ...(aggregates && { aggregates }) })

/** Nodes with a registry of their own. */
async function startNodes(registry: Registry): Promise<KeyNetwork> {
  const urls = await Promise.all(
    shares.map((share) => {
      const node = createKeyNode({ share, registry, walletOrigin: WALLET })
      services.push(node)
      return start(node)
    }),
  )
  return { ...network, nodes: network.nodes.map((node, i) => ({ ...node, url: urls[i]! })) }
}

/** A login as the wallet app does it, with what it knows of the registry: the output in hex, or an error. */
async function login(
  keyNetwork: KeyNetwork,
  registry: Registry,
  verifier: string,
  changes: JWTPayload = {},
) {
  const { verifiers } = buildAppConfig({
    ...{ registry, keyNetwork, chains: [], loginService: 'http://localhost:4051' },
  })
  const pair = await generateKeyPair()
  const key = await exportPublicKey(pair.publicKey)
  const idToken = await issuer.sign(issuer.claims(await thumbprint(key), changes))
  const userInfo = readIdentity(idToken, { verifier, ...verifiers[verifier]! })
  const realm = userInfo.aggregateVerifier || verifier
  const { verifierId } = userInfo
  const { privateKey } = pair
  const input = { idToken, verifier, realm, verifierId, key, privateKey }
  return { userInfo, output: toHex(await evaluateAll(keyNetwork, input)) }
}

describe('verifiers in one aggregate', () => {
  const together = { people: { verifiers: ['google', 'github'] } }

  it('give one key for one verified e-mail, whatever its case and whoever says it', async () => {
    const registry = registryWith(together)
    const nodes = await startNodes(registry)
    const google = await login(nodes, registry, 'google', { email: EMAIL, sub: '1' })
    const github = await login(nodes, registry, 'github', {
      ...{ email: 'Sample.PERSON@example.test', sub: '2', email_verified: 'true' },
    })
    assert.equal(google.output, github.output)
    const other = await login(nodes, registry, 'github', { email: 'other.person@example.test' })
    assert.notEqual(other.output, google.output)
    assert.deepEqual(
      [github.userInfo.aggregateVerifier, github.userInfo.verifier, github.userInfo.verifierId],
      ['people', 'github', EMAIL],
    )
  })

  it('outside of it are different people', async () => {
    const registry = registryWith()
    const nodes = await startNodes(registry)
    const google = await login(nodes, registry, 'google', { email: EMAIL })
    const github = await login(nodes, registry, 'github', { email: EMAIL, sub: EMAIL })
    assert.notEqual(google.output, github.output)
    assert.equal(google.userInfo.aggregateVerifier, '')
  })

  it('leave the addresses as they are of the one whose name the aggregate has', async () => {
    const [before, after] = [
      registryWith(),
      registryWith({ google: { verifiers: ['github', 'google'] } }),
    ]
    const old = await login(await startNodes(before), before, 'google', { email: EMAIL })
    const nodes = await startNodes(after)
    for (const verifier of ['google', 'github']) {
      assert.equal((await login(nodes, after, verifier, { email: EMAIL })).output, old.output)
    }
  })
})

describe("a node's own registry decides", () => {
  it('against a relay that knows a verifier more: UNKNOWN_VERIFIER', async () => {
    const evil = await startIssuer()
    try {
      const wide = registryWith()
      wide.verifiers.evil = { ...registryFor(evil.url).verifiers.google! }
      const relay = createLoginService({ registry: wide, secrets: {}, walletOrigin: WALLET })
      services.push(relay)
      const relayUrl = await start(relay)
      const nodes = await startNodes(registryWith())
      const key = await exportPublicKey((await generateKeyPair()).publicKey)
      const forged = await evil.sign(evil.claims(await thumbprint(key), { email: EMAIL }))
      evil.answer = { status: 200, body: JSON.stringify({ id_token: forged }) }
      const exchanged = await post(`${relayUrl}/token`, {
        ...{ verifier: 'evil', code: 'a', codeVerifier: 'v'.repeat(43) },
        redirectUri: `${WALLET}/login`,
      })
      const { idToken } = (await exchanged.json()) as { idToken: string }
      assert.equal(idToken, forged)
      const { url } = nodes.nodes[0]!
      const asEvil = await post(`${url}/evaluate`, { verifier: 'evil', idToken, key })
      assert.deepEqual(await refusal(asEvil), [404, 'UNKNOWN_VERIFIER'])
      const asGoogle = await post(`${url}/evaluate`, { verifier: 'google', idToken, key })
      assert.deepEqual(await refusal(asGoogle), [401, 'TOKEN_SIGNATURE'])
    } finally {
      evil.close()
    }
  })

  it('against one that takes another audience: TOKEN_AUDIENCE', async () => {
    const nodes = await startNodes(registryWith())
    const answer = await ask(nodes, 'google', { aud: "the relay's own client" })
    assert.deepEqual(answer, [401, 'TOKEN_AUDIENCE'])
  })

  it('against a configuration that says that two are one: the wallet app takes no such key', async () => {
    const nodes = await startNodes(registryWith())
    const wide = registryWith({ google: { verifiers: ['google', 'github'] } })
    const claimed = login(nodes, wide, 'github', { email: EMAIL })
    await assert.rejects(claimed, { code: 'NODES_UNAVAILABLE' })
    const narrow = registryWith({ people: { verifiers: ['google', 'github'] } })
    const apart = login(await startNodes(narrow), registryWith(), 'google', { email: EMAIL })
    await assert.rejects(apart, { code: 'NODES_UNAVAILABLE' })
  })
})

/** A node's refusal of a token with changed claims. */
async function ask({ nodes: [node] }: KeyNetwork, verifier: string, changes: JWTPayload) {
  const key = await exportPublicKey((await generateKeyPair()).publicKey)
  const idToken = await issuer.sign(issuer.claims(await thumbprint(key), changes))
  return refusal(await post(`${node!.url}/evaluate`, { verifier, idToken, key }))
}
