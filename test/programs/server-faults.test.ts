/**
 * Logins while things go wrong: key nodes, the login service in two copies, Redis and an identity provider,
 * all as processes of their own, and the wallet app's own code as the client. Never a wrong key, and every
 * login ends within its deadline, with the key or with a typed error.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, mock } from 'node:test'
import { evaluateAll } from '../../src/app/signer/evaluate.js'
import { ask } from '../../src/app/support/http.js'
import { combine, evaluate, identityInput } from '../../src/keys/oprf.js'
import { type KeyNetwork, TokenResponse } from '../../src/protocol/service.js'
import { createKeyNode } from '../../src/server/keys/key-node.js'
import { makeDevShares } from '../../src/server/keys/shares.js'
import { toHex } from '../../src/shared/encoding.js'
import { WalletError } from '../../src/shared/errors.js'
import { exportPublicKey, generateKeyPair, thumbprint } from '../../src/shared/jwe.js'
import { type Issuer, registryFor, startIssuer } from '../node/support/issuer.js'
import { post, readShare, start } from '../node/support/services.js'
import { type Front, startFront, type Weather } from '../node/support/weather.js'
import { type ReverseProxy, startProxy } from '../support/proxy.js'
import { type Running, runCli } from './support/cli.js'
import { NO_REDIS, type RedisServer, startRedis } from './support/redis.js'

const WALLET = 'http://localhost:4050'
const LISTENING = /listening at http:\/\/[^"]*:(\d+)/
/** People, each with a key of their own. */
const PEOPLE = Array.from({ length: 8 }, (_, i) => `sample.${i}@example.test`)
/** Logins under way at once. */
const AT_ONCE = 8
/** Logins that begin after something went wrong. */
const LOGINS = 8
/** Requests a minute: so few people log in so often here alone. */
const UNLIMITED = '100000'
/** Milliseconds. The wallet gives the login service ten seconds, and the nodes ten: this finds what never ends. */
const DEADLINE = 120_000

