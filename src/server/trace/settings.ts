/**
 * Reads OpenTelemetry's environment variables:
 * https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
import { WalletError } from '../../shared/errors.js'

const PROTOCOLS = ['http/protobuf', 'http/json'] as const
export type Protocol = (typeof PROTOCOLS)[number]

const ROOTS = ['always_on', 'always_off', 'traceidratio'] as const
const PARENT_BASED = 'parentbased_'
/** Limits of a batch, which is sent when it is full or this many milliseconds old. */
const BATCH = {
  scheduledDelayMillis: 'OTEL_BSP_SCHEDULE_DELAY',
  exportTimeoutMillis: 'OTEL_BSP_EXPORT_TIMEOUT',
  maxQueueSize: 'OTEL_BSP_MAX_QUEUE_SIZE',
  maxExportBatchSize: 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
} as const

export interface TraceSettings {
  protocol: Protocol
  sampler: {
    root: (typeof ROOTS)[number]
    /** Share of traces that `traceidratio` keeps. */
    ratio: number
    /** Whether a trusted caller's choice counts more. */
    isParentBased: boolean
  }
  /** Only values that are set. */
  batch: Partial<Record<keyof typeof BATCH, number>>
}

type Environment = Record<string, string | undefined>

/**
 * Undefined where no traces are wanted. The exporter reads the variables for its endpoint, headers, certificates,
 * compression and timeout itself.
 *
 * @throws {WalletError} `INVALID_ARGUMENT` for what this program does not know: by default it would go unnoticed.
 */
export function readTraceSettings(env: Environment): TraceSettings | undefined {
  const endpoint = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'].find(
    (name) => env[name],
  )
  const exporter = env.OTEL_TRACES_EXPORTER || (endpoint ? 'otlp' : 'none')
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || exporter === 'none') return undefined
  if (exporter !== 'otlp') throw wrong('OTEL_TRACES_EXPORTER', 'otlp or none')
  if (endpoint && !isHttp(env[endpoint]!)) throw wrong(endpoint, 'an http or https URL')
  const protocolName = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL
    ? 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'
    : 'OTEL_EXPORTER_OTLP_PROTOCOL'
  return {
    protocol: oneOf(protocolName, env[protocolName] || PROTOCOLS[0], PROTOCOLS),
    sampler: samplerOf(env),
    batch: batchOf(env),
  }
}

function samplerOf(env: Environment): TraceSettings['sampler'] {
  const name = env.OTEL_TRACES_SAMPLER || `${PARENT_BASED}always_on`
  const isParentBased = name.startsWith(PARENT_BASED)
  const all = ROOTS.flatMap((root) => [root, `${PARENT_BASED}${root}`] as const)
  const root = oneOf('OTEL_TRACES_SAMPLER', name, all).replace(PARENT_BASED, '')
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG || 1)
  if (!(ratio >= 0 && ratio <= 1)) throw wrong('OTEL_TRACES_SAMPLER_ARG', '0 to 1')
  return { root: root as (typeof ROOTS)[number], ratio, isParentBased }
}

function batchOf(env: Environment): TraceSettings['batch'] {
  const set = Object.entries(BATCH).filter(([, name]) => env[name])
  return Object.fromEntries(
    set.map(([option, name]) => {
      const value = env[name]!
      // The SDK loops without an end over batches of 0.
      if (!/^[1-9]\d{0,8}$/.test(value)) throw wrong(name, 'a whole number, 1 or more')
      return [option, Number(value)]
    }),
  )
}

const isHttp = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

function oneOf<T extends string>(name: string, value: string, all: readonly T[]): T {
  const found = all.find((one) => one === value)
  if (!found) throw wrong(name, all.join(', '))
  return found
}

/** The value may be a secret that was put into the wrong variable. */
const wrong = (name: string, expected: string): WalletError =>
  new WalletError('INVALID_ARGUMENT', `${name}: expected ${expected}.`)
