import { BlockList, isIP } from 'node:net'

import { deadline } from '../../../shared/deadline.js'
import { readTraceSettings } from '../../trace/settings.js'
import { NO_TRACER, type Tracing } from '../../trace/spans.js'
import { type Given, logLine, text, wrong } from '../options/options.js'
import { version } from '../options/version.js'

/** Milliseconds for the last spans when a program ends: less than it waits for requests. */
const CLOSE_DEADLINE = 2_000

interface OpenTracing {
  tracing: Tracing
  /** Sends the last spans, if the collector takes them in time. */
  close(): Promise<void>
}

/**
 * Starts OpenTelemetry if its environment variables ask for it.
 *
 * @param isOurs - Whether an origin belongs to this wallet's programs, which get the trace context.
 * @throws {WalletError} `INVALID_ARGUMENT`
 */
export async function openTracing(
  given: Given,
  program: string,
  isOurs: (origin: string) => boolean = () => false,
): Promise<OpenTracing> {
  const trusted = networksOf(given, 'trust-trace')
  const told = originsOf(given, 'pass-trace')
  const settings = readTraceSettings(process.env)
  const participation = {
    isTrusted: (address: string) => {
      const family = isIP(address)
      return family !== 0 && trusted.check(address, family === 4 ? 'ipv4' : 'ipv6')
    },
    goesTo: (origin: string) => told.includes(origin) || isOurs(origin),
  }
  if (!settings) return { tracing: { ...participation, tracer: NO_TRACER }, close: async () => {} }
  const { openTracer } = await import('../../trace/open-telemetry.js')
  const { traceRedis } = await import('../../trace/redis.js')
  const { tracer, close } = await openTracer(settings, {
    name: `wallet-embed-${program}`,
    version: await version(),
    onChange: (isTaken) => {
      if (isTaken) logLine(30, 'the collector takes traces again')
      else logLine(40, 'the collector takes no traces')
    },
  })
  traceRedis()
  return {
    tracing: { ...participation, tracer },
    close: () => deadline(close(), CLOSE_DEADLINE, 'traces').catch(() => {}),
  }
}

/** Addresses and networks, with commas between. */
function networksOf(given: Given, name: string): BlockList {
  const list = new BlockList()
  for (const network of wordsOf(given, name)) {
    const [address = '', prefix, ...more] = network.split('/')
    const family = isIP(address)
    const most = family === 4 ? 32 : 128
    const length = prefix === undefined ? most : Number(/^\d{1,3}$/.exec(prefix)?.[0])
    if (!family || more.length || !(length <= most)) {
      throw wrong(name, `expected addresses or networks with commas between, got "${network}"`)
    }
    list.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

/** Origins, with commas between. */
function originsOf(given: Given, name: string): string[] {
  const origins = wordsOf(given, name)
  for (const origin of origins) {
    if (URL.canParse(origin) && new URL(origin).origin === origin) continue
    throw wrong(name, `expected origins with commas between, got "${origin}"`)
  }
  return origins
}

function wordsOf(given: Given, name: string): string[] {
  const words = text(given, name)
  return words ? words.split(',') : []
}
