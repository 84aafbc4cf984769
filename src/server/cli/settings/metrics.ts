import cluster from 'node:cluster'

import fastify from 'fastify'

import { listen } from '../../platform/http.js'
import { Metrics } from '../../platform/metrics.js'
import { addressOf, type Given, logLine, text } from '../options/options.js'
import { version } from '../options/version.js'

/**
 * Collects metrics if the operator asked for them, and serves them on a separate, private port.
 *
 * @param processes - Number of worker processes; this may be any of them.
 */
export async function openMetrics(
  given: Given,
  program: string,
  processes = 1,
): Promise<Metrics | undefined> {
  if (!text(given, 'metrics')) return undefined
  const { host, port } = addressOf(given, 'metrics')
  const ofSeveral = cluster.isPrimary ? 'first' : 'worker'
  const role = processes > 1 ? ofSeveral : 'alone'
  const metrics = new Metrics({ program, version: await version(), role })
  if (role === 'worker') return metrics
  const app = fastify()
  app.get('/metrics', async (_, reply) => {
    reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
    return metrics.toText()
  })
  const url = await listen(app, port, '--metrics', host)
  logLine(30, `metrics at ${url}`)
  return metrics
}
