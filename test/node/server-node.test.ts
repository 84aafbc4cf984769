/** Real key nodes over HTTP, a real issuer, and the wallet app's own code on the other side. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { FastifyInstance } from 'fastify'
import type { JWTPayload } from 'jose'

import { combine, identityInput, interpolate, verifyEvaluation } from '../../src/keys/oprf.js'
import {
  EvaluateResponse,
  Evaluation,
  type KeyNetwork,
  type Share,
} from '../../src/protocol/service.js'
import { createKeyNode } from '../../src/server/keys/key-node.js'
import { makeDevShares } from '../../src/server/keys/shares.js'
import { toHex } from '../../src/shared/encoding.js'
import {
  decrypt,
  exportPublicKey,
  generateKeyPair,
  type PublicJwk,
  thumbprint,
} from '../../src/shared/jwe.js'
import { type Issuer, registryFor, startIssuer } from './support/issuer.js'
import {
  createLog,
  inTemporaryFolder,
  post,
  readShare,
  refusal,
  start,
} from './support/services.js'
import { subsets } from './support/shares.js'

const WALLET = 'http://localhost:4050'
const PLACES = ['http://localhost:1', 'http://localhost:2', 'http://localhost:3']

let issuer: Issuer
let network: KeyNetwork
let shares: Share[]
let pair: CryptoKeyPair
let key: PublicJwk
let nonce: string
const nodes: FastifyInstance[] = []
const urls: string[] = []
const log = createLog()

before(async () => {
  issuer = await startIssuer()
  await inTemporaryFolder(async (dir) => {
    network = await makeDevShares({ urls: PLACES, threshold: 2, dir })
    shares = await Promise.all([1, 2, 3].map((index) => readShare(dir, index)))
  })
  for (const share of shares) {
    const node = createKeyNode({
      share,
      registry: registryFor(issuer.url),
      walletOrigin: WALLET,
      log,
    })
    nodes.push(node)
    urls.push(await start(node))
  }
  pair = await generateKeyPair()
  key = await exportPublicKey(pair.publicKey)
  nonce = await thumbprint(key)
})

after(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  issuer.close()
})

/** Asks one node, with a good request or with changes to it. */
const ask = (idToken: string, changes: object = {}, url = urls[0]!) =>
  post(`${url}/evaluate`, { verifier: 'google', idToken, key, ...changes })

const tokenWith = (changes?: JWTPayload) => issuer.sign(issuer.claims(nonce, changes))

async function evaluationOf(response: Response, privateKey = pair.privateKey) {
  assert.equal(response.status, 200)
  const { answer } = EvaluateResponse.parse(await response.json())
  return Evaluation.parse(JSON.parse(await decrypt(answer, privateKey)))
}

/** One login against all nodes, as the wallet app does it: the output from each subset of two. */
async function login(
  verifier: string,
  verifierId: string,
  changes?: JWTPayload,
): Promise<string[]> {
  const idToken = await tokenWith(changes)
  const input = identityInput(verifier, verifierId)
  const parts = await Promise.all(
    urls.map(async (url, i) => {
      const evaluation = await evaluationOf(await ask(idToken, { verifier }, url))
      assert.equal(evaluation.index, i + 1)
      assert.ok(verifyEvaluation(input, network.nodes[i]!.publicKey, evaluation))
      return evaluation
    }),
  )
  return subsets(parts, 2).map((two) => toHex(combine(input, two)))
}

describe('a login', () => {
  it('gives the same output from any two nodes, and the same at every login', async () => {
    const outputs = [
      ...(await login('google', 'sample.one@example.test')),
      ...(await login('google', 'sample.one@example.test', { email: 'SAMPLE.ONE@example.test' })),
    ]
    assert.equal(outputs.length, 6)
    assert.equal(new Set(outputs).size, 1)
  })

  it('gives another person, and another verifier, another output', async () => {
    const [one] = await login('google', 'sample.one@example.test')
    const [two] = await login('google', 'sample.two@example.test', {
      email: 'sample.two@example.test',
    })
    const [github] = await login('github', 'Person-1')
    assert.equal(new Set([one, two, github]).size, 3)
  })

  it('takes the case of a verifierId seriously where the registry says so', async () => {
    const [upper] = await login('github', 'Person-1')
    const [lower] = await login('github', 'person-1', { sub: 'person-1' })
    assert.notEqual(upper, lower)
  })
})

describe('a stolen token', () => {
  it('gives an answer that the thief cannot open', async () => {
    const response = await ask(await tokenWith())
    const { privateKey } = await generateKeyPair()
    await assert.rejects(evaluationOf(response, privateKey), { code: 'TOKEN_MALFORMED' })
  })
})

