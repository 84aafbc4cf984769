/**
 * Logins while things go wrong: key nodes, the login service in two copies, a store that they share and an identity
 * provider, each a separate process, and the wallet app's own code as the client.
 */
import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock, type TestContext } from 'node:test'

import { evaluate as evaluateOnNodes } from '../../../src/app/signer/evaluate.js'
import { ask } from '../../../src/app/support/http.js'
import { combine, evaluate, identityInput } from '../../../src/keys/oprf.js'
import { TokenResponse } from '../../../src/protocol/service.js'
import { FolderChannel } from '../../../src/server/ceremonies/folder-channel.js'
import { runReshare } from '../../../src/server/ceremonies/reshare.js'
import type { Network } from '../../../src/server/keys/generation.js'
import { createKeyNode } from '../../../src/server/keys/key-node.js'
import { makeDevShares } from '../../../src/server/keys/shares.js'
import { toHex } from '../../../src/shared/encoding.js'
import { WalletError } from '../../../src/shared/errors.js'
import { exportPublicKey, generateKeyPair, thumbprint } from '../../../src/shared/jwe.js'
import { type Issuer, registryFor, startIssuer } from '../../node/support/issuer.js'
import { identitiesOf } from '../../node/support/peers.js'
import {
  CHEAP,
  post,
  readSealedShare,
  readShare,
  SHARE_KEY,
  start,
} from '../../node/support/services.js'
import { WALLET_CONFIG } from '../../node/support/wallet-config.js'
import { type Front, startFront } from '../../node/support/weather.js'
import { type ReverseProxy, startProxy } from '../../support/proxy.js'
import { until } from '../../support/until.js'
import { type Running, runCli } from './cli.js'

