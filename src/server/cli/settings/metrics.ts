import cluster from 'node:cluster'

import fastify from 'fastify'

import { listen } from '../../platform/http.js'
import { Metrics } from '../../platform/metrics.js'
import { addressOf, type Given, logLine, text } from '../options/options.js'
import { version } from '../options/version.js'

/**
 * What a program counts, if the operator wants to see it; served on a separate port, which is not for the public.
 *
 * @param processes - How many there are of it; this one may be any of them.
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
