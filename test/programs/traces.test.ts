/** Traces: one id in the logs of all programs that a request passed, and spans at a collector where an operator wants them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'

import { freePorts } from '../../demo/stack/free-ports.js'
import { makeDevShares } from '../../src/server/keys/shares.js'
import { makeSigningKeys } from '../../src/server/tokens/self-issued-tokens.js'
import { randomId } from '../../src/shared/encoding.js'
import {
  exportPublicKey,
  generateKeyPair,
  type PublicJwk,
  thumbprint,
} from '../../src/shared/jwe.js'
import { type FakeProvider, startProvider } from '../node/support/provider.js'
import { post } from '../node/support/services.js'
import { until } from '../support/until.js'
import { type Running, runCli } from './support/cli.js'
import { type CollectedSpan, type Collector, startCollector } from './support/collector.js'
import { NO_REDIS, startRedis } from './support/redis.js'

const WALLET = 'http://localhost:4050'
const LISTENING = /listening at (http:\/\/[^"]*:\d+)/
const [SERVER, CLIENT] = [2, 3]
const [TRACE, PARENT] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
const TRUSTED = ['--trust-trace', '127.0.0.1,::1']
/** What nobody may find at a collector or in a log. */
const SECRETS = {
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

let dir: string
/** Gives tokens, and is told of traces. */
let told: FakeProvider
/** Says who it is, and is not told. */
let untold: FakeProvider
let collector: Collector
let loginUrl: string
let key: PublicJwk
const running: Running[] = []

before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'wallet-embed-'))
  ;[told, untold, collector] = await Promise.all([
    startProvider(),
    startProvider(),
    startCollector(),
  ])
  const [port] = await freePorts(1)
  loginUrl = `http://localhost:${port}`
  const club = {
    ...{ typeOfLogin: 'weibo', name: 'The club', protocol: 'oauth2', clientId: 'our club' },
    authorizationEndpoint: `${told.url}/authorize`,
    tokenEndpoint: `${told.url}/token`,
    userInfo: {
      endpoint: `${untold.url}/me`,
      claims: { sub: 'id', email: 'mail', email_verified: 'is_sure', name: 'name' },
    },
  }
  const files = {
    'registry.json': { loginService: loginUrl, applications: {}, verifiers: { club } },
    'secrets.json': { club: SECRETS.clientSecret },
    'keys.json': await makeSigningKeys(),
  }
  for (const [name, value] of Object.entries(files)) {
    await writeFile(join(dir, name), JSON.stringify(value))
  }
  await makeDevShares({ urls: ['http://a.example', 'http://b.example'], threshold: 2, dir })
  key = await exportPublicKey((await generateKeyPair()).publicKey)
})
beforeEach(() => {
  told.says['/token'] = { body: { access_token: SECRETS.accessToken, token_type: 'bearer' } }
  const user = { id: SECRETS.id, mail: SECRETS.email, is_sure: true, name: SECRETS.person }
  untold.says['/me'] = { body: user }
})
afterEach(async () => {
  for (const { child } of running) child.kill('SIGTERM')
  await Promise.all(running.splice(0).map(({ ended }) => ended))
  collector.answer = 200
  for (const list of [collector.spans, collector.texts, told.asked, untold.asked]) list.length = 0
})
after(async () => {
  for (const one of [told, untold, collector]) one?.close()
  await rm(dir, { recursive: true, force: true })
})

const COMMON = ['--registry', 'registry.json', '--wallet-origin', WALLET]
const LOGIN = [
  'login-service',
  '--secrets',
  'secrets.json',
  '--signing-keys',
  'keys.json',
  ...COMMON,
]
const NODE = [
  'node',
  '--share',
  'share-1.json',
  '--network',
  'network.json',
  '--port',
  '0',
  ...COMMON,
]

/** The variables that an operator sets, with a batch at once. */
const tracing = () => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_BSP_SCHEDULE_DELAY: '20',
})

async function begin(args: string[], env: Record<string, string> = {}) {
  const program = runCli(args, env, dir)
  running.push(program)
  const [, url] = await program.line(LISTENING)
  return { program, url: url! }
}
const beginLogin = (options: string[], env = {}) =>
  begin([...LOGIN, '--port', new URL(loginUrl).port, ...options], env)

