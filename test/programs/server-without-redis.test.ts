/** Two copies of the login service whose Redis is stopped and started again while people log in, in the ways there are. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

import { Redis } from 'ioredis'

import { makeSigningKeys } from '../../src/server/tokens/self-issued-tokens.js'
import { randomId } from '../../src/shared/encoding.js'
import { registryFor } from '../node/support/issuer.js'
import { type Front, startFront } from '../node/support/weather.js'
import { until } from '../support/until.js'
import { type Running, runCli } from './support/cli.js'
import { NO_REDIS, type RedisServer, startRedis } from './support/redis.js'

const WALLET = 'http://localhost:4050'
const LISTENING = /listening at (http:\/\/[^"]*:\d+)/
/** Milliseconds in which each request has its answer: the wallet waits ten seconds. */
const DEADLINE = 10_000
/** Logins of each kind. */
const LOGINS = 40

/** Statuses and codes of answers, and how many there were of each. */
type Outcomes = Record<string, number>

describe('login services whose Redis is away', { skip: NO_REDIS }, () => {
  let dir: string
  /** It takes every code, however often: what is refused, the services refuse. */
  let provider: Front
  let redis: RedisServer
  let running: Running[] = []
  let copies: string[] = []
  /** One where the service itself signs the ID tokens. */
  let strict: string
  const outcomes = new Map<string, Outcomes>()
  /** Codes that were accepted without Redis, and by which copy. */
  const accepted: { code: string; at: number }[] = []

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'wallet-embed-'))
    redis = await startRedis()
    provider = await startFront(async (path) => {
      const body = path === '/me' ? { id: 42 } : { id_token: 'the.id.token', access_token: 'it' }
      return { status: 200, body: JSON.stringify({ ...body, token_type: 'bearer' }) }
    })
    const { verifiers, ...registry } = registryFor(provider.url)
    const club = {
      ...{ typeOfLogin: 'weibo', name: 'The club', protocol: 'oauth2', clientId: 'our club' },
      authorizationEndpoint: `${provider.url}/authorize`,
      tokenEndpoint: `${provider.url}/token`,
      userInfo: { endpoint: `${provider.url}/me`, claims: { sub: 'id' } },
    }
    const all = { ...registry, loginService: 'http://localhost:4051' }
    const files = {
      'registry.json': { ...all, verifiers: { google: verifiers.google, club } },
      'club.json': { ...all, verifiers: { club } },
      'secrets.json': { club: 'shh' },
      'keys.json': await makeSigningKeys(),
    }
    for (const [name, value] of Object.entries(files)) {
      await writeFile(join(dir, name), JSON.stringify(value))
    }
    const ofRegistry = (name: string) => {
      const args = [
        ...['login-service', '--port', '0', '--wallet-origin', WALLET, '--rate-limit', '100000'],
        ...['--registry', name, '--secrets', 'secrets.json'],
        ...['--signing-keys', 'keys.json', '--redis', redis.url],
      ]
      return runCli(args, {}, dir)
    }
    running = ['registry.json', 'registry.json', 'club.json'].map(ofRegistry)
    const urls = await Promise.all(running.map(async (one) => (await one.line(LISTENING))[1]!))
    copies = urls.slice(0, 2)
    strict = urls[2]!
  })

  after(async () => {
    for (const { child } of running) child.kill('SIGTERM')
    await Promise.all(running.map(({ ended }) => ended))
    await redis?.kill()
    provider?.close()
    await rm(dir, { recursive: true, force: true })
  })

  const ask = async (url: string, body: unknown): Promise<string> => {
    const asked = fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(DEADLINE),
    })
    try {
      const answer = await asked
      const { error } = (await answer.json()) as { error?: { code: string } }
      return error?.code ?? 'ok'
    } catch (error) {
      return (error as Error).name === 'TimeoutError' ? 'HANG' : 'UNTYPED'
    }
  }
  const login = (copy: string, verifier: string, code: string) =>
    ask(`${copy}/token`, {
      ...{ verifier, code, codeVerifier: 'v'.repeat(43), redirectUri: `${WALLET}/login` },
      nonce: 'n'.repeat(43),
    })
  const leave = (copy: string) => ask(`${copy}/mailbox`, { id: randomId(32), data: 'ciphertext' })
  const note = (what: string, outcome: string) => {
    const counts = outcomes.get(what) ?? {}
    outcomes.set(what, counts)
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  /** Logins and letters at both copies at once. */
  const load = (when: string) =>
    Promise.all(
      Array.from({ length: LOGINS }, async (_, i) => {
        const copy = copies[i % 2]!
        const code = randomId(16)
        const outcome = await login(copy, 'google', code)
        note(`${when}: provider's ID token`, outcome)
        if (when === 'away' && outcome === 'ok') accepted.push({ code, at: i % 2 })
        note(`${when}: ID token of our own`, await login(copy, 'club', randomId(16)))
        note(`${when}: letter`, await leave(copy))
      }),
    )
  const readiness = async (copy: string) => {
    const answer = await fetch(`${copy}/readyz`)
    return `${answer.status} ${await answer.text()}`
  }
  const areReady = async () =>
    (await Promise.all([...copies, strict].map(readiness))).every(
      (one) => one === '200 {"ok":true}',
    )
  const is = (when: string, expected: [bound: string, unbound: string, letter: string]) => {
    const kinds = ["provider's ID token", 'ID token of our own', 'letter']
    for (const [i, kind] of kinds.entries()) {
      assert.deepEqual(outcomes.get(`${when}: ${kind}`), { [expected[i]!]: LOGINS }, kind)
    }
  }

  it('take all logins while it is there', async () => {
    await load('before')
    is('before', ['ok', 'ok', 'ok'])
  })

  it('go on where the provider signs ID tokens, and refuse the rest in time', async () => {
    await redis.kill()
    await Promise.all(running.map((one) => one.line(/Redis is away/)))
    await load('away')
    is('away', ['ok', 'SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE'])
    for (const copy of copies) {
      await until('a word of it', async () => /^200 .*Redis is away: /.test(await readiness(copy)))
    }
  })

  it('are not ready where no login goes on', async () => {
    const expected = '503 {"error":{"code":"SERVICE_UNAVAILABLE","detail":"Redis is away."}}'
    await until('the end of readiness', async () => (await readiness(strict)) === expected)
  })

  it('accept nothing twice: a copy not at once, and no other when Redis is back', async (test) => {
    const again = (shift: number) =>
      Promise.all(accepted.map(({ code, at }) => login(copies[(at + shift) % 2]!, 'google', code)))
    const refused = accepted.map(() => 'LOGIN_FAILED')
    assert.equal(accepted.length, LOGINS)
    assert.deepEqual(await again(0), refused)
    await redis.start()
    await Promise.all(running.map((one) => one.line(/Redis is back/)))
    const operator = new Redis(redis.url)
    await until('the codes in Redis', async () => {
      return (await operator.keys('wallet-embed:used-codes:value:*')).length === LOGINS
    })
    operator.disconnect()
    assert.deepEqual(await again(1), refused)
    assert.deepEqual(await again(0), refused)
    await until('readiness', areReady)
    await load('back')
    is('back', ['ok', 'ok', 'ok'])
    for (const [what, counts] of outcomes) {
      const text = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`)
      test.diagnostic(`${what}: ${text.join(', ')}`)
    }
  })
})
