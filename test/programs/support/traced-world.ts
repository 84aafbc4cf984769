/** A login service, a key node, a provider in two places and a collector, for tests of traces. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before } from 'node:test'

import { freePorts } from '../../../demo/stack/free-ports.js'
import { makeDevShares } from '../../../src/server/keys/shares.js'
import { makeSigningKeys } from '../../../src/server/tokens/self-issued-tokens.js'
import { randomId } from '../../../src/shared/encoding.js'
import {
  exportPublicKey,
  generateKeyPair,
  type PublicJwk,
  thumbprint,
} from '../../../src/shared/jwe.js'
import { type FakeProvider, startProvider } from '../../node/support/provider.js'
import { post } from '../../node/support/services.js'
import { until } from '../../support/until.js'
import { type Running, runCli } from './cli.js'
import { type CollectedSpan, type Collector, startCollector } from './collector.js'

const WALLET = 'http://localhost:4050'
const LISTENING = /listening at (http:\/\/[^"]*:\d+)/
/** Kinds of spans. */
export const [SERVER, CLIENT] = [2, 3]
/** Programs of tests come from here. */
export const TRUSTED = ['--trust-trace', '127.0.0.1,::1']
/** What must be neither at a collector nor in a log. */
export const SECRETS = {
  code: `code-${randomId(16)}`,
  codeVerifier: `verifier-${randomId(32)}`,
  clientSecret: `secret-${randomId(16)}`,
  accessToken: `access-${randomId(16)}`,
  email: 'sample.one@example.test',
  person: 'Sample One',
  id: '4815162342',
  application: 'app-of-somebody',
  path: 'path-of-somebody',
  query: 'query-of-somebody',
  address: '203.0.113.7',
  agent: 'agent-of-somebody',
}
const COMMON = ['--registry', 'registry.json', '--wallet-origin', WALLET]
export const LOGIN = [
  ...['login-service', '--secrets', 'secrets.json', '--signing-keys', 'keys.json'],
  ...COMMON,
]
export const NODE = [
  ...['node', '--share', 'share-1.json', '--network', 'network.json', '--port', '0'],
  ...COMMON,
]

interface Program {
  program: Running
  url: string
}

export class TracedWorld {
  dir!: string
  /** Gives access tokens. */
  tokens!: FakeProvider
  /** Says who a person is. */
  profiles!: FakeProvider
  collector!: Collector
  loginUrl!: string
  /** The person's. */
  key!: PublicJwk
  readonly #running: Running[] = []

  async start(): Promise<void> {
    this.dir = await mkdtemp(join(tmpdir(), 'wallet-embed-'))
    this.tokens = await startProvider()
    this.profiles = await startProvider()
    this.collector = await startCollector()
    const [port] = await freePorts(1)
    this.loginUrl = `http://localhost:${port}`
    const club = {
      ...{ typeOfLogin: 'weibo', name: 'The club', protocol: 'oauth2', clientId: 'our club' },
      authorizationEndpoint: `${this.tokens.url}/authorize`,
      tokenEndpoint: `${this.tokens.url}/token`,
      userInfo: {
        endpoint: `${this.profiles.url}/me`,
        claims: { sub: 'id', email: 'mail', email_verified: 'is_sure', name: 'name' },
      },
    }
    const files = {
      'registry.json': { loginService: this.loginUrl, applications: {}, verifiers: { club } },
      'secrets.json': { club: SECRETS.clientSecret },
      'keys.json': await makeSigningKeys(),
    }
    for (const [name, value] of Object.entries(files)) {
      await writeFile(join(this.dir, name), JSON.stringify(value))
    }
    const urls = ['http://a.example', 'http://b.example']
    await makeDevShares({ urls, threshold: 2, dir: this.dir })
    this.key = await exportPublicKey((await generateKeyPair()).publicKey)
    this.#forget()
  }

  /** Ends all programs. */
  async end(): Promise<void> {
    for (const { child } of this.#running) child.kill('SIGTERM')
    await Promise.all(this.#running.splice(0).map(({ ended }) => ended))
    this.#forget()
  }

  async stop(): Promise<void> {
    for (const one of [this.tokens, this.profiles, this.collector]) one?.close()
    await rm(this.dir, { recursive: true, force: true })
  }

  /** The variables that an operator sets, with a batch at once. */
  variables(): Record<string, string> {
    return {
      OTEL_EXPORTER_OTLP_ENDPOINT: this.collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '20',
    }
  }

  async begin(args: string[], env: Record<string, string> = {}): Promise<Program> {
    const program = runCli(args, env, this.dir)
    this.#running.push(program)
    const [, url] = await program.line(LISTENING)
    return { program, url: url! }
  }

  beginLogin(options: string[] = [], env: Record<string, string> = {}): Promise<Program> {
    return this.begin([...LOGIN, '--port', new URL(this.loginUrl).port, ...options], env)
  }

  /** What the wallet asks the login service for. */
  async request() {
    return {
      ...{ verifier: 'club', code: SECRETS.code + randomId(4), codeVerifier: SECRETS.codeVerifier },
      ...{ redirectUri: `${WALLET}/login`, nonce: await thumbprint(this.key) },
      application: SECRETS.application,
    }
  }

  /** With a query that the wallet never sends. */
  async exchange(headers: Record<string, string> = {}): Promise<Response> {
    const url = `${this.loginUrl}/token?q=${SECRETS.query}`
    return post(url, await this.request(), { 'user-agent': SECRETS.agent, ...headers })
  }

  /** @returns The ID token. */
  async login(headers: Record<string, string> = {}): Promise<string> {
    const response = await this.exchange(headers)
    const text = await response.text()
    assert.equal(response.status, 200, text)
    return (JSON.parse(text) as { idToken: string }).idToken
  }

  spanOf(name: string, kind: number, has: (span: CollectedSpan) => boolean = () => true) {
    return until(`a span ${name}`, () =>
      this.collector.spans.find((span) => span.name === name && span.kind === kind && has(span)),
    )
  }

  #forget(): void {
    const { collector, tokens, profiles } = this
    collector.answer = 200
    for (const list of [collector.spans, collector.texts, tokens.asked, profiles.asked]) {
      list.length = 0
    }
    tokens.says['/token'] = { body: { access_token: SECRETS.accessToken, token_type: 'bearer' } }
    const user = { id: SECRETS.id, mail: SECRETS.email, is_sure: true, name: SECRETS.person }
    profiles.says['/me'] = { body: user }
  }
}

/** One for all tests of a file, whose programs end with each test. */
export function tracedWorld(): TracedWorld {
  const world = new TracedWorld()
  before(() => world.start())
  afterEach(() => world.end())
  after(() => world.stop())
  return world
}

/** Trace ids in the lines of answers for a route. */
export const tracesIn = ({ stdoutNow }: Running, route: string): string[] =>
  stdoutNow()
    .split('\n')
    .filter((line) => line.includes('"answered"') && line.includes(`"route":"${route}"`))
    .map((line) => (JSON.parse(line) as { trace_id: string }).trace_id)

export const answered = (program: Running, route: string) =>
  program.line(new RegExp(`"route":"${route}"[^\\n]*"answered"`))