/** What the wallet asks for. */
const asked = async () => ({
  ...{ verifier: 'club', code: SECRETS.code + randomId(4), codeVerifier: SECRETS.codeVerifier },
  ...{ redirectUri: `${WALLET}/login`, nonce: await thumbprint(key) },
  application: SECRETS.application,
})

/** With a query that the wallet never sends. */
const exchange = async (headers: Record<string, string> = {}): Promise<Response> =>
  post(`${loginUrl}/token?q=${SECRETS.query}`, await asked(), {
    'user-agent': SECRETS.agent,
    ...headers,
  })

/** @returns The ID token. */
async function login(headers: Record<string, string> = {}): Promise<string> {
  const response = await exchange(headers)
  const text = await response.text()
  assert.equal(response.status, 200, text)
  return (JSON.parse(text) as { idToken: string }).idToken
}

const spanOf = (name: string, kind: number, has: (span: CollectedSpan) => boolean = () => true) =>
  until(`a span ${name}`, () =>
    collector.spans.find((span) => span.name === name && span.kind === kind && has(span)),
  )

/** Trace ids in the lines of answers for a route. */
const tracesIn = ({ stdoutNow }: Running, route: string): string[] =>
  stdoutNow()
    .split('\n')
    .filter((line) => line.includes('"answered"') && line.includes(`"route":"${route}"`))
    .map((line) => (JSON.parse(line) as { trace_id: string }).trace_id)

const answered = (program: Running, route: string) =>
  program.line(new RegExp(`"route":"${route}"[^\\n]*"answered"`))