describe('logins', { skip: NO_REDIS }, () => {
  let dir: string
  let issuer: Issuer
  let provider: Front
  let redis: RedisServer
  let proxy: ReverseProxy
  let network: KeyNetwork
  /** Between the wallet and each node. */
  let fronts: Front[]
  let liar: { url: string; close(): Promise<void> }
  /** Where each front leads to. */
  const targets: string[] = []
  const programs = new Map<string, { args: string[]; running: Running }>()
  const expected = new Map<string, string>()
  const counted: Record<string, Record<string, number>> = {}
  /** Why logins failed so far. */
  const reasons = new Set<string>()

  const begin = async (name: string, args: string[]): Promise<string> => {
    const running = runCli(args, redis && { WALLET_EMBED_REDIS: redis.url })
    const [, port] = await running.line(LISTENING)
    // It comes back where it was.
    programs.set(name, { args: args.map((arg) => (arg === '0' ? port! : arg)), running })
    return `http://localhost:${port}`
  }
  const signal = (name: string, signal: NodeJS.Signals) =>
    programs.get(name)!.running.child.kill(signal)
  const end = async (name: string, how: NodeJS.Signals) => {
    signal(name, how)
    await programs.get(name)!.running.ended
  }
  const again = (name: string) => begin(name, programs.get(name)!.args)

  before(async () => {
    Object.defineProperty(globalThis, 'location', { value: new URL(WALLET), configurable: true })
    mock.method(console, 'warn', () => {})
    dir = await mkdtemp(join(tmpdir(), 'wallet-embed-'))
    ;[issuer, redis] = await Promise.all([startIssuer(), startRedis()])
    // A code says who it is: what a provider would remember.
    provider = await startFront(async (_, form) => {
      const code = new URLSearchParams(form).get('code')!
      const [nonce, email] = Buffer.from(code, 'base64url').toString().split(' ')
      const idToken = await issuer.sign(issuer.claims(nonce!, { email }))
      return { status: 200, body: JSON.stringify({ id_token: idToken }) }
    })
    fronts = await Promise.all(
      [0, 1, 2].map((i) =>
        startFront(async (path, body) => {
          const response = await post(`${targets[i]}${path}`, body)
          return { status: response.status, body: await response.text() }
        }),
      ),
    )
    const registry = registryFor(issuer.url)
    for (const verifier of Object.values(registry.verifiers)) verifier.tokenEndpoint = provider.url
    const registryFile = join(dir, 'registry.json')
    await writeFile(registryFile, JSON.stringify(registry))
    await writeFile(join(dir, 'secrets.json'), '{}')
    network = await makeDevShares({ urls: fronts.map(({ url }) => url), threshold: 2, dir })
    const other = join(dir, 'other')
    await makeDevShares({ urls: fronts.map(({ url }) => url), threshold: 2, dir: other })
    const api = [
      ...['--registry', registryFile, '--wallet-origin', WALLET, '--port', '0'],
      ...['--rate-limit', UNLIMITED],
    ]
    const login = ['login-service', '--secrets', join(dir, 'secrets.json'), ...api]
    const [one, two, ...nodes] = await Promise.all([
      begin('copy 1', login),
      begin('copy 2', login),
      ...[1, 2, 3].map((index) =>
        begin(`node ${index}`, [
          ...['node', '--share', join(dir, `share-${index}.json`), ...api],
          ...['--identity-limit', UNLIMITED],
        ]),
      ),
    ])
    proxy = await startProxy([one!, two!])
    targets.push(...nodes)
    const lying = createKeyNode({
      share: await readShare(other, 2),
      registry,
      walletOrigin: WALLET,
    })
    liar = { url: await start(lying), close: () => lying.close() }
    const shares = await Promise.all([1, 2].map((index) => readShare(dir, index)))
    for (const email of PEOPLE) {
      const input = identityInput('google', email)
      const parts = shares.map(({ index, secret, publicKey }) => {
        const bytes = Uint8Array.from(Buffer.from(secret, 'hex'))
        return { index, ...evaluate(input, bytes, publicKey) }
      })
      expected.set(email, toHex(combine(input, parts)))
    }
  })

  after(async () => {
    for (const name of programs.keys()) signal(name, 'SIGKILL')
    await Promise.all([...programs.values()].map(({ running }) => running.ended))
    proxy?.close()
    for (const front of [provider, ...(fronts ?? [])]) front?.close()
    await Promise.all([liar?.close(), redis?.kill()])
    issuer?.close()
    mock.restoreAll()
    await rm(dir, { recursive: true, force: true })
  })

  /** From the provider's answer to the key: what the wallet app does, without a browser. */
  async function login(email: string): Promise<string> {
    const { publicKey, privateKey } = await generateKeyPair()
    const key = await exportPublicKey(publicKey)
    const code = Buffer.from(`${await thumbprint(key)} ${email}`).toString('base64url')
    const request = { code, codeVerifier: 'v'.repeat(43), redirectUri: `${WALLET}/login` }
    const body = { verifier: 'google', ...request }
    const { idToken } = await ask(`${proxy.url}/token`, TokenResponse, { body })
    const identity = { verifier: 'google', realm: 'google', verifierId: email }
    return toHex(await evaluateAll(network, { idToken, ...identity, key, privateKey }))
  }

  /** How a login ends, in a word. */
  async function outcomeOf(email: string): Promise<string> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve('LATE'), DEADLINE)
    })
    const ended = login(email).then(
      (key) => (key === expected.get(email) ? 'ok' : 'WRONG KEY'),
      (error) => {
        if (!WalletError.is(error)) return `UNTYPED ${error}`
        reasons.add(
          `${error.code}: ${error.message} (${error.cause ?? 'no cause'}, ${(error.cause as Error)?.cause})`,
        )
        return error.code
      },
    )
    const outcome = await Promise.race([ended, late])
    clearTimeout(timer)
    return outcome
  }

  /** Keeps logging in while `fault` happens, and counts how that ends. */
  async function during(what: string, fault: () => unknown): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    counted[what] = counts
    let begun = 0
    let isOver = false
    const loop = async () => {
      while (!isOver || begun < LOGINS) {
        const outcome = await outcomeOf(PEOPLE[begun++ % PEOPLE.length]!)
        counts[outcome] = (counts[outcome] ?? 0) + 1
      }
    }
    const loops = Array.from({ length: AT_ONCE }, loop)
    await fault()
    begun = 0
    isOver = true
    await Promise.all(loops)
    return counts
  }

  const only = (counts: Record<string, number>, ...allowed: string[]) =>
    assert.deepEqual(
      Object.keys(counts).filter((outcome) => !allowed.includes(outcome)),
      [],
      [JSON.stringify(counts), ...reasons].join('\n'),
    )

  it('give the key while nothing is wrong', async () => {
    only(await during('nothing', () => {}), 'ok')
  })

  it('give the key while one node is killed, and when it is back', async () => {
    only(await during('a node killed', () => end('node 1', 'SIGKILL')), 'ok')
    await again('node 1')
  })

  it('give the key while one node hangs', async () => {
    only(await during('a node hung', () => signal('node 2', 'SIGSTOP')), 'ok')
    signal('node 2', 'SIGCONT')
  })

  for (const weather of ['slow', 'junk', '500', 'drops'] as const) {
    it(`give the key while one node’s answers are ${weather}`, async () => {
      const fault = () => {
        fronts[2]!.weather = weather
      }
      only(await during(`a node: ${weather}`, fault), 'ok')
      fronts[2]!.weather = 'good'
    })
  }

  it('give the key while one node lies', async () => {
    const [, honest] = targets
    const lie = () => {
      targets[1] = liar.url
    }
    only(await during('a node lying', lie), 'ok')
    targets[1] = honest!
  })

  it('fail while one node lies and another is killed, and never give a wrong key', async () => {
    const [, honest] = targets
    const counts = await during('a node lying, one killed', async () => {
      targets[1] = liar.url
      await end('node 1', 'SIGKILL')
    })
    only(counts, 'ok', 'NODES_UNAVAILABLE')
    assert.ok(counts.NODES_UNAVAILABLE! >= LOGINS / 2)
    targets[1] = honest!
    await again('node 1')
  })

  it('give the key, or say that the service is away, while its copies are restarted', async () => {
    const counts = await during('the service restarted', async () => {
      await end('copy 1', 'SIGTERM')
      await again('copy 1')
      await end('copy 2', 'SIGKILL')
      await again('copy 2')
    })
    only(counts, 'ok', 'SERVICE_UNAVAILABLE')
    assert.ok(counts.ok! > 0)
  })

  it('give the key while Redis is restarted', async () => {
    const counts = await during('Redis restarted', async () => {
      await redis.kill()
      await redis.start()
    })
    only(counts, 'ok')
  })

  it('give the key while Redis hangs', async () => {
    only(await during('Redis hung', () => redis.pause()), 'ok')
    redis.resume()
    only(await during('Redis back', () => {}), 'ok')
  })

  for (const [weather, codes] of [
    ['500', ['SERVICE_UNAVAILABLE', 'LOGIN_FAILED']],
    ['junk', ['SERVICE_UNAVAILABLE', 'LOGIN_FAILED']],
    ['drops', ['SERVICE_UNAVAILABLE']],
    ['hangs', ['SERVICE_UNAVAILABLE']],
  ] as [Weather, string[]][]) {
    it(`say so while the identity provider’s answers are: ${weather}`, async () => {
      const counts = await during(`the provider: ${weather}`, () => {
        provider.weather = weather
      })
      only(counts, 'ok', ...codes)
      assert.ok(codes.some((code) => counts[code]! >= LOGINS / 2))
      provider.weather = 'good'
    })
  }

  it('give the key when all is well again', async (test) => {
    only(await during('nothing any more', () => {}), 'ok')
    for (const [what, counts] of Object.entries(counted)) {
      const text = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`)
      test.diagnostic(`${what}: ${text.join(', ')}`)
    }
  })
})
