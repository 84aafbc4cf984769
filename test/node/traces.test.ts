/** What of a trace is read from a header and from an operator's variables. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

import { freePorts } from '../../demo/stack/free-ports.js'
import { fromRoot } from '../../scripts/vite/shared.js'
import { TRACE_PACKAGES } from '../../src/server/trace/open-telemetry.js'
import { tracedFetch } from '../../src/server/trace/outgoing.js'
import { readTraceSettings } from '../../src/server/trace/settings.js'
import { active, NO_TRACER, NO_TRACING, type Tracer } from '../../src/server/trace/spans.js'
import { newContext, parseTraceparent, toTraceparent } from '../../src/server/trace/traceparent.js'

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example' }

describe('a traceparent', () => {
  it('is read as it is written', () => {
    for (const isSampled of [true, false]) {
      const context = { ...newContext(), isSampled }
      assert.deepEqual(parseTraceparent(toTraceparent(context)), context)
    }
  })

  it('says by one bit whether its trace is kept', () => {
    const [trace, span] = ['a'.repeat(32), 'b'.repeat(16)]
    const isSampled = (flags: string) => parseTraceparent(`00-${trace}-${span}-${flags}`)?.isSampled
    assert.deepEqual(['01', '03', 'ff', '00', '02', 'fe'].map(isSampled), [
      ...[true, true, true],
      ...[false, false, false],
    ])
  })

  it('that came twice is none', () => {
    const header = toTraceparent(newContext())
    assert.equal(parseTraceparent([header, header]), undefined)
    assert.equal(parseTraceparent(`${header}, ${header}`), undefined)
  })
})

describe('traces', () => {
  it('are off unless an exporter or an endpoint is named', () => {
    for (const off of [
      {},
      { OTEL_SERVICE_NAME: 'login' },
      { OTEL_TRACES_EXPORTER: '' },
      { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' },
      { ...ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' },
    ]) {
      assert.equal(readTraceSettings(off), undefined, JSON.stringify(off))
    }
    for (const on of [
      ENDPOINT,
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://localhost:4318/v1/traces' },
      { OTEL_TRACES_EXPORTER: 'otlp' },
      { ...ENDPOINT, OTEL_SDK_DISABLED: 'false' },
    ]) {
      assert.ok(readTraceSettings(on), JSON.stringify(on))
    }
  })

  it('are sampled and sent as the variables say', () => {
    assert.deepEqual(readTraceSettings(ENDPOINT), {
      protocol: 'http/protobuf',
      sampler: { root: 'always_on', ratio: 1, isParentBased: true },
      batch: {},
    })
    const settings = readTraceSettings({
      ...ENDPOINT,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
      OTEL_BSP_SCHEDULE_DELAY: '1000',
      OTEL_BSP_MAX_QUEUE_SIZE: '64',
    })
    assert.deepEqual(settings, {
      protocol: 'http/json',
      sampler: { root: 'traceidratio', ratio: 0.1, isParentBased: false },
      batch: { scheduledDelayMillis: 1000, maxQueueSize: 64 },
    })
  })

  for (const [name, value, expected] of [
    ['OTEL_TRACES_EXPORTER', 'console', 'otlp or none'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'http/protobuf, http/json'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'file:///x', 'an http or https URL'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', '0 to 1'],
    ['OTEL_TRACES_SAMPLER_ARG', 'half', '0 to 1'],
    ['OTEL_BSP_SCHEDULE_DELAY', '-1', 'a whole number, 1 or more'],
    ['OTEL_BSP_MAX_EXPORT_BATCH_SIZE', '0', 'a whole number, 1 or more'],
  ] as const) {
    it(`are refused for ${name}=${value}`, () => {
      const read = () => readTraceSettings({ ...ENDPOINT, [name]: value })
      assert.throws(read, { code: 'INVALID_ARGUMENT', detail: `${name}: expected ${expected}.` })
    })
  }

  it('are refused for a sampler that is not known, and it is not repeated: it may be a secret', () => {
    const read = () => readTraceSettings({ ...ENDPOINT, OTEL_TRACES_SAMPLER: 'a key' })
    assert.throws(read, /OTEL_TRACES_SAMPLER: expected always_on, parentbased_always_on/)
    assert.throws(read, ({ message }: Error) => !message.includes('a key'))
  })
})

describe('a call for a request', () => {
  it('that fails has the code of the failure, and nothing of its path and query', async () => {
    const [port] = await freePorts(1)
    const told: unknown[] = []
    const tracer: Tracer = {
      begin: (...begun) => {
        told.push(...begun.slice(0, 3))
        return { context: newContext(), end: (...ended) => told.push(...ended) }
      },
    }
    const request = {
      span: NO_TRACER.begin('server', 'GET', {}),
      tracing: { ...NO_TRACING, tracer },
    }
    const url = `http://localhost:${port}/a-path?code=a-code`
    await assert.rejects(active.run(request, () => tracedFetch(url)))
    const attributes = {
      'http.request.method': 'GET',
      'server.address': 'localhost',
      'server.port': port,
    }
    assert.deepEqual(told, ['client', 'GET', attributes, {}, 'ECONNREFUSED'])
  })
})

describe('the packages for traces', () => {
  const { devDependencies } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }

  it('that an operator is told to install are those that were tested', () => {
    const tested = Object.entries(devDependencies)
      .filter(([name]) => name.startsWith('@opentelemetry/'))
      .map(([name, version]) => `${name}@${version}`)
    assert.deepEqual([...TRACE_PACKAGES].sort(), tested.sort())
  })
})
