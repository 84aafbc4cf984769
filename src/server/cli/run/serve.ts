import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

import { deadline } from '../../../shared/deadline.js'
import { drain, listen } from '../../platform/http.js'
import { type Given, milliseconds, portOf, text } from '../options/options.js'

/** Milliseconds for running requests after the process is told to end. */
const CLOSE_DEADLINE = 5_000

/** Milliseconds in which a proxy can learn that this copy is about to end. */
export const drainTime = (given: Given): number => milliseconds(given, 'drain')

/** Listens until a signal ends the process; then exits with code 0. */
export async function serve(
  app: FastifyInstance,
  given: Given,
  fallback: number,
  variable: string,
): Promise<void> {
  const draining = drainTime(given)
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    drain(app)
    await sleep(draining)
    // Exits either way: a request that hangs may not keep the port.
    await deadline(app.close(), CLOSE_DEADLINE, 'close').catch(() => {})
    process.exit(0)
  }
  // A worker may be told twice: systemd tells all processes of a unit, and the first process tells its workers.
  process.on('SIGTERM', stop)
  process.once('SIGINT', stop)
  const wanted = given.port ?? process.env[variable] ?? String(fallback)
  const port = portOf({ port: wanted }, 'port')
  await listen(app, port, `--port or ${variable}`, text(given, 'host'))
}