describe('a login', () => {
  it('is one trace, with the calls to the provider, and its id stands in the log', async () => {
    const { program } = await beginLogin(['--pass-trace', told.url], tracing())
    await login()
    const server = await spanOf('POST /token', SERVER)
    assert.equal(server.parentSpanId, undefined)
    assert.equal(server.resource['service.name'], 'wallet-embed-login-service')
    assert.deepEqual(server.attributes, {
      'http.request.method': 'POST',
      'http.route': '/token',
      'http.response.status_code': 200,
      'wallet_embed.outcome': 'ok',
      'wallet_embed.verifier': 'club',
    })
    const clients = await Promise.all([spanOf('POST', CLIENT), spanOf('GET', CLIENT)])
    const expected = [
      ['POST', told],
      ['GET', untold],
    ] as const
    for (const [i, [method, { url }]] of expected.entries()) {
      const { traceId, parentSpanId, attributes } = clients[i]!
      assert.deepEqual([traceId, parentSpanId], [server.traceId, server.spanId])
      assert.deepEqual(attributes, {
        'http.request.method': method,
        'server.address': 'localhost',
        'server.port': Number(new URL(url).port),
        'http.response.status_code': 200,
      })
    }
    await answered(program, '/token')
    assert.deepEqual(tracesIn(program, '/token'), [server.traceId])
    // The one that the operator named goes on with the trace; the other learns nothing of it.
    const sent = `00-${server.traceId}-${clients[0]!.spanId}-01`
    assert.equal(told.asked[0]!.headers.traceparent, sent)
    assert.equal(untold.asked[0]!.headers.traceparent, undefined)
  })

  it('is one trace as well when its body comes after its headers', async () => {
    await beginLogin([], tracing())
    const headers = { 'content-type': 'application/json', expect: '100-continue' }
    const request = httpRequest(`${loginUrl}/token`, { method: 'POST', headers })
    request.flushHeaders()
    // By then the server has begun the request.
    await once(request, 'continue')
    request.end(JSON.stringify(await asked()))
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.resume()
    assert.equal(response.statusCode, 200)
    const { traceId, spanId } = await spanOf('POST /token', SERVER)
    const { traceId: same, parentSpanId } = await spanOf('POST', CLIENT)
    assert.deepEqual([same, parentSpanId], [traceId, spanId])
  })

  it('has one id in the logs of the key node and of the login service that it asks for keys', async () => {
    // Neither sends traces anywhere.
    const { program } = await beginLogin(TRUSTED)
    const node = await begin(NODE)
    const idToken = await login()
    const response = await post(`${node.url}/evaluate`, { verifier: 'club', idToken, key })
    assert.equal(response.status, 200, await response.text())
    await Promise.all([answered(node.program, '/evaluate'), answered(program, '/jwks.json')])
    const [trace] = tracesIn(node.program, '/evaluate')
    assert.match(trace!, /^[\da-f]{32}$/)
    assert.deepEqual(tracesIn(program, '/jwks.json'), [trace])
    assert.notEqual(tracesIn(program, '/token')[0], trace)
  })

  it('is whole across both programs at the collector', async () => {
    await beginLogin(TRUSTED, tracing())
    const node = await begin(NODE, tracing())
    const idToken = await login()
    await post(`${node.url}/evaluate`, { verifier: 'club', idToken, key })
    const keys = await spanOf('GET /jwks.json', SERVER)
    const asked = await spanOf('GET', CLIENT, ({ spanId }) => spanId === keys.parentSpanId)
    const evaluated = await spanOf('POST /evaluate', SERVER)
    assert.equal(asked.parentSpanId, evaluated.spanId)
    assert.equal(asked.resource['service.name'], 'wallet-embed-node')
    assert.deepEqual([asked.traceId, keys.traceId], [evaluated.traceId, evaluated.traceId])
  })

  it('has a span for each question to Redis, with the name of the command alone', {
    skip: NO_REDIS,
  }, async () => {
    const redis = await startRedis()
    try {
      await beginLogin(['--redis', redis.url], tracing())
      await login()
      const { traceId, spanId } = await spanOf('POST /token', SERVER)
      const found = await until('a span of Redis', () =>
        collector.spans.filter((span) => span.attributes['db.system.name'] === 'redis'),
      ).then((spans) => spans.filter((span) => span.traceId === traceId))
      assert.ok(found.length > 0)
      for (const { name, parentSpanId, attributes } of found) {
        assert.match(name, /^[A-Z]+$/)
        assert.equal(parentSpanId, spanId)
        assert.deepEqual(attributes, { 'db.system.name': 'redis', 'db.operation.name': name })
      }
    } finally {
      for (const { child } of running) child.kill('SIGTERM')
      await Promise.all(running.splice(0).map(({ ended }) => ended))
      await redis.kill()
    }
  })

  it('leaves nothing of a person at the collector, nor in the log', async () => {
    const proxied = ['--trust-proxy', '127.0.0.1,::1', ...TRUSTED, '--pass-trace', told.url]
    const { program } = await beginLogin(proxied, tracing())
    const from = { 'x-forwarded-for': SECRETS.address }
    const idToken = await login(from)
    const { application, path, query } = SECRETS
    for (const one of [`applications/${application}?${query}`, `${path}?${query}`]) {
      await (await fetch(`${loginUrl}/${one}`, { headers: from })).text()
    }
    untold.says['/me'] = { status: 400, body: { error_description: SECRETS.person } }
    assert.equal((await exchange(from)).status, 401)
    told.says['/token'] = { status: 500, body: SECRETS.person }
    assert.equal((await exchange(from)).status, 503)
    const failed = await spanOf('POST /token', SERVER, ({ status }) => status.code === 2)
    assert.equal(failed.attributes['error.type'], 'SERVICE_UNAVAILABLE')
    await spanOf('GET /applications/:clientId', SERVER)
    await spanOf('GET', SERVER)
    program.child.kill('SIGTERM')
    await program.ended
    const sent = collector.texts.join('\n')
    assert.ok(sent.includes('/token'))
    for (const [name, value] of Object.entries({ ...SECRETS, idToken })) {
      assert.ok(!sent.includes(value), `${name} is at the collector`)
      // A site that misspelt its id finds it in the log.
      const isLogged = name !== 'application' && program.stdoutNow().includes(value)
      assert.ok(!isLogged, `${name} is in the log`)
    }
    for (const part of idToken.split('.')) assert.ok(!sent.includes(part))
    for (const one of ['127.0.0.1', '::1', '/me', key.x, await thumbprint(key)]) {
      assert.ok(!sent.includes(one), `${one} is at the collector`)
    }
    const names = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)))
    const known = [
      ...['error.type', 'http.request.method', 'http.response.status_code', 'http.route'],
      ...['server.address', 'server.port', 'wallet_embed.outcome', 'wallet_embed.verifier'],
    ]
    assert.deepEqual([...names].sort(), known)
    const resource = Object.keys(collector.spans[0]!.resource).sort()
    assert.deepEqual(resource, ['service.name', 'service.version'])
    for (const { status } of collector.spans) assert.equal(status.message, undefined)
  })
})