describe('a request is refused', () => {
  it('for a verifier that nobody registered, also one named like an inherited property', async () => {
    const idToken = await tokenWith()
    for (const verifier of ['nobody', 'constructor', '__proto__']) {
      const answer = await refusal(await ask(idToken, { verifier }))
      assert.deepEqual(answer, [404, 'UNKNOWN_VERIFIER'])
    }
  })

  it('if a field is missing, too long or of the wrong form', async () => {
    const idToken = await tokenWith()
    for (const changes of [
      { verifier: undefined },
      { idToken: 'a'.repeat(16_385) },
      { key: { ...key, x: 'short' } },
      { key: { ...key, crv: 'P-384' } },
    ]) {
      assert.deepEqual(await refusal(await ask(idToken, changes)), [400, 'INVALID_REQUEST'])
    }
  })

  it('if the key is no point of its curve, even when the token names it', async () => {
    const wrong = { ...key, y: 'A'.repeat(43) }
    const idToken = await tokenWith({ nonce: await thumbprint(wrong) })
    assert.deepEqual(await refusal(await ask(idToken, { key: wrong })), [400, 'INVALID_REQUEST'])
  })

  it('if it is no JSON', async () => {
    assert.deepEqual(await refusal(await post(`${urls[0]}/evaluate`, '{')), [
      400,
      'INVALID_REQUEST',
    ])
    const plain = await post(`${urls[0]}/evaluate`, '{}', { 'content-type': 'text/plain' })
    assert.deepEqual(await refusal(plain), [415, 'INVALID_REQUEST'])
  })

  it('if it is larger than 32 kB', async () => {
    const big = await post(`${urls[0]}/evaluate`, { padding: 'a'.repeat(33_000) })
    assert.deepEqual(await refusal(big), [413, 'LIMIT_EXCEEDED'])
  })

  it('if there is no such path', async () => {
    assert.deepEqual(await refusal(await fetch(`${urls[0]}/x`)), [404, 'INVALID_REQUEST'])
  })

  it('beyond the limit of its address, though not for /healthz', async () => {
    const [share] = shares
    const registry = registryFor(issuer.url)
    const node = createKeyNode({ share: share!, registry, walletOrigin: WALLET, rateLimit: 2 })
    const url = await start(node)
    try {
      for (const _ of [1, 2]) assert.equal((await ask('x', {}, url)).status, 400)
      const refused = await ask('x', {}, url)
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      assert.equal(refused.headers.get('access-control-allow-origin'), WALLET)
      assert.deepEqual(await refusal(refused), [429, 'LIMIT_EXCEEDED'])
      assert.equal((await fetch(`${url}/healthz`)).status, 200)
    } finally {
      await node.close()
    }
  })

  it("with SERVICE_UNAVAILABLE while the provider's keys cannot be had", async () => {
    const gone = await startIssuer()
    const registry = registryFor(issuer.url)
    registry.verifiers.google!.jwksUri = `${gone.url}/jwks`
    gone.close()
    const node = createKeyNode({ share: shares[0]!, registry, walletOrigin: WALLET })
    const url = await start(node)
    try {
      const answer = await refusal(await ask(await tokenWith(), {}, url))
      assert.deepEqual(answer, [503, 'SERVICE_UNAVAILABLE'])
    } finally {
      await node.close()
    }
  })
})

describe('a key node', () => {
  it('is healthy', async () => {
    const response = await fetch(`${urls[0]}/healthz`)
    assert.deepEqual(await response.json(), { ok: true })
  })

  it("allows the wallet's origin, and no other, to read its answers", async () => {
    const preflight = await fetch(`${urls[0]}/evaluate`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    const response = await ask('x')
    for (const { headers } of [preflight, response]) {
      assert.equal(headers.get('access-control-allow-origin'), WALLET)
      assert.equal(headers.get('access-control-allow-credentials'), null)
    }
    assert.match(preflight.headers.get('access-control-allow-headers')!, /content-type/)
    assert.equal(response.headers.get('cache-control'), 'no-store')
  })

  it('logs which code, and nothing of a token or a key', async () => {
    log.lines.length = 0
    const idToken = await tokenWith({ aud: 'another' })
    await ask(idToken)
    await ask(await tokenWith())
    const text = log.lines.join('')
    assert.match(text, /"code":"TOKEN_AUDIENCE"/)
    assert.match(text, /"\/evaluate"/)
    const secrets = [...idToken.split('.'), nonce, key.x, 'ample.', shares[0]!.secret]
    for (const secret of secrets) assert.equal(text.includes(secret), false)
  })

  it('does not start with a share whose halves do not belong together', () => {
    const share = { ...shares[0]!, publicKey: shares[1]!.publicKey }
    const registry = registryFor(issuer.url)
    assert.throws(() => createKeyNode({ share, registry, walletOrigin: WALLET }), {
      code: 'INVALID_ARGUMENT',
      detail: 'Share 1: publicKey is not of this secret.',
    })
  })

  it('belongs to a network whose keys give the group key', () => {
    for (const two of subsets(network.nodes, 2)) {
      const parts = two.map(({ index, publicKey }) => ({ index, element: publicKey }))
      assert.equal(interpolate(parts), network.groupKey)
    }
  })
})