const LISTENING = /listening at http:\/\/[^"]*:(\d+)/
/** People, each with a different key. */
const PEOPLE = Array.from({ length: 8 }, (_, i) => `sample.${i}@example.test`)
/** Logins under way at once. */
const AT_ONCE = 8
/** Logins that begin after something went wrong. */
export const LOGINS = 8
/** Requests a minute: so few people log in so often here alone. */
const UNLIMITED = '100000'
/** Milliseconds. The wallet gives the login service ten seconds, and the nodes ten: this finds what never ends. */
const DEADLINE = 120_000

/** How many logins ended with `ok`, a code of an error, or what must never come. */
type Counts = Record<string, number>

export class LoginDrill {
  provider!: Front
  /** Between the wallet and each node. */
  fronts!: Front[]
  liar!: { url: string; close(): Promise<void> }
  /** Where each front leads to. */
  readonly targets: string[] = []
  readonly #redisUrl: string
  #cli: string | undefined
  readonly #programs = new Map<string, { args: string[]; running: Running }>()
  readonly #expected = new Map<string, string>()
  readonly #counted: { what: string; counts: Counts; longest: number }[] = []
  /** Why logins failed so far. */
  readonly #reasons = new Set<string>()
  /** Copies that a proxy that asks for `/readyz` leaves out. */
  readonly #leaving = new Set<string>()
  #dir!: string
  #issuer!: Issuer
  #proxy!: ReverseProxy
  /** What the people's pages read when they were opened. */
  #opened!: Network
  /** What the wallet's origin says now. */
  #published!: Network
  #walletApp!: Front
  #wallet!: string

  /** @param cli - Program of the version before, which everything runs at first; what is begun again is of now. */
  constructor(redisUrl: string, cli?: string) {
    this.#redisUrl = redisUrl
    this.#cli = cli
  }

  async start(): Promise<void> {
    this.#walletApp = await startFront(async () => {
      const config = { ...WALLET_CONFIG, keyNetwork: this.#published }
      return { status: 200, body: JSON.stringify(config) }
    })
    this.#wallet = this.#walletApp.url
    const value = new URL(this.#wallet)
    Object.defineProperty(globalThis, 'location', { value, configurable: true })
    const { fetch } = globalThis
    const inPage = (url: string, init?: RequestInit) => fetch(new URL(url, location.href), init)
    mock.method(globalThis, 'fetch', inPage)
    mock.method(console, 'warn', () => {})
    const dir = await mkdtemp(join(tmpdir(), 'wallet-embed-'))
    this.#dir = dir
    const issuer = await startIssuer()
    this.#issuer = issuer
    // A code says who it is: what a provider would remember.
    this.provider = await startFront(async (_, form) => {
      const code = new URLSearchParams(form).get('code')!
      const [nonce, email] = Buffer.from(code, 'base64url').toString().split(' ')
      const idToken = await issuer.sign(issuer.claims(nonce!, { email }))
      return { status: 200, body: JSON.stringify({ id_token: idToken }) }
    })
    this.fronts = await Promise.all(
      [0, 1, 2].map((i) =>
        startFront(async (path, body) => {
          const response = await post(`${this.targets[i]}${path}`, body)
          return { status: response.status, body: await response.text() }
        }),
      ),
    )
    const registry = registryFor(issuer.url)
    for (const verifier of Object.values(registry.verifiers)) {
      verifier.tokenEndpoint = this.provider.url
    }
    const registryFile = join(dir, 'registry.json')
    await writeFile(registryFile, JSON.stringify(registry))
    await writeFile(join(dir, 'secrets.json'), '{}')
    const urls = this.fronts.map(({ url }) => url)
    this.#opened = await makeDevShares({ urls, threshold: 2, dir })
    this.#published = this.#opened
    const other = join(dir, 'other')
    await makeDevShares({ urls, threshold: 2, dir: other })
    const api = [
      ...['--registry', registryFile, '--wallet-origin', this.#wallet, '--port', '0'],
      ...['--rate-limit', UNLIMITED, '--drain', '1'],
    ]
    const login = ['login-service', '--secrets', join(dir, 'secrets.json'), ...api]
    const [one, two, ...nodes] = await Promise.all([
      this.#begin('copy 1', login),
      this.#begin('copy 2', login),
      ...[1, 2, 3].map((index) =>
        this.#begin(`node ${index}`, [
          ...['node', '--share', this.#share(index), ...api],
          ...['--identity-limit', UNLIMITED],
        ]),
      ),
    ])
    this.#cli = undefined
    this.#proxy = await startProxy([one!, two!], 0, (url) => !this.#leaving.has(url))
    this.targets.push(...nodes)
    const lying = createKeyNode({
      share: await readShare(other, 2),
      registry,
      walletOrigin: this.#wallet,
    })
    this.liar = { url: await start(lying), close: () => lying.close() }
    const shares = await Promise.all([1, 2].map((index) => readShare(dir, index)))
    for (const email of PEOPLE) {
      const input = identityInput('google', email)
      const parts = shares.map(({ index, secret, publicKey }) => {
        const bytes = Uint8Array.from(Buffer.from(secret, 'hex'))
        return { index, ...evaluate(input, bytes, publicKey) }
      })
      this.#expected.set(email, toHex(combine(input, parts)))
    }
  }

  async stop(): Promise<void> {
    for (const name of this.#programs.keys()) this.signal(name, 'SIGKILL')
    await Promise.all([...this.#programs.values()].map(({ running }) => running.ended))
    this.#proxy?.close()
    for (const front of [this.provider, this.#walletApp, ...(this.fronts ?? [])]) front?.close()
    await this.liar?.close()
    this.#issuer?.close()
    mock.restoreAll()
    await rm(this.#dir, { recursive: true, force: true })
  }

  signal(name: string, signal: NodeJS.Signals): void {
    this.#programs.get(name)!.running.child.kill(signal)
  }

  async end(name: string, how: NodeJS.Signals): Promise<void> {
    this.signal(name, how)
    await this.#programs.get(name)!.running.ended
  }

  /** It comes back where it was. */
  again(name: string, env: Record<string, string> = {}): Promise<string> {
    return this.#begin(name, this.#programs.get(name)!.args, env)
  }

  /** As an operator restarts one behind a proxy that asks for `/readyz`. */
  async restart(name: string): Promise<void> {
    const { args } = this.#programs.get(name)!
    const url = `http://localhost:${args[args.indexOf('--port') + 1]}`
    this.signal(name, 'SIGTERM')
    await until('a no to readiness', async () => (await fetch(`${url}/readyz`)).status === 503)
    this.#leaving.add(url)
    await this.#programs.get(name)!.running.ended
    await this.again(name)
    this.#leaving.delete(url)
  }

  /** New shares of the same key, as an operator publishes them and has the nodes take them. */
  async refresh(): Promise<void> {
    const root = join(this.#dir, 'refresh')
    const members = [1, 2, 3]
    const changes = await Promise.all(
      members.map(async (index) => {
        const dir = join(root, `${index}`)
        await mkdir(dir, { recursive: true })
        await cp(this.#share(index), join(dir, `share-${index}.json`))
        const changed = await runReshare({
          ...{ index, network: this.#published, dealers: members, members, threshold: 2, dir },
          ...{ shareKey: SHARE_KEY, cost: CHEAP, identities: identitiesOf(index) },
          ...{ timeoutMs: DEADLINE, channel: new FolderChannel(join(root, 'shared'), index) },
        })
        await writeFile(this.#share(index), JSON.stringify(await readSealedShare(dir, index)))
        return changed
      }),
    )
    this.#published = changes[0]!.network
    for (const index of members) this.signal(`node ${index}`, 'SIGHUP')
    await Promise.all(
      members.map((index) => this.#programs.get(`node ${index}`)!.running.line(/"reloaded"/)),
    )
  }

  #share(index: number): string {
    return join(this.#dir, `share-${index}.json`)
  }

  /** Keeps logging in while `fault` happens, and `after` times more, and counts how that ends. */
  async during(what: string, fault: () => unknown, after = LOGINS): Promise<Counts> {
    const counts: Counts = {}
    const counted = { what, counts, longest: 0 }
    this.#counted.push(counted)
    let begun = 0
    let isOver = false
    const loop = async () => {
      while (!isOver || begun < after) {
        const begin = performance.now()
        const outcome = await this.#outcomeOf(PEOPLE[begun++ % PEOPLE.length]!)
        counted.longest = Math.max(counted.longest, performance.now() - begin)
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

  /** Nothing else came out. */
  only(counts: Counts, ...allowed: string[]): void {
    assert.deepEqual(
      Object.keys(counts).filter((outcome) => !allowed.includes(outcome)),
      [],
      [JSON.stringify(counts), ...this.#reasons].join('\n'),
    )
  }

  /** Prints what was counted, and leaves it for `npm run drills`. */
  async report(test: TestContext, name: string): Promise<void> {
    for (const { what, counts } of this.#counted) {
      const text = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`)
      test.diagnostic(`${what}: ${text.join(', ')}`)
    }
    const dir = process.env.DRILLS
    if (!dir) return
    await mkdir(dir, { recursive: true })
    await writeFile(join(dir, `${name}.json`), JSON.stringify(this.#counted))
  }

  async #begin(name: string, args: string[], env: Record<string, string> = {}): Promise<string> {
    const running = runCli(
      args,
      { WALLET_EMBED_REDIS: this.#redisUrl, ...env },
      undefined,
      this.#cli,
    )
    const [, port] = await running.line(LISTENING)
    const fixed = args.map((arg, i) => (args[i - 1] === '--port' ? port! : arg))
    this.#programs.set(name, { args: fixed, running })
    return `http://localhost:${port}`
  }

  /** From the provider's answer to the key: what the wallet app does, without a browser. */
  async #login(email: string): Promise<string> {
    const { publicKey, privateKey } = await generateKeyPair()
    const key = await exportPublicKey(publicKey)
    const code = Buffer.from(`${await thumbprint(key)} ${email}`).toString('base64url')
    const request = { code, codeVerifier: 'v'.repeat(43), redirectUri: `${this.#wallet}/login` }
    const body = { verifier: 'google', ...request }
    const { idToken } = await ask(`${this.#proxy.url}/token`, TokenResponse, { body })
    const identity = { verifier: 'google', realm: 'google', verifierId: email }
    return toHex(await evaluateOnNodes(this.#opened, { idToken, ...identity, key, privateKey }))
  }

  /** How a login ends, in a word. */
  async #outcomeOf(email: string): Promise<string> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve('LATE'), DEADLINE)
    })
    const ended = this.#login(email).then(
      (key) => (key === this.#expected.get(email) ? 'ok' : 'WRONG KEY'),
      (error) => {
        if (!WalletError.is(error)) return `UNTYPED ${error}`
        this.#reasons.add(
          `${error.code}: ${error.message} (${error.cause ?? 'no cause'}, ${(error.cause as Error)?.cause})`,
        )
        return error.code
      },
    )
    const outcome = await Promise.race([ended, late])
    clearTimeout(timer)
    return outcome
  }
}