describe('a traceparent', () => {
  const GOOD = `00-${TRACE}-${PARENT}-01`
  const traceOf = async (program: Running, headers: Record<string, string>) => {
    const before = tracesIn(program, '/jwks.json').length
    await (await fetch(`${loginUrl}/jwks.json`, { headers })).text()
    return until('the line', () => tracesIn(program, '/jwks.json')[before])
  }

  it('counts from a caller that the operator trusts', async () => {
    const { program } = await beginLogin(TRUSTED, tracing())
    assert.equal(await traceOf(program, { traceparent: GOOD }), TRACE)
    const { traceId, parentSpanId } = await spanOf('GET /jwks.json', SERVER)
    assert.deepEqual([traceId, parentSpanId], [TRACE, PARENT])
  })

  it('counts from nobody else, and decides nothing about what is kept', async () => {
    const { program } = await beginLogin([], tracing())
    for (const flags of ['01', '00']) {
      const given = await traceOf(program, { traceparent: `00-${TRACE}-${PARENT}-${flags}` })
      assert.match(given, /^[\da-f]{32}$/)
      assert.notEqual(given, TRACE)
      await spanOf('GET /jwks.json', SERVER, ({ traceId }) => traceId === given)
    }
    assert.ok(!program.stdoutNow().includes(TRACE))
  })

  it('counts by where a request comes from, behind a proxy that is not itself trusted with traces', async () => {
    const options = ['--trust-proxy', '127.0.0.1,::1', '--trust-trace', '203.0.113.0/24']
    const { program } = await beginLogin(options)
    const from = (address: string) => ({ traceparent: GOOD, 'x-forwarded-for': address })
    assert.equal(await traceOf(program, from('203.0.113.9')), TRACE)
    assert.notEqual(await traceOf(program, from('198.51.100.9')), TRACE)
    assert.notEqual(await traceOf(program, { traceparent: GOOD }), TRACE)
  })

  it('of any other form counts from nobody, and gets nothing into the log', async () => {
    const { program } = await beginLogin(TRUSTED)
    const poison = [
      ...['', 'poison', `00-${TRACE}-${PARENT}`, `${GOOD}-poison`, `01-${TRACE}-${PARENT}-01`],
      ...[GOOD.toUpperCase(), ` ${GOOD} ,${GOOD}`, `00-${'0'.repeat(32)}-${PARENT}-01`],
      ...[
        `00-${TRACE}-${'0'.repeat(16)}-01`,
        `ff-${TRACE}-${PARENT}-01`,
        `00-${TRACE}"-${PARENT}-01`,
      ],
    ]
    for (const traceparent of poison) {
      const given = await traceOf(program, { traceparent, tracestate: 'poison=1' })
      assert.match(given, /^[\da-f]{32}$/, traceparent)
      assert.notEqual(given, TRACE, traceparent)
    }
    assert.doesNotMatch(program.stdoutNow(), /poison|0{32}/)
  })

  it("is no header that the wallet's pages may send", async () => {
    await beginLogin(TRUSTED)
    const response = await fetch(`${loginUrl}/token`, {
      method: 'OPTIONS',
      headers: {
        origin: WALLET,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,traceparent',
      },
    })
    assert.equal(response.headers.get('access-control-allow-headers'), 'content-type')
  })
})

describe('a collector', () => {
  it('that hangs holds up no login, nor the end of the program', async () => {
    collector.answer = 'hang'
    const patient = { OTEL_EXPORTER_OTLP_TIMEOUT: '3600000', OTEL_BSP_EXPORT_TIMEOUT: '3600000' }
    const { program } = await beginLogin([], { ...tracing(), ...patient })
    await login()
    // One export is under way from now on, and the next spans wait for it.
    await until('an export', () => collector.texts.length > 0)
    await login()
    program.child.kill('SIGTERM')
    assert.equal((await program.ended).code, 0)
  })

  it('that refuses is told of once, and again when it takes traces', async () => {
    collector.answer = 400
    const { program } = await beginLogin([], tracing())
    await login()
    await program.line(/"level":40[^\n]*the collector takes no traces/)
    await (await fetch(`${loginUrl}/jwks.json`)).text()
    await spanOf('GET /jwks.json', SERVER)
    collector.answer = 200
    await login()
    await program.line(/the collector takes traces again/)
    assert.equal(program.stdoutNow().match(/takes no traces/g)?.length, 1)
  })

  it('gets the last spans when the program ends', async () => {
    const { program } = await beginLogin([], { ...tracing(), OTEL_BSP_SCHEDULE_DELAY: '3600000' })
    await login()
    assert.equal(collector.spans.length, 0)
    program.child.kill('SIGTERM')
    assert.equal((await program.ended).code, 0)
    assert.ok(collector.spans.some(({ name }) => name === 'POST /token'))
  })

  it('gets protobuf where nothing else is said', async () => {
    await beginLogin([], { ...tracing(), OTEL_EXPORTER_OTLP_PROTOCOL: '' })
    await login()
    await until('protobuf', () => collector.texts.some((text) => text.includes('x-protobuf')))
  })
})

