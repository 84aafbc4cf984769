/** Traces: one id in the logs of all programs that a request passed, and spans at a collector where an operator wants them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { describe, it } from 'node:test'

import { thumbprint } from '../../src/shared/jwe.js'
import { post } from '../node/support/services.js'
import { until } from '../support/until.js'
import { NO_REDIS, startRedis } from './support/redis.js'
import {
  answered,
  CLIENT,
  NODE,
  SECRETS,
  SERVER,
  TRUSTED,
  tracedWorld,
  tracesIn,
} from './support/traced-world.js'

const world = tracedWorld()

describe('a login', () => {
  it('is one trace, with the calls to the provider, and its id stands in the log', async () => {
    const { program } = await world.beginLogin(
      ['--pass-trace', world.tokens.url],
      world.variables(),
    )
    await world.login()
    const server = await world.spanOf('POST /token', SERVER)
    assert.equal(server.parentSpanId, undefined)
    assert.equal(server.resource['service.name'], 'wallet-embed-login-service')
    assert.deepEqual(server.attributes, {
      'http.request.method': 'POST',
      'http.route': '/token',
      'http.response.status_code': 200,
      'wallet_embed.outcome': 'ok',
      'wallet_embed.verifier': 'club',
    })
    const clients = await Promise.all([world.spanOf('POST', CLIENT), world.spanOf('GET', CLIENT)])
    const expected = [
      ['POST', world.tokens],
      ['GET', world.profiles],
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
    assert.equal(world.tokens.asked[0]!.headers.traceparent, sent)
    assert.equal(world.profiles.asked[0]!.headers.traceparent, undefined)
  })

  it('is one trace as well when its body comes after its headers', async () => {
    await world.beginLogin([], world.variables())
    const headers = { 'content-type': 'application/json', expect: '100-continue' }
    const request = httpRequest(`${world.loginUrl}/token`, { method: 'POST', headers })
    request.flushHeaders()
    // By then the server has begun the request.
    await once(request, 'continue')
    request.end(JSON.stringify(await world.request()))
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.resume()
    assert.equal(response.statusCode, 200)
    const { traceId, spanId } = await world.spanOf('POST /token', SERVER)
    const { traceId: same, parentSpanId } = await world.spanOf('POST', CLIENT)
    assert.deepEqual([same, parentSpanId], [traceId, spanId])
  })

  it('has one id in the logs of the key node and of the login service that it asks for keys', async () => {
    // Neither sends traces anywhere.
    const { program } = await world.beginLogin(TRUSTED)
    const node = await world.begin(NODE)
    const idToken = await world.login()
    const response = await post(`${node.url}/evaluate`, {
      verifier: 'club',
      idToken,
      key: world.key,
    })
    assert.equal(response.status, 200, await response.text())
    await Promise.all([answered(node.program, '/evaluate'), answered(program, '/jwks.json')])
    const [trace] = tracesIn(node.program, '/evaluate')
    assert.match(trace!, /^[\da-f]{32}$/)
    assert.deepEqual(tracesIn(program, '/jwks.json'), [trace])
    assert.notEqual(tracesIn(program, '/token')[0], trace)
  })

  it('is whole across both programs at the collector', async () => {
    await world.beginLogin(TRUSTED, world.variables())
    const node = await world.begin(NODE, world.variables())
    const idToken = await world.login()
    await post(`${node.url}/evaluate`, { verifier: 'club', idToken, key: world.key })
    const keys = await world.spanOf('GET /jwks.json', SERVER)
    const asked = await world.spanOf('GET', CLIENT, ({ spanId }) => spanId === keys.parentSpanId)
    const evaluated = await world.spanOf('POST /evaluate', SERVER)
    assert.equal(asked.parentSpanId, evaluated.spanId)
    assert.equal(asked.resource['service.name'], 'wallet-embed-node')
    assert.deepEqual([asked.traceId, keys.traceId], [evaluated.traceId, evaluated.traceId])
  })

  it('has a span for each question to Redis, with the name of the command alone', {
    skip: NO_REDIS,
  }, async () => {
    const redis = await startRedis()
    try {
      await world.beginLogin(['--redis', redis.url], world.variables())
      await world.login()
      const { traceId, spanId } = await world.spanOf('POST /token', SERVER)
      const found = await until('a span of Redis', () =>
        world.collector.spans.filter((span) => span.attributes['db.system.name'] === 'redis'),
      ).then((spans) => spans.filter((span) => span.traceId === traceId))
      assert.ok(found.length > 0)
      for (const { name, parentSpanId, attributes } of found) {
        assert.match(name, /^[A-Z]+$/)
        assert.equal(parentSpanId, spanId)
        assert.deepEqual(attributes, { 'db.system.name': 'redis', 'db.operation.name': name })
      }
    } finally {
      await world.end()
      await redis.kill()
    }
  })

  it('leaves nothing of a person at the collector, nor in the log', async () => {
    const proxied = ['--trust-proxy', '127.0.0.1,::1', ...TRUSTED, '--pass-trace', world.tokens.url]
    const { program } = await world.beginLogin(proxied, world.variables())
    const from = { 'x-forwarded-for': SECRETS.address }
    const idToken = await world.login(from)
    const { application, path, query } = SECRETS
    for (const one of [`applications/${application}?${query}`, `${path}?${query}`]) {
      await (await fetch(`${world.loginUrl}/${one}`, { headers: from })).text()
    }
    world.profiles.says['/me'] = { status: 400, body: { error_description: SECRETS.person } }
    assert.equal((await world.exchange(from)).status, 401)
    world.tokens.says['/token'] = { status: 500, body: SECRETS.person }
    assert.equal((await world.exchange(from)).status, 503)
    const failed = await world.spanOf('POST /token', SERVER, ({ status }) => status.code === 2)
    assert.equal(failed.attributes['error.type'], 'SERVICE_UNAVAILABLE')
    await world.spanOf('GET /applications/:clientId', SERVER)
    await world.spanOf('GET', SERVER)
    program.child.kill('SIGTERM')
    await program.ended
    const sent = world.collector.texts.join('\n')
    assert.ok(sent.includes('/token'))
    for (const [name, value] of Object.entries({ ...SECRETS, idToken })) {
      assert.ok(!sent.includes(value), `${name} is at the collector`)
      // A site that misspelt its id finds it in the log.
      const isLogged = name !== 'application' && program.stdoutNow().includes(value)
      assert.ok(!isLogged, `${name} is in the log`)
    }
    for (const part of idToken.split('.')) assert.ok(!sent.includes(part))
    for (const one of ['127.0.0.1', '::1', '/me', world.key.x, await thumbprint(world.key)]) {
      assert.ok(!sent.includes(one), `${one} is at the collector`)
    }
    const names = new Set(
      world.collector.spans.flatMap(({ attributes }) => Object.keys(attributes)),
    )
    const known = [
      ...['error.type', 'http.request.method', 'http.response.status_code', 'http.route'],
      ...['server.address', 'server.port', 'wallet_embed.outcome', 'wallet_embed.verifier'],
    ]
    assert.deepEqual([...names].sort(), known)
    const resource = Object.keys(world.collector.spans[0]!.resource).sort()
    assert.deepEqual(resource, ['service.name', 'service.version'])
    for (const { status } of world.collector.spans) assert.equal(status.message, undefined)
  })
})

describe('a collector', () => {
  it('that hangs holds up no login, nor the end of the program', async () => {
    world.collector.answer = 'hang'
    const patient = { OTEL_EXPORTER_OTLP_TIMEOUT: '3600000', OTEL_BSP_EXPORT_TIMEOUT: '3600000' }
    const { program } = await world.beginLogin([], { ...world.variables(), ...patient })
    await world.login()
    // One export is under way from now on, and the next spans wait for it.
    await until('an export', () => world.collector.texts.length > 0)
    await world.login()
    program.child.kill('SIGTERM')
    assert.equal((await program.ended).code, 0)
  })

  it('that hangs holds up no end of a key node of two processes', async () => {
    world.collector.answer = 'hang'
    const { program, url } = await world.begin([...NODE, '--workers', '2'], world.variables())
    await program.line(/listening at [\s\S]*listening at /)
    await (await fetch(`${url}/probe`)).text()
    const { resource } = await world.spanOf('GET /probe', SERVER)
    assert.equal(resource['service.name'], 'wallet-embed-node')
    program.child.kill('SIGTERM')
    assert.equal((await program.ended).code, 0)
  })

  it('that refuses is told of once, and again when it takes traces', async () => {
    world.collector.answer = 400
    const { program } = await world.beginLogin([], world.variables())
    await world.login()
    await program.line(/"level":40[^\n]*the collector takes no traces/)
    await (await fetch(`${world.loginUrl}/jwks.json`)).text()
    await world.spanOf('GET /jwks.json', SERVER)
    world.collector.answer = 200
    await world.login()
    await program.line(/the collector takes traces again/)
    assert.equal(program.stdoutNow().match(/takes no traces/g)?.length, 1)
  })

  it('gets the last spans when the program ends', async () => {
    const { program } = await world.beginLogin([], {
      ...world.variables(),
      OTEL_BSP_SCHEDULE_DELAY: '3600000',
    })
    await world.login()
    assert.equal(world.collector.spans.length, 0)
    program.child.kill('SIGTERM')
    assert.equal((await program.ended).code, 0)
    assert.ok(world.collector.spans.some(({ name }) => name === 'POST /token'))
  })

  it('gets protobuf where nothing else is said', async () => {
    await world.beginLogin([], { ...world.variables(), OTEL_EXPORTER_OTLP_PROTOCOL: '' })
    await world.login()
    await until('protobuf', () => world.collector.texts.some((text) => text.includes('x-protobuf')))
  })
})
