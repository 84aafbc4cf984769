import fastify from 'fastify'

import { listen } from '../../platform/http.js'
import type { Metrics } from '../../platform/metrics.js'
import { addressOf, type Given, logLine, type Option, text } from './options.js'

export const METRICS: Record<string, Option> = {
  metrics: { help: 'where Prometheus reads /metrics', value: 'host:port', fallback: null },
}

/** Serves the metrics on a port of their own, which is not for the public. */
export async function serveMetrics(metrics: Metrics, given: Given): Promise<void> {
  if (!text(given, 'metrics')) return
  const app = fastify()
  app.get('/metrics', async (_, reply) => {
    reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
    return metrics.toText()
  })
  const { host, port } = addressOf(given, 'metrics')
  const url = await listen(app, port, '--metrics', host)
  logLine(30, `metrics at ${url}`)
}
