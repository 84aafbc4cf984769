/** Connects `Tracer` to OpenTelemetry's SDK. The operator installs its packages; only this file loads them. */
import type { Sampler, SpanExporter } from '@opentelemetry/sdk-trace'

import { WalletError } from '../../shared/errors.js'
import type { Protocol, TraceSettings } from './settings.js'
import type { Tracer } from './spans.js'
import type { SpanContext } from './traceparent.js'

/** The versions that were tested. */
export const TRACE_PACKAGES = [
  '@opentelemetry/api@1.10.0',
  '@opentelemetry/sdk-trace@3.1.0',
  '@opentelemetry/resources@3.1.0',
  '@opentelemetry/exporter-trace-otlp-proto@0.301.0',
  '@opentelemetry/exporter-trace-otlp-http@0.301.0',
]
/** Characters of a value. */
const MAX_VALUE = 256

const EXPORTERS = {
  'http/protobuf': () => import('@opentelemetry/exporter-trace-otlp-proto'),
  'http/json': () => import('@opentelemetry/exporter-trace-otlp-http'),
} satisfies Record<Protocol, () => Promise<unknown>>

interface Program {
  name: string
  version: string
  /** Called when the collector stops accepting spans, and when it accepts them again. */
  onChange(isTaken: boolean): void
}

interface OpenTracer {
  tracer: Tracer
  /** Sends the remaining spans. May wait for the collector. */
  close(): Promise<void>
}

/** @throws {WalletError} `INVALID_ARGUMENT` if the packages are not installed: what to type. */
export async function openTracer(
  { protocol, sampler, batch }: TraceSettings,
  { name, version, onChange }: Program,
): Promise<OpenTracer> {
  const [api, sdk, resources, { OTLPTraceExporter }] = await load(protocol)
  const named = resources.resourceFromAttributes({
    'service.name': name,
    'service.version': version,
  })
  const provider = new sdk.TracerProvider({
    // Without machine detectors: they would report the command line.
    resource: named.merge(resources.detectResources({ detectors: [resources.envDetector] })),
    sampler: samplerOf(sdk, sampler),
    spanLimits: { attributeValueLengthLimit: MAX_VALUE },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        ...batch,
        exporter: watched(new OTLPTraceExporter(), onChange),
      }),
    ],
  })
  const spans = provider.getTracer('wallet-embed', version)
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } = api
  const contextOf = ({ isSampled, ...ids }: SpanContext, isRemote: boolean) => {
    const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE
    return trace.setSpanContext(ROOT_CONTEXT, { ...ids, traceFlags, isRemote })
  }
  const tracer: Tracer = {
    begin(kind, title, attributes, parent) {
      const isServer = kind === 'server'
      const context = parent ? contextOf(parent, isServer) : ROOT_CONTEXT
      const options = { kind: isServer ? SpanKind.SERVER : SpanKind.CLIENT, attributes }
      const span = spans.startSpan(title, options, context)
      const { traceId, spanId, traceFlags } = span.spanContext()
      const isSampled = (traceFlags & TraceFlags.SAMPLED) !== 0
      return {
        context: { traceId, spanId, isSampled },
        end(more, fault) {
          span.setAttributes({ ...more, 'error.type': fault })
          if (fault) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
  }
  return { tracer, close: () => provider.shutdown() }
}

async function load(protocol: Protocol) {
  try {
    return await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/resources'),
      EXPORTERS[protocol](),
    ])
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    const command = `npm install --no-save ${TRACE_PACKAGES.join(' ')}`
    const detail = `Traces need packages that are not installed. In the folder of wallet-embed: ${command}`
    throw new WalletError('INVALID_ARGUMENT', detail)
  }
}

function samplerOf(
  sdk: typeof import('@opentelemetry/sdk-trace'),
  { root, ratio, isParentBased }: TraceSettings['sampler'],
): Sampler {
  const samplers = {
    always_on: () => new sdk.AlwaysOnSampler(),
    always_off: () => new sdk.AlwaysOffSampler(),
    traceidratio: () => new sdk.TraceIdRatioBasedSampler(ratio),
  }
  const sampler = samplers[root]()
  return isParentBased ? new sdk.ParentBasedSampler({ root: sampler }) : sampler
}

function watched(exporter: SpanExporter, onChange: Program['onChange']): SpanExporter {
  let wasTaken = true
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const isTaken = !result.error
        if (isTaken !== wasTaken) onChange(isTaken)
        wasTaken = isTaken
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}
