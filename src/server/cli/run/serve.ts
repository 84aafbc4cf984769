import type { FastifyInstance } from 'fastify'

import { deadline } from '../../../shared/deadline.js'
import { listen } from '../../platform/http.js'
import { type Given, type Option, portOf, text } from '../options/options.js'

/** Milliseconds for requests under way when the process is told to end. */
const CLOSE_DEADLINE = 5_000

/** The options of everything that listens. */
export const listening = (port: string, variable: string): Record<string, Option> => ({
  port: { help: `${port} by default, or ${variable}; 0 for any free`, value: 'n', fallback: null },
  host: { help: 'address to listen on', value: 'address', fallback: 'localhost' },
})

/** Listens until the process is told to end, then ends it with 0. */
export async function serve(
  app: FastifyInstance,
  given: Given,
  fallback: number,
  variable: string,
): Promise<void> {
  const stop = () => {
    // Exits either way: a request that hangs may not keep the port.
    void deadline(app.close(), CLOSE_DEADLINE, 'close')
      .catch(() => {})
      .finally(() => process.exit(0))
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  const wanted = given.port ?? process.env[variable] ?? String(fallback)
  const port = portOf({ port: wanted }, 'port')
  await listen(app, port, `--port or ${variable}`, text(given, 'host'))
}
