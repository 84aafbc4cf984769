/** The header `traceparent`: which callers are trusted with it, and in which form. */
import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import { until } from '../support/until.js'
import type { Running } from './support/cli.js'
import { answered, SERVER, TRUSTED, tracedWorld, tracesIn } from './support/traced-world.js'

const world = tracedWorld()
const WALLET = 'http://localhost:4050'
const [TRACE, PARENT] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']

describe('a traceparent', () => {
  const GOOD = `00-${TRACE}-${PARENT}-01`
  const traceOf = async (program: Running, headers: Record<string, string>) => {
    const before = tracesIn(program, '/jwks.json').length
    await (await fetch(`${world.loginUrl}/jwks.json`, { headers })).text()
    return until('the line', () => tracesIn(program, '/jwks.json')[before])
  }

  it('counts from a caller that the operator trusts', async () => {
    const { program } = await world.beginLogin(TRUSTED, world.variables())
    assert.equal(await traceOf(program, { traceparent: GOOD }), TRACE)
    const { traceId, parentSpanId } = await world.spanOf('GET /jwks.json', SERVER)
    assert.deepEqual([traceId, parentSpanId], [TRACE, PARENT])
  })

  it('does not count from others', async () => {
    const { program } = await world.beginLogin([], world.variables())
    for (const flags of ['01', '00']) {
      const given = await traceOf(program, { traceparent: `00-${TRACE}-${PARENT}-${flags}` })
      assert.match(given, /^[\da-f]{32}$/)
      assert.notEqual(given, TRACE)
      await world.spanOf('GET /jwks.json', SERVER, ({ traceId }) => traceId === given)
    }
    assert.ok(!program.stdoutNow().includes(TRACE))
  })

  it('counts by where a request comes from, behind a proxy that is not itself trusted with traces', async () => {
    const options = ['--trust-proxy', '127.0.0.1,::1', '--trust-trace', '203.0.113.0/24']
    const { program } = await world.beginLogin(options)
    const from = (address: string) => ({ traceparent: GOOD, 'x-forwarded-for': address })
    assert.equal(await traceOf(program, from('203.0.113.9')), TRACE)
    assert.notEqual(await traceOf(program, from('198.51.100.9')), TRACE)
    assert.notEqual(await traceOf(program, { traceparent: GOOD }), TRACE)
  })

  it('decides what is kept from a trusted caller, and not from others', async () => {
    const options = ['--trust-proxy', '127.0.0.1,::1', '--trust-trace', '203.0.113.9']
    const sampler = { OTEL_TRACES_SAMPLER: 'parentbased_always_off' }
    const { program } = await world.beginLogin(options, { ...world.variables(), ...sampler })
    const ask = (address: string, flags: string) => {
      const traceparent = `00-${TRACE}-${PARENT}-${flags}`
      return traceOf(program, { traceparent, 'x-forwarded-for': address })
    }
    assert.notEqual(await ask('198.51.100.9', '01'), TRACE)
    assert.equal(await ask('203.0.113.9', '00'), TRACE)
    assert.equal(await ask('203.0.113.9', '01'), TRACE)
    program.child.kill('SIGTERM')
    await program.ended
    assert.deepEqual(
      world.collector.spans.map(({ traceId }) => traceId),
      [TRACE],
    )
  })

  it('counts at the wallet app, too', async () => {
    const keyNetwork = JSON.parse(await readFile(join(world.dir, 'network.json'), 'utf8'))
    const config = {
      keyNetwork,
      loginService: world.loginUrl,
      chains: [],
      verifiers: {},
      embedders: [],
    }
    await writeFile(join(world.dir, 'config.json'), JSON.stringify(config))
    await mkdir(join(world.dir, 'wallet'), { recursive: true })
    const args = ['wallet-app', '--config', 'config.json', '--root', 'wallet', '--port', '0']
    const all = [...args, '--registry', 'registry.json', ...TRUSTED]
    const { program, url } = await world.begin(all, world.variables())
    await (await fetch(`${url}/config.json`, { headers: { traceparent: GOOD } })).text()
    const span = await world.spanOf('GET /config.json', SERVER)
    assert.deepEqual([span.traceId, span.parentSpanId], [TRACE, PARENT])
    assert.equal(span.resource['service.name'], 'wallet-embed-wallet-app')
    await answered(program, '/config.json')
    assert.deepEqual(tracesIn(program, '/config.json'), [TRACE])
  })

  it('of any other form does not count, and gets nothing into the log', async () => {
    const { program } = await world.beginLogin(TRUSTED)
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
    await world.beginLogin(TRUSTED)
    const response = await fetch(`${world.loginUrl}/token`, {
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