describe('without traces', () => {
  /** Writes down what of OpenTelemetry is loaded and where the program connects to. */
  const probe = async (missing = false) => {
    const [noted, hooks, file] = ['noted', 'hooks.mjs', 'probe.mjs'].map((name) => join(dir, name))
    await writeFile(noted!, '')
    await writeFile(
      hooks!,
      `import { appendFileSync } from 'node:fs'
export async function resolve(specifier, context, next) {
  if (specifier.startsWith('@opentelemetry/')) appendFileSync(${JSON.stringify(noted)}, specifier + '\\n')
  if (${missing} && specifier === '@opentelemetry/sdk-trace') {
    throw Object.assign(new Error('Cannot find it'), { code: 'ERR_MODULE_NOT_FOUND' })
  }
  return next(specifier, context)
}`,
    )
    await writeFile(
      file!,
      `import { appendFileSync } from 'node:fs'
import { register } from 'node:module'
import { Socket } from 'node:net'
register(${JSON.stringify(pathToFileURL(hooks!).href)})
const connect = Socket.prototype.connect
Socket.prototype.connect = function (...args) {
  appendFileSync(${JSON.stringify(noted)}, 'a socket\\n')
  return connect.apply(this, args)
}`,
    )
    return {
      env: { NODE_OPTIONS: `--import=${pathToFileURL(file!).href}` },
      noted: async () => (await readFile(noted!, 'utf8')).split('\n').filter(Boolean),
    }
  }
  const off: [string, () => Record<string, string>][] = [
    ['no variable is set', () => ({})],
    ['OTEL_SDK_DISABLED is true', () => ({ ...tracing(), OTEL_SDK_DISABLED: 'true' })],
    ['OTEL_TRACES_EXPORTER is none', () => ({ ...tracing(), OTEL_TRACES_EXPORTER: 'none' })],
  ]
  for (const [when, variables] of off) {
    it(`nothing of OpenTelemetry is loaded, and no socket opened: ${when}`, async () => {
      const { env, noted } = await probe()
      const { program } = await beginLogin([], { ...env, ...variables() })
      await (await fetch(`${loginUrl}/jwks.json`)).text()
      await answered(program, '/jwks.json')
      program.child.kill('SIGTERM')
      assert.equal((await program.ended).code, 0)
      assert.deepEqual(await noted(), [])
      assert.equal(collector.texts.length, 0)
    })
  }

  it('would be noticed otherwise', async () => {
    const { env, noted } = await probe()
    await beginLogin([], { ...env, ...tracing() })
    await (await fetch(`${loginUrl}/jwks.json`)).text()
    await spanOf('GET /jwks.json', SERVER)
    const found = await noted()
    assert.ok(found.includes('@opentelemetry/sdk-trace') && found.includes('a socket'))
  })

  it('whose packages are not there, the program says what to install', async () => {
    const { env } = await probe(true)
    const { code, stderr } = await runCli([...LOGIN, '--port', '0'], { ...env, ...tracing() }, dir)
      .ended
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^wallet-embed: Traces need packages [^\n]* npm install --no-save @opentelemetry\/api@\S+ [^\n]*\n$/,
    )
  })

  for (const [variables, text] of [
    [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER: expected otlp or none.'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'x' },
      'OTEL_EXPORTER_OTLP_ENDPOINT: expected an http or https URL.',
    ],
  ] as const) {
    it(`that are asked for in a way that is not known, the program does not start: ${text}`, async () => {
      const { code, stderr } = await runCli([...LOGIN, '--port', '0'], variables, dir).ended
      assert.deepEqual([code, stderr], [1, `wallet-embed: ${text}\n`])
    })
  }
})
